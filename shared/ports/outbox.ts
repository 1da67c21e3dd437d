import type { DayText } from '../domain/calendar.ts';
import type { Message } from '../domain/message/message.ts';
import type { Delivery } from '../domain/outbox/delivery.ts';
import type { OutboxEvent } from '../domain/outbox/event.ts';

/** A delivery by its event and its channel as one text (`channelId`). */
export interface DeliveryRef {
  readonly eventId: string;
  readonly channel: string;
  /** It is written nowhere yet, and will stand in the row of its event. Until then the event itself waits in the queue. */
  readonly joins?: true | undefined;
}

/** An event, and how far it is told. */
export interface StoredEvent {
  readonly event: OutboxEvent;
  /** It stands in the queue: it is not fanned out, or its joined delivery has not ended. */
  readonly isQueued: boolean;
  /** Its deliveries are rows of their own, whether they are written already or not. */
  readonly isSeparate: boolean;
  /** Its only delivery, where that stands in the row of the event. */
  readonly joined?: Delivery;
}

/** What a worker needs for a try. */
export interface ToTell {
  /** Undefined where none is written. */
  readonly delivery: Delivery | undefined;
  /** The message that stands beside the delivery, or that waits for it in the row of the event. */
  readonly message?: Message | undefined;
  /** The event; undefined once the table has deleted it. Throws UnreadableRow. */
  readonly event: () => OutboxEvent | undefined;
}

/** Events and their deliveries. Every method throws StoreUnavailable, and what reads rows UnreadableRow. */
export interface Outbox {
  /** Read strongly; undefined when there is none. */
  findEvent(eventId: string): Promise<OutboxEvent | undefined>;
  /** Writes an event that is not there yet: what is found a second time changes nothing. */
  addEvent(event: OutboxEvent): Promise<void>;
  /** The same with how far it is told. */
  findStored(eventId: string): Promise<StoredEvent | undefined>;
  /**
   * Writes a delivery that is not there yet, and puts it into its lane's queue. False when it is: a repeated record of the
   * stream changes nothing. False of a joined one too where its event is told otherwise by now.
   */
  addDelivery(delivery: Delivery): Promise<boolean>;
  /** Writes deliveries that are not there yet, all or none. False when one of them is: nothing was written. */
  addDeliveries(deliveries: readonly Delivery[]): Promise<boolean>;
  /**
   * Has an event that is not fanned out told by rows of their own: from now on no delivery joins it. False where one has, or
   * where it is fanned out.
   */
  separate(eventId: string): Promise<boolean>;
  /**
   * Every delivery of the event is written: it leaves the queue, and is deleted some day unless a message stands in its row.
   * Nothing changes where a delivery has joined it.
   */
  endFanOut(event: OutboxEvent, nowMs: number): Promise<void>;
  /** Puts off an event that could not be fanned out, if it still waits for that. */
  postponeEvent(eventId: string, dueAtMs: number): Promise<void>;
  /** Wherever it stands. Read strongly. */
  findDelivery(ref: DeliveryRef): Promise<Delivery | undefined>;
  /** The same with its event, in one trip. */
  findToTell(ref: DeliveryRef): Promise<ToTell>;
  /** Every delivery of an event, read strongly: at most 100. */
  deliveriesOf(eventId: string): Promise<readonly Delivery[]>;
  /**
   * Replaces the version before. While a try is under way it keeps its place in the queue: workers pass by what another one has
   * leased. A joined delivery may be written first with its lease. False when another writer was first. A message is written
   * beside its joined delivery, in place of its own version before: both or neither.
   */
  writeDelivery(delivery: Delivery, message?: Message): Promise<boolean>;
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

/** When a worker begins, and until when it may have its lane. */
export interface LaneTime {
  readonly nowMs: number;
  readonly untilMs: number;
}

/** One worker serves a lane at a time. */
export interface DeliveryLanes {
  /**
   * Takes the lane until a moment. `busy`: another worker has it, and looks at the queue once more before it leaves. What that
   * one is to find there is put into the queue by `beforeAsking`. Throws StoreUnavailable.
   */
  take(lane: string, worker: string, time: LaneTime, beforeAsking?: () => Promise<unknown>): Promise<'taken' | 'busy'>;
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
