import type { ChannelKind, Delivery, DeliveryOutcome } from '../domain/outbox/delivery.ts';
import type { OutboxEvent } from '../domain/outbox/event.ts';
import type { MessagesOfTry } from './messages.ts';

/** The time and the deadline of one try. */
interface CallTime {
  readonly nowMs: number;
  /** The try must have ended by then, in time for its result to be written. */
  readonly untilMs: number;
}

/** Sends events by one kind of channel. */
export interface ChannelSender {
  /**
   * Makes one try. `again`: it failed, or nobody knows whether it arrived. `never`: it must not be sent, for example because
   * its link was cancelled since. `gone`: the endpoint wants nothing more. What it throws counts as `again`
   * that may have arrived. It may be called
   * twice for one try after a crash, so it repeats the same bytes under the same event id. `messages` is where its message
   * stands, where that is not a row of its own: beginning it there is the lease of the try, which nobody has before.
   */
  send(event: OutboxEvent, delivery: Delivery, callTime: CallTime, messages?: MessagesOfTry): Promise<DeliveryOutcome>;
}

/** One sender for each kind of channel that the stage sends by. */
export type ChannelSenders = Readonly<Partial<Record<ChannelKind, ChannelSender>>>;
