import { omitUndefined } from '../domain/omit-undefined.ts';
import { chargeOf } from '../domain/payment/charge-of-attempt.ts';
import type { SentCalls, SentCredit } from '../domain/payment/step.ts';
import { provesVoided } from '../domain/payment/undo.ts';
import type { BankAnswer, InquiryAnswer } from '../ports/bank-answers.ts';
import type { StepUnderWay } from './step-under-way.ts';

// What the answer to a capture, Void or Credit proves by itself. Only an approval ends a step.

/** Undefined when no answer came: the call may still be on its way. */
export const answerOf = (answer: BankAnswer): SentCredit['answer'] => {
  if (answer.kind === 'approved') return 'approved';
  const refused = answer.kind === 'declined' || (answer.kind === 'unknown' && answer.cause === 'error-answer');
  return refused ? 'refused' : undefined;
};

/** The step with newer facts about its sent calls than its row has; the next write stores them. */
export const knowing = (under: StepUnderWay, sent: SentCalls): StepUnderWay => ({
  ...under,
  step: { ...under.step, sent },
});

/** The step after its Void was sent, with the bank's answer or without one. */
export const afterVoid = (
  under: StepUnderWay,
  { answer, before, nowMs }: { readonly answer: BankAnswer; readonly before: SentCalls; readonly nowMs: number },
): StepUnderWay => {
  const { voidUnheardAtMs, ...heard } = { ...before, voidSentAtMs: nowMs };
  const unheardAtMs = answerOf(answer) === undefined ? nowMs : voidUnheardAtMs;
  return knowing(under, omitUndefined({ ...heard, voidUnheardAtMs: unheardAtMs }));
};

/** The step after its capture was sent. A capture is sent once. */
export const afterCapture = (under: StepUnderWay, answer: BankAnswer, nowMs: number): StepUnderWay =>
  knowing(under, {
    captureSentAtMs: nowMs,
    ...(answerOf(answer) === undefined ? {} : { captureAnswered: true }),
  });

/** Whether an approved Void proves that the bank holds nothing any more. `found` is the inquiry before it. */
export const approvalProvesVoid = ({ attempt, payment }: StepUnderWay, found?: InquiryAnswer): boolean =>
  provesVoided(chargeOf(attempt, payment), found);
