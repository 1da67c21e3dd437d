import {
  channelNamed,
  type Delivery,
  type DeliveryOutcome,
  type DeliveryState,
} from '../../../shared/domain/outbox/delivery.ts';
import { beginTry, endTry, newJoinedDelivery } from '../../../shared/domain/outbox/delivery-moves.ts';
import { errorNameOf, type Log } from '../../../shared/observability/log.ts';
import type { ChannelSenders } from '../../../shared/ports/channel-sender.ts';
import type { Clock } from '../../../shared/ports/clock.ts';
import type { DeliveryRef, Outbox, ToTell } from '../../../shared/ports/outbox.ts';

export interface TryDependencies {
  readonly outbox: Outbox;
  readonly senders: ChannelSenders;
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
): Promise<DeliveryOutcome> => {
  // Read behind the lease: an event that cannot be read costs a try.
  const event = toTell.event();
  if (event === undefined) return { kind: 'never', detail: 'the event is not kept any more' };
  const sender = senders[delivery.channel.kind];
  if (sender === undefined) return { kind: 'never', detail: 'this stage does not send by this channel' };
  const nowMs = clock.now();
  try {
    return await sender.send(event, delivery, { nowMs, untilMs: nowMs + TRY_MS });
  } catch (error) {
    log.error('delivery failed unexpectedly', { eventId: delivery.eventId, errorName: errorNameOf(error) });
    return { kind: 'again', detail: 'unexpected failure', maybeSent: true };
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

/**
 * Makes the try that is due: leases the delivery by a condition, sends, and writes what came of it. Two workers never make
 * the same try. A crash in between leaves the delivery leased, and the sweep goes on from there.
 */
export const tryDelivery = async (ref: DeliveryRef, deps: TryDependencies): Promise<TryResult> => {
  const { outbox, clock } = deps;
  const toTell = await outbox.findToTell(ref);
  const found = deliveryOf(ref, toTell, clock.now());
  const begun = found === undefined ? undefined : beginTry(found, clock.now());
  if (begun === undefined || !(await outbox.writeDelivery(begun.delivery))) return LEFT_ALONE;
  const { delivery } = begun;
  if (begun.kind === 'dead') return { kind: 'tried', state: 'dead', dueAtMs: delivery.dueAtMs };
  const after = endTry(delivery, await sent(delivery, toTell, deps), clock.now());
  if (!(await outbox.writeDelivery(after))) return LEFT_ALONE;
  return { kind: 'tried', state: after.state, dueAtMs: after.dueAtMs };
};
