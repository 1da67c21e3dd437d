import type { PlanKeeping } from '../../../ports/payment-plans.ts';
import { plannedFor, transactPlanned } from '../engine/planned-writes.ts';
import type { Table } from '../engine/table.ts';
import { ABSENT, atVersion, type Expression } from '../engine/writes.ts';
import { keys } from '../keys.ts';
import { type EventWriter, NOBODY_TOLD } from '../outbox/event-writer.ts';
import { planItemAt, planPointerItem } from './payment-plan-item.ts';
import { lookAtMsWith } from './plan-notices.ts';

type Purpose = 'sale' | 'plan';

/** The sale is as it was read, and nobody has given it another plan by hand since. */
const asRead = (version: number, handPlan: number | undefined): Expression => ({
  expression: `#version = :version AND attribute_not_exists(#deletedAtMs) AND ${
    handPlan === undefined ? 'attribute_not_exists(#handPlan)' : '#handPlan = :before'
  }`,
  names: { '#version': 'version', '#deletedAtMs': 'deletedAtMs', '#handPlan': 'handPlan' },
  values: { ':version': version, ...(handPlan === undefined ? {} : { ':before': handPlan }) },
});

export const dynamoPlanKeeping = (table: Pick<Table, 'transact'>, events: EventWriter = NOBODY_TOLD): PlanKeeping => ({
  add: async (plan, { sale, handPlan }) => {
    const { dealerCode, dealerSaleId, dealerPaymentPlanId } = plan;
    const mark = {
      expression: 'SET #handPlan = :plan',
      names: { '#handPlan': 'handPlan' },
      values: { ':plan': dealerPaymentPlanId },
    };
    const update = keys.saleById(dealerCode, dealerSaleId);
    const outcome = await transactPlanned<Purpose>(table, [
      ...plannedFor<Purpose>('sale', [{ update, set: mark, onlyIf: asRead(sale.version, handPlan) }]),
      ...plannedFor<Purpose>('plan', [
        { put: planItemAt(plan, await lookAtMsWith(events, plan)), onlyIf: ABSENT },
        { put: planPointerItem(plan), onlyIf: ABSENT },
      ]),
    ]);
    if (outcome.applied) return 'added';
    return outcome.refusalOf('sale') === undefined ? 'id-taken' : 'sale-changed';
  },

  replace: async (plan) => {
    const put = planItemAt(plan, await lookAtMsWith(events, plan));
    return (await table.transact([{ put, onlyIf: atVersion(plan.version - 1) }])).applied;
  },
});
