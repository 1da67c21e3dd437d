import { type DirectAttempt, endedWithoutCharge } from '../../shared/domain/attempt/attempt.ts';
import { type BankCode, bankCodeMessages } from '../../shared/domain/attempt/bank-codes.ts';
import { Refusal } from '../../shared/domain/refusal.ts';

/** `Data` of a direct payment's answer (section 4, wire facts). A decline has no order that a dealer could ask about. */
export interface DirectPaymentData {
  readonly IsSuccessful: boolean;
  readonly ResultCode: BankCode | '';
  readonly ResultMessage: string;
  readonly VirtualPosOrderId: string;
}

/** Told of an attempt that was given up because the bank did not answer in time. */
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
 * What may be told of an attempt: only what its row says was told, since that is written before it is told (rule 1).
 * Undefined while nobody was told anything, and nothing may be.
 */
export const tellable = ({ state, told, orderId, bank }: DirectAttempt): DirectPaymentData | undefined => {
  // A payment that was told paid is told so for ever, whatever was voided or refunded since.
  if (told === 'paid') return paid(orderId);
  // A charge that was taken back, or is being taken back, keeps no reason of the bank's for declining it.
  if (told === 'failed' || endedWithoutCharge(state)) return declined(bank?.code ?? TIME_OUT);
  return undefined;
};

/** The bank has not told what became of the charge: neither success nor a bank code may be answered (rule 1). */
export const outcomeUnknown = (otherTrxCode: string | undefined): Refusal => {
  const sentence =
    otherTrxCode === undefined
      ? 'The bank has not told the outcome; the payment will be taken back if it was charged.'
      : 'The bank has not told the outcome; repeat the request with the same OtherTrxCode to learn it.';
  return new Refusal('OutcomeUnknown', sentence);
};

export const stillRunning = (): Refusal =>
  new Refusal('StillRunning', 'A payment with this OtherTrxCode is still running; repeat the request later.');
