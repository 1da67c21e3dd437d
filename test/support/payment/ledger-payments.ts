import { viewPayment } from '../../../shared/domain/ledger/payment-ledger.ts';
import { minor } from '../../../shared/domain/money/money.ts';
import type { StepDecision } from '../../../shared/domain/payment/begin-step.ts';
import { beginCapture } from '../../../shared/domain/payment/capture-rules.ts';
import type { Charge } from '../../../shared/domain/payment/charge.ts';
import { approvePool } from '../../../shared/domain/payment/pool-rules.ts';
import { beginRefund } from '../../../shared/domain/payment/refund-rules.ts';
import { chargeWith, type PaymentAfter, questionOf, withChange, withDone } from './steps.ts';

/** What each account of a payment holds, in minor units. */
export const balances = ({ charge, steps }: PaymentAfter): Record<string, number> =>
  Object.fromEntries(viewPayment(charge, steps).balances);

/** A payment once a step has begun; throws where the step may not begin. */
export const begun = (payment: PaymentAfter, decision: StepDecision<string>): PaymentAfter => {
  if (decision.kind !== 'begins') throw new Error(`the step is ${decision.kind}`);
  return withChange(payment, decision.change);
};

/** A payment after a refund that the bank carried out as a Credit. */
export const refund = (payment: PaymentAfter, amount: number, shares?: readonly [number, number][]): PaymentAfter => {
  const given = shares?.map(([subDealerId, part]) => ({ subDealerId, amount: minor(part) }));
  const asked = { amount: minor(amount), refundCode: `R${payment.steps.length}`, ...(given ? { shares: given } : {}) };
  return withDone(begun(payment, beginRefund({ ...questionOf(payment), refundRequestId: 1, asked })), 'credit');
};

/** A pre-authorised payment after its capture, which may be above what was authorised. */
export const capture = (payment: PaymentAfter, amount: number, shares?: readonly [number, number][]): PaymentAfter => {
  const given = shares?.map(([subDealerId, part]) => ({ subDealerId, amount: minor(part) }));
  const asked = { amount: minor(amount), ...(given ? { shares: given } : {}) };
  return withDone(begun(payment, beginCapture({ ...questionOf(payment), captureAbove: true, asked })), undefined);
};

/** A payment once pooled money was approved: all of it, or the shares of these sub-dealers. */
export const approve = (payment: PaymentAfter, ...subDealerIds: number[]): PaymentAfter =>
  begun(payment, approvePool({ ...questionOf(payment), subDealerIds }));

/** A charge without any step. */
export const paid = (changes: Partial<Charge> = {}): PaymentAfter => ({ charge: chargeWith(changes), steps: [] });
