import { formatAmount } from '../../../shared/domain/money/money.ts';
import {
  isFinalPlan,
  type PaymentPlan,
  type PlanTry,
  type TryResult,
} from '../../../shared/domain/sale/payment-plan.ts';
import type { Sale, StepTerms } from '../../../shared/domain/sale/sale.ts';
import type { SaleHistory } from '../../../shared/ports/sales.ts';
import type { Result } from './command.ts';
import { shownAmount, shownTime } from './values-in-views.ts';

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

/** What is shown of the plans of a sale: of a deleted one those that ended too, for that is what its end is asked about. */
const shownPlans = ({ file: { sale }, plans }: SaleHistory): Result => {
  const openPlans = plans.filter((plan) => !isFinalPlan(plan)).map(shownPlan);
  return sale.deletedAtMs === undefined ? { openPlans } : { openPlans, latestPlans: plans.map(shownPlan) };
};

const shownRecord = ({ createdAtMs, pausedSinceMs, deletedAtMs, ...sale }: Sale): Result => ({
  ...sale,
  amount: shownAmount(sale.amount),
  ...(createdAtMs === undefined ? {} : { createdAt: shownTime(createdAtMs) }),
  ...(pausedSinceMs === undefined ? {} : { pausedSince: shownTime(pausedSinceMs) }),
  ...(deletedAtMs === undefined ? {} : { deletedAt: shownTime(deletedAtMs) }),
});

/** A sale with the step that its schedule has planned, its open plans and its latest tries. */
export const shownSale = (history: SaleHistory): Result => ({
  ...shownRecord(history.file.sale),
  ...(history.file.step === undefined ? {} : { plannedStep: shownPlan(history.file.step) }),
  ...shownPlans(history),
  latestTries: history.tries.map(shownTry),
});
