import { type Attempt, chargeDayEndsAtMs, notDoneBelievedAtMs } from '../../shared/domain/attempt/attempt.ts';
import {
  isGivenBack,
  type OrderHistory,
  type Reversal,
  type ReversalStep,
  refundRecheckedAtMs,
  reversalStep,
  type SentCredit,
} from '../../shared/domain/attempt/reversal.ts';
import { omitUndefined } from '../../shared/domain/omit-undefined.ts';
import { bookedOrderOf } from '../../shared/payment-flow/booked-order.ts';
import type { AttemptChanges } from '../../shared/ports/attempts.ts';
import type {
  BankAnswer,
  BankReferences,
  BookedOrder,
  FollowUp,
  InquiryAnswer,
} from '../../shared/ports/bank-gateway.ts';
import { heardFrom, isContradictory } from './last-answer.ts';
import type { ReconcileCall, ReconcileOutcome } from './reconcile-call.ts';
import { callTime, pauseAfter, reschedule } from './reschedule.ts';

const LEFT_ALONE: ReconcileOutcome = { kind: 'left-alone' };
/** How often the bank is asked about a charge that an operator must take back. */
const STUCK_PAUSE_MS = 24 * 3_600_000;

/** Writes that a charge is being taken back: told "failed", its slot free, before anything is sent (rules 1, 4). */
const beginTakingBack = async (
  attempt: Attempt,
  { deps, leaseUntilMs }: ReconcileCall,
): Promise<Attempt | undefined> => {
  const nowMs = deps.clock.now();
  const charged = attempt.state === 'charging' || attempt.state === 'in-doubt';
  const freed =
    charged && attempt.told === 'nobody'
      ? await deps.attempts.tellFailed(attempt, { code: '021', atMs: nowMs })
      : undefined;
  return deps.attempts.update(freed ?? attempt, {
    state: 'voiding',
    told: 'failed',
    dueAtMs: leaseUntilMs,
    postponed: 0,
    takeBackSinceMs: nowMs,
    reversal: {},
    rechecked: true,
  });
};

/** What is known of an attempt that is being taken back. */
interface Known {
  readonly attempt: Attempt;
  readonly found: InquiryAnswer;
  readonly history?: OrderHistory;
}

const believedFor =
  ({ pos }: Attempt) =>
  (sentAtMs: number): number =>
    notDoneBelievedAtMs(sentAtMs, pos);

const decide = ({ attempt, found, history }: Known, { deps }: ReconcileCall): ReversalStep =>
  reversalStep({
    nowMs: deps.clock.now(),
    sinceMs: attempt.takeBackSinceMs ?? attempt.startedAtMs,
    dayEndsAtMs: chargeDayEndsAtMs(attempt),
    sent: attempt.reversal ?? {},
    found,
    history,
    isStuck: attempt.state === 'stuck',
    believedAtMs: believedFor(attempt),
  });

/** Nothing of the attempt stays charged, as the bank says. */
const endAs = async (
  attempt: Attempt,
  state: 'voided' | 'refunded',
  references: BankReferences | undefined,
  { deps }: ReconcileCall,
): Promise<ReconcileOutcome> => {
  const nowMs = deps.clock.now();
  const recheckAtMs =
    state === 'refunded'
      ? refundRecheckedAtMs(attempt.reversal ?? {}, { nowMs, believedAtMs: believedFor(attempt) })
      : undefined;
  const bank = { ...attempt.bank, ...references };
  return (await deps.attempts.end(attempt, { state, atMs: nowMs, bank, ...omitUndefined({ recheckAtMs }) }))
    ? { kind: 'reconciled', state }
    : LEFT_ALONE;
};

const referencesIn = (found: InquiryAnswer): BankReferences | undefined =>
  'references' in found ? found.references : undefined;

const ask = async (attempt: Attempt, call: ReconcileCall): Promise<Known> => {
  const time = callTime(call);
  if (time === undefined) return { attempt, found: { kind: 'unknown', cause: 'not-asked' } };
  const found = await call.deps.bank.inquire(call.account, bookedOrderOf(attempt), time);
  return { attempt: heardFrom(attempt, found, call.deps.clock.now()), found };
};

const withHistory = async (known: Known, call: ReconcileCall): Promise<Known> => {
  const time = callTime(call);
  if (time === undefined) return { ...known, history: { kind: 'unknown' } };
  const order = bookedOrderOf(known.attempt, known.found);
  return { ...known, history: await call.deps.bank.inquireHistory(call.account, order, time) };
};

/** Decides, asking for the order's history where the inquiry alone does not decide. */
const decided = async (
  known: Known,
  call: ReconcileCall,
): Promise<{ readonly known: Known; readonly step: ReversalStep }> => {
  const step = decide(known, call);
  if (step.kind !== 'ask-history') return { known, step };
  const more = await withHistory(known, call);
  return { known: more, step: decide(more, call) };
};

/** Writes what is about to be sent. Undefined when the attempt is somebody else's by now. */
const intend = (attempt: Attempt, changes: Partial<AttemptChanges>, { deps, leaseUntilMs }: ReconcileCall) =>
  deps.attempts.update(attempt, { lastCallAtMs: deps.clock.now(), dueAtMs: leaseUntilMs, ...changes });

const send = (order: BookedOrder, step: FollowUp, call: ReconcileCall): Promise<BankAnswer> => {
  const time = callTime(call);
  if (time === undefined) return Promise.resolve({ kind: 'not-sent', code: '021' });
  return call.deps.bank.followUp(call.account, order, step, time);
};

/** After an operator was told the bank is still asked daily, so that what was done by hand is seen. */
const leaveStuck = (attempt: Attempt, call: ReconcileCall): Promise<ReconcileOutcome> => {
  const state = attempt.state === 'stuck' ? {} : ({ state: 'stuck' } as const);
  return reschedule(attempt, call, { ...state, dueAtMs: call.deps.clock.now() + STUCK_PAUSE_MS }, 'stuck');
};

/** Ends or waits. What else could be sent is left to a later run, which asks the bank first. */
const restAfter = async (known: Known, call: ReconcileCall): Promise<ReconcileOutcome> => {
  const { known: after, step } = await decided(known, call);
  if (step.kind === 'done') return endAs(after.attempt, step.state, referencesIn(after.found), call);
  if (step.kind === 'stuck') return leaveStuck(after.attempt, call);
  const untilMs = step.kind === 'wait' ? (step.untilMs ?? 0) : 0;
  const pausedUntilMs = call.deps.clock.now() + pauseAfter(after.attempt.postponed);
  const alarm = isContradictory(after.found) ? 'contradiction' : undefined;
  return reschedule(after.attempt, call, { dueAtMs: Math.max(untilMs, pausedUntilMs) }, alarm);
};

/** What the answer to a Void or Credit proves by itself; undefined where no answer came. */
const answerOf = (answer: BankAnswer): SentCredit['answer'] => {
  if (answer.kind === 'approved') return 'approved';
  const refused = answer.kind === 'declined' || (answer.kind === 'unknown' && answer.cause === 'error-answer');
  return refused ? 'refused' : undefined;
};

/**
 * Voids. An answer other than an approval proves nothing by itself, so the bank is asked what became of it; and without
 * one the Void may still be on its way.
 */
const voidCharge = async ({ attempt, found }: Known, call: ReconcileCall): Promise<ReconcileOutcome> => {
  if (callTime(call) === undefined) return reschedule(attempt, call);
  const before = attempt.reversal ?? {};
  const reversal: Reversal = { ...before, voidSentAtMs: call.leaseUntilMs, voidUnheardAtMs: call.leaseUntilMs };
  const voiding = await intend(attempt, { state: 'voiding', reversal }, call);
  if (voiding === undefined) return LEFT_ALONE;
  const answer = await send(bookedOrderOf(voiding, found), { kind: 'void' }, call);
  // The Void of a captured pre-authorisation may leave its hold: the bank is asked whether anything stands.
  const leavesHold = attempt.terms.type === 'pre-authorisation' && found.kind !== 'authorised';
  if (answer.kind === 'approved' && !leavesHold) return endAs(voiding, 'voided', answer.references, call);
  if (answer.kind === 'not-sent') return reschedule(voiding, call, { reversal: before });
  const { voidUnheardAtMs, ...heard } = { ...before, voidSentAtMs: call.deps.clock.now() };
  const unheardAtMs = answerOf(answer) === undefined ? call.deps.clock.now() : voidUnheardAtMs;
  return restAfter(
    await ask({ ...voiding, reversal: omitUndefined({ ...heard, voidUnheardAtMs: unheardAtMs }) }, call),
    call,
  );
};

/** Credits once. Whatever the bank answers, the order's history says whether it happened. */
const creditCharge = async (
  { attempt, found }: Known,
  { amount, doneBefore }: Extract<ReversalStep, { kind: 'credit' }>,
  call: ReconcileCall,
): Promise<ReconcileOutcome> => {
  // A credit that leaves no time to hear its answer is not begun.
  if (callTime(call) === undefined) return reschedule(attempt, call);
  const { credit: _before, ...sent } = attempt.reversal ?? {};
  const credit: SentCredit = { atMs: call.leaseUntilMs, amount, doneBefore };
  const refunding = await intend(attempt, { state: 'refunding', reversal: { ...sent, credit } }, call);
  if (refunding === undefined) return LEFT_ALONE;
  const answer = await send({ ...bookedOrderOf(refunding, found), amount }, { kind: 'refund' }, call);
  if (answer.kind === 'not-sent') return reschedule(refunding, call, { reversal: sent });
  const proved = answerOf(answer);
  const atMs = call.deps.clock.now();
  const answered = proved === undefined ? credit : { ...credit, atMs, answer: proved };
  return restAfter({ attempt: { ...refunding, reversal: { ...sent, credit: answered } }, found }, call);
};

/** One step of taking a charge back (rule 4), from what the inquiry found of it now. */
export const reverseCharge = async (
  attempt: Attempt,
  found: InquiryAnswer,
  call: ReconcileCall,
): Promise<ReconcileOutcome> => {
  const { known, step } = await decided({ attempt, found }, call);
  if (step.kind === 'void') return voidCharge(known, call);
  if (step.kind === 'credit') return creditCharge(known, step, call);
  return restAfter(known, call);
};

/** Begins to take a charge back and goes as far as the bank lets it in this run. */
export const startReversing = async (
  attempt: Attempt,
  found: InquiryAnswer,
  call: ReconcileCall,
): Promise<ReconcileOutcome> => {
  const voiding = await beginTakingBack(attempt, call);
  return voiding === undefined ? LEFT_ALONE : reverseCharge(voiding, found, call);
};

/** A refund that a late Void may have undone: what is charged again is taken back again, and an operator is told. */
export const recheckRefund = async (
  attempt: Attempt,
  found: InquiryAnswer,
  call: ReconcileCall,
): Promise<ReconcileOutcome> => {
  const { history = { kind: 'unknown' } } = await withHistory({ attempt, found }, call);
  const givenBack = isGivenBack(found, history);
  if (givenBack === undefined) return reschedule(attempt, call);
  if (!givenBack) {
    const outcome = await startReversing(attempt, found, call);
    return outcome.kind === 'left-alone' ? outcome : { alarm: 'unexpected-charge', ...outcome };
  }
  const after = await call.deps.attempts.update(attempt, { dueAtMs: attempt.dueAtMs, rechecked: true });
  return after === undefined ? LEFT_ALONE : { kind: 'reconciled', state: attempt.state };
};
