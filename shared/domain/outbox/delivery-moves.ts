import { omitUndefined } from '../omit-undefined.ts';
import {
  type ChannelKind,
  type Delivery,
  type DeliveryChannel,
  type DeliveryOutcome,
  type DeliveryState,
  nextTry,
} from './delivery.ts';
import type { OutboxEvent } from './event.ts';

/*
 * Every move of a delivery, as a value. Nothing here writes or sends. A try is counted before anything is sent, so that a
 * crash between sending and recording costs a try.
 */

const MINUTE_MS = 60_000;

/** How long an event waits for the stream's worker before the sweep takes it (rule 38). */
export const EVENT_WAITS_MS = 5 * MINUTE_MS;

/** A try is over by then, or its worker is dead. It is longer than a worker may run. */
export const DELIVERY_LEASE_MS = 2 * MINUTE_MS;

/** Days after which events and deliveries that have ended may be deleted. */
export const KEPT_DAYS = 90;

const MAX_DETAIL = 200;

/** Channels that a person reads: a message goes out twice at most, whatever happens. A program tells repeats by their id. */
const READ_BY_PEOPLE: Readonly<Record<ChannelKind, boolean>> = {
  webhook: false,
  notice: false,
  sms: true,
  email: true,
  receipt: true,
  'desk-mail': true,
};

/** Most times that a message may have gone out. */
const MOST_SENDINGS = 2;

/** A delivery that was just written: its first try is due at once. */
export const newDelivery = (
  { eventId, dealerCode, listingShards }: Pick<OutboxEvent, 'eventId' | 'dealerCode' | 'listingShards'>,
  channel: DeliveryChannel,
  nowMs: number,
): Delivery => ({
  eventId,
  dealerCode,
  listingShards,
  channel,
  state: 'waiting',
  version: 1,
  tries: 0,
  createdAtMs: nowMs,
  dueAtMs: nextTry(channel, 0, nowMs) ?? nowMs,
});

/** The same of a delivery that is the only one of its event, and stands in the event's row. */
export const newJoinedDelivery = (...of: Parameters<typeof newDelivery>): Delivery => ({
  ...newDelivery(...of),
  joined: true,
});

/** True where its next try may begin: it waits, and no living worker has it. */
export const isDue = ({ state, dueAtMs }: Delivery, nowMs: number): boolean => state === 'waiting' && dueAtMs <= nowMs;

const ended = (delivery: Delivery, state: DeliveryState, detail: string, nowMs: number): Delivery => {
  const { underWay: _over, ...rest } = delivery;
  return { ...rest, state, version: delivery.version + 1, detail: detail.slice(0, MAX_DETAIL), endedAtMs: nowMs };
};

/** How often the message may have gone out without anybody knowing. */
const unheardOf = ({ unheard = 0, underWay }: Delivery): number => unheard + (underWay === true ? 1 : 0);

const isSentOut = (delivery: Delivery): boolean =>
  READ_BY_PEOPLE[delivery.channel.kind] && unheardOf(delivery) >= MOST_SENDINGS;

/**
 * Leases a delivery to a worker, which may then send. A message that may have gone out twice is dead instead. Undefined
 * when it is not due: another worker has it, or it is over.
 */
export const beginTry = (
  delivery: Delivery,
  nowMs: number,
): { readonly kind: 'try' | 'dead'; readonly delivery: Delivery } | undefined => {
  if (!isDue(delivery, nowMs)) return undefined;
  if (isSentOut(delivery)) {
    return { kind: 'dead', delivery: ended(delivery, 'dead', 'it may have been sent twice', nowMs) };
  }
  if (nextTry(delivery.channel, delivery.tries, nowMs) === undefined) {
    return { kind: 'dead', delivery: ended(delivery, 'dead', delivery.detail ?? 'no answer', nowMs) };
  }
  const unheard = unheardOf(delivery);
  return {
    kind: 'try',
    delivery: {
      ...delivery,
      version: delivery.version + 1,
      tries: delivery.tries + 1,
      dueAtMs: nowMs + DELIVERY_LEASE_MS,
      lastTryAtMs: nowMs,
      underWay: true,
      ...omitUndefined({ unheard: unheard === 0 ? undefined : unheard }),
    },
  };
};

const FINAL_STATES = { done: 'done', never: 'refused', gone: 'gone' } as const;

/** What a try ends in: done, another try, or dead after the last one. */
export const endTry = (delivery: Delivery, outcome: DeliveryOutcome, nowMs: number): Delivery => {
  if (outcome.kind !== 'again') return ended(delivery, FINAL_STATES[outcome.kind], outcome.detail, nowMs);
  const unheard = (delivery.unheard ?? 0) + (outcome.maybeSent === true ? 1 : 0);
  const { underWay: _over, unheard: _before, ...rest } = delivery;
  const heard: Delivery = { ...rest, ...(unheard === 0 ? {} : { unheard }) };
  const dueAtMs = isSentOut(heard) ? undefined : nextTry(delivery.channel, delivery.tries, nowMs);
  if (dueAtMs === undefined) return ended(heard, 'dead', outcome.detail, nowMs);
  return { ...heard, version: delivery.version + 1, dueAtMs, detail: outcome.detail.slice(0, MAX_DETAIL) };
};

/** An operator's new start of a delivery that is over without having been told; undefined for any other. */
export const redrive = (delivery: Delivery, nowMs: number): Delivery | undefined => {
  if (delivery.state === 'waiting' || delivery.state === 'done') return undefined;
  const { endedAtMs: _over, unheard: _before, ...rest } = delivery;
  return { ...rest, state: 'waiting', version: delivery.version + 1, tries: 0, dueAtMs: nowMs };
};

/** Most deliveries that one command begins anew: each is an action of its transaction, beside its audit entry. */
export const MOST_REDRIVEN = 18;

/** Deliveries that are over without having been told, as they begin anew; `more` where there are further ones. */
export const redriveSome = (
  over: readonly Delivery[],
  nowMs: number,
): { readonly deliveries: readonly Delivery[]; readonly more: boolean } => {
  const begun = over.flatMap((one) => redrive(one, nowMs) ?? []);
  return { deliveries: begun.slice(0, MOST_REDRIVEN), more: begun.length > MOST_REDRIVEN };
};
