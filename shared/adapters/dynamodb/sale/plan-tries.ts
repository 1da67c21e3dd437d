import { MAX_ENTRIES_LISTED } from '../../../domain/payment-list/list-cut.ts';
import { monthsOf } from '../../../domain/payment-list/list-period.ts';
import type { ListedTry, PlanTries, TryEntry } from '../../../ports/payment-plans.ts';
import type { Table } from '../engine/table.ts';
import type { Row } from '../engine/writes.ts';
import { LISTING_INDEX } from '../index-keys.ts';
import { salePartition } from '../keys.ts';
import { momentOfPosition, monthPartitions, rangeOfMoments } from '../list-keys.ts';
import { type PlacedEntry, type ReadOfPart, readMerged } from '../payment-list/merged-entries.ts';
import { readRange } from './partition-range.ts';
import { readPlanItem, readPlanTryItem } from './payment-plan-item.ts';
import { planKeys, planTryPrefix } from './plan-keys.ts';
import { rowsOfKeys } from './rows-of-keys.ts';

/** Most tries of a plan that are read: two slots a day for a year have 730, with three cards each 2,190. */
const MOST_TRIES_OF_PLAN = 5000;

/** The keys of a try tell all of its name: `DEALER#c#SALE#<sale>` and `TRY#<plan>#<number>`. */
const entryOf = ({ pk, sk, listSk }: Row): PlacedEntry<TryEntry> => {
  const [, plan, number] = String(sk).split('#');
  const position = String(listSk);
  const entry = {
    atMs: momentOfPosition(position),
    dealerSaleId: Number(String(pk).slice(String(pk).lastIndexOf('#') + 1)),
    dealerPaymentPlanId: Number(plan),
    number: Number(number),
  };
  return { position, entry };
};

const readEntries = (
  table: Pick<Table, 'list'>,
  { dealerCode, listingShards: shards, period, most }: Parameters<PlanTries['entries']>[0],
): ReturnType<PlanTries['entries']> => {
  const reads = monthPartitions('TRIES', { dealerCode, months: monthsOf(period), listingShards: shards }).map(
    (listPk): ReadOfPart<TryEntry> =>
      async (read) =>
        (await table.list({ index: LISTING_INDEX, listPk, ...read, newestFirst: true })).map(entryOf),
  );
  return readMerged(reads, { between: rangeOfMoments(period), most, shards, mostEntries: MAX_ENTRIES_LISTED });
};

const readTries = async (
  table: Pick<Table, 'getMany'>,
  dealerCode: string,
  entries: readonly TryEntry[],
): Promise<readonly ListedTry[]> => {
  const names = entries.map((entry) => ({ ...entry, dealerCode }));
  const rowOf = await rowsOfKeys(
    table,
    names.flatMap((one) => [planKeys.try(one), planKeys.plan(one)]),
  );
  return names.flatMap((one) => {
    const row = rowOf(planKeys.try(one));
    if (row === undefined) return [];
    return [{ atMs: one.atMs, tried: readPlanTryItem(row), plan: readPlanItem(rowOf(planKeys.plan(one))) }];
  });
};

export const dynamoPlanTries = (table: Pick<Table, 'list' | 'getMany' | 'query'>): PlanTries => ({
  entries: (query) => readEntries(table, query),
  read: (dealerCode, entries) => readTries(table, dealerCode, entries),
  ofPlan: async (plan) => {
    const prefix = planTryPrefix(plan.dealerPaymentPlanId);
    const pk = salePartition(plan.dealerCode, plan.dealerSaleId);
    const rows = await readRange(table, { pk, from: prefix, until: `${prefix}~`, most: MOST_TRIES_OF_PLAN });
    const tries = rows.map(readPlanTryItem).map((tried) => ({ atMs: tried.atMs, tried, plan }));
    return tries.toSorted((one, other) => other.atMs - one.atMs);
  },
});
