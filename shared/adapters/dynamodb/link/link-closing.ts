import { cancelLink, giveUpLink, type LinkChange } from '../../../domain/link/link-states.ts';
import type { PaymentRequest } from '../../../domain/link/payment-request.ts';
import { linkCancelled, linkClosed } from '../../../domain/outbox/event-of-link.ts';
import { readAddress } from '../../../domain/payment/payment-name.ts';
import type { LinkClosing } from '../../../ports/attempts.ts';
import type { Table } from '../engine/table.ts';
import type { Write } from '../engine/writes.ts';
import { type EventWriter, NOBODY_TOLD } from '../outbox/event-writer.ts';
import { calledPaymentIn, supersededByResult } from '../payment/called-payment.ts';
import { paymentRanks } from '../payment/payment-keys.ts';
import { linkIn, readRows } from '../payment/payment-partition.ts';
import { isSecret } from '../payment/secrets.ts';
import { requestEnded } from '../sale/request-ended.ts';
import { linkWrites } from './link-writes.ts';

/** Ends a link, and makes the plan due that it was sent for. False where the link has changed: nothing was written. */
const end = async (
  { table, told }: { readonly table: Table; readonly told: readonly Write[] },
  link: PaymentRequest,
  { change, nowMs }: { readonly change: LinkChange; readonly nowMs: number },
): Promise<boolean> => {
  const { applied } = await table.transact([...linkWrites(change), ...told]);
  if (applied) await requestEnded(table, link, nowMs);
  return applied;
};

export const dynamoLinkClosing = (table: Table, events: EventWriter = NOBODY_TOLD): LinkClosing => ({
  close: async (link, result) => {
    const told = await events.writesOf([linkClosed(link, result)]);
    return end({ table, told }, link, { change: giveUpLink(link, result), nowMs: result.atMs });
  },

  cancel: async (link, nowMs) => {
    const told = await events.writesOf([linkCancelled(link, nowMs)]);
    return end({ table, told }, link, { change: cancelLink({ ...link, nowMs }), nowMs });
  },

  findByResult: async (resultReference) => {
    const address = readAddress(resultReference);
    if (address === undefined) return undefined;
    const link = linkIn(await readRows(table, address.payment, paymentRanks.pages), address.payment);
    const result = link?.progress.result;
    return result !== undefined && isSecret(resultReference, result.resultReference) ? link : undefined;
  },

  findSupersededByResult: async (resultReference) => {
    const address = readAddress(resultReference);
    if (address === undefined) return undefined;
    const { payment } = address;
    const found = calledPaymentIn(await readRows(table, payment, paymentRanks.pages), payment);
    return found === undefined ? undefined : supersededByResult(found, resultReference);
  },
});
