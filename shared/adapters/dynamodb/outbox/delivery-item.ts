import * as z from 'zod/mini';
import { omitUndefined } from '../../../domain/omit-undefined.ts';
import { channelId, type Delivery, deliveryStates, laneOf } from '../../../domain/outbox/delivery.ts';
import { KEPT_DAYS } from '../../../domain/outbox/delivery-moves.ts';
import { objectRow, optionalText, optionalWhole, parseRow, rowSchema, storedText, storedWhole } from '../engine/row.ts';
import type { Row } from '../engine/writes.ts';
import { deliveryDueKeys, deliveryIndexKeys } from '../index-keys.ts';
import { hashed, keys } from '../keys.ts';

/*
 * One event on its way to one channel: `OUTBOX#<event id>` / `DELIVERY#<channel>`, or joined to `EVENT`, whose row then has the
 * same attributes beside those of the event.
 */

const LANE_LENGTH = 6;
const DAY_S = 86_400;

/** A lane as it stands in keys: one that is shared by two endpoints by chance only makes one wait for the other. */
export const laneTagOf = (delivery: Pick<Delivery, 'dealerCode' | 'channel'>): string =>
  hashed(laneOf(delivery)).slice(0, LANE_LENGTH);

export const channelRow = rowSchema(() =>
  z.union([
    z.object({ kind: z.literal('webhook'), endpointId: storedText }),
    z.object({ kind: z.literal('notice') }),
    z.object({ kind: z.literal('sms'), round: storedWhole }),
    z.object({ kind: z.literal('email'), round: storedWhole }),
    z.object({ kind: z.literal('receipt'), to: z.enum(['payer', 'dealer']), round: storedWhole }),
    z.object({ kind: z.literal('desk-mail') }),
  ]),
);

const deliveryRow = objectRow(() => ({
  eventId: storedText,
  dealerCode: storedText,
  channel: channelRow(),
  state: z.enum(deliveryStates),
  version: storedWhole,
  tries: storedWhole,
  createdAtMs: storedWhole,
  dueAtMs: storedWhole,
  listingShards: storedWhole,
  lastTryAtMs: optionalWhole,
  underWay: z.optional(z.literal(true)),
  holdsMessage: z.optional(z.literal(true)),
  unheard: optionalWhole,
  detail: optionalText,
  endedAtMs: optionalWhole,
}));

/** A delivery in a row of its own, or joined to an event. */
export const readDelivery = (row: Row): Delivery => {
  const delivery: Delivery = omitUndefined(parseRow('delivery', deliveryRow, row));
  return row.entity === 'event' ? { ...delivery, joined: true } : delivery;
};

/** True of an event's row that one delivery has joined. */
export const hasJoined = (row: Row): boolean => row.entity === 'event' && row.channel !== undefined;

/** When the table may delete what ended at a moment. */
export const expiresAfter = (endedAtMs: number): number => Math.ceil(endedAtMs / 1000) + KEPT_DAYS * DAY_S;

/** Its keys in the dealer's list, where it stands for as long as it is kept. */
export const listKeysOf = (delivery: Delivery) =>
  deliveryIndexKeys({ ...delivery, channel: channelId(delivery.channel) });

/** Its keys in the queue of its lane. */
export const queueKeysOf = (delivery: Delivery) => {
  const { eventId, dueAtMs } = delivery;
  return deliveryDueKeys({ eventId, channel: channelId(delivery.channel), lane: laneTagOf(delivery) }, dueAtMs);
};

/** A delivery in a row of its own. It stands in the queue while it waits. */
export const deliveryItem = ({ joined: _elsewhere, ...delivery }: Delivery) => {
  const { eventId, endedAtMs } = delivery;
  return {
    ...keys.delivery(eventId, channelId(delivery.channel)),
    ...listKeysOf(delivery),
    ...(delivery.state === 'waiting' ? queueKeysOf(delivery) : {}),
    ...(endedAtMs === undefined ? {} : { expiresAt: expiresAfter(endedAtMs) }),
    entity: 'delivery',
    ...delivery,
  };
};
