import { pauseAfter } from '../domain/attempt/timing.ts';
import type { MinorUnits } from '../domain/money/money.ts';
import { omitUndefined } from '../domain/omit-undefined.ts';
import { decidedHistory, type OrderHistory } from '../domain/payment/bank-facts.ts';
import type { SentCredit, Step } from '../domain/payment/step.ts';
import { undoFactsOf } from '../domain/payment/step-facts.ts';
import {
  finishStep,
  refuseStep,
  rescheduleStep,
  type StepLater,
  sendStepCredit,
  sendStepVoid,
  stickStep,
} from '../domain/payment/step-transitions.ts';
import { nextUndoAction, type UndoAction } from '../domain/payment/undo.ts';
import type { BankAnswer, InquiryAnswer } from '../ports/bank-answers.ts';
import type { BookedOrder, FollowUp } from '../ports/bank-order.ts';
import { afterVoid, answerOf, approvalProvesVoid, knowing } from './answer-to-step.ts';
import { isContradictory, saidIn, voiceOf } from './bank-said.ts';
import { bookedOrderOf } from './booked-order.ts';
import {
  appliedStep,
  atBank,
  chargedBy,
  endOf,
  type StepAlarm,
  type StepCall,
  type StepProgress,
  type StepUnderWay,
} from './step-under-way.ts';

/*
 * Carries out reversals of the service, voids and refunds of dealers. The bank's state decides each time between Void,
 * Credit and waiting. What is about to be sent is written first (rule 4).
 */

const LEFT_ALONE: StepProgress = { kind: 'left-alone' };

/** A step with the bank's answers about its order. */
interface Known {
  readonly under: StepUnderWay;
  readonly found: InquiryAnswer;
  readonly history?: OrderHistory;
}

/** Reschedules a step for a later run. */
export const leaveStep = async (
  under: StepUnderWay,
  { deps }: StepCall,
  later: Omit<StepLater, 'nowMs'> = {},
  alarm?: StepAlarm,
): Promise<StepProgress> => {
  const change = rescheduleStep(under.step, { nowMs: deps.clock.now(), ...later });
  const after = await appliedStep(deps.steps, change, under);
  return after === undefined ? LEFT_ALONE : { kind: 'waits', under: after, ...omitUndefined({ alarm }) };
};

/** Leaves a step to a person, with the bank's last word of its order. */
export const leaveStuck = async (
  under: StepUnderWay,
  found: InquiryAnswer,
  { deps }: StepCall,
): Promise<StepProgress> => {
  const nowMs = deps.clock.now();
  const change = stickStep(under.step, { nowMs, ...omitUndefined({ said: saidIn(found, nowMs) }) });
  const after = await appliedStep(deps.steps, change, under);
  return after === undefined ? LEFT_ALONE : { kind: 'waits', under: after, alarm: 'stuck' };
};

/** How the bank says that a step happened. */
export interface Happened {
  readonly doneBy?: Step['doneBy'];
  readonly found?: InquiryAnswer | undefined;
  /** What the bank gave back too much: an operator should look. */
  readonly excess?: MinorUnits | undefined;
}

/** Writes that a step happened. */
export const finish = async (
  under: StepUnderWay,
  { doneBy, found, excess }: Happened,
  { deps }: StepCall,
): Promise<StepProgress> => {
  const end = { ...endOf(under, deps, found), excessCredit: excess };
  const after = await appliedStep(deps.steps, finishStep(under.step, doneBy, end), under);
  if (after === undefined) return LEFT_ALONE;
  return { kind: 'ended', under: after, ...(excess === undefined ? {} : { alarm: 'excess-credit' }) };
};

/** Writes that a step is believed not to have happened. */
export const refuse = async (
  under: StepUnderWay,
  found: InquiryAnswer | undefined,
  { deps }: StepCall,
): Promise<StepProgress> => {
  const after = await appliedStep(deps.steps, refuseStep(under.step, endOf(under, deps, found)), under);
  return after === undefined ? LEFT_ALONE : { kind: 'ended', under: after };
};

/** The history of a step's order; unknown when there is no time to ask. */
export const historyOf = async (
  { under, found }: Pick<Known, 'under' | 'found'>,
  call: StepCall,
): Promise<OrderHistory> => {
  const time = call.callTime();
  if (time === undefined) return { kind: 'unknown' };
  return call.deps.bank.inquireHistory(call.account, bookedOrderOf(chargedBy(under), found), time);
};

/** Decides, and asks for the order's history when the inquiry alone does not decide. */
const decided = async (
  known: Known,
  call: StepCall,
): Promise<{ readonly known: Known; readonly action: UndoAction }> => {
  const decide = (one: Known): UndoAction => {
    const facts = undoFactsOf(atBank(one.under, call.deps, one));
    return facts === undefined ? { kind: 'wait' } : nextUndoAction(facts);
  };
  const action = decide(known);
  if (action.kind !== 'ask-history') return { known, action };
  const more = { ...known, history: await historyOf(known, call) };
  return { known: more, action: decide(more) };
};

const ask = async (under: StepUnderWay, call: StepCall): Promise<Known> => {
  const time = call.callTime();
  if (time === undefined) return { under, found: { kind: 'unknown', cause: 'not-asked' } };
  return { under, found: await call.deps.bank.inquire(call.account, bookedOrderOf(chargedBy(under)), time) };
};

const send = (order: BookedOrder, step: FollowUp, call: StepCall): Promise<BankAnswer> => {
  const time = call.callTime();
  if (time === undefined) return Promise.resolve({ kind: 'not-sent', code: '021' });
  return call.deps.bank.followUp(call.account, order, step, time);
};

/** True of a refused step whose charge is voided: somebody else did that, and our books still hold it as paid. */
const isVoidedElsewhere = ({ found, history }: Known): boolean =>
  found.kind === 'voided' || decidedHistory(history)?.charge === 'voided';

/** Ends or waits. What else could be sent is left to a later run, which asks the bank first. */
const restAfter = async (known: Known, call: StepCall): Promise<StepProgress> => {
  const { known: after, action } = await decided(known, call);
  const { under, found } = after;
  if (action.kind === 'done') {
    return finish(under, { doneBy: action.state === 'voided' ? 'void' : 'credit', found, excess: action.excess }, call);
  }
  if (action.kind === 'refused') {
    const refused = await refuse(under, found, call);
    return refused.kind === 'ended' && isVoidedElsewhere(after) ? { ...refused, alarm: 'contradiction' } : refused;
  }
  if (action.kind === 'stuck') return leaveStuck(under, found, call);
  const untilMs = action.kind === 'wait' ? (action.untilMs ?? 0) : 0;
  const pausedUntilMs = call.deps.clock.now() + pauseAfter(under.step.postponed, voiceOf(found));
  const alarm = isContradictory(found) ? 'contradiction' : undefined;
  const said = saidIn(found, call.deps.clock.now());
  const { sent } = under.step;
  return leaveStep(under, call, { sent, ...omitUndefined({ said }), dueAtMs: Math.max(untilMs, pausedUntilMs) }, alarm);
};

/**
 * Sends a Void. Only an approval proves anything, so after any other answer the bank is asked. Without an answer the
 * Void may still be on its way.
 */
const voidCharge = async ({ under, found }: Known, call: StepCall): Promise<StepProgress> => {
  if (call.callTime() === undefined) return leaveStep(under, call);
  const { deps, leaseUntilMs } = call;
  const { sent: before } = under.step;
  const sending = { nowMs: deps.clock.now(), leaseUntilMs };
  const voiding = await appliedStep(deps.steps, sendStepVoid(under.step, sending), under);
  if (voiding === undefined) return LEFT_ALONE;
  const answer = await send(bookedOrderOf(chargedBy(voiding), found), { kind: 'void' }, call);
  if (answer.kind === 'approved' && approvalProvesVoid(voiding, found)) {
    // The references of the approval, instead of those of the charge.
    return finish(voiding, { doneBy: 'void', found: { kind: 'voided', references: answer.references } }, call);
  }
  if (answer.kind === 'not-sent') return leaveStep(voiding, call, { sent: before });
  return restAfter(await ask(afterVoid(voiding, { answer, before, nowMs: deps.clock.now() }), call), call);
};

/** Sends one Credit. Whatever the bank answers, only the order's history proves whether it happened. */
const creditCharge = async (
  { under, found }: Known,
  { amount, doneBefore }: Extract<UndoAction, { kind: 'credit' }>,
  call: StepCall,
): Promise<StepProgress> => {
  // No Credit is sent when there is no time left for its answer.
  if (call.callTime() === undefined) return leaveStep(under, call);
  const { credit: _before, ...sent } = under.step.sent;
  const { deps, leaseUntilMs } = call;
  const sending = { nowMs: deps.clock.now(), leaseUntilMs };
  const crediting = await appliedStep(deps.steps, sendStepCredit(under.step, { amount, doneBefore }, sending), under);
  if (crediting === undefined) return LEFT_ALONE;
  const answer = await send({ ...bookedOrderOf(chargedBy(crediting), found), amount }, { kind: 'refund' }, call);
  if (answer.kind === 'not-sent') return leaveStep(crediting, call, { sent });
  const proved = answerOf(answer);
  const credit: SentCredit = { atMs: leaseUntilMs, amount, doneBefore };
  const answered = proved === undefined ? credit : { ...credit, atMs: deps.clock.now(), answer: proved };
  return restAfter({ under: knowing(crediting, { ...sent, credit: answered }), found }, call);
};

/** Takes a reversal, void or refund one step further, by the inquiry's answer. */
export const undo = async (under: StepUnderWay, found: InquiryAnswer, call: StepCall): Promise<StepProgress> => {
  const { known, action } = await decided({ under, found }, call);
  if (action.kind === 'void') return voidCharge(known, call);
  if (action.kind === 'credit') return creditCharge(known, action, call);
  return restAfter(known, call);
};
