import type { Attempt } from '../../shared/domain/attempt/attempt.ts';
import { lease, reschedule } from '../../shared/domain/attempt/queue-transitions.ts';
import { type AttemptState, isQueued } from '../../shared/domain/attempt/states.ts';
import { LEASE_MS, pauseAfter, restsUntilMs } from '../../shared/domain/attempt/timing.ts';
import { errorNameOf, type Log, type ReconcileMetrics } from '../../shared/observability/log.ts';
import { applied } from '../../shared/payment-flow/conclude.ts';
import type { DueAttempt } from '../../shared/ports/attempts.ts';
import { type BankContact, GatewayLanes, type LanesResult } from './gateway-lanes.ts';
import { reconcileAttempt } from './reconcile-attempt.ts';
import type { ReconcileAlarm, ReconcileAttemptDependencies, ReconcileOutcome } from './reconcile-call.ts';

export interface ReconcilePaymentsDependencies extends ReconcileAttemptDependencies {
  readonly log: Log;
  readonly metrics: ReconcileMetrics;
  /** Attempts that are asked about in a second, for each gateway. */
  readonly inquiriesPerSecond?: number;
  /** Waits; the machine's timer by default. */
  readonly pause?: (ms: number) => Promise<void>;
}

/** What a run did. Its numbers are metrics as well. */
export interface ReconcileReport {
  readonly reconciled: number;
  readonly reschedule: number;
  /** Rows that failed or could not be read; they were rescheduled. */
  readonly failed: number;
  /** Charges at the bank that no attempt of ours could keep. */
  readonly unexpectedCharges: number;
  /** Attempts of which the bank tells nothing clear, though by now even its "no record" would be believed. */
  readonly overdue: number;
  /** Charges that the bank tells otherwise than they were ordered, or of which it says what cannot be. */
  readonly contradictions: number;
  /** What stays open of all that was looked at, by state. */
  readonly open: Partial<Record<AttemptState, number>>;
  /** Gateways that were skipped, or that answered none of their calls. */
  readonly silentGateways: number;
  /** Whether all that was due was looked at; else the next run goes on. */
  readonly finished: boolean;
}

const PAGE = 250;
/**
 * Rows of a gateway that is skipped stay at the front of the queue and cost a read each. This many pages look behind
 * 40,000 of them in every shard.
 */
const MAX_PAGES_PER_SHARD = 160;
/** Longest that one attempt takes: its calls to the bank, one after the other, and its writes. */
const ATTEMPT_TIME_MS = 20_000;
const DEFAULT_INQUIRIES_PER_SECOND = 25;

type RowOutcome = ReconcileOutcome | { readonly kind: 'failed' };

const machinePause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** How a gateway is named in the log. */
const hostOf = (gateway: string): string => (URL.canParse(gateway) ? new URL(gateway).host : gateway);

const contactOf = (outcome: RowOutcome): BankContact => {
  if (!('bankAnswered' in outcome) || outcome.bankAnswered === undefined) return 'not-asked';
  return outcome.bankAnswered ? 'answered' : 'unanswered';
};

const reportOf = (
  outcomes: readonly RowOutcome[],
  run: Pick<ReconcileReport, 'silentGateways' | 'finished'>,
): ReconcileReport => {
  const open: Partial<Record<AttemptState, number>> = {};
  for (const one of outcomes) if (one.kind === 'rescheduled') open[one.state] = (open[one.state] ?? 0) + 1;
  const count = (kind: RowOutcome['kind']): number => outcomes.filter((one) => one.kind === kind).length;
  const alarms = (alarm: ReconcileAlarm): number =>
    outcomes.filter((one) => 'alarm' in one && one.alarm === alarm).length;
  return {
    reconciled: count('reconciled'),
    reschedule: count('rescheduled'),
    failed: count('failed'),
    unexpectedCharges: alarms('unexpected-charge'),
    overdue: alarms('overdue'),
    contradictions: alarms('contradiction'),
    open,
    ...run,
  };
};

interface QueueRun {
  readonly outcomes: readonly RowOutcome[];
  readonly lanes: LanesResult;
  /** Whether every shard was read from its front to its end. */
  readonly readToEnd: boolean;
}

/**
 * Reads all shards of the queue at once, a page at a time, and has each row worked on in the lane of its gateway. A
 * shard that is longer than one run may read is read on from there by the next run of this instance, so that no row
 * stands behind the others for ever.
 */
const queueReconciler = (
  {
    attempts,
    clock,
    log,
    inquiriesPerSecond = DEFAULT_INQUIRIES_PER_SECOND,
    pause = machinePause,
  }: ReconcilePaymentsDependencies,
  reconcileRow: (row: DueAttempt, deadlineMs: number) => Promise<RowOutcome>,
) => {
  /** Where the last run stopped, by shard. */
  const stoppedAt = new Map<number, string>();

  const readShard = async (
    shard: number,
    lanes: GatewayLanes<DueAttempt>,
    mayBegin: () => boolean,
  ): Promise<boolean> => {
    const nowMs = clock.now();
    const from = stoppedAt.get(shard);
    let after = from;
    stoppedAt.delete(shard);
    for (let page = 0; page < MAX_PAGES_PER_SHARD && mayBegin(); page += 1) {
      const rows = await attempts.due(shard, { nowMs, limit: PAGE, after });
      for (const row of rows) lanes.add(row.gatewayTag, row);
      if (rows.length < PAGE) return from === undefined;
      after = rows.at(-1)?.position;
    }
    if (after !== undefined) stoppedAt.set(shard, after);
    return false;
  };

  return async (deadlineMs: number): Promise<QueueRun> => {
    const outcomes: RowOutcome[] = [];
    const mayBegin = (): boolean => clock.now() + ATTEMPT_TIME_MS <= deadlineMs;
    const lanes = new GatewayLanes<DueAttempt>({
      work: async (row) => {
        const outcome = await reconcileRow(row, deadlineMs);
        outcomes.push(outcome);
        return contactOf(outcome);
      },
      mayBegin,
      perSecond: inquiriesPerSecond,
      pause,
    });
    const shards = Array.from({ length: attempts.dueShards }, (_, shard) => shard);
    const reads = await Promise.allSettled(shards.map((shard) => readShard(shard, lanes, mayBegin)));
    const result = await lanes.finished();
    const failures = reads.flatMap((read) => (read.status === 'rejected' ? [read.reason as unknown] : []));
    for (const error of failures) log.error('queue not read', { errorName: errorNameOf(error) });
    // A run that saw nothing of the queue is no run: it fails, and the heartbeat stays out.
    if (failures.length === shards.length) throw failures[0];
    return { outcomes, lanes: result, readToEnd: reads.every((read) => read.status === 'fulfilled' && read.value) };
  };
};

/**
 * Settles what is in doubt (rules 3, 4, 5, 8, 9): takes what is due from the sharded queue, reads each attempt
 * strongly, leases it by a condition, then acts on what the bank says. Safe to run twice at once. A row that fails is
 * rescheduled with growing pauses and never stops the page. Begins nothing that it cannot finish before `deadlineMs`.
 */
export const reconcilePayments = (deps: ReconcilePaymentsDependencies) => {
  const { attempts, clock, log } = deps;
  /** Hosts by the tags that the queue names them with, as far as attempts were read. */
  const hosts = new Map<string, string>();

  /** The row failed: later, and less often each time. What fails even here comes again when its lease is over. */
  const rescheduleFailed = async (row: DueAttempt): Promise<void> => {
    let attempt: Attempt | undefined;
    try {
      attempt = await attempts.find(row.reference);
    } catch {
      await attempts.rescheduleUnread(row, (times) => clock.now() + pauseAfter(times));
      return;
    }
    if (attempt === undefined || !isQueued(attempt)) return;
    const nowMs = clock.now();
    // A write whose answer was lost may have closed it on "no record": the question of the next day stays where it is (rule 5).
    if (attempt.dueAtMs >= nowMs + pauseAfter(attempt.postponed)) return;
    await applied(attempts, reschedule(attempt, { nowMs }));
  };

  const reconcileOne = async (row: DueAttempt, deadlineMs: number): Promise<RowOutcome> => {
    const attempt = await attempts.find(row.reference);
    const nowMs = clock.now();
    if (attempt !== undefined) hosts.set(row.gatewayTag, hostOf(attempt.pos.gateway));
    if (attempt === undefined || !isQueued(attempt) || restsUntilMs(attempt) > nowMs) return { kind: 'left-alone' };
    const leased = await applied(attempts, lease(attempt, nowMs));
    if (leased === undefined) return { kind: 'left-alone' };
    return reconcileAttempt(deps, leased, Math.min(nowMs + LEASE_MS, deadlineMs));
  };

  const reconcileRow = async (row: DueAttempt, deadlineMs: number): Promise<RowOutcome> => {
    try {
      return await reconcileOne(row, deadlineMs);
    } catch (error) {
      log.error('attempt not reconciled', { errorName: errorNameOf(error) });
      await rescheduleFailed(row).catch((again: unknown) => {
        log.error('attempt not rescheduled', { errorName: errorNameOf(again) });
      });
      return { kind: 'failed' };
    }
  };

  const reconcileQueue = queueReconciler(deps, reconcileRow);

  return async ({ deadlineMs }: { readonly deadlineMs: number }): Promise<ReconcileReport> => {
    const { outcomes, lanes, readToEnd } = await reconcileQueue(deadlineMs);
    for (const tag of lanes.silentGateways) log.warn('gateway does not answer', { gateway: hosts.get(tag) ?? tag });
    const done = reportOf(outcomes, {
      silentGateways: lanes.silentGateways.length,
      finished: readToEnd && lanes.left === 0,
    });
    deps.metrics.reconciled({ ...done, stuck: done.open.stuck ?? 0 });
    return done;
  };
};
