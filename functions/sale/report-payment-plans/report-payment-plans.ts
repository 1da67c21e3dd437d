import type * as z from 'zod/mini';
import { toWireAmount } from '../../../shared/domain/money/money.ts';
import { MAX_ENTRIES_LISTED } from '../../../shared/domain/payment-list/list-cut.ts';
import { cutPlans, type PlansRead, totalsOfPlans } from '../../../shared/domain/sale/plan-list.ts';
import { readValue, type UseCase } from '../../../shared/http/operation-handler.ts';
import { planRecord, planStatusOf } from '../../../shared/http/payment-plan-record.ts';
import { cutSentence, readPlanPeriod } from '../../../shared/http/plan-list-fields.ts';
import type { Clock } from '../../../shared/ports/clock.ts';
import type { PlanReading } from '../../../shared/ports/payment-plans.ts';
import type { contract } from './contract.ts';

export interface ReportPaymentPlansDependencies {
  readonly plans: Pick<PlanReading, 'ofPeriod' | 'shown'>;
  readonly clock: Clock;
}

const totalRecords = ({ plans }: PlansRead) =>
  totalsOfPlans(plans.map((plan) => ({ status: planStatusOf(plan), terms: plan.terms }))).map((total) => ({
    Currency: total.currency,
    PlanStatus: total.status,
    PlanCount: total.count,
    TotalAmount: toWireAmount(total.amount),
  }));

/** Says at which plan the sums end, where one call cannot add up the whole period. */
const sumsSentence = ({ readUntil }: PlansRead): readonly string[] =>
  readUntil === undefined
    ? []
    : [
        `PaymentPlanTotalList ends at plan ${readUntil.dealerPaymentPlanId} of ${readUntil.dueDay}: ask for fewer days.`,
      ];

/** Lists the plans of a period and adds all of them up, by currency and status (decisions: recurring sales). */
export const reportPaymentPlans =
  ({ plans, clock }: ReportPaymentPlansDependencies): UseCase<z.output<typeof contract.request>> =>
  async ({ dealer: { dealerCode, listingShards }, read }) => {
    const period = readPlanPeriod(readValue(read), { nowMs: clock.now(), ofSale: false });
    const found = await plans.ofPeriod({ dealerCode, listingShards, ...period, most: MAX_ENTRIES_LISTED });
    const list = cutPlans(found);
    const PaymentPlanList = (await plans.shown(list.plans)).map(planRecord);
    return {
      data: {
        IsSuccessful: true,
        ResultCode: '00',
        ResultMessage: [cutSentence(list, period), ...sumsSentence(found)].join(' '),
        PaymentPlanListCount: PaymentPlanList.length,
        PaymentPlanList,
        PaymentPlanTotalList: totalRecords(found),
      },
    };
  };
