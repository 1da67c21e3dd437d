import { messageOfEvent } from '../../../shared/domain/message/joined-message.ts';
import {
  channelNamed,
  type Delivery,
  type DeliveryOutcome,
  type DeliveryState,
} from '../../../shared/domain/outbox/delivery.ts';
import { beginTry, endTry, newJoinedDelivery } from '../../../shared/domain/outbox/delivery-moves.ts';
import type { OutboxEvent } from '../../../shared/domain/outbox/event.ts';
import { errorNameOf, type Log } from '../../../shared/observability/log.ts';
import type { ChannelSenders } from '../../../shared/ports/channel-sender.ts';
import type { Clock } from '../../../shared/ports/clock.ts';
import type { Messages } from '../../../shared/ports/messages.ts';
import type { DeliveryRef, Outbox, ToTell } from '../../../shared/ports/outbox.ts';
import { UnreadableRow } from '../../../shared/ports/store-errors.ts';
import { type JoinedMessages, joinedMessages } from './joined-messages.ts';

export interface TryDependencies {
  readonly outbox: Outbox;
  readonly senders: ChannelSenders;
  readonly messages: Pick<Messages, 'count'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** Longest time of one try: every sender ends by then. */
export const TRY_MS = 20_000;

/** What became of one delivery in this run. */
export type TryResult =
  /** Not due, over, or another worker's. */
  { readonly kind: 'left-alone' } | { readonly kind: 'tried'; readonly state: DeliveryState; readonly dueAtMs: number };

const LEFT_ALONE: TryResult = { kind: 'left-alone' };

const sent = async (
  delivery: Delivery,
  toTell: ToTell,
  { senders, clock, log }: TryDependencies,
  messages?: JoinedMessages,
): Promise<DeliveryOutcome> => {
  // Read behind the lease: an event that cannot be read costs a try.
  const event = toTell.event();
  if (event === undefined) return { kind: 'never', detail: 'the event is not kept any more' };
  const sender = senders[delivery.channel.kind];
  if (sender === undefined) return { kind: 'never', detail: 'this stage does not send by this channel' };
  const nowMs = clock.now();
  try {
    return await sender.send(event, delivery, { nowMs, untilMs: nowMs + TRY_MS }, messages);
  } catch (error) {
    log.error('delivery failed unexpectedly', { eventId: delivery.eventId, errorName: errorNameOf(error) });
    const detail = 'unexpected failure';
    // Nothing leaves before its lease.
    return messages?.leaseState() === 'none' ? { kind: 'again', detail } : { kind: 'again', detail, maybeSent: true };
  }
};

/** The delivery that a reference is about. One that joins its event is new with its first try. */
export const deliveryOf = (
  { channel: id, joins }: DeliveryRef,
  toTell: ToTell,
  nowMs: number,
): Delivery | undefined => {
  if (toTell.delivery !== undefined || joins !== true) return toTell.delivery;
  const [event, channel] = [toTell.event(), channelNamed(id)];
  return event === undefined || channel === undefined ? undefined : newJoinedDelivery(event, channel, nowMs);
};

const tried = ({ state, dueAtMs }: Delivery): TryResult => ({ kind: 'tried', state, dueAtMs });

/**
 * Makes a try whose message stands in the row of its event. The sender takes the lease with the message, once it knows what it
 * sends; the end of the try and what became of the message are one write too. A report of the provider may overtake that: it
 * knows more, so the message stays as it is.
 */
const tryWithMessage = async (
  { found, begun, toTell }: { readonly found: Delivery; readonly begun: Delivery; readonly toTell: ToTell },
  deps: TryDependencies,
): Promise<TryResult> => {
  const { outbox, clock } = deps;
  const held: Delivery = { ...begun, holdsMessage: true };
  const messages = joinedMessages({ begun: held, known: toTell.message }, deps);
  const outcome = await sent(held, toTell, deps, messages);
  if (messages.leaseState() === 'lost') return LEFT_ALONE;
  const isLeased = messages.leaseState() === 'taken';
  const message = messages.ended();
  const holdsMessage = isLeased || (message ?? toTell.message) !== undefined;
  const after = endTry(holdsMessage ? held : begun, outcome, clock.now());
  const end = isLeased ? after : { ...after, version: found.version + 1 };
  const isWritten =
    (message !== undefined && (await outbox.writeDelivery(end, message))) || (await outbox.writeDelivery(end));
  return isWritten ? tried(end) : LEFT_ALONE;
};

/** The event; undefined also where it cannot be read, which costs a try behind its lease. */
const readableEvent = (toTell: ToTell): OutboxEvent | undefined => {
  try {
    return toTell.event();
  } catch (error) {
    if (error instanceof UnreadableRow) return undefined;
    throw error;
  }
};

/**
 * True where the delivery and its message stand in the row of their event. That of a receipt is written by whoever asks for it:
 * one that is not in this row has one of its own, which a stage wrote that did not join messages yet.
 */
const hasMessage = ({ joined, channel }: Delivery, toTell: ToTell): boolean => {
  if (joined !== true) return false;
  const event = readableEvent(toTell);
  const name = event === undefined ? undefined : messageOfEvent(event, channel);
  return name !== undefined && (name.kind !== 'receipt' || toTell.message !== undefined);
};

/**
 * Makes the try that is due: leases the delivery by a condition, sends, and writes what came of it. Two workers never make
 * the same try. A crash in between leaves the delivery leased, and the sweep goes on from there.
 */
export const tryDelivery = async (ref: DeliveryRef, deps: TryDependencies): Promise<TryResult> => {
  const { outbox, clock } = deps;
  const toTell = await outbox.findToTell(ref);
  const found = deliveryOf(ref, toTell, clock.now());
  const begun = found === undefined ? undefined : beginTry(found, clock.now());
  if (found === undefined || begun === undefined) return LEFT_ALONE;
  const { delivery, kind } = begun;
  if (kind === 'try' && hasMessage(found, toTell)) return tryWithMessage({ found, begun: delivery, toTell }, deps);
  if (!(await outbox.writeDelivery(delivery))) return LEFT_ALONE;
  if (kind === 'dead') return tried(delivery);
  const after = endTry(delivery, await sent(delivery, toTell, deps), clock.now());
  return (await outbox.writeDelivery(after)) ? tried(after) : LEFT_ALONE;
};
