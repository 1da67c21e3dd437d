import type { AttemptName } from '../../../domain/payment/payment-name.ts';
import { type EntriesRead, MAX_ENTRIES_LISTED } from '../../../domain/payment-list/list-cut.ts';
import { monthsOf } from '../../../domain/payment-list/list-period.ts';
import type { EarlyFilter, ListEntry, ListQuery, PaymentLists } from '../../../ports/payment-lists.ts';
import { UnreadableRow } from '../../../ports/store-errors.ts';
import { readAttemptAlone } from '../attempt/attempt-item.ts';
import type { Table } from '../engine/table.ts';
import type { Row } from '../engine/writes.ts';
import { itemOfPosition, LISTING_INDEX, type ListingKind } from '../index-keys.ts';
import type { Key } from '../keys.ts';
import { momentOfPosition, monthPartitions, rangeOfMoments, subDealerMonth } from '../list-keys.ts';
import { paymentKeys } from '../payment/payment-keys.ts';
import { stepsIn } from '../payment/payment-partition.ts';
import { readStep, readStepAlone } from '../payment/step-item.ts';
import { ItemsRead, keysBesideStep, keysOfAttempt, paymentOf, stepKeys } from './items-of-list.ts';
import { type PlacedEntry as Placed, type ReadOfPart, readMerged } from './merged-entries.ts';
import { readSubDealerEntry } from './sub-dealer-lists.ts';

type PlacedEntry = Placed<ListEntry>;

type Entries = readonly ListEntry[];

const entryOfIndex = ({ listSk }: Row): PlacedEntry => {
  const position = String(listSk);
  return { position, entry: { ...itemOfPosition(position), atMs: momentOfPosition(position) } };
};

const KINDS_OF = {
  attempts: ['CHARGES'],
  steps: ['STEPS'],
  'attempts-and-steps': ['CHARGES', 'STEPS'],
} as const satisfies Record<ListQuery['of'], readonly ListingKind[]>;

/** The reads that the entries of a query are merged from, each of one shard or month. */
const readsOf = (
  table: Pick<Table, 'list' | 'query'>,
  { dealerCode, listingShards, subDealerId, period, of }: ListQuery,
): readonly ReadOfPart<ListEntry>[] => {
  const months = monthsOf(period);
  if (subDealerId !== undefined) {
    return months.map((month) => async (read) => {
      const pk = subDealerMonth(dealerCode, subDealerId, month);
      return (await table.query({ pk, ...read, newestFirst: true })).map(readSubDealerEntry);
    });
  }
  return KINDS_OF[of]
    .flatMap((kind) => monthPartitions(kind, { dealerCode, months, listingShards }))
    .map((listPk) => async (read) => {
      const rows = await table.list({ index: LISTING_INDEX, listPk, ...read, newestFirst: true });
      return rows.map(entryOfIndex);
    });
};

const isOfKind = ({ kind }: ListEntry, of: ListQuery['of']): boolean =>
  of === 'attempts-and-steps' || (kind === 'step') === (of === 'steps');

const readEntries = async (
  table: Pick<Table, 'list' | 'query'>,
  query: ListQuery,
  mostEntries: number,
): Promise<EntriesRead<ListEntry>> => {
  const { period, most = mostEntries, of, listingShards } = query;
  const shards = query.subDealerId === undefined ? listingShards : 1;
  const merged = await readMerged(readsOf(table, query), {
    between: rangeOfMoments(period),
    most,
    shards,
    mostEntries,
  });
  return { ...merged, entries: merged.entries.filter((entry) => isOfKind(entry, of)) };
};

type Items = Pick<Table, 'getMany'>;

/** Entries of attempts that an early filter lets through; all of them without one. */
const likelyAttempts = (items: ItemsRead, entries: Entries, { attempt: mayBeWanted }: EarlyFilter): Entries =>
  mayBeWanted === undefined
    ? entries
    : entries.filter((entry) => {
        const row = items.at(paymentKeys.attempt(entry));
        return row === undefined || mayBeWanted(readAttemptAlone(row));
      });

const readPayments = async (
  table: Items,
  entries: Entries,
  early: EarlyFilter,
): ReturnType<PaymentLists['payments']> => {
  const items = new ItemsRead();
  await items.read(table, () => entries.map(paymentKeys.attempt), 1);
  const likely = likelyAttempts(items, entries, early);
  const needed = (entry: ListEntry): readonly Key[] => {
    const keys = keysOfAttempt(items, entry);
    return keys.length === 0 ? [] : [...keys, paymentKeys.subDealers(entry), ...stepKeys(items, entry)];
  };
  await items.read(table, () => likely.flatMap(needed));
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

/** Nearly every payment has one attempt, so that of a step is read together with it. */
const keysOfEntry = (entry: ListEntry): readonly Key[] =>
  entry.kind === 'attempt'
    ? [paymentKeys.attempt(entry)]
    : [paymentKeys.step(entry), paymentKeys.attempt({ payment: entry.payment, number: 1 })];

const likelyTransactions = (items: ItemsRead, entries: Entries, early: EarlyFilter): Entries => {
  const attempts = new Set(
    likelyAttempts(
      items,
      entries.filter(({ kind }) => kind === 'attempt'),
      early,
    ),
  );
  const mayBeWanted = (entry: ListEntry): boolean => {
    const row = items.at(paymentKeys.step(entry));
    return row === undefined || early.step === undefined || early.step(readStepAlone(row));
  };
  return entries.filter((entry) => (entry.kind === 'attempt' ? attempts.has(entry) : mayBeWanted(entry)));
};

const readTransactions = async (
  table: Items,
  entries: Entries,
  early: EarlyFilter,
): ReturnType<PaymentLists['transactions']> => {
  const items = new ItemsRead();
  await items.read(table, () => entries.flatMap(keysOfEntry), 1);
  const likely = likelyTransactions(items, entries, early);
  const needed = (entry: ListEntry): readonly Key[] => [
    ...(entry.kind === 'step' ? keysBesideStep(items, entry) : []),
    ...keysOfAttempt(items, attemptOf(items, entry)),
  ];
  await items.read(table, () => likely.flatMap(needed));
  return likely.flatMap((entry) => {
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
  payments: (entries, early = {}) => readPayments(table, entries, early),
  transactions: (entries, early = {}) => readTransactions(table, entries, early),
});
