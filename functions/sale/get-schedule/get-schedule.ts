import type * as z from 'zod/mini';
import { requiredScheduleId, scheduleNotFound } from '../../../shared/domain/sale/schedule-rules.ts';
import { readValue, type UseCase } from '../../../shared/http/operation-handler.ts';
import { scheduleRecord } from '../../../shared/http/schedule-members.ts';
import type { SaleSchedules } from '../../../shared/ports/sale-schedules.ts';
import type { contract } from './contract.ts';

export interface GetScheduleDependencies {
  readonly schedules: Pick<SaleSchedules, 'find'>;
}

/** Reads one schedule of the dealer (decisions: products and schedules). */
export const getSchedule =
  ({ schedules }: GetScheduleDependencies): UseCase<z.output<typeof contract.request>> =>
  async ({ dealer, read }) => {
    const id = requiredScheduleId(readValue(read).DealerSaleScheduleId);
    const schedule = await schedules.find(dealer.dealerCode, id);
    if (schedule === undefined) throw scheduleNotFound();
    return { data: scheduleRecord(schedule) };
  };
