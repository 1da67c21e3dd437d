import { cancelLink, giveUpLink } from '../../../domain/link/link-states.ts';
import { linkCancelled, linkClosed } from '../../../domain/outbox/event-of-link.ts';
import { readAddress } from '../../../domain/payment/payment-name.ts';
import type { LinkClosing } from '../../../ports/attempts.ts';
import type { Table } from '../engine/table.ts';
import { type EventWriter, NOBODY_TOLD } from '../outbox/event-writer.ts';
import { linkWrites } from './link-writes.ts';
import { paymentRanks } from './payment-keys.ts';
import { linkIn, readRows } from './payment-partition.ts';
import { isSecret } from './secrets.ts';

export const dynamoLinkClosing = (table: Table, events: EventWriter = NOBODY_TOLD): LinkClosing => ({
  close: async (link, result) => {
    const told = await events.writesOf([linkClosed(link, result)]);
    return (await table.transact([...linkWrites(giveUpLink(link, result)), ...told])).applied;
  },

  cancel: async (link, nowMs) => {
    const told = await events.writesOf([linkCancelled(link, nowMs)]);
    return (await table.transact([...linkWrites(cancelLink({ ...link, nowMs })), ...told])).applied;
  },

  findByResult: async (resultReference) => {
    const address = readAddress(resultReference);
    if (address === undefined) return undefined;
    const link = linkIn(await readRows(table, address.payment, paymentRanks.pages), address.payment);
    const result = link?.progress.result;
    return result !== undefined && isSecret(resultReference, result.resultReference) ? link : undefined;
  },
});
