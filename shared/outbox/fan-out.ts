import { channelId, type Delivery, type DeliveryChannel, type laneOf } from '../domain/outbox/delivery.ts';
import { isDue, newDelivery, newJoinedDelivery } from '../domain/outbox/delivery-moves.ts';
import type { OutboxEvent } from '../domain/outbox/event.ts';
import { errorNameOf, type Log } from '../observability/log.ts';
import type { Clock } from '../ports/clock.ts';
import type { ChannelDirectory } from '../ports/event-wishes.ts';
import type { DeliveryRef, DeliveryWorkers, EventsBehind, Outbox, StoredEvent } from '../ports/outbox.ts';

export interface FanOutDependencies {
  readonly outbox: Outbox;
  /** Which channels want an event: one directory for each family of channels. */
  readonly directories: readonly ChannelDirectory[];
  readonly eventsBehind: EventsBehind;
  readonly workers: DeliveryWorkers;
  /** Whether a delivery that is the only one of its event joins it: the stage says so once every function reads such rows. */
  readonly joinsDeliveries: boolean;
  /** A lane's name as the queue holds it. */
  readonly laneTagOf: (delivery: Parameters<typeof laneOf>[0]) => string;
  readonly clock: Clock;
  readonly log: Log;
}

/** What became of the events of a run. */
export interface FanOutReport {
  readonly events: number;
  readonly deliveries: number;
  /** Events that failed, by their ids. They stay in the queue, and the sweep takes them again. */
  readonly failed: readonly string[];
}

/** Events that are fanned out side by side. */
const AT_ONCE = 10;
/** Most deliveries written nowhere yet that a worker is given: about what it can send in its time to a slow endpoint. */
const MOST_JOINING = 100;
/** Most of those that stand in the queue: behind them the worker finds the others there, and the sweep what it does not. */
const MOST_QUEUED = 100;

/** Deliveries that a worker is started with. Those among them that join their event are written nowhere yet. */
interface Start {
  readonly refs: DeliveryRef[];
  readonly joining: Delivery[];
}

type ByLane = Map<string, Start>;

const channelsFor = async (event: OutboxEvent, { directories }: FanOutDependencies) =>
  (await Promise.all(directories.map((directory) => directory.channelsFor(event)))).flat();

/** Writes what an event has made true besides, where a channel wants it. The stream brings it like any other event. */
const addEventBehind = async (event: OutboxEvent, deps: FanOutDependencies): Promise<void> => {
  const behind = await deps.eventsBehind.behind(event);
  if (behind !== undefined && (await channelsFor(behind, deps)).length > 0) await deps.outbox.addEvent(behind);
};

const startOf = (delivery: Delivery, { laneTagOf }: FanOutDependencies, lanes: ByLane): Start => {
  const lane = laneTagOf(delivery);
  const start = lanes.get(lane) ?? { refs: [], joining: [] };
  lanes.set(lane, start);
  return start;
};

const refOf = ({ eventId, channel }: Delivery): DeliveryRef => ({ eventId, channel: channelId(channel) });

/** Hands a delivery that stands in the queue to a worker. */
const give = (delivery: Delivery, deps: FanOutDependencies, lanes: ByLane): void => {
  const { refs, joining } = startOf(delivery, deps, lanes);
  if (refs.length - joining.length < MOST_QUEUED) refs.push(refOf(delivery));
};

/**
 * Hands the only delivery of an event to a worker, which writes it into the row of the event with its lease. Until then the
 * event stays in the queue, so that the sweep hands it over again where the worker did not get that far. Beyond what one
 * worker is given the delivery is put into the queue of its lane.
 */
const join = async (delivery: Delivery, deps: FanOutDependencies, lanes: ByLane): Promise<void> => {
  const { refs, joining } = startOf(delivery, deps, lanes);
  if (joining.length >= MOST_JOINING) {
    await deps.outbox.addDelivery(delivery);
    return;
  }
  refs.push({ ...refOf(delivery), joins: true });
  joining.push(delivery);
};

/**
 * Writes one delivery for each channel, each on condition that it is not there: a record that the stream repeats changes
 * nothing. The event leaves the queue last, so that a crash before makes the sweep repeat it all.
 */
const writeApart = async (
  { event, isSeparate }: StoredEvent,
  channels: readonly DeliveryChannel[],
  deps: FanOutDependencies,
  lanes: ByLane,
): Promise<number> => {
  const { outbox, clock } = deps;
  // Before the first row: no delivery joins an event that is told by rows of their own.
  if (channels.length > 0 && !isSeparate && !(await outbox.separate(event.eventId))) return 0;
  const deliveries = channels.map((channel) => newDelivery(event, channel, clock.now()));
  const added = await Promise.all(deliveries.map((delivery) => outbox.addDelivery(delivery)));
  await outbox.endFanOut(event, clock.now());
  const isNew = deliveries.filter((_delivery, index) => added[index] === true);
  for (const delivery of isNew) give(delivery, deps, lanes);
  return isNew.length;
};

/**
 * Has an event told by each channel that wants it. Where that is only one, and the stage writes such rows (rule 50), the
 * delivery joins its event: one row instead of two. The channels are read here and not where the event is written, so whoever
 * is added or removed in between counts as it does now.
 */
const fanOutEvent = async (stored: StoredEvent, deps: FanOutDependencies, lanes: ByLane): Promise<number> => {
  const { event, joined, isQueued, isSeparate } = stored;
  if (!isQueued) return 0;
  if (joined !== undefined) {
    // The worker that had it is dead, or at work.
    if (isDue(joined, deps.clock.now())) give(joined, deps, lanes);
    return 0;
  }
  const [channels] = await Promise.all([channelsFor(event, deps), addEventBehind(event, deps)]);
  const [only, ...others] = channels;
  if (deps.joinsDeliveries && !isSeparate && only !== undefined && others.length === 0) {
    await join(newJoinedDelivery(event, only, deps.clock.now()), deps, lanes);
    return 1;
  }
  return writeApart(stored, channels, deps, lanes);
};

/** Fans out one event; undefined where it failed, which is in the log. */
const tried = async (eventId: string, deps: FanOutDependencies, lanes: ByLane): Promise<number | undefined> => {
  try {
    const stored = await deps.outbox.findStored(eventId);
    return stored === undefined ? 0 : await fanOutEvent(stored, deps, lanes);
  } catch (error) {
    deps.log.error('event not fanned out', { eventId, errorName: errorNameOf(error) });
    return undefined;
  }
};

/** Starts the worker of a lane. Where it does not start, what stands nowhere yet is put into its queue. */
const startWorker = async (lane: string, { refs, joining }: Start, deps: FanOutDependencies): Promise<void> => {
  try {
    await deps.workers.start(lane, refs);
  } catch (error) {
    deps.log.warn('worker not started', { errorName: errorNameOf(error) });
    await Promise.all(joining.map((delivery) => deps.outbox.addDelivery(delivery)));
  }
};

/**
 * Fans out events and starts a worker for each lane with something new. It sends nothing itself. An event that fails holds up
 * no other. A worker that does not start is no loss: its deliveries stand in the queue.
 */
export const fanOut =
  (deps: FanOutDependencies) =>
  async (eventIds: readonly string[]): Promise<FanOutReport> => {
    const lanes: ByLane = new Map();
    const outcomes: (number | undefined)[] = [];
    for (let first = 0; first < eventIds.length; first += AT_ONCE) {
      const some = eventIds.slice(first, first + AT_ONCE);
      outcomes.push(...(await Promise.all(some.map((eventId) => tried(eventId, deps, lanes)))));
    }
    const starts = await Promise.allSettled([...lanes].map(([lane, start]) => startWorker(lane, start, deps)));
    for (const start of starts) {
      if (start.status === 'rejected') deps.log.warn('delivery not queued', { errorName: errorNameOf(start.reason) });
    }
    const done = outcomes.filter((one) => one !== undefined);
    const failed = eventIds.filter((_eventId, index) => outcomes[index] === undefined);
    return {
      events: done.length,
      deliveries: done.reduce((sum, one) => sum + one, 0),
      failed,
    };
  };
