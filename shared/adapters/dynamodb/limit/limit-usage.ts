import * as z from 'zod/mini';
import { type LimitPeriod, limitPeriods, MAX_LIMIT_SHARDS } from '../../../domain/limit/limits.ts';
import { minor } from '../../../domain/money/money.ts';
import type { LimitUsage, UsageQuery } from '../../../ports/limit-usage.ts';
import { objectRow, parseRow } from '../engine/row.ts';
import type { Table } from '../engine/table.ts';
import { keys } from '../keys.ts';

const bucketRow = objectRow(() => ({ pk: z.string(), usedMinor: z.int().check(z.nonnegative()) }));

const sum = (values: readonly number[]) => minor(values.reduce((total, value) => total + value, 0));

export const dynamoLimitUsage = (table: Table): LimitUsage => {
  const usedByShard = async ({ dealerCode, currency, day, shards }: UsageQuery) => {
    const periods = limitPeriods(day);
    const keysOf = (period: LimitPeriod, length: number) =>
      Array.from({ length }, (_, shard) => keys.limitBucket(dealerCode, { ...period, currency, shard }));
    // The number of shards changes at midnight, so a month may have used more of them than today's limits name.
    const [dayKeys, monthKeys] = [keysOf(periods.day, shards), keysOf(periods.month, MAX_LIMIT_SHARDS)];
    const rows = await table.getMany([...dayKeys, ...monthKeys]);
    const buckets = new Map(rows.map((row) => parseRow('limit bucket', bucketRow, row)).map((row) => [row.pk, row]));
    const usedAt = ({ pk }: { readonly pk: string }): number => buckets.get(pk)?.usedMinor ?? 0;
    return { day: dayKeys.map(usedAt), month: monthKeys.map(usedAt) };
  };
  return {
    usedByShard,
    used: async (query) => {
      const { day, month } = await usedByShard(query);
      return { daily: sum(day), monthly: sum(month) };
    },
  };
};
