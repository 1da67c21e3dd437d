import { type PaymentStage, possibleStages } from '../domain/payment/payment-stage.ts';
import type { AttemptAlone } from '../ports/payment-lists.ts';

/**
 * PaymentStatus: 0 waiting, 1 pre-authorised, 2 paid, 3 voided, 4 refunded in full. TrxStatus: 0 waiting, 1 done,
 * 2 failed.
 */
export interface PaymentStatus {
  readonly PaymentStatus: 0 | 1 | 2 | 3 | 4;
  readonly TrxStatus: 0 | 1 | 2;
}

const statuses: Readonly<Record<Exclude<PaymentStage, 'failed'>, PaymentStatus>> = {
  waiting: { PaymentStatus: 0, TrxStatus: 0 },
  'pre-authorised': { PaymentStatus: 1, TrxStatus: 1 },
  paid: { PaymentStatus: 2, TrxStatus: 1 },
  voided: { PaymentStatus: 3, TrxStatus: 1 },
  refunded: { PaymentStatus: 4, TrxStatus: 1 },
};

/** A failed payment keeps the status that it would have had. */
export const statusOf = (stage: PaymentStage, type: 'sale' | 'pre-authorisation'): PaymentStatus =>
  stage === 'failed' ? { PaymentStatus: type === 'sale' ? 2 : 1, TrxStatus: 2 } : statuses[stage];

/** Every status that an attempt may be shown with, as far as it tells by itself. */
export const possibleStatuses = ({ terms: { type }, ...attempt }: AttemptAlone): readonly PaymentStatus[] =>
  possibleStages({ ...attempt, type }).map((stage) => statusOf(stage, type));
