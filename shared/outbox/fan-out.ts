import { channelId, type laneOf } from '../domain/outbox/delivery.ts';
import { newDelivery } from '../domain/outbox/delivery-moves.ts';
import type { OutboxEvent } from '../domain/outbox/event.ts';
import { errorNameOf, type Log } from '../observability/log.ts';
import type { Clock } from '../ports/clock.ts';
import type { ChannelDirectory } from '../ports/event-wishes.ts';
import type { DeliveryRef, DeliveryWorkers, EventsBehind, Outbox } from '../ports/outbox.ts';

export interface FanOutDependencies {
  readonly outbox: Outbox;
  /** Which channels want an event: one directory for each family of channels. */
  readonly directories: readonly ChannelDirectory[];
  readonly eventsBehind: EventsBehind;
  readonly workers: DeliveryWorkers;
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

type ByLane = Map<string, DeliveryRef[]>;

const channelsFor = async (event: OutboxEvent, { directories }: FanOutDependencies) =>
  (await Promise.all(directories.map((directory) => directory.channelsFor(event)))).flat();

/** Writes what an event has made true besides, where a channel wants it. The stream brings it like any other event. */
const addEventBehind = async (event: OutboxEvent, deps: FanOutDependencies): Promise<void> => {
  const behind = await deps.eventsBehind.behind(event);
  if (behind !== undefined && (await channelsFor(behind, deps)).length > 0) await deps.outbox.addEvent(behind);
};

/**
 * Writes one delivery for each channel that wants the event, each on condition that it is not there: a record that the
 * stream repeats changes nothing. The event leaves the queue last, so that a crash before makes the sweep repeat it all.
 */
const fanOutEvent = async (event: OutboxEvent, deps: FanOutDependencies, lanes: ByLane): Promise<number> => {
  const { outbox, clock, laneTagOf } = deps;
  const [channels] = await Promise.all([channelsFor(event, deps), addEventBehind(event, deps)]);
  const deliveries = channels.map((channel) => newDelivery(event, channel, clock.now()));
  const added = await Promise.all(deliveries.map((delivery) => outbox.addDelivery(delivery)));
  await outbox.endFanOut(event, clock.now());
  for (const delivery of deliveries.filter((_delivery, index) => added[index] === true)) {
    const lane = laneTagOf(delivery);
    const refs = lanes.get(lane) ?? [];
    refs.push({ eventId: event.eventId, channel: channelId(delivery.channel) });
    lanes.set(lane, refs);
  }
  return added.filter(Boolean).length;
};

/** Fans out one event; undefined where it failed, which is in the log. */
const tried = async (eventId: string, deps: FanOutDependencies, lanes: ByLane): Promise<number | undefined> => {
  try {
    const event = await deps.outbox.findEvent(eventId);
    return event === undefined ? 0 : await fanOutEvent(event, deps, lanes);
  } catch (error) {
    deps.log.error('event not fanned out', { eventId, errorName: errorNameOf(error) });
    return undefined;
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
    const starts = await Promise.allSettled([...lanes].map(([lane, refs]) => deps.workers.start(lane, refs)));
    for (const start of starts) {
      if (start.status === 'rejected') deps.log.warn('worker not started', { errorName: errorNameOf(start.reason) });
    }
    const done = outcomes.filter((one) => one !== undefined);
    const failed = eventIds.filter((_eventId, index) => outcomes[index] === undefined);
    return {
      events: done.length,
      deliveries: done.reduce((sum, one) => sum + one, 0),
      failed,
    };
  };
