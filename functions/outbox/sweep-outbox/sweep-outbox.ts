import { errorNameOf, type SweepMetrics } from '../../../shared/observability/log.ts';
import { type FanOutDependencies, fanOut } from '../../../shared/outbox/fan-out.ts';
import type { DeliveryRef, DueDelivery, DueLinks, OutboxQueue } from '../../../shared/ports/outbox.ts';

export interface SweepOutboxDependencies extends FanOutDependencies {
  readonly queue: Pick<OutboxQueue, 'shards' | 'due'>;
  readonly links: DueLinks;
  readonly metrics: SweepMetrics;
}

/** What a run did. Its numbers are metrics as well. */
export interface SweepReport {
  /** Rows that were due. */
  readonly due: number;
  /** Rows that have been due for so long that the fast path and several runs failed on them. */
  readonly late: number;
  readonly workers: number;
  readonly expired: number;
  /** Links whose payers are reminded. */
  readonly reminded: number;
  readonly failed: number;
}

const PAGE = 250;
/** Rows of an endpoint that fails stay at the front of a shard. This many pages get past 10,000 of them. */
const MAX_PAGES = 40;
const LATE_MS = 10 * 60_000;
const EVENT_PAUSE_MS = 60_000;
/** Most deliveries that a worker is started with; it finds the others in the queue. */
const MOST_GIVEN = 100;
const LINKS_AT_ONCE = 10;

/** Everything that is due in a shard, up to a limit; the next run of this instance goes on behind it. */
const shardReader = ({ queue }: SweepOutboxDependencies) => {
  const stoppedAt = new Map<number, string>();
  return async (shard: number, nowMs: number): Promise<readonly DueDelivery[]> => {
    const found: DueDelivery[] = [];
    let after = stoppedAt.get(shard);
    stoppedAt.delete(shard);
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const rows = await queue.due(shard, { nowMs, limit: PAGE, after });
      found.push(...rows);
      if (rows.length < PAGE) return found;
      after = rows.at(-1)?.position;
    }
    if (after !== undefined) stoppedAt.set(shard, after);
    return found;
  };
};

const byLane = (rows: readonly DueDelivery[]): ReadonlyMap<string, DeliveryRef[]> => {
  const lanes = new Map<string, DeliveryRef[]>();
  for (const { lane, eventId, channel } of rows) {
    if (lane === undefined) continue;
    const refs = lanes.get(lane) ?? [];
    if (refs.length < MOST_GIVEN) refs.push({ eventId, channel });
    lanes.set(lane, refs);
  }
  return lanes;
};

/**
 * Has the payers of a shard's links reminded that are due for it, and tells of links that nobody can pay any more. Answers
 * how many, and how many failed.
 */
const takeUpLinks = async (
  shard: number,
  nowMs: number,
  { links, log }: SweepOutboxDependencies,
): Promise<{ readonly told: number; readonly reminded: number; readonly failed: number }> => {
  const due = await links.due(shard, { nowMs, limit: PAGE });
  const counts = { told: 0, reminded: 0, failed: 0 };
  const takeUpOne = async (payment: string): Promise<void> => {
    try {
      const outcome = await links.takeUp(payment, nowMs);
      if (outcome === 'told' || outcome === 'reminded') counts[outcome] += 1;
    } catch (error) {
      counts.failed += 1;
      log.error('link not taken up', { errorName: errorNameOf(error) });
    }
  };
  for (let first = 0; first < due.length; first += LINKS_AT_ONCE) {
    await Promise.all(due.slice(first, first + LINKS_AT_ONCE).map(takeUpOne));
  }
  return counts;
};

/**
 * The truth behind the fast path (rule 38): takes events that nobody has fanned out, starts a worker for each lane with
 * something due, has payers reminded, and tells of links that expired. What fails stays in the queue. If no shard can be read, the run fails, so
 * that the missing heartbeat rings.
 */
export const sweepOutbox = (deps: SweepOutboxDependencies): (() => Promise<SweepReport>) => {
  const { queue, links, workers, clock, log, metrics, outbox } = deps;
  const readShard = shardReader(deps);
  const fanOutAll = fanOut(deps);

  const failures = <Value>(settled: readonly PromiseSettledResult<Value>[], event: string): readonly unknown[] => {
    const reasons = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
    for (const error of reasons) log.error(event, { errorName: errorNameOf(error) });
    return reasons;
  };

  return async () => {
    const nowMs = clock.now();
    const takenUp = await Promise.allSettled(
      Array.from({ length: links.shards }, (_, shard) => takeUpLinks(shard, nowMs, deps)),
    );
    const unreadLinks = failures(takenUp, 'links not read');
    const reads = await Promise.allSettled(Array.from({ length: queue.shards }, (_, shard) => readShard(shard, nowMs)));
    const unread = failures(reads, 'outbox not read');
    if (unread.length === queue.shards) throw unread[0];
    const rows = reads.flatMap((read) => (read.status === 'fulfilled' ? read.value : []));
    const events = rows.filter(({ lane }) => lane === undefined).map(({ eventId }) => eventId);
    const fanned = await fanOutAll(events);
    // An event that cannot be read makes room for the others.
    await Promise.allSettled(fanned.failed.map((id) => outbox.postponeEvent(id, nowMs + EVENT_PAUSE_MS)));
    const lanes = byLane(rows);
    const starts = await Promise.allSettled([...lanes].map(([lane, refs]) => workers.start(lane, refs)));
    const notStarted = failures(starts, 'worker not started');
    const ofLinks = takenUp.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    const report = {
      due: rows.length,
      late: rows.filter(({ dueAtMs }) => dueAtMs < nowMs - LATE_MS).length,
      workers: lanes.size - notStarted.length,
      expired: ofLinks.reduce((sum, { told }) => sum + told, 0),
      reminded: ofLinks.reduce((sum, { reminded }) => sum + reminded, 0),
      failed:
        fanned.failed.length +
        notStarted.length +
        unread.length +
        unreadLinks.length +
        ofLinks.reduce((sum, { failed }) => sum + failed, 0),
    };
    metrics.swept(report);
    return report;
  };
};
