import type { Attempt } from '../../../shared/domain/attempt/attempt.ts';
import {
  mayBeginRow,
  nextTurn,
  type SweepTurn,
  scheduledTurn,
  worksOn,
} from '../../../shared/domain/attempt/sweep-turn.ts';
import { orderIdOf } from '../../../shared/domain/payment/payment-name.ts';
import { hostOfGateway } from '../../../shared/domain/virtual-pos/gateway-address.ts';
import { errorNameOf, type Log, type ReconcileMetrics } from '../../../shared/observability/log.ts';
import type { DueRow } from '../../../shared/ports/attempts.ts';
import type { SweeperRuns } from '../../../shared/ports/sweeper-runs.ts';
import { type BankContact, GatewayLanes, type LanesResult } from './gateway-lanes.ts';
import { isInDoubt, OldestDoubts } from './oldest-doubts.ts';
import type { OpenState, ReconcileAlarm, ReconcileOutcome } from './reconcile-call.ts';
import type { ReconcileRowDependencies } from './reconcile-row.ts';

export interface ReconcilePaymentsDependencies extends ReconcileRowDependencies {
  readonly log: Log;
  readonly metrics: ReconcileMetrics;
  /** Takes up what a run has to leave though its bank answers. */
  readonly runs: SweeperRuns;
  /** Attempts and steps that the bank is asked about per second, for each gateway. */
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
  /** Attempts without a clear answer of the bank, though by now even its "no record" would be believed. */
  readonly overdue: number;
  /** Charges that differ from the order, of which too much went back, or about which the bank contradicts itself. */
  readonly contradictions: number;
  /** Pre-authorisations that the service began to close, since nobody captured them in their days. */
  readonly uncapturedClosed: number;
  /** What stays open of all that was looked at, by state. */
  readonly open: Partial<Record<OpenState, number>>;
  /** Gateways that were skipped, or that answered none of their calls. */
  readonly silentGateways: number;
  /** Gateways whose rows were handed on to a run behind this one. */
  readonly handedOn: number;
  /** Whether everything due was worked on; otherwise the next run continues. */
  readonly finished: boolean;
}

const PAGE = 250;
/**
 * Rows of a gateway that is skipped stay at the front of the queue and cost a read each. This many pages get past
 * 40,000 of them in every shard.
 */
const MAX_PAGES_PER_SHARD = 160;
/** Longest time for one attempt: its calls to the bank, one after the other, and its writes. */
const ATTEMPT_TIME_MS = 20_000;
const DEFAULT_INQUIRIES_PER_SECOND = 25;

type RowOutcome = ReconcileOutcome | { readonly kind: 'failed' };

const machinePause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const contactOf = (outcome: RowOutcome): BankContact => {
  if (!('bankAnswered' in outcome) || outcome.bankAnswered === undefined) return 'not-asked';
  return outcome.bankAnswered ? 'answered' : 'unanswered';
};

const reportOf = (
  outcomes: readonly RowOutcome[],
  run: Pick<ReconcileReport, 'silentGateways' | 'handedOn' | 'finished'>,
): ReconcileReport => {
  const open: Partial<Record<OpenState, number>> = {};
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
    contradictions: alarms('contradiction') + alarms('excess-credit'),
    uncapturedClosed: alarms('uncaptured'),
    open,
    ...run,
  };
};

interface QueueRun {
  readonly outcomes: readonly RowOutcome[];
  readonly lanes: LanesResult;
  readonly handedOn: number;
  /** Whether every shard was read from its front to its end. */
  readonly readToEnd: boolean;
}

/** Where the last run of an instance stopped, by shard. */
type StoppedAt = Map<number, string>;

/** One run's work: its turn, and when its invocation ends. */
interface RunTime {
  readonly turn: SweepTurn;
  readonly deadlineMs: number;
}

/**
 * Reads a shard a page at a time, and puts each row into the lane of its gateway. True at the shard's end. A run that was
 * handed on reads no more than its gateways have room for.
 */
const readShard = async (
  { queue, clock }: ReconcilePaymentsDependencies,
  shard: number,
  {
    turn,
    lanes,
    mayBegin,
    stoppedAt,
  }: { turn: SweepTurn; lanes: GatewayLanes<DueRow>; mayBegin: () => boolean; stoppedAt: StoppedAt },
): Promise<boolean> => {
  const nowMs = clock.now();
  const from = stoppedAt.get(shard);
  let after = from;
  stoppedAt.delete(shard);
  for (let page = 0; page < MAX_PAGES_PER_SHARD && mayBegin(); page += 1) {
    if (turn.gateways !== undefined && lanes.areFull(turn.gateways)) {
      // What it did not read is read by the next run, from where this one began.
      if (from !== undefined) stoppedAt.set(shard, from);
      return false;
    }
    const rows = await queue.due(shard, { nowMs, limit: PAGE, after });
    for (const row of rows) if (worksOn(turn, row.gatewayTag)) lanes.add(row.gatewayTag, row);
    if (rows.length < PAGE) return from === undefined;
    after = rows.at(-1)?.position;
  }
  if (after !== undefined) stoppedAt.set(shard, after);
  return false;
};

/** Starts the run that takes up what this one leaves. One that does not start leaves it to the next scheduled run. */
const handingOn = ({ runs, clock, log }: ReconcilePaymentsDependencies, turn: SweepTurn) => {
  let started: Promise<number> = Promise.resolve(0);
  const start = async (next: SweepTurn): Promise<number> => {
    try {
      await runs.start(next);
      return next.gateways?.length ?? 0;
    } catch (error) {
      log.error('sweep not handed on', { errorName: errorNameOf(error) });
      return 0;
    }
  };
  return {
    timeIsOver: (unfinished: readonly string[]): void => {
      const next = nextTurn(turn, { nowMs: clock.now(), unfinished });
      if (next !== undefined) started = start(next);
    },
    /** Number of gateways that were handed on. */
    handedOn: () => started,
  };
};

/**
 * Reads all shards of the queue in parallel, and works on their rows by gateway. If a shard is longer than one run may
 * read, the next run of this instance continues there, so every row is reached.
 */
const queueReconciler = (deps: ReconcilePaymentsDependencies) => {
  const { queue, clock, log, inquiriesPerSecond = DEFAULT_INQUIRIES_PER_SECOND, pause = machinePause } = deps;
  const stoppedAt: StoppedAt = new Map();

  return async ({ turn, deadlineMs }: RunTime, workOn: (row: DueRow) => Promise<RowOutcome>): Promise<QueueRun> => {
    const outcomes: RowOutcome[] = [];
    const mayBegin = (): boolean => mayBeginRow(turn, { nowMs: clock.now(), rowTimeMs: ATTEMPT_TIME_MS, deadlineMs });
    const { timeIsOver, handedOn } = handingOn(deps, turn);
    const lanes = new GatewayLanes<DueRow>({
      work: async (row) => {
        const outcome = await workOn(row);
        outcomes.push(outcome);
        return contactOf(outcome);
      },
      mayBegin,
      perSecond: inquiriesPerSecond,
      followsAnswers: turn.handOns > 0,
      now: () => clock.now(),
      pause,
      timeIsOver,
    });
    const shards = Array.from({ length: queue.shards }, (_, shard) => shard);
    const reads = await Promise.allSettled(
      shards.map((shard) => readShard(deps, shard, { turn, lanes, mayBegin, stoppedAt })),
    );
    const result = await lanes.finished();
    const failures = reads.flatMap((read) => (read.status === 'rejected' ? [read.reason as unknown] : []));
    for (const error of failures) log.error('queue not read', { errorName: errorNameOf(error) });
    // If no shard could be read, the run fails, so that the missing heartbeat rings the alarm.
    if (failures.length === shards.length) throw failures[0];
    const readToEnd = reads.every((read) => read.status === 'fulfilled' && read.value);
    return { outcomes, lanes: result, handedOn: await handedOn(), readToEnd };
  };
};

/**
 * Reconciles everything that is due (rules 3, 4, 5, 8, 9): takes rows from the sharded queue, reads each attempt or
 * step strongly, leases it by a condition, then acts on the bank's answer. Two runs at once are safe. A row that fails
 * is rescheduled with growing pauses, and the other rows go on. Begins nothing that it cannot finish before
 * `deadlineMs`, and hands what is left of banks that answer on to a run behind it, within the same minute.
 */
export const reconcilePayments = (deps: ReconcilePaymentsDependencies) => {
  const { log } = deps;
  /** Hosts by their tags in the queue, for the attempts that were read. */
  const hosts = new Map<string, string>();

  const workOn = async (row: DueRow, deadlineMs: number, doubts: OldestDoubts): Promise<RowOutcome> => {
    // A part of the bundle: a run that finds nothing due does without.
    const { reconcileRow, rescheduleFailed } = await import('./reconcile-row.ts');
    let asked: Attempt | undefined;
    const noteAttempt = ({ gatewayTag }: DueRow, attempt: Attempt): void => {
      hosts.set(gatewayTag, hostOfGateway(attempt.pos.gateway));
      asked = attempt;
    };
    try {
      const outcome = await reconcileRow(row, deadlineMs, { ...deps, noteAttempt });
      if (asked !== undefined && isInDoubt(row, outcome)) doubts.note(hostOfGateway(asked.pos.gateway), asked);
      if ('alarm' in outcome && outcome.alarm === 'uncaptured') {
        log.warn('pre-authorisation closed uncaptured', { orderId: orderIdOf(row) });
      }
      if ('alarm' in outcome && outcome.alarm === 'excess-credit' && asked !== undefined) {
        log.warn('bank gave back too much', { dealerCode: asked.dealerCode, orderId: asked.orderId });
      }
      return outcome;
    } catch (error) {
      log.error('attempt not reconciled', { errorName: errorNameOf(error) });
      await rescheduleFailed(row, deps).catch((again: unknown) => {
        log.error('attempt not rescheduled', { errorName: errorNameOf(again) });
      });
      return { kind: 'failed' };
    }
  };

  const reconcileQueue = queueReconciler(deps);

  return async ({
    deadlineMs,
    turn = scheduledTurn(deps.clock.now()),
  }: Pick<RunTime, 'deadlineMs'> & Partial<RunTime>): Promise<ReconcileReport> => {
    const doubts = new OldestDoubts();
    const { outcomes, lanes, handedOn, readToEnd } = await reconcileQueue({ turn, deadlineMs }, (row) =>
      workOn(row, deadlineMs, doubts),
    );
    for (const tag of lanes.silentGateways) log.warn('gateway does not answer', { gateway: hosts.get(tag) ?? tag });
    const done = reportOf(outcomes, {
      silentGateways: lanes.silentGateways.length,
      handedOn,
      finished: readToEnd && lanes.left === 0,
    });
    deps.metrics.reconciled({ ...done, stuck: done.open.stuck ?? 0 }, doubts.ages(deps.clock.now()));
    return done;
  };
};
