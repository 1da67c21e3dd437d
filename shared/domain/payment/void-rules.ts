import { minor } from '../money/money.ts';
import {
  beginStep,
  callNow,
  MAX_STEPS,
  refusedStep,
  repeatedStep,
  type StepDecision,
  type StepQuestion,
  stepsOf,
  whyNoStep,
} from './begin-step.ts';
import { type Charge, dayEndedEarlyAtMs, isPaid, isUncaptured, voidDayEndsAtMs } from './charge.ts';
import type { Step } from './step.ts';
import type { StepChange } from './step-change.ts';

/** Why a void is refused, once the payment is found. */
export type VoidReason = 'PaymentNotAvailable';

/** Why a charge cannot be voided now, in a sentence; undefined when it can. */
const whyNotVoidable = ({
  charge,
  steps,
  nowMs,
  dayEndedAtMs,
}: Pick<StepQuestion, 'charge' | 'steps' | 'nowMs' | 'dayEndedAtMs'>): string | undefined => {
  if (!isPaid(charge)) return 'This payment is not paid, or nothing of it is charged any more.';
  if ((charge.refunded ?? 0) > 0) return 'A part of this payment was refunded. Refund the rest.';
  const endsAtMs = dayEndedEarlyAtMs(charge, steps, dayEndedAtMs) ?? voidDayEndsAtMs(charge, steps);
  if (nowMs >= endsAtMs) return "The bank's day of this payment is over. Refund it.";
  return whyNoStep({ charge, steps });
};

/**
 * The service closes a pre-authorisation that nobody captured: a Void, which is sent once the bank has shown the hold.
 * Undefined where it is captured or given back, or another step runs.
 */
export const beginClosing = (question: StepQuestion, dueAtMs: number): StepChange | undefined => {
  const { charge, steps } = question;
  if (!isPaid(charge) || !isUncaptured(charge) || charge.activeStep !== undefined) return undefined;
  if (steps.length >= MAX_STEPS) return undefined;
  return beginStep(question, { kind: 'void', amount: charge.money.total, shares: [], dueAtMs });
};

/** CanBeCanceled of the detail list: whether a void would begin now. */
export const isVoidable = (charge: Charge, steps: readonly Step[], nowMs: number): boolean =>
  whyNotVoidable({ charge, steps, nowMs }) === undefined;

/**
 * Whether a void begins (dealer interface: DoVoid): of a whole payment, while the bank day of its charge or capture is
 * open; of a pre-authorisation that nobody captured, as long as it stands.
 */
export const beginVoid = (question: StepQuestion): StepDecision<VoidReason> => {
  const { charge, steps, nowMs } = question;
  const repeat = repeatedStep(
    stepsOf(charge, steps).filter(({ kind }) => kind === 'void'),
    nowMs,
  );
  if (repeat !== undefined) return repeat;
  const why = whyNotVoidable(question);
  if (why !== undefined) return refusedStep('PaymentNotAvailable', why);
  const call = callNow(nowMs);
  const sent = { voidSentAtMs: call.answerByMs, voidUnheardAtMs: call.answerByMs };
  const amount = minor(charge.captured ?? charge.money.total);
  return { kind: 'begins', change: beginStep(question, { kind: 'void', amount, shares: [], ...call, sent }) };
};
