import type * as z from 'zod/mini';
import { recordInUse } from '../../../shared/domain/sale/record-in-use.ts';
import { requiredScheduleId, scheduleNotFound } from '../../../shared/domain/sale/schedule-rules.ts';
import { readValue, type UseCase } from '../../../shared/http/operation-handler.ts';
import type { SaleSchedules } from '../../../shared/ports/sale-schedules.ts';
import type { contract } from './contract.ts';

export interface DeleteScheduleDependencies {
  readonly schedules: Pick<SaleSchedules, 'remove'>;
}

/** Deletes a schedule. Refused while a sale uses it (decisions: products and schedules). */
export const deleteSchedule =
  ({ schedules }: DeleteScheduleDependencies): UseCase<z.output<typeof contract.request>> =>
  async ({ dealer, read }) => {
    const id = requiredScheduleId(readValue(read).DealerSaleScheduleId);
    const outcome = await schedules.remove(dealer.dealerCode, id);
    if (outcome === 'removed') return { data: true };
    if (outcome === 'not-there') throw scheduleNotFound();
    throw recordInUse('schedule', outcome.usedBy);
  };
