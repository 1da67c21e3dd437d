import { type BankCode, UNDEFINED_CODE } from '../domain/attempt/bank-codes.ts';
import { BETWEEN_CALLS_MS, CHARGE_MS, LEAST_CALL_MS } from '../domain/attempt/timing.ts';
import type { Step } from '../domain/payment/step.ts';
import { rescheduleStep } from '../domain/payment/step-transitions.ts';
import type { BankAnswer } from '../ports/bank-answers.ts';
import type { BankGateway, PosAccount } from '../ports/bank-gateway.ts';
import type { BookedOrder, FollowUp } from '../ports/bank-order.ts';
import { afterCapture, afterVoid, answerOf, approvalProvesVoid } from './answer-to-step.ts';
import type { AskAfterStepDependencies } from './ask-after-step.ts';
import { bookedOrderOf } from './booked-order.ts';
import { concludeStep } from './conclude-step.ts';
import { appliedStep, chargedBy, type StepUnderWay } from './step-under-way.ts';
import { undo } from './undo.ts';

export interface CarryOutStepDependencies extends AskAfterStepDependencies {
  readonly bank: BankGateway;
}

/** The part of an invocation that is kept for writing the bank's answer. */
const WRITE_TIME_MS = 3000;

const followUpOf = (under: StepUnderWay): { readonly order: BookedOrder; readonly followUp: FollowUp } => {
  const { step, attempt } = under;
  const order = bookedOrderOf(chargedBy(under));
  if (step.kind !== 'capture') return { order, followUp: { kind: 'void' } };
  const { total } = attempt.terms;
  const above = step.amount > total ? { preAuthorised: total } : {};
  return { order: { ...order, amount: step.amount }, followUp: { kind: 'capture', ...above } };
};

/** The step after its call. The next write stores it. */
const afterCall = (under: StepUnderWay, answer: BankAnswer, nowMs: number): StepUnderWay =>
  under.step.kind === 'capture' ? afterCapture(under, answer, nowMs) : afterVoid(under, { answer, before: {}, nowMs });

/** Whether an approval ends the step by itself. */
const approvalEnds = (under: StepUnderWay): boolean => under.step.kind === 'capture' || approvalProvesVoid(under);

/** The code of a refusal; undefined where the bank approved or was not heard. */
const codeOfRefusal = (answer: BankAnswer): BankCode | undefined => {
  if (answer.kind === 'declined') return answer.code;
  return answerOf(answer) === 'refused' ? UNDEFINED_CODE : undefined;
};

/** Leaves the step in doubt to the sweeper, which asks the bank two minutes later. The code of a refusal is kept. */
const leaveInDoubt = async (
  { steps, clock }: CarryOutStepDependencies,
  under: StepUnderWay,
  answer: BankAnswer,
): Promise<Step | undefined> => {
  const code = codeOfRefusal(answer);
  const bank = code === undefined ? {} : { bank: { ...under.step.bank, code } };
  const nowMs = clock.now();
  const later = { nowMs, dueAtMs: nowMs + BETWEEN_CALLS_MS, event: 'doubt', sent: under.step.sent } as const;
  return (await appliedStep(steps, rescheduleStep({ ...under.step, ...bank }, later), under))?.step;
};

/** Voids what the approved Void of a captured pre-authorisation left: the hold, if the bank shows one. */
const voidHold = async (
  deps: CarryOutStepDependencies,
  under: StepUnderWay,
  { account, askUntilMs }: { readonly account: PosAccount; readonly askUntilMs: number },
): Promise<Step | undefined> => {
  const { bank, clock } = deps;
  const callTime = () => (clock.now() + LEAST_CALL_MS <= askUntilMs ? { answerBy: askUntilMs } : undefined);
  const found = await bank.inquire(account, bookedOrderOf(chargedBy(under)), { answerBy: askUntilMs });
  const leaseUntilMs = under.step.answerByMs ?? 0;
  const progress = await undo(under, found, { deps, account, leaseUntilMs, callTime });
  return progress.kind === 'ended' ? progress.under.step : undefined;
};

/**
 * Sends the capture or void whose intent was just written, once, and writes the bank's answer. Answers the step; while
 * its outcome is unknown it is in doubt or undefined, and the sweeper asks the bank (rules 3, 4, 8). Throws
 * StoreUnavailable.
 */
export const carryOutStep = async (
  deps: CarryOutStepDependencies,
  under: StepUnderWay,
  account: PosAccount,
): Promise<Step | undefined> => {
  const { bank, clock } = deps;
  const { step } = under;
  const { order, followUp } = followUpOf(under);
  const askUntilMs = (step.answerByMs ?? 0) - WRITE_TIME_MS;
  const answerBy = Math.min(clock.now() + CHARGE_MS, askUntilMs);
  const answer = await bank.followUp(account, order, followUp, { answerBy });
  if (answer.kind === 'not-sent') {
    return concludeStep(deps, under, { kind: 'refused', notSent: true, references: { code: answer.code } });
  }
  if (answer.kind === 'approved' && approvalEnds(under)) {
    const doneBy = step.kind === 'void' ? { doneBy: 'void' as const } : {};
    return concludeStep(deps, under, { kind: 'done', ...doneBy, references: answer.references });
  }
  const sent = afterCall(under, answer, clock.now());
  if (answer.kind === 'approved' && clock.now() + LEAST_CALL_MS <= askUntilMs) {
    return voidHold(deps, sent, { account, askUntilMs });
  }
  return leaveInDoubt(deps, sent, answer);
};
