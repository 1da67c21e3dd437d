import { randomInt, randomUUID } from 'node:crypto';
import { minor } from '../../../shared/domain/money/money.ts';
import type { PaymentPlan, PlanTry } from '../../../shared/domain/sale/payment-plan.ts';

const TERMS = { amount: minor(2750), currency: 'TL', installmentNumber: 1 } as const;

/** A payment plan of a sale, made by hand, that waits for its slot. */
export const planOf = (
  sale: Pick<PaymentPlan, 'dealerCode' | 'dealerSaleId'>,
  changes: Partial<PaymentPlan> = {},
): PaymentPlan => ({
  dealerCode: sale.dealerCode,
  dealerSaleId: sale.dealerSaleId,
  dealerPaymentPlanId: randomInt(100_000, 2_000_000_000),
  version: 1,
  madeBy: 'hand',
  dueDay: '20270115',
  terms: TERMS,
  state: 'planned',
  progress: { tries: 0, endedCards: [] },
  historyCount: 0,
  dueAtMs: Date.UTC(2027, 0, 15, 9),
  createdAtMs: Date.UTC(2026, 10, 1),
  listingShards: 1,
  ...changes,
});

/** A plan that has ended in a state, and waits for nothing. */
export const endedPlan = (
  sale: Pick<PaymentPlan, 'dealerCode' | 'dealerSaleId'>,
  changes: Partial<PaymentPlan> & Pick<PaymentPlan, 'state'>,
): PaymentPlan => {
  const { dueAtMs: _due, ...plan } = planOf(sale, changes);
  return plan;
};

/** A try of a plan: a card that was declined. */
export const declinedTryOf = (plan: PaymentPlan, changes: Partial<PlanTry> = {}): PlanTry => ({
  dealerCode: plan.dealerCode,
  dealerSaleId: plan.dealerSaleId,
  dealerPaymentPlanId: plan.dealerPaymentPlanId,
  number: 1,
  dealerPaymentPlanHistoryId: randomInt(100_000, 2_000_000_000),
  atMs: Date.UTC(2027, 0, 15, 9),
  terms: plan.terms,
  cardToken: randomUUID(),
  result: { kind: 'declined', code: '002' },
  listingShards: plan.listingShards,
  ...changes,
});
