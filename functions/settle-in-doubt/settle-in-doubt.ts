import {
  type Attempt,
  type AttemptState,
  dueWithCard,
  isQueued,
  LEAVE_ALONE_MS,
  THREE_D_LIFE_MS,
} from '../../shared/domain/attempt.ts';
import { PENDING_CARD_LIFE_MS } from '../../shared/domain/stored-card.ts';
import { errorNameOf, type Log, type SettleMetrics } from '../../shared/observability/log.ts';
import type { DueAttempt } from '../../shared/ports/attempts.ts';
import { pauseAfter } from './put-off.ts';
import {
  type SettleAlarm,
  type SettleAttemptDependencies,
  type SettleOutcome,
  settleAttempt,
} from './settle-attempt.ts';

export interface SettleInDoubtDependencies extends SettleAttemptDependencies {
  readonly log: Log;
  readonly metrics: SettleMetrics;
}

/** What a run did. Its numbers are metrics as well. */
export interface SettleReport {
  readonly settled: number;
  readonly putOff: number;
  /** Rows that failed or could not be read; they were put off. */
  readonly failed: number;
  /** Charges at the bank that no attempt of ours could keep. */
  readonly unexpectedCharges: number;
  /** Attempts of which the bank tells nothing clear, though by now even its "no record" would be believed. */
  readonly overdue: number;
  /** Charges that the bank tells otherwise than they were ordered, or of which it says what cannot be. */
  readonly contradictions: number;
  /** What stays open of all that was looked at, by state. */
  readonly open: Partial<Record<AttemptState, number>>;
  /** Whether all that was due was looked at; else the next run goes on. */
  readonly finished: boolean;
}

const LEASE_MS = 60_000;
const PAGE = 25;
const MAX_PAGES_PER_SHARD = 8;
const AT_ONCE = 5;
/** Longest that one attempt takes: its calls to the bank, one after the other, and its writes. */
const ATTEMPT_TIME_MS = 20_000;

type RowOutcome = SettleOutcome | { readonly kind: 'failed' };

/** From when on an attempt may be looked at: nothing touches a call that may still be on its way (rules 5, 15). */
const restsUntilMs = ({ state, startedAtMs, lastCallAtMs, dueAtMs }: Attempt): number =>
  Math.max(
    dueAtMs,
    state === 'authenticating' ? startedAtMs + THREE_D_LIFE_MS : 0,
    lastCallAtMs === undefined ? 0 : lastCallAtMs + LEAVE_ALONE_MS,
  );

/**
 * Settles what is in doubt (rules 3, 4, 5, 8, 9): takes what is due from the sharded queue in pages, reads each attempt
 * strongly, leases it by a condition, then acts on what the bank says. Safe to run twice at once. A row that fails is
 * put off with growing pauses and never stops the page. Begins nothing that it cannot finish before `deadlineMs`.
 */
export const settleInDoubt = (deps: SettleInDoubtDependencies) => {
  const { attempts, clock, log } = deps;

  /** The row failed: later, and less often each time. What fails even here comes again when its lease is over. */
  const putOffFailed = async (row: DueAttempt): Promise<void> => {
    let attempt: Attempt | undefined;
    try {
      attempt = await attempts.find(row.reference);
    } catch {
      await attempts.putOffUnread(row, clock.now() + pauseAfter(row.putOffs));
      return;
    }
    if (attempt === undefined || !isQueued(attempt)) return;
    const { postponed } = attempt;
    const laterMs = clock.now() + pauseAfter(postponed);
    // A write whose answer was lost may have closed it on "no record": the question of the next day stays where it is (rule 5).
    if (attempt.dueAtMs >= laterMs) return;
    const dueAtMs = dueWithCard(attempt, laterMs);
    await attempts.update(attempt, { dueAtMs, postponed: postponed + 1 });
  };

  const settleOne = async (row: DueAttempt, deadlineMs: number): Promise<RowOutcome> => {
    const attempt = await attempts.find(row.reference);
    const nowMs = clock.now();
    if (attempt === undefined || !isQueued(attempt) || restsUntilMs(attempt) > nowMs) return { kind: 'left-alone' };
    // The card of an attempt that is open for so long goes with the lease, whatever the bank says then (rule 27).
    const cardIsOverdue = attempt.pendingCard !== undefined && nowMs >= attempt.startedAtMs + PENDING_CARD_LIFE_MS;
    const lease = { dueAtMs: nowMs + LEASE_MS, ...(cardIsOverdue ? ({ dropsCard: true } as const) : {}) };
    const leased = await attempts.update(attempt, lease);
    if (leased === undefined) return { kind: 'left-alone' };
    return settleAttempt(deps, leased, Math.min(nowMs + LEASE_MS, deadlineMs));
  };

  const settleRow = async (row: DueAttempt, deadlineMs: number): Promise<RowOutcome> => {
    try {
      return await settleOne(row, deadlineMs);
    } catch (error) {
      log.error('attempt not settled', { errorName: errorNameOf(error) });
      await putOffFailed(row).catch((again: unknown) => {
        log.error('attempt not put off', { errorName: errorNameOf(again) });
      });
      return { kind: 'failed' };
    }
  };

  /** Everything due in one shard, a page at a time. False when the time or the pages were not enough. */
  const settleShard = async (shard: number, deadlineMs: number, outcomes: RowOutcome[]): Promise<boolean> => {
    const nowMs = clock.now();
    let after: string | undefined;
    for (let page = 0; page < MAX_PAGES_PER_SHARD; page += 1) {
      const rows = await attempts.due(shard, { nowMs, limit: PAGE, after });
      for (let start = 0; start < rows.length; start += AT_ONCE) {
        if (clock.now() + ATTEMPT_TIME_MS > deadlineMs) return false;
        const group = rows.slice(start, start + AT_ONCE);
        outcomes.push(...(await Promise.all(group.map((row) => settleRow(row, deadlineMs)))));
      }
      if (rows.length < PAGE) return true;
      after = rows.at(-1)?.position;
    }
    return false;
  };

  const report = (outcomes: readonly RowOutcome[], finished: boolean): SettleReport => {
    const open: Partial<Record<AttemptState, number>> = {};
    for (const one of outcomes) if (one.kind === 'put-off') open[one.state] = (open[one.state] ?? 0) + 1;
    const count = (kind: RowOutcome['kind']): number => outcomes.filter((one) => one.kind === kind).length;
    const alarms = (alarm: SettleAlarm): number =>
      outcomes.filter((one) => 'alarm' in one && one.alarm === alarm).length;
    return {
      settled: count('settled'),
      putOff: count('put-off'),
      failed: count('failed'),
      unexpectedCharges: alarms('unexpected-charge'),
      overdue: alarms('overdue'),
      contradictions: alarms('contradiction'),
      open,
      finished,
    };
  };

  return async ({ deadlineMs }: { readonly deadlineMs: number }): Promise<SettleReport> => {
    const outcomes: RowOutcome[] = [];
    const shards = attempts.dueShards;
    // Each run begins at another shard, so that none waits for ever behind the others.
    const first = Math.floor(clock.now() / 60_000) % shards;
    let finished = true;
    for (let step = 0; step < shards; step += 1) {
      finished = (await settleShard((first + step) % shards, deadlineMs, outcomes)) && finished;
    }
    const done = report(outcomes, finished);
    deps.metrics.settled({ ...done, stuck: done.open.stuck ?? 0 });
    return done;
  };
};
