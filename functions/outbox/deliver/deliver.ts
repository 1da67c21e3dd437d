import * as z from 'zod/mini';
import { type DeliveryMetrics, errorNameOf, type Log } from '../../../shared/observability/log.ts';
import type { Randomness } from '../../../shared/ports/identifiers.ts';
import type { DeliveryLanes, DeliveryRef, OutboxQueue } from '../../../shared/ports/outbox.ts';
import { deliveryOf, TRY_MS, type TryDependencies, type TryResult, tryDelivery } from './try-delivery.ts';

export interface DeliverDependencies extends TryDependencies {
  readonly queue: Pick<OutboxQueue, 'dueBeside'>;
  readonly lanes: DeliveryLanes;
  readonly randomness: Pick<Randomness, 'token'>;
  readonly metrics: DeliveryMetrics;
  /** Waits until the next short retry; the machine's timer by default. */
  readonly pause?: (ms: number) => Promise<void>;
}

/** What a run did, by the states in which it left deliveries. */
export interface DeliverReport {
  readonly kind: 'served' | 'busy';
  readonly done: number;
  readonly again: number;
  readonly dead: number;
  readonly refused: number;
}

const eventSchema = z.strictObject({
  lane: z.string().check(z.regex(/^[A-Za-z0-9_-]{6}$/)),
  deliveries: z
    .array(
      z.strictObject({
        eventId: z.string().check(z.maxLength(128)),
        channel: z.string().check(z.maxLength(128)),
        joins: z.optional(z.literal(true)),
      }),
    )
    .check(z.maxLength(1000)),
});

/** Deliveries of a lane that are sent side by side. */
const AT_ONCE = 8;
const PAGE = 250;
/** Pages of the queue that a run reads in search of its lane: behind them others wait, and the sweep starts a run anew. */
const MAX_PAGES = 40;
/** A retry that is due within this time is made in the same run; later ones are left to the sweep. */
const SHORT_RETRY_MS = 10_000;
const MOST_WAITS = 5;
/** The lease outlives the run, so that no other worker begins before this one has ended. */
const LANE_RESERVE_MS = 5_000;

const machinePause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const keyOf = ({ eventId, channel }: DeliveryRef): string => `${eventId}#${channel}`;

interface Run {
  readonly deps: DeliverDependencies;
  readonly lane: string;
  readonly deadlineMs: number;
  readonly results: TryResult[];
  /** Rows that this run has dealt with, with the time they stood at: the index may still show them. */
  readonly seen: Set<string>;
}

const mayBegin = ({ deps, deadlineMs }: Run): boolean => deps.clock.now() + TRY_MS <= deadlineMs;

/** When each delivery is due again whose retry is short; each by its key. */
type ShortRetries = Map<string, { readonly ref: DeliveryRef; readonly dueAtMs: number }>;

const notRecorded = ({ eventId }: DeliveryRef, error: unknown, log: Log): void =>
  log.error('delivery not recorded', { eventId, errorName: errorNameOf(error) });

const tryOne = async (run: Run, ref: DeliveryRef, retries: ShortRetries): Promise<void> => {
  const { deps, results } = run;
  try {
    const result = await tryDelivery(ref, deps);
    results.push(result);
    if (result.kind !== 'tried' || result.state !== 'waiting') return;
    const { dueAtMs } = result;
    if (dueAtMs - deps.clock.now() <= SHORT_RETRY_MS) retries.set(keyOf(ref), { ref, dueAtMs });
  } catch (error) {
    // It stays in the queue, leased or not, and the sweep takes it again.
    notRecorded(ref, error, deps.log);
  }
};

/** Carries something out for each of a list, eight at once: the next one begins as soon as one has ended. */
const eightAtOnce = async <One>(all: readonly One[], carryOut: (one: One) => Promise<void>): Promise<void> => {
  const waiting = all[Symbol.iterator]();
  const serve = async (): Promise<void> => {
    for (const one of waiting) await carryOut(one);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, serve));
};

/** Puts a delivery that is written nowhere yet into the queue of its lane, for whoever serves that next. */
const queueOne = async (ref: DeliveryRef, { outbox, clock, log }: DeliverDependencies): Promise<void> => {
  if (ref.joins !== true) return;
  try {
    const toTell = await outbox.findToTell(ref);
    const delivery = toTell.delivery === undefined ? deliveryOf(ref, toTell, clock.now()) : undefined;
    if (delivery !== undefined) await outbox.addDelivery(delivery);
  } catch (error) {
    // Its event still waits in the queue, and the sweep takes that.
    notRecorded(ref, error, log);
  }
};

/** Sends a list. What may not begin any more is left to the next worker. */
const sendAll = (run: Run, refs: readonly DeliveryRef[], retries: ShortRetries): Promise<void> =>
  eightAtOnce(refs, (ref) => (mayBegin(run) ? tryOne(run, ref, retries) : queueOne(ref, run.deps)));

/** What is due in the lane and was not dealt with in this run. */
const dueInLane = async ({ deps, lane, seen }: Run): Promise<readonly DeliveryRef[]> => {
  const nowMs = deps.clock.now();
  let after: string | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const rows = await deps.queue.dueBeside(lane, { nowMs, limit: PAGE, after });
    const mine = rows.filter((row) => row.lane === lane && !seen.has(row.position));
    for (const { position } of mine) seen.add(position);
    if (mine.length > 0) return mine.map(({ eventId, channel }) => ({ eventId, channel }));
    if (rows.length < PAGE) return [];
    after = rows.at(-1)?.position;
  }
  return [];
};

/** Waits for the first short retry, and answers all that are due then. */
const dueRetries = async ({ deps }: Run, retries: ShortRetries): Promise<readonly DeliveryRef[]> => {
  const first = Math.min(...[...retries.values()].map(({ dueAtMs }) => dueAtMs));
  // A timer may end a moment early.
  for (let waits = 0; waits < MOST_WAITS && deps.clock.now() < first; waits += 1) {
    await (deps.pause ?? machinePause)(first - deps.clock.now());
  }
  const due = [...retries].filter(([, { dueAtMs }]) => dueAtMs <= Math.max(first, deps.clock.now()));
  for (const [key] of due) retries.delete(key);
  return due.map(([, { ref }]) => ref);
};

/** Serves the lane until nothing is due and no short retry is left, or until the time is over. */
const drain = async (run: Run, given: readonly DeliveryRef[]): Promise<void> => {
  const retries: ShortRetries = new Map();
  let refs = given;
  while (refs.length > 0 || mayBegin(run)) {
    await sendAll(run, refs, retries);
    if (!mayBegin(run)) return;
    refs = await dueInLane(run);
    if (refs.length > 0) continue;
    if (retries.size === 0) return;
    refs = await dueRetries(run, retries);
  }
};

const reportOf = (kind: DeliverReport['kind'], results: readonly TryResult[]): DeliverReport => {
  const count = (...states: readonly string[]): number =>
    results.filter((one) => one.kind === 'tried' && states.includes(one.state)).length;
  return {
    kind,
    done: count('done'),
    again: count('waiting'),
    dead: count('dead'),
    refused: count('refused', 'gone'),
  };
};

/**
 * One worker of one lane. It takes the lane, sends what it was given and all that is due there, eight at once, and makes the
 * retries of the next seconds itself. A second worker for the same lane only puts into the queue what it was given and stands
 * nowhere yet, and tells the first to look once more: so a slow endpoint has eight connections at most, and holds up nobody else.
 */
export const deliver =
  (deps: DeliverDependencies) =>
  async (raw: unknown, deadlineMs: number): Promise<DeliverReport> => {
    const { lane, deliveries } = eventSchema.parse(raw);
    const worker = deps.randomness.token();
    const time = { nowMs: deps.clock.now(), untilMs: deadlineMs + LANE_RESERVE_MS };
    const queueGiven = () => eightAtOnce(deliveries, (ref) => queueOne(ref, deps));
    if ((await deps.lanes.take(lane, worker, time, queueGiven)) === 'busy') return reportOf('busy', []);
    const run: Run = { deps, lane, deadlineMs, results: [], seen: new Set() };
    await drain(run, deliveries);
    while ((await deps.lanes.leave(lane, worker)) === 'asked-again' && mayBegin(run)) await drain(run, []);
    const report = reportOf('served', run.results);
    deps.metrics.delivered(report);
    return report;
  };
