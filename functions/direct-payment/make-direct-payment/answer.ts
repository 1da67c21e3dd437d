import type { DirectAttempt } from '../../../shared/domain/attempt/attempt.ts';
import { type BankCode, bankCodeMessages } from '../../../shared/domain/attempt/bank-codes.ts';
import { MAX_ATTEMPTS_PER_CODE } from '../../../shared/domain/attempt/code-binding.ts';
import { endedWithoutCharge } from '../../../shared/domain/attempt/states.ts';
import { Refusal } from '../../../shared/domain/refusal.ts';

/** `Data` of a direct payment's answer (dealer interface 4). A decline has no order that a dealer could ask about. */
export interface DirectPaymentData {
  readonly IsSuccessful: boolean;
  readonly ResultCode: BankCode | '';
  readonly ResultMessage: string;
  readonly VirtualPosOrderId: string;
}

/** The code of an attempt that failed because the bank did not answer in time. */
const TIME_OUT: BankCode = '021';

export const paid = (orderId: string): DirectPaymentData => ({
  IsSuccessful: true,
  ResultCode: '',
  ResultMessage: '',
  VirtualPosOrderId: orderId,
});

export const declined = (code: BankCode): DirectPaymentData => ({
  IsSuccessful: false,
  ResultCode: code,
  ResultMessage: bankCodeMessages[code],
  VirtualPosOrderId: '',
});

/**
 * What may be answered about an attempt: only the reported outcome of its row, which is written before anybody gets it
 * (rule 1). Undefined while nothing may be reported.
 */
export const tellable = ({ state, reportedOutcome, orderId, bank }: DirectAttempt): DirectPaymentData | undefined => {
  // A payment that was reported paid stays paid in every answer, even after a void or refund.
  if (reportedOutcome === 'paid') return paid(orderId);
  // A charge that is reversed has no decline code of the bank.
  if (reportedOutcome === 'failed' || endedWithoutCharge(state)) return declined(bank?.code ?? TIME_OUT);
  return undefined;
};

/** The outcome of the charge is unknown: neither success nor a bank code may be answered (rule 1). */
export const outcomeUnknown = (otherTrxCode: string | undefined): Refusal => {
  const sentence =
    otherTrxCode === undefined
      ? 'The bank did not report the outcome; the payment will be reversed if it was charged.'
      : 'The bank did not report the outcome; repeat the request with the same OtherTrxCode to learn it.';
  return new Refusal('OutcomeUnknown', sentence);
};

export const stillRunning = (): Refusal =>
  new Refusal('StillRunning', 'A payment with this OtherTrxCode is still running; repeat the request later.');

export const attemptsUsedUp = (): Refusal =>
  new Refusal(
    'AttemptsUsedUp',
    `OtherTrxCode has used its ${MAX_ATTEMPTS_PER_CODE} attempts: send the payment with a new OtherTrxCode.`,
  );
