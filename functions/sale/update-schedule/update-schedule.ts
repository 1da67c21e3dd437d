import type * as z from 'zod/mini';
import {
  refuseBadScheduleFields,
  requiredScheduleId,
  scheduleDetailsIn,
  scheduleNotFound,
} from '../../../shared/domain/sale/schedule-rules.ts';
import { readValue, type UseCase } from '../../../shared/http/operation-handler.ts';
import { scheduleFieldsOf, scheduleRecord } from '../../../shared/http/schedule-members.ts';
import type { SaleSchedules } from '../../../shared/ports/sale-schedules.ts';
import type { contract } from './contract.ts';

export interface UpdateScheduleDependencies {
  readonly schedules: Pick<SaleSchedules, 'find' | 'replace'>;
}

/** How often a change is made again because another one came in between. */
const MAX_ROUNDS = 5;

/**
 * Changes what is given of a schedule, and leaves the rest. A step that is planned keeps its day; what is planned later
 * follows the changed schedule (decisions: products and schedules).
 */
export const updateSchedule =
  ({ schedules }: UpdateScheduleDependencies): UseCase<z.output<typeof contract.request>> =>
  async ({ dealer, read }) => {
    const value = readValue(read);
    const fields = scheduleFieldsOf(value);
    const id = requiredScheduleId(value.DealerSaleScheduleId);
    refuseBadScheduleFields(fields);
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      const stored = await schedules.find(dealer.dealerCode, id);
      if (stored === undefined) throw scheduleNotFound();
      const schedule = { ...stored, ...scheduleDetailsIn(fields, stored), version: stored.version + 1 };
      if (await schedules.replace(schedule)) return { data: scheduleRecord(schedule) };
    }
    throw new Error('a schedule was changed by others again and again');
  };
