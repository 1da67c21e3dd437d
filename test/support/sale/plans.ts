import { minor } from '../../../shared/domain/money/money.ts';
import { newPlan, type PaymentPlan } from '../../../shared/domain/sale/payment-plan.ts';

/** A payment plan of a schedule that waits for its slot, and whose cards were looked at, with the changes. */
export const planOf = (changes: Partial<PaymentPlan> = {}): PaymentPlan => ({
  ...newPlan(
    {
      dealerCode: 'D1',
      dealerSaleId: 5,
      dealerPaymentPlanId: 7,
      madeBy: 'schedule',
      dueDay: '20261123',
      terms: { amount: minor(2750), currency: 'TL', installmentNumber: 1 },
      listingShards: 1,
    },
    { slotMs: Date.UTC(2026, 10, 23, 9), nowMs: Date.UTC(2026, 10, 1) },
  ),
  cardsDueAtMs: Date.UTC(2026, 11, 1),
  ...changes,
});
