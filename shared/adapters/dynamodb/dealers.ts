import { DEALER_CODE } from '../../domain/dealer/dealer.ts';
import type { DealerDirectory, Dealers } from '../../ports/dealers.ts';
import type { Table } from './engine/table.ts';
import { ALL_DEALERS, CREDENTIAL_PREFIX, dealerPartition, keys, PROFILE } from './keys.ts';
import { readCredentialRow, readDealerRow, readListedDealerRow } from './rows/dealer-row.ts';

/** Most rows of a dealer's partition: its profile and the credentials of its users. */
export const MAX_DEALER_ROWS = 100;

/** Dealers with their credentials: one strongly consistent query. */
export const dynamoDealers = (table: Table): Dealers => ({
  load: async (dealerCode) => {
    if (!DEALER_CODE.test(dealerCode)) return undefined;
    const rows = await table.query({ pk: dealerPartition(dealerCode), limit: MAX_DEALER_ROWS });
    const profile = rows.find(({ sk }) => sk === PROFILE);
    if (profile === undefined) return undefined;
    const credentials = rows.filter(({ sk }) => typeof sk === 'string' && sk.startsWith(CREDENTIAL_PREFIX));
    return { dealer: readDealerRow(profile), credentials: credentials.map(readCredentialRow) };
  },
});

export const dynamoDealerDirectory = (table: Table): DealerDirectory => ({
  page: async ({ after, limit }) => {
    const behind = after === undefined ? undefined : keys.listedDealer(after).sk;
    const rows = await table.query({ pk: ALL_DEALERS, after: behind, limit });
    return rows.map(readListedDealerRow);
  },
});
