import type { Attempt } from '../../../domain/attempt/attempt.ts';
import type { PaymentRequest } from '../../../domain/link/payment-request.ts';
import { omitUndefined } from '../../../domain/omit-undefined.ts';
import { type AttemptName, orderIdOf, type PaymentName } from '../../../domain/payment/payment-name.ts';
import type { Step } from '../../../domain/payment/step.ts';
import type { ListedPayment, OperatorPayments, QueuedPayment } from '../../../ports/operator-payments.ts';
import type { DayPageQuery } from '../../../ports/operator-records.ts';
import { UnreadableRow } from '../../../ports/store-errors.ts';
import { readAttempt } from '../attempt/attempt-item.ts';
import { dueEntry, itemsOf, listingEntry } from '../engine/listed-items.ts';
import { mergedPage } from '../engine/merged-page.ts';
import { readAll, type Table } from '../engine/table.ts';
import type { Row } from '../engine/writes.ts';
import {
  DUE_INDEX,
  DUE_SHARDS,
  duePartition,
  END_OF_QUEUE,
  itemOfPosition,
  LISTING_INDEX,
  listingPartitions,
  listingRangeOf,
} from '../index-keys.ts';
import type { Key } from '../keys.ts';
import { readLink } from '../link/state-item.ts';
import { readPaymentItem } from './payment-item.ts';
import { paymentKeys } from './payment-keys.ts';
import { readStep } from './step-item.ts';

const readable = <Read>(read: () => Read): Read | undefined => {
  try {
    return read();
  } catch (error) {
    if (error instanceof UnreadableRow) return undefined;
    throw error;
  }
};

/** An index entry with its item. The key names the attempt even if the rest of the item is damaged. */
interface PlacedItem {
  readonly position: string;
  readonly item: Row;
}

interface PlacedPayment extends PlacedItem {
  readonly orderId: string;
  readonly attempt?: Attempt;
  readonly step?: Step;
}

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
const number = (value: unknown): number => (typeof value === 'number' ? value : 0);

/** The attempt of an entry, or the attempt that the entry's step belongs to. */
const attemptNameOf = ({ position, item }: PlacedItem): AttemptName => {
  const { kind, payment, number: own } = itemOfPosition(position);
  return { payment, number: kind === 'step' ? number(item.attempt) : own };
};

const idOf = ({ pk, sk }: { readonly pk?: unknown; readonly sk?: unknown }): string => `${String(pk)} ${String(sk)}`;

/** Keys of the other items that an entry's attempt and step are read from. */
const keysBeside = (placed: PlacedItem): readonly Key[] => {
  const { kind, ...name } = itemOfPosition(placed.position);
  const attempt = attemptNameOf(placed);
  return [
    paymentKeys.payment(name.payment),
    paymentKeys.subDealers(attempt),
    paymentKeys.call(attempt),
    ...(kind === 'step' ? [paymentKeys.attempt(attempt), paymentKeys.stepShares(name)] : []),
  ];
};

/** The attempts and steps of a page, read with the items of their payments. */
const withPayments = async (table: Table, placed: readonly PlacedItem[]): Promise<readonly PlacedPayment[]> => {
  const wanted = new Map(placed.flatMap(keysBeside).map((key) => [idOf(key), key]));
  const rows = new Map((await readAll(table, [...wanted.values()])).map((row) => [idOf(row), row]));
  return placed.map((one) => {
    const { kind, ...name } = itemOfPosition(one.position);
    const of = attemptNameOf(one);
    const payment = rows.get(idOf(paymentKeys.payment(name.payment)));
    const row = kind === 'step' ? rows.get(idOf(paymentKeys.attempt(of))) : one.item;
    const subDealers = rows.get(idOf(paymentKeys.subDealers(of)));
    const call = rows.get(idOf(paymentKeys.call(of)));
    const isWhole = payment !== undefined && row !== undefined;
    const attempt = isWhole ? readable(() => readAttempt({ attempt: row, payment, call, subDealers })) : undefined;
    const beside = rows.get(idOf(paymentKeys.stepShares(name)));
    const step = kind === 'step' ? readable(() => readStep(one.item, beside)) : undefined;
    return { ...one, orderId: orderIdOf(of), ...omitUndefined({ attempt, step }) };
  });
};

const listed = ({ position, orderId, attempt }: PlacedPayment): ListedPayment => ({
  position,
  orderId,
  ...omitUndefined({ attempt }),
});

const queued = ({ position, item, orderId, attempt, step }: PlacedPayment): QueuedPayment => {
  const isStep = itemOfPosition(position).kind === 'step';
  // A step that cannot be read makes the whole entry unreadable, even if its attempt can be read.
  const read = isStep && step === undefined ? {} : omitUndefined({ attempt, step });
  const dealerCode = text(item.dealerCode);
  return {
    position,
    dueAtMs: Number(position.split('#')[0]),
    unreadTimes: number(item.unreadTimes),
    orderId,
    ...omitUndefined({ dealerCode }),
    ...read,
  };
};

const linksOf = async (
  table: Table,
  attempts: readonly Attempt[],
): Promise<ReadonlyMap<PaymentName, PaymentRequest>> => {
  const payments = [...new Set(attempts.filter(({ kind }) => kind === 'link').map(({ payment }) => payment))];
  const rows = await readAll(
    table,
    payments.flatMap((payment) => [paymentKeys.payment(payment), paymentKeys.state(payment)]),
  );
  const states = new Map(rows.filter(({ entity }) => entity === 'state').map((row) => [row.pk, row]));
  const links = new Map<PaymentName, PaymentRequest>();
  for (const row of rows.filter(({ entity }) => entity === 'payment')) {
    const link = readable(() => readLink(states.get(row.pk), { payment: row }));
    if (link !== undefined) links.set(readPaymentItem(row).name, link);
  }
  return links;
};

/** A page of a day's charges or steps, with what they are read from. */
const pageOf = async (
  table: Table,
  kind: 'CHARGES' | 'STEPS',
  query: DayPageQuery,
): Promise<readonly PlacedPayment[]> => {
  const { day, after, limit } = query;
  const between = listingRangeOf(day);
  const page = await mergedPage({
    shards: listingPartitions(kind, query),
    after,
    limit,
    read: async (listPk, rows) =>
      (await table.list({ index: LISTING_INDEX, listPk, between, ...rows })).map(listingEntry),
  });
  return withPayments(table, await itemsOf(table, page));
};

export const dynamoOperatorPayments = (table: Table): OperatorPayments => ({
  pageOfDay: async (query) => (await pageOf(table, 'CHARGES', query)).map(listed),

  pageOfStepsOfDay: async (query) =>
    (await pageOf(table, 'STEPS', query)).map((placed) => ({
      ...listed(placed),
      ...omitUndefined({ step: placed.step }),
    })),

  pageOfQueue: async ({ after, limit }) => {
    const page = await mergedPage({
      shards: Array.from({ length: DUE_SHARDS }, (_, shard) => duePartition(shard)),
      after,
      limit,
      read: async (duePk, rows) =>
        (await table.due({ index: DUE_INDEX, duePk, until: END_OF_QUEUE, ...rows })).map(dueEntry),
    });
    return (await withPayments(table, await itemsOf(table, page))).map(queued);
  },

  linksOf: (attempts) => linksOf(table, attempts),
});
