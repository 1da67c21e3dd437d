import type { DayText } from '../domain/calendar.ts';
import type { Currency, MinorUnits } from '../domain/money/money.ts';

export interface UsageQuery {
  readonly dealerCode: string;
  readonly currency: Currency;
  readonly day: DayText;
  readonly shards: number;
}

export interface LimitUsage {
  /** What the dealer took on the day and in its month, summed over all shards, read strongly. Throws StoreUnavailable. */
  used(query: UsageQuery): Promise<{ readonly daily: MinorUnits; readonly monthly: MinorUnits }>;
  /** The same, shard by shard. Throws StoreUnavailable. */
  usedByShard(query: UsageQuery): Promise<{ readonly day: readonly number[]; readonly month: readonly number[] }>;
}
