import type { AttemptName } from '../../../domain/payment/payment-name.ts';
import { type EntriesRead, MAX_ENTRIES_LISTED, mergedParts } from '../../../domain/payment-list/list-cut.ts';
import { monthsOf } from '../../../domain/payment-list/list-period.ts';
import type { ListEntry, ListQuery, PaymentLists } from '../../../ports/payment-lists.ts';
import { UnreadableRow } from '../../../ports/store-errors.ts';
import type { Table } from '../engine/table.ts';
import type { Row } from '../engine/writes.ts';
import { itemOfPosition, LISTING_INDEX } from '../index-keys.ts';
import type { Key } from '../keys.ts';
import { momentOfPosition, monthPartitions, rangeOfMoments, subDealerMonth } from '../list-keys.ts';
import { paymentKeys } from '../payment/payment-keys.ts';
import { stepsIn } from '../payment/payment-partition.ts';
import { readStep } from '../payment/step-item.ts';
import { callKeys, ItemsRead, laterAttempts, paymentOf, stepKeys } from './items-of-list.ts';
import { readSubDealerEntry } from './sub-dealer-lists.ts';

type Entries = readonly ListEntry[];

/** One read of a part of the entries. */
interface PartRead {
  readonly limit: number;
  readonly between: ReturnType<typeof rangeOfMoments>;
}

const entryOfIndex = ({ listSk }: Row): ListEntry => {
  const position = String(listSk);
  return { ...itemOfPosition(position), atMs: momentOfPosition(position) };
};

/** The reads that the entries of a query are merged from, each of one shard or month. */
const readsOf = (
  table: Pick<Table, 'list' | 'query'>,
  { dealerCode, listingShards, subDealerId, period, of }: ListQuery,
): readonly ((read: PartRead) => Promise<Entries>)[] => {
  const months = monthsOf(period);
  if (subDealerId !== undefined) {
    return months.map((month) => async (read) => {
      const pk = subDealerMonth(dealerCode, subDealerId, month);
      return (await table.query({ pk, ...read, newestFirst: true })).map(readSubDealerEntry);
    });
  }
  const kinds = of === 'attempts' ? (['CHARGES'] as const) : (['CHARGES', 'STEPS'] as const);
  return kinds
    .flatMap((kind) => monthPartitions(kind, { dealerCode, months, listingShards }))
    .map((listPk) => async (read) => {
      const rows = await table.list({ index: LISTING_INDEX, listPk, ...read, newestFirst: true });
      return rows.map(entryOfIndex);
    });
};

const readEntries = async (
  table: Pick<Table, 'list' | 'query'>,
  query: ListQuery,
  mostEntries: number,
): Promise<EntriesRead<ListEntry>> => {
  const reads = readsOf(table, query);
  const limit = Math.ceil(Math.min(query.most ?? mostEntries, mostEntries) / reads.length);
  const between = rangeOfMoments(query.period);
  const parts = await Promise.all(reads.map((read) => read({ limit, between })));
  const merged = mergedParts(parts.map((entries) => ({ entries, isWhole: entries.length < limit })));
  const isWanted = ({ kind }: ListEntry): boolean => query.of !== 'attempts' || kind === 'attempt';
  return { ...merged, entries: merged.entries.filter(isWanted) };
};

type Items = Pick<Table, 'getMany'>;

const readPayments = async (table: Items, entries: Entries): ReturnType<PaymentLists['payments']> => {
  const items = new ItemsRead();
  await items.read(
    table,
    entries.flatMap((entry) => [
      paymentKeys.attempt(entry),
      paymentKeys.payment(entry.payment),
      paymentKeys.state(entry.payment),
    ]),
  );
  const likely = entries.filter((entry) => items.at(paymentKeys.attempt(entry))?.next !== true);
  const beside = (entry: ListEntry): readonly Key[] => [
    paymentKeys.subDealers(entry),
    ...laterAttempts(items, entry),
    ...callKeys(items, entry),
    ...stepKeys(items, entry),
  ];
  await items.read(table, likely.flatMap(beside));
  return likely.flatMap((entry) => {
    const { payment, attempt } = paymentOf(items, entry) ?? {};
    if (payment === undefined || attempt === undefined) return [];
    const steps = stepsIn(items.of(payment.name), payment.name);
    return [{ atMs: entry.atMs, payment: { ...payment, steps }, attempt }];
  });
};

/** The attempt that an entry is about: a step names its own. */
const attemptOf = (items: ItemsRead, entry: ListEntry): AttemptName => {
  if (entry.kind === 'attempt') return entry;
  const number = items.at(paymentKeys.step(entry))?.attempt;
  if (typeof number !== 'number') throw new UnreadableRow('step', 'attempt');
  return { payment: entry.payment, number };
};

const stepOf = (items: ItemsRead, entry: ListEntry) => {
  const row = entry.kind === 'step' ? items.at(paymentKeys.step(entry)) : undefined;
  return row === undefined ? {} : { step: readStep(row, items.at(paymentKeys.stepShares(entry))) };
};

const readTransactions = async (table: Items, entries: Entries): ReturnType<PaymentLists['transactions']> => {
  const items = new ItemsRead();
  await items.read(
    table,
    entries.flatMap((entry) => [
      entry.kind === 'attempt' ? paymentKeys.attempt(entry) : paymentKeys.step(entry),
      paymentKeys.payment(entry.payment),
      paymentKeys.state(entry.payment),
    ]),
  );
  const beside = (entry: ListEntry): readonly Key[] => {
    const attempt = attemptOf(items, entry);
    const ofStep = entry.kind === 'step' ? [paymentKeys.attempt(attempt), paymentKeys.stepShares(entry)] : [];
    return [...ofStep, ...laterAttempts(items, attempt), ...callKeys(items, attempt)];
  };
  await items.read(table, entries.flatMap(beside));
  return entries.flatMap((entry) => {
    const found = paymentOf(items, attemptOf(items, entry));
    const part = entry.part === undefined ? {} : { part: entry.part };
    return found === undefined ? [] : [{ atMs: entry.atMs, ...found, ...stepOf(items, entry), ...part }];
  });
};

export const dynamoPaymentLists = (
  table: Pick<Table, 'list' | 'query' | 'getMany'>,
  mostEntries = MAX_ENTRIES_LISTED,
): PaymentLists => ({
  entries: (query) => readEntries(table, query, mostEntries),
  payments: (entries) => readPayments(table, entries),
  transactions: (entries) => readTransactions(table, entries),
});
