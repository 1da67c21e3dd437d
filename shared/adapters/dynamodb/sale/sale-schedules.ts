import * as z from 'zod/mini';
import { MAX_EVERY } from '../../../domain/sale/schedule.ts';
import { MAX_SCHEDULES, type SaleSchedule } from '../../../domain/sale/schedule-rules.ts';
import type { SaleSchedules } from '../../../ports/sale-schedules.ts';
import { plannedFor, transactPlanned } from '../engine/planned-writes.ts';
import { objectRow, parseRow, storedId, storedText, storedWhole } from '../engine/row.ts';
import type { Table } from '../engine/table.ts';
import { ABSENT, atVersion } from '../engine/writes.ts';
import { keys, SCHEDULE_PREFIX, salesOfSchedulePartition, schedulesPartition } from '../keys.ts';
import { oneLess, oneMore } from './record-count.ts';
import { oneUser, UNUSED } from './uses.ts';

type Purpose = 'id' | 'count';

const scheduleRow = objectRow(() => ({
  dealerCode: storedText,
  dealerSaleScheduleId: storedId,
  version: storedWhole,
  scheduleName: storedText,
  period: z.enum(['day', 'week', 'month']),
  every: z.int().check(z.minimum(1), z.maximum(MAX_EVERY)),
  daysOfWeek: z.array(z.int().check(z.minimum(1), z.maximum(7))),
  daysOfMonth: z.array(z.int().check(z.minimum(1), z.maximum(31))),
  createdAtMs: storedWhole,
}));

export const readScheduleRow = (row: unknown): SaleSchedule => parseRow('schedule', scheduleRow, row);

/** A new schedule, which no sale uses. */
export const scheduleItem = (schedule: SaleSchedule) => ({
  ...keys.schedule(schedule.dealerCode, schedule.dealerSaleScheduleId),
  entity: 'schedule',
  ...schedule,
  uses: 0,
});

/** What a change sets. It leaves `uses` to the sales, so that none of them comes between a reading and its change. */
const changed = ({ scheduleName, period, every, daysOfWeek, daysOfMonth, version }: SaleSchedule) => {
  const values = { scheduleName, period, every, daysOfWeek, daysOfMonth, version };
  const fields = Object.entries(values);
  return {
    expression: `SET ${fields.map(([name]) => `#${name} = :${name}`).join(', ')}`,
    names: Object.fromEntries(fields.map(([name]) => [`#${name}`, name])),
    values: Object.fromEntries(fields.map(([name, value]) => [`:${name}`, value])),
  };
};

export const dynamoSaleSchedules = (table: Table): SaleSchedules => ({
  find: async (dealerCode, dealerSaleScheduleId) => {
    const row = await table.get(keys.schedule(dealerCode, dealerSaleScheduleId));
    return row === undefined ? undefined : readScheduleRow(row);
  },

  all: async (dealerCode) => {
    const partition = { pk: schedulesPartition(dealerCode), skPrefix: SCHEDULE_PREFIX };
    return (await table.query({ ...partition, limit: MAX_SCHEDULES, newestFirst: true })).map(readScheduleRow);
  },

  add: async (schedule) => {
    const outcome = await transactPlanned<Purpose>(table, [
      ...plannedFor<Purpose>('id', [{ put: scheduleItem(schedule), onlyIf: ABSENT }]),
      ...plannedFor<Purpose>('count', [oneMore(keys.scheduleCount(schedule.dealerCode), MAX_SCHEDULES)]),
    ]);
    if (outcome.applied) return 'added';
    return outcome.refusalOf('count') === undefined ? 'id-taken' : 'too-many';
  },

  replace: async (schedule) => {
    const update = keys.schedule(schedule.dealerCode, schedule.dealerSaleScheduleId);
    const onlyIf = atVersion(schedule.version - 1);
    return (await table.transact([{ update, set: changed(schedule), onlyIf }])).applied;
  },

  remove: async (dealerCode, dealerSaleScheduleId) => {
    const outcome = await transactPlanned<Purpose>(table, [
      ...plannedFor<Purpose>('id', [{ remove: keys.schedule(dealerCode, dealerSaleScheduleId), onlyIf: UNUSED }]),
      ...plannedFor<Purpose>('count', [oneLess(keys.scheduleCount(dealerCode))]),
    ]);
    if (outcome.applied) return 'removed';
    if (outcome.refusalOf('id')?.item === undefined) return 'not-there';
    return { usedBy: await oneUser(table, salesOfSchedulePartition(dealerCode, dealerSaleScheduleId)) };
  },
});
