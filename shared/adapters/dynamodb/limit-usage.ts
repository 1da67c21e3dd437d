import * as z from 'zod/mini';
import { type LimitPeriod, limitPeriods, MAX_LIMIT_SHARDS } from '../../domain/limits.ts';
import { minor } from '../../domain/money.ts';
import type { LimitUsage } from '../../ports/limit-usage.ts';
import { keys } from './keys.ts';
import { parseRow } from './rows/row.ts';
import type { Table } from './table.ts';

const bucketRow = z.object({
  kind: z.enum(['day', 'month']),
  usedMinor: z.int().check(z.nonnegative()),
});

export const dynamoLimitUsage = (table: Table): LimitUsage => ({
  used: async ({ dealerCode, currency, day, shards }) => {
    const periods = limitPeriods(day);
    const spread = (period: LimitPeriod, length: number) =>
      Array.from({ length }, (_, shard) => ({ ...period, currency, shard }));
    // The number of shards changes at midnight, so a month may have used more of them than today's limits name.
    const wanted = [...spread(periods.day, shards), ...spread(periods.month, MAX_LIMIT_SHARDS)];
    const rows = await table.getMany(wanted.map((bucket) => keys.limitBucket(dealerCode, bucket)));
    const buckets = rows.map((row) => parseRow('limit bucket', bucketRow, row));
    const sum = (kind: 'day' | 'month') =>
      minor(buckets.filter((bucket) => bucket.kind === kind).reduce((total, { usedMinor }) => total + usedMinor, 0));
    return { daily: sum('day'), monthly: sum('month') };
  },
});
