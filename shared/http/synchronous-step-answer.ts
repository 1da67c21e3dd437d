import { type BankCode, bankCodeMessages } from '../domain/attempt/bank-codes.ts';
import { Refusal } from '../domain/refusal.ts';
import { LATE_STEP } from './late-step.ts';
import type { OperationAnswer } from './operation-handler.ts';

/** How a capture or void ended. `step` undefined: the bank has not told. */
interface EndedStep {
  readonly step: { readonly state: string; readonly bank?: { readonly code?: BankCode } } | undefined;
  readonly orderId: string;
  readonly replayed: boolean;
}

/** A step that the bank refused without telling why. */
const UNDEFINED_CODE: BankCode = '009';

/**
 * The answer to a capture or void: 00, or the bank's code where it did not happen. Refuses with OutcomeUnknown where the
 * bank has not told (rule 1).
 */
export const answerOfStep = ({ step, orderId, replayed }: EndedStep): OperationAnswer => {
  if (step === undefined) throw new Refusal(LATE_STEP.reason, LATE_STEP.sentence);
  const code = step.bank?.code ?? UNDEFINED_CODE;
  const result =
    step.state === 'done'
      ? { IsSuccessful: true, ResultCode: '00', ResultMessage: '' }
      : { IsSuccessful: false, ResultCode: code, ResultMessage: bankCodeMessages[code] };
  return { data: { ...result, VirtualPosOrderId: orderId }, replayed };
};
