import { cancelLink, giveUpLink } from '../../../domain/link/link-states.ts';
import { readAddress } from '../../../domain/payment/payment-name.ts';
import type { LinkClosing } from '../../../ports/attempts.ts';
import type { Table } from '../engine/table.ts';
import { paymentRanks } from '../keys.ts';
import { linkWrites } from './link-writes.ts';
import { linkIn, readRows } from './payment-partition.ts';
import { isSecret } from './secrets.ts';

export const dynamoLinkClosing = (table: Table): LinkClosing => ({
  close: async (link, result) => (await table.transact(linkWrites(giveUpLink(link, result)))).applied,

  cancel: async ({ payment, version }, nowMs) =>
    (await table.transact(linkWrites(cancelLink({ payment, version, nowMs })))).applied,

  findByResult: async (resultReference) => {
    const address = readAddress(resultReference);
    if (address === undefined) return undefined;
    const link = linkIn(await readRows(table, address.payment, paymentRanks.pages), address.payment);
    const result = link?.progress.result;
    return result !== undefined && isSecret(resultReference, result.resultReference) ? link : undefined;
  },
});
