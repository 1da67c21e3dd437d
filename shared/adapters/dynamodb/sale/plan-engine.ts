import * as z from 'zod/mini';
import { omitUndefined } from '../../../domain/omit-undefined.ts';
import type { CardTries } from '../../../domain/sale/card-tries.ts';
import { endsPlannedStep } from '../../../domain/sale/plan-moves.ts';
import type { OpenSale } from '../../../domain/sale/sale.ts';
import type { DuePlan, PlanConclusion, PlanEngine, PlanFile } from '../../../ports/plan-engine.ts';
import { plannedFor, transactPlanned } from '../engine/planned-writes.ts';
import { objectRow, parseRow, storedText, storedWhole } from '../engine/row.ts';
import type { Table } from '../engine/table.ts';
import { ABSENT, atVersion, type Row, type Write } from '../engine/writes.ts';
import { DUE_INDEX, dueUntil, positionAt } from '../index-keys.ts';
import { keys } from '../keys.ts';
import { type EventWriter, NOBODY_TOLD } from '../outbox/event-writer.ts';
import { planItemAt, planPointerItem, planTryItem, readPlanItem } from './payment-plan-item.ts';
import { dueEntryOf, PLAN_SHARDS, planDuePartition, planKeys } from './plan-keys.ts';
import { lookAtMsWith } from './plan-notices.ts';
import { readScheduleRow } from './sale-schedules.ts';
import { readOpenSale } from './sales.ts';

const triesRow = objectRow(() => ({
  version: storedWhole,
  tries: z.array(z.object({ atMs: storedWhole, attempt: storedText })),
}));

const dueOf = (shard: number, { pk, dueSk }: Row): DuePlan => {
  const position = String(dueSk);
  return { shard, position, ...dueEntryOf(String(pk), position) };
};

const openFile = async (table: Table, due: DuePlan): Promise<PlanFile | undefined> => {
  const { dealerCode, dealerSaleId } = due;
  const [ofPlan, ofSale] = [planKeys.plan(due), keys.saleById(dealerCode, dealerSaleId)];
  const rows = await table.getMany([ofPlan, ofSale]);
  const [plan, sale] = [ofPlan, ofSale].map((key) => rows.find(({ sk }) => sk === key.sk));
  return plan === undefined || sale === undefined ? undefined : { ...readOpenSale(sale), plan: readPlanItem(plan) };
};

interface EngineStore {
  readonly table: Table;
  readonly events: EventWriter;
}

type Purpose = 'plan' | 'sale' | 'try' | 'next' | 'event';

/**
 * What the end of the planned step writes to its sale, on condition that the sale is as it was read: the next step, or that
 * there is none, with the day that was charged last. It is a write in either case, so that a change of the sale that was
 * decided while the step still ran is refused, and plans what follows.
 */
const saleWrite = ({ plan, next }: PlanConclusion, { sale, plannedStep }: OpenSale): readonly Write[] => {
  if (!endsPlannedStep(plan, { sale, ...omitUndefined({ plannedStep }) })) return [];
  const key = keys.saleById(sale.dealerCode, sale.dealerSaleId);
  const onlyIf = atVersion(sale.version);
  if (next === undefined) {
    const ended = {
      expression: 'SET #plannedThrough = :dueDay REMOVE #plannedStep',
      names: { '#plannedThrough': 'plannedThrough', '#plannedStep': 'plannedStep' },
      values: { ':dueDay': plan.dueDay },
    };
    return [{ update: key, set: ended, onlyIf }];
  }
  const set = {
    expression: 'SET #plannedStep = :next',
    names: { '#plannedStep': 'plannedStep' },
    values: { ':next': next.dealerPaymentPlanId },
  };
  return [{ update: key, set, onlyIf }];
};

const lookAtMsAfter = async (
  { plan, lookAtMs, waitsOn }: PlanConclusion,
  events: EventWriter,
): Promise<number | undefined> => (waitsOn === true ? lookAtMsWith(events, plan) : (lookAtMs ?? plan.dueAtMs));

const conclude = async ({ table, events }: EngineStore, conclusion: PlanConclusion, of: OpenSale) => {
  const { plan, tried, next } = conclusion;
  const planned = next === undefined ? [] : [planItemAt(next, await lookAtMsWith(events, next)), planPointerItem(next)];
  const eventWrites = await events.writesOf(conclusion.events ?? []);
  const outcome = await transactPlanned<Purpose>(table, [
    ...plannedFor<Purpose>('plan', [
      { put: planItemAt(plan, await lookAtMsAfter(conclusion, events)), onlyIf: atVersion(plan.version - 1) },
    ]),
    ...plannedFor<Purpose>('sale', saleWrite(conclusion, of)),
    ...plannedFor<Purpose>('try', tried === undefined ? [] : [{ put: planTryItem(tried), onlyIf: ABSENT }]),
    ...plannedFor<Purpose>(
      'next',
      planned.map((put) => ({ put, onlyIf: ABSENT })),
    ),
    ...plannedFor<Purpose>('event', eventWrites),
  ]);
  if (outcome.applied) return 'concluded';
  if (outcome.refusalOf('plan') !== undefined) return 'plan-changed';
  // An id of the next step that is taken is met as a changed sale is: the caller concludes again, with another id.
  if (outcome.refusalOf('sale') !== undefined || outcome.refusalOf('next') !== undefined) return 'sale-changed';
  throw new Error('a try of a plan is there before its plan tells of it');
};

const putOffUnread = async (table: Table, due: DuePlan, dueAtMsAfter: (times: number) => number): Promise<void> => {
  const key = planKeys.plan(due);
  const stored = await table.get(key);
  const times = typeof stored?.unreadTimes === 'number' ? stored.unreadTimes : 0;
  const set = {
    expression: 'SET #dueSk = :dueSk, #unreadTimes = :unreadTimes',
    names: { '#dueSk': 'dueSk', '#unreadTimes': 'unreadTimes' },
    values: { ':dueSk': positionAt(due.position, dueAtMsAfter(times)), ':unreadTimes': times + 1 },
  };
  const onlyIf = { expression: '#dueSk = :position', values: { ':position': due.position } };
  await table.transact([{ update: key, set, onlyIf }]);
};

const triesOf = async (table: Table, dealerCode: string, cardHash: string): Promise<CardTries> => {
  const row = await table.get(keys.cardTries(dealerCode, cardHash));
  const { version, tries } = row === undefined ? { version: 0, tries: [] } : parseRow('card tries', triesRow, row);
  return { dealerCode, cardHash, version, tries };
};

export const dynamoPlanEngine = (table: Table, events: EventWriter = NOBODY_TOLD): PlanEngine => ({
  shards: PLAN_SHARDS,

  due: async (shard, { nowMs, limit, after }) => {
    const page = { index: DUE_INDEX, duePk: planDuePartition(shard), after, until: dueUntil(nowMs), limit };
    return (await table.due(page)).map((row) => dueOf(shard, row));
  },

  open: (due) => openFile(table, due),

  scheduleOf: async ({ dealerCode, dealerSaleScheduleId: id }) => {
    if (id === 0) return undefined;
    const row = await table.get(keys.schedule(dealerCode, id));
    return row === undefined ? undefined : readScheduleRow(row);
  },

  triesOf: (dealerCode, cardHash) => triesOf(table, dealerCode, cardHash),

  conclude: (conclusion, of) => conclude({ table, events }, conclusion, of),

  putOffUnread: (due, dueAtMsAfter) => putOffUnread(table, due, dueAtMsAfter),
});
