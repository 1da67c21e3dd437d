import { istanbulDayOf } from '../domain/calendar.ts';
import type { Dealer } from '../domain/dealer/dealer.ts';
import type { BucketTake } from '../domain/limit/budget.ts';
import {
  beginCapture,
  type CaptureQuestion,
  type CaptureReason,
  type CaptureRequest,
  capturedAbove,
} from '../domain/payment/capture-rules.ts';
import { Refusal } from '../domain/refusal.ts';
import type { LimitUsage } from '../ports/limit-usage.ts';
import { askedBy, type StepCaller, type StepIntent, type StepRequest, type StepTried } from './ask-for-step.ts';
import { type BudgetNeed, withBudget } from './budget.ts';
import type { StepUnderWay } from './step-under-way.ts';
import { type CarriedOut, carryOutAtOnce, type SynchronousStepDependencies } from './synchronous-step.ts';
import { type TryStepDependencies, tryStep } from './try-step.ts';
import { type IntentWritten, tryIntent, writeIntent } from './write-intent.ts';

export interface CaptureDependencies extends SynchronousStepDependencies {
  readonly limitUsage: LimitUsage;
}

/** A capture, and the dealer whose limits one above the authorised amount takes from. */
interface Capture {
  readonly dealer: Dealer;
  readonly asked: CaptureRequest;
}

const questionOf = ({ question }: Pick<StepIntent, 'question'>, { dealer, asked }: Capture): CaptureQuestion => ({
  ...question,
  asked,
  captureAbove: dealer.captureAbove,
});

/** The month's limit counts payment requests and mobile payments alone (decisions: limits). */
const needOf = ({ payment, attempt, question }: StepIntent, { dealer, asked }: Capture): BudgetNeed => ({
  dealer,
  currency: attempt.terms.currency,
  amount: capturedAbove(question.charge.money, asked),
  day: istanbulDayOf(question.nowMs),
  first: question.nowMs,
  periods: payment.link === undefined ? 'day' : 'day-and-month',
});

/** One try to write the intent with what it takes of the limits. */
const writeTaking = async (
  intent: StepIntent,
  takes: readonly BucketTake[],
  { capture, deps }: { readonly capture: Capture; readonly deps: CaptureDependencies },
): Promise<IntentWritten> => {
  const decided = beginCapture(questionOf(intent, capture), takes);
  return decided.kind === 'begins' ? tryIntent(deps, intent, decided.change) : { kind: 'changed' };
};

/** A capture above the authorised amount takes the difference from the dealer's limits in its intent (rule 17). */
const writeWithLimits = async (
  intent: StepIntent,
  capture: Capture,
  deps: CaptureDependencies,
): Promise<StepUnderWay | undefined> => {
  const need = needOf(intent, capture);
  if (need.amount === 0) return writeIntent(deps, intent, intent.change);
  const taken = await withBudget(need, deps.limitUsage, (takes) => writeTaking(intent, takes, { capture, deps }));
  if (taken.kind === 'short') {
    throw new Refusal('InvalidAmount', "Amount exceeds what is left of the dealer's limits.");
  }
  return taken.outcome.kind === 'written' ? taken.outcome.under : undefined;
};

const requestOf = (caller: StepCaller, capture: Capture): Omit<StepRequest<CaptureReason, never>, 'begin'> => ({
  ...askedBy(caller, 'captureChannels'),
  decide: (question) => beginCapture(questionOf({ question }, capture)),
});

/**
 * Captures a pre-authorisation (decisions: captures), under rules 3, 11, 17, 40. The intent is written before the bank is
 * called; a repeat captures nothing twice. Refuses with the reasons of a capture.
 */
export const carryOutCapture = (
  deps: CaptureDependencies,
  caller: StepCaller,
  asked: CaptureRequest,
): Promise<CarriedOut> => {
  const capture: Capture = { dealer: caller.dealer, asked };
  return carryOutAtOnce(deps, {
    ...requestOf(caller, capture),
    write: (intent) => writeWithLimits(intent, capture, deps),
  });
};

/** The capture that `carryOutCapture` would begin now. The dealer's limits are asked by the capture itself. */
export const tryCapture = (deps: TryStepDependencies, caller: StepCaller, asked: CaptureRequest): Promise<StepTried> =>
  tryStep(deps, requestOf(caller, { dealer: caller.dealer, asked }));
