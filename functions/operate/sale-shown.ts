import { formatAmount } from '../../shared/domain/money/money.ts';
import { isFinalPlan, type PaymentPlan, type PlanTry, type TryResult } from '../../shared/domain/sale/payment-plan.ts';
import type { Sale, StepTerms } from '../../shared/domain/sale/sale.ts';
import type { SaleHistory } from '../../shared/ports/sales.ts';
import type { Result } from './command.ts';
import { shownAmount, shownTime } from './shown.ts';

const shownTerms = ({ amount, currency, installmentNumber }: StepTerms): string =>
  `${formatAmount(amount)} ${currency}${installmentNumber === 1 ? '' : ` in ${installmentNumber} installments`}`;

const shownResult = (result: TryResult): string => {
  if (result.kind === 'paid') return 'paid';
  return result.kind === 'declined' ? `declined ${result.code}` : `not charged: ${result.because}`;
};

const shownPlan = (plan: PaymentPlan): Result => ({
  dealerPaymentPlanId: plan.dealerPaymentPlanId,
  madeBy: plan.madeBy,
  dueDay: plan.dueDay,
  state: plan.state,
  terms: shownTerms(plan.terms),
  tries: plan.progress.tries,
  ...(plan.dueAtMs === undefined ? {} : { looksAt: shownTime(plan.dueAtMs) }),
  ...(plan.lastResult === undefined ? {} : { lastResult: shownResult(plan.lastResult) }),
});

const shownTry = (one: PlanTry): Result => ({
  dealerPaymentPlanId: one.dealerPaymentPlanId,
  number: one.number,
  at: shownTime(one.atMs),
  terms: shownTerms(one.terms),
  result: shownResult(one.result),
  ...(one.cardToken === undefined ? {} : { cardToken: one.cardToken }),
  ...(one.orderId === undefined ? {} : { orderId: one.orderId }),
});

/** A sale with the step that its schedule has planned, its open plans and its latest tries. */
export const shownSale = (
  { createdAtMs, pausedSinceMs, ...sale }: Sale,
  { step, history }: { readonly step: PaymentPlan | undefined; readonly history: SaleHistory },
): Result => ({
  ...sale,
  amount: shownAmount(sale.amount),
  ...(createdAtMs === undefined ? {} : { createdAt: shownTime(createdAtMs) }),
  ...(pausedSinceMs === undefined ? {} : { pausedSince: shownTime(pausedSinceMs) }),
  ...(step === undefined ? {} : { plannedStep: shownPlan(step) }),
  openPlans: history.plans.filter((plan) => !isFinalPlan(plan)).map(shownPlan),
  latestTries: history.tries.map(shownTry),
});
