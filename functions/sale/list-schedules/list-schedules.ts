import { readValue, type UseCase } from '../../../shared/http/operation-handler.ts';
import { scheduleRecord } from '../../../shared/http/schedule-members.ts';
import type { SaleSchedules } from '../../../shared/ports/sale-schedules.ts';

export interface ListSchedulesDependencies {
  readonly schedules: Pick<SaleSchedules, 'all'>;
}

/** Lists all schedules of the dealer, which are few (decisions: products and schedules). */
export const listSchedules =
  ({ schedules }: ListSchedulesDependencies): UseCase<Record<string, never>> =>
  async ({ dealer, read }) => {
    readValue(read);
    const SaleScheduleList = (await schedules.all(dealer.dealerCode)).map(scheduleRecord);
    return { data: { SaleScheduleListCount: SaleScheduleList.length, SaleScheduleList } };
  };
