import type { PaymentPlan } from '../../../domain/sale/payment-plan.ts';
import { lookAtMsOf, type PlanWatching } from '../../../domain/sale/plan-notice.ts';
import type { PlanNotices } from '../../../ports/plan-engine.ts';
import type { Table } from '../engine/table.ts';
import { ABSENT } from '../engine/writes.ts';
import { eventItem } from '../outbox/event-item.ts';
import type { EventWriter } from '../outbox/event-writer.ts';

/** What somebody wants to be told of the plans of a dealer before their slots. */
export const planWatching = async (
  { wants }: Pick<EventWriter, 'wants'>,
  dealerCode: string,
): Promise<PlanWatching> => ({
  tellsUpcoming: await wants(dealerCode, 'plan.upcoming'),
  tellsExpiring: await wants(dealerCode, 'card.expiring'),
});

/** When the engine looks at a plan that is written now: before its slot where somebody wants its notice, or to know of its cards. */
export const lookAtMsWith = async (events: EventWriter, plan: PaymentPlan): Promise<number | undefined> =>
  lookAtMsOf(plan, await planWatching(events, plan.dealerCode));

export const dynamoPlanNotices = (table: Table, events: EventWriter): PlanNotices => ({
  wantsExpiringCards: (dealerCode) => events.wants(dealerCode, 'card.expiring'),

  tellOnce: async (event) => {
    await table.transact([{ put: eventItem(event), onlyIf: ABSENT }]);
  },
});
