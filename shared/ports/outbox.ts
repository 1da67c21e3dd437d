import type { DayText } from '../domain/calendar.ts';
import type { Delivery } from '../domain/outbox/delivery.ts';
import type { OutboxEvent } from '../domain/outbox/event.ts';

/** A delivery by its event and its channel as one text (`channelId`). */
export interface DeliveryRef {
  readonly eventId: string;
  readonly channel: string;
}

/** Events and their deliveries. Every method throws StoreUnavailable, and what reads rows UnreadableRow. */
export interface Outbox {
  /** Read strongly; undefined when there is none. */
  findEvent(eventId: string): Promise<OutboxEvent | undefined>;
  /** Writes an event that is not there yet: what is found a second time changes nothing. */
  addEvent(event: OutboxEvent): Promise<void>;
  /** Writes a delivery that is not there yet. False when it is: a repeated record of the stream changes nothing. */
  addDelivery(delivery: Delivery): Promise<boolean>;
  /** Writes deliveries that are not there yet, all or none. False when one of them is: nothing was written. */
  addDeliveries(deliveries: readonly Delivery[]): Promise<boolean>;
  /** Every delivery of the event is written: it leaves the queue. */
  endFanOut(event: OutboxEvent, nowMs: number): Promise<void>;
  /** Puts off an event that could not be fanned out, if it still waits. */
  postponeEvent(eventId: string, dueAtMs: number): Promise<void>;
  /** Read strongly. */
  findDelivery(ref: DeliveryRef): Promise<Delivery | undefined>;
  /** Every delivery of an event, read strongly: at most 100. */
  deliveriesOf(eventId: string): Promise<readonly Delivery[]>;
  /** Replaces the version before. False when another writer was first. */
  writeDelivery(delivery: Delivery): Promise<boolean>;
}

/** Events that follow from others. */
export interface EventsBehind {
  /** What an event has made true besides; undefined where it has not. Read strongly. Throws StoreUnavailable. */
  behind(event: OutboxEvent): Promise<OutboxEvent | undefined>;
}

/** Deliveries as operators look for them. */
export interface OperatorDeliveries {
  /** Those of a dealer's day that are dead, of at most 5,000 that are looked at. Throws StoreUnavailable and UnreadableRow. */
  deadOf(query: {
    readonly dealerCode: string;
    readonly day: DayText;
    readonly listingShards: number;
  }): Promise<readonly Delivery[]>;
}

/** What the queue of the outbox shows. The index may be out of date, so each row is read again. */
export interface DueDelivery extends DeliveryRef {
  /** The lane of the endpoint or channel; absent for an event that is not fanned out. */
  readonly lane?: string;
  readonly dueAtMs: number;
  /** Its position in its shard; the next page begins after it. */
  readonly position: string;
}

interface DuePage {
  readonly nowMs: number;
  readonly limit: number;
  readonly after?: string | undefined;
}

export interface OutboxQueue {
  readonly shards: number;
  /** One page of what is due, the longest due first; shorter only where nothing more is due. Throws StoreUnavailable. */
  due(shard: number, page: DuePage): Promise<readonly DueDelivery[]>;
  /** The same of the shard in which a lane stands. */
  dueBeside(lane: string, page: DuePage): Promise<readonly DueDelivery[]>;
}

/** One worker serves a lane at a time. */
export interface DeliveryLanes {
  /**
   * Takes the lane until a moment. `busy`: another worker has it, and looks at the queue once more before it leaves. Throws
   * StoreUnavailable.
   */
  take(
    lane: string,
    worker: string,
    time: { readonly nowMs: number; readonly untilMs: number },
  ): Promise<'taken' | 'busy'>;
  /** Leaves the lane. `asked-again`: somebody came meanwhile, so the worker keeps it and looks again. */
  leave(lane: string, worker: string): Promise<'left' | 'asked-again'>;
}

/** Starts workers. */
export interface DeliveryWorkers {
  /**
   * Starts a worker for a lane and does not wait for it. What it throws is no loss: the sweep starts another one within a
   * minute.
   */
  start(lane: string, deliveries: readonly DeliveryRef[]): Promise<void>;
}

export type LinkDueOutcome =
  /** Written as expired. */
  | 'told'
  /** Its payer is to be reminded. */
  | 'reminded'
  /** An attempt may still be charging: the link is looked at again later. */
  | 'later'
  /** The link is over already, or another run was first. */
  | 'nothing';

/** Open links whose payer is reminded, or whose expiry somebody wants to be told of. A reusable link is named with a prefix. */
export interface DueLinks {
  readonly shards: number;
  due(shard: number, page: { readonly nowMs: number; readonly limit: number }): Promise<readonly string[]>;
  /**
   * Writes, with its event and once, that the payer of a link is to be reminded, or that the link has expired. Throws
   * StoreUnavailable and UnreadableRow.
   */
  takeUp(link: string, nowMs: number): Promise<LinkDueOutcome>;
}
