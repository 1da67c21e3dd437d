import type { DirectAttempt } from '../../../shared/domain/attempt/attempt.ts';
import type { DirectPayment } from '../../../shared/domain/direct-payment/direct-payment.ts';
import type { Payment } from '../../../shared/domain/payment/payment.ts';
import { directAttemptWith } from './attempts.ts';

/** A paid direct payment of one attempt without sub-dealers. */
export const paymentWith = (
  changes: Partial<Payment> = {},
  attemptChanges: Partial<DirectAttempt> = {},
  directChanges: Partial<DirectPayment> = {},
): Payment => {
  const { dealerCode = 'D1' } = changes;
  const { pendingCard: _stored, ...attempt } = directAttemptWith(
    dealerCode,
    { state: 'approved', reportedOutcome: 'paid', ...attemptChanges },
    { splits: [], ...directChanges },
  );
  return {
    name: attempt.payment,
    kind: 'direct',
    operation: 'DoDirectPayment',
    dealerCode,
    paymentId: attempt.paymentId,
    otherTrxCode: 'D-1',
    createdAtMs: attempt.startedAtMs,
    attempts: [attempt],
    steps: [],
    ...changes,
  };
};
