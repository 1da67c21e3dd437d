import type * as z from 'zod/mini';
import { tooManyRecords } from '../../../shared/domain/sale/record-in-use.ts';
import { MAX_SCHEDULES, scheduleDetailsIn } from '../../../shared/domain/sale/schedule-rules.ts';
import { readValue, type UseCase } from '../../../shared/http/operation-handler.ts';
import { scheduleFieldsOf, scheduleRecord } from '../../../shared/http/schedule-members.ts';
import type { Clock } from '../../../shared/ports/clock.ts';
import type { Identifiers } from '../../../shared/ports/identifiers.ts';
import type { SaleSchedules } from '../../../shared/ports/sale-schedules.ts';
import type { contract } from './contract.ts';

export interface AddScheduleDependencies {
  readonly schedules: Pick<SaleSchedules, 'add'>;
  readonly identifiers: Identifiers;
  readonly clock: Clock;
}

/** How often an id that is in use already is passed over. */
const MAX_IDS = 5;

/** Adds a schedule. A repeat of the call adds another one, since a schedule has no code of the dealer's. */
export const addSchedule =
  ({ schedules, identifiers, clock }: AddScheduleDependencies): UseCase<z.output<typeof contract.request>> =>
  async ({ dealer, read }) => {
    const details = scheduleDetailsIn(scheduleFieldsOf(readValue(read)));
    for (let tried = 0; tried < MAX_IDS; tried += 1) {
      const dealerSaleScheduleId = await identifiers.next('schedule');
      const identity = { dealerCode: dealer.dealerCode, dealerSaleScheduleId, version: 1, createdAtMs: clock.now() };
      const schedule = { ...details, ...identity };
      const outcome = await schedules.add(schedule);
      if (outcome === 'added') return { data: scheduleRecord(schedule) };
      if (outcome === 'too-many') throw tooManyRecords('schedules', MAX_SCHEDULES);
    }
    throw new Error('the ids of new schedules are in use again and again');
  };
