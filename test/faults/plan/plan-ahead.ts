import { isDeepStrictEqual } from 'node:util';
import type { Row } from '../../../shared/adapters/dynamodb/engine/writes.ts';
import { isFinalPlan, isUntouched, type PaymentPlan } from '../../../shared/domain/sale/payment-plan.ts';
import type { OpenSale } from '../../../shared/domain/sale/sale.ts';
import { demand } from '../invariants.ts';
import { plansIn, salesIn, wasSentOnceMore } from './plan-invariants.ts';

/** A step that waits is as its sale is now: a change of the sale made it anew, or the step was planned behind the change. */
const checkWaiting = ({ sale }: OpenSale, step: PaymentPlan): void => {
  const named = `step ${step.dealerPaymentPlanId}`;
  const { amount, currency, installmentNumber, beginDate = '', endDate = '99991231' } = sale;
  const isSame = isDeepStrictEqual(step.terms, { amount, currency, installmentNumber });
  demand(isSame, `${named} was planned by its sale as it was before`);
  demand(step.dueDay <= endDate, `${named} is due on ${step.dueDay}, behind the end of its sale on ${endDate}`);
  demand(step.dueDay >= beginDate, `${named} is due before its sale begins`);
  demand(sale.planType !== 2, `${named} is of a sale whose steps are all made by hand`);
};

/** Between two steps of a run each sale names the one step that its schedule has ahead, and none that has ended. */
export const checkAhead = (rows: readonly Row[]): void => {
  const ahead = new Map<number, PaymentPlan>();
  for (const plan of plansIn(rows)) {
    if (plan.madeBy === 'schedule' && !isFinalPlan(plan) && !wasSentOnceMore(plan)) ahead.set(plan.dealerSaleId, plan);
  }
  for (const open of salesIn(rows)) {
    const { sale, plannedStep } = open;
    const step = ahead.get(sale.dealerSaleId);
    const named = `sale ${sale.dealerSaleId}`;
    if (sale.deletedAtMs !== undefined) {
      demand(step?.state !== 'planned' || !isUntouched(step), `${named} is deleted, and a step of it waits`);
      continue;
    }
    demand(plannedStep === step?.dealerPaymentPlanId, `${named} names another step than the one that it has ahead`);
    if (step !== undefined && isUntouched(step)) checkWaiting(open, step);
  }
};
