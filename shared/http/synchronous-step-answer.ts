import { type BankCode, bankCodeMessages, UNDEFINED_CODE } from '../domain/attempt/bank-codes.ts';
import type { StepState } from '../domain/payment/step.ts';
import { isFinalStep } from '../domain/payment/step-states.ts';
import { Refusal } from '../domain/refusal.ts';
import { LATE_STEP, REFUSED_STEP } from './late-step.ts';
import type { OperationAnswer } from './operation-handler.ts';

/** How a capture or void stands. Where its step is undefined or not over, the bank has not told. */
interface EndedStep {
  readonly step: { readonly state: StepState; readonly bank?: { readonly code?: BankCode } } | undefined;
  readonly orderId: string;
  readonly replayed: boolean;
}

/**
 * The answer to a capture or void: 00, or the bank's code where it did not happen. Refuses with OutcomeUnknown where the
 * bank has not told (rule 1), in other words where it refused and is still asked.
 */
export const answerOfStep = ({ step, orderId, replayed }: EndedStep): OperationAnswer => {
  if (step === undefined || !isFinalStep(step)) {
    const { reason, sentence } = step?.bank?.code === undefined ? LATE_STEP : REFUSED_STEP;
    throw new Refusal(reason, sentence);
  }
  const code = step.bank?.code ?? UNDEFINED_CODE;
  const result =
    step.state === 'done'
      ? { IsSuccessful: true, ResultCode: '00', ResultMessage: '' }
      : { IsSuccessful: false, ResultCode: code, ResultMessage: bankCodeMessages[code] };
  return { data: { ...result, VirtualPosOrderId: orderId }, replayed };
};
