import * as z from 'zod/mini';
import { omitUndefined } from '../../../domain/omit-undefined.ts';
import { channelId, type Delivery, deliveryStates, laneOf } from '../../../domain/outbox/delivery.ts';
import { KEPT_DAYS } from '../../../domain/outbox/delivery-moves.ts';
import { objectRow, optionalText, optionalWhole, parseRow, rowSchema, storedText, storedWhole } from '../engine/row.ts';
import { deliveryDueKeys, deliveryIndexKeys } from '../index-keys.ts';
import { hashed, keys } from '../keys.ts';

// `OUTBOX#<event id>` / `DELIVERY#<channel>`: one event on its way to one channel.

const LANE_LENGTH = 6;
const DAY_S = 86_400;

/** A lane as it stands in keys: one that is shared by two endpoints by chance only makes one wait for the other. */
export const laneTagOf = (delivery: Pick<Delivery, 'dealerCode' | 'channel'>): string =>
  hashed(laneOf(delivery)).slice(0, LANE_LENGTH);

const channelRow = rowSchema(() =>
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
  unheard: optionalWhole,
  detail: optionalText,
  endedAtMs: optionalWhole,
}));

export const readDelivery = (row: unknown): Delivery => omitUndefined(parseRow('delivery', deliveryRow, row));

/** When the table may delete what ended at a moment. */
export const expiresAfter = (endedAtMs: number): number => Math.ceil(endedAtMs / 1000) + KEPT_DAYS * DAY_S;

/** It stands in the queue while it waits, and in the dealer's list for as long as it is kept. */
export const deliveryItem = (delivery: Delivery) => {
  const { eventId, dealerCode, createdAtMs, listingShards, endedAtMs } = delivery;
  const channel = channelId(delivery.channel);
  const lane = laneTagOf(delivery);
  return {
    ...keys.delivery(eventId, channel),
    ...deliveryIndexKeys({ eventId, channel, dealerCode, createdAtMs, listingShards }),
    ...(delivery.state === 'waiting' ? deliveryDueKeys({ eventId, channel, lane }, delivery.dueAtMs) : {}),
    ...(endedAtMs === undefined ? {} : { expiresAt: expiresAfter(endedAtMs) }),
    entity: 'delivery',
    ...delivery,
  };
};
