import type { PaymentPlan } from '../../../domain/sale/payment-plan.ts';
import { lookAtMsOf } from '../../../domain/sale/plan-notice.ts';
import type { PlanNotices } from '../../../ports/plan-engine.ts';
import type { Table } from '../engine/table.ts';
import { ABSENT } from '../engine/writes.ts';
import { eventItem } from '../outbox/event-item.ts';
import type { EventWriter } from '../outbox/event-writer.ts';

/** When the engine looks at a plan that is written now: a day before its slot where somebody wants its notice. */
export const lookAtMsWith = async (events: EventWriter, plan: PaymentPlan): Promise<number | undefined> =>
  lookAtMsOf(plan, { tellsUpcoming: await events.wants(plan.dealerCode, 'plan.upcoming') });

export const dynamoPlanNotices = (table: Table, events: EventWriter): PlanNotices => ({
  wantsExpiringCards: (dealerCode) => events.wants(dealerCode, 'card.expiring'),

  tellOnce: async (event) => {
    await table.transact([{ put: eventItem(event), onlyIf: ABSENT }]);
  },
});
