import * as z from 'zod/mini';
import type { ServiceAccount, ServiceAccounts } from '../../../ports/service-accounts.ts';
import { objectRow, parseRow, storedId, storedText, storedWhole } from '../engine/row.ts';
import type { Table } from '../engine/table.ts';
import { keys } from '../keys.ts';

const accountRow = objectRow(() => ({
  owner: z.enum(['canary']),
  version: storedWhole,
  dealerCode: storedText,
  username: storedText,
  credentialId: storedText,
  sealedPassword: storedText,
  dealerCustomerTypeId: storedId,
  issuedAtMs: storedWhole,
}));

export const serviceAccountItem = (account: ServiceAccount) => ({
  ...keys.serviceAccount(account.owner),
  entity: 'service-account',
  ...account,
});

export const dynamoServiceAccounts = (table: Table): ServiceAccounts => ({
  find: async (owner) => {
    const row = await table.get(keys.serviceAccount(owner));
    return row === undefined ? undefined : parseRow('service account', accountRow, row);
  },
});
