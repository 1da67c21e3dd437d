import { type DayText, istanbulDayRange } from '../../../domain/calendar.ts';
import type { AttemptName } from '../../../domain/payment/payment-name.ts';
import type { StatementAccount } from '../../../domain/statement/statement.ts';
import { entryOf, type ListingKeys, listed, spread, stepEntryOf } from '../index-keys.ts';
import { type Key, ofDealer } from '../keys.ts';

// Keys of statements and of what they are made from. The table at the top of keys.ts tells what each is for.

export const statementsPartition = (dealerCode: string, subDealerId: number): string =>
  `STATEMENTS#${dealerCode}#${subDealerId}`;
export const movedPartition = (dealerCode: string, day: DayText): string => `MOVED#${dealerCode}#${day}`;
export const movedPrefix = ({ subDealerId, currency }: Pick<StatementAccount, 'subDealerId' | 'currency'>): string =>
  `${subDealerId}#${currency}#`;

export const statementKeys = {
  statement: ({ dealerCode, subDealerId, currency }: StatementAccount, day: DayText): Key => ({
    pk: statementsPartition(dealerCode, subDealerId),
    sk: `${currency}#${day}`,
  }),
  accountBalance: ({ dealerCode, subDealerId, currency }: StatementAccount): Key => ({
    pk: statementsPartition(dealerCode, subDealerId),
    sk: `BALANCE#${currency}`,
  }),
  statementPointer: (dealerCode: string, id: number): Key => ({
    pk: ofDealer(dealerCode, `STATEMENT#${id}`),
    sk: 'POINTER',
  }),
  movedPage: ({ dealerCode, subDealerId, currency }: StatementAccount, day: DayText, page: number): Key => ({
    pk: movedPartition(dealerCode, day),
    sk: `${movedPrefix({ subDealerId, currency })}${String(page).padStart(6, '0')}`,
  }),
  /** `owner` is a dealer, or `-` for the stage. */
  statementJob: (owner: string): Key => ({ pk: `JOB#statements#${owner}`, sk: 'POSITION' }),
} as const;

/**
 * Keys of the row that names an attempt or step under the day on which it came to count, where that is not the day that
 * lists it.
 */
export const lateEndKey = (
  { kind, ...item }: AttemptName & { readonly kind: 'attempt' | 'step' },
  { dealerCode, listingShards, day }: { dealerCode: string; listingShards: number; day: DayText },
): Key => {
  const entry = kind === 'step' ? stepEntryOf(item) : entryOf(item);
  return { pk: lateEndsPartition(dealerCode, day, spread(entry, listingShards)), sk: entry };
};

const lateEndsPartition = (dealerCode: string, day: DayText, shard: number): string =>
  `LATE#${dealerCode}#${day}#${shard}`;

/** Every shard of the late ends of a dealer's day. */
export const lateEndsPartitions = (query: { dealerCode: string; day: DayText; listingShards: number }) =>
  Array.from({ length: query.listingShards }, (_, shard) => lateEndsPartition(query.dealerCode, query.day, shard));

/** A statement stands in one list of its dealer, whatever the sub-dealer: a day has few of them beside its payments. */
export const statementIndexKeys = (
  statement: { readonly dealerCode: string; readonly day: DayText },
  account: string,
): ListingKeys =>
  listed('STATEMENTS', {
    owner: statement.dealerCode,
    atMs: istanbulDayRange(statement.day).firstMs,
    id: account,
    shards: 1,
  });
