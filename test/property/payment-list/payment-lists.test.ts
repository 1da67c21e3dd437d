import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fillSubDealerLists } from '../../../functions/payment-list/fill-sub-dealer-lists/fill-sub-dealer-lists.ts';
import { dynamoPayments } from '../../../shared/adapters/dynamodb/payment/payments.ts';
import { dynamoPaymentLists } from '../../../shared/adapters/dynamodb/payment-list/payment-lists.ts';
import { dynamoSubDealerLists } from '../../../shared/adapters/dynamodb/payment-list/sub-dealer-lists.ts';
import { attemptAsReported, type Payment, reportedAttempt } from '../../../shared/domain/payment/payment.ts';
import { type AtMoment, readList } from '../../../shared/domain/payment-list/list-cut.ts';
import { type ListPeriod, momentsOf, momentText } from '../../../shared/domain/payment-list/list-period.ts';
import { subDealerEntries } from '../../../shared/domain/payment-list/sub-dealer-entry.ts';
import { paymentDetail } from '../../../shared/http/payment-detail.ts';
import { chargeEntry, hasReachedBank, stepEntry, transactionsOf } from '../../../shared/http/payment-transactions.ts';
import type { ListEntry } from '../../../shared/ports/payment-lists.ts';
import { FakeLog } from '../../fakes/log.ts';
import { LISTED_DEALER, momentMs, paymentFact, rowsOf } from '../../support/payment/any-payments.ts';
import { paymentNames } from '../../support/payment/stored-payments.ts';
import { MemoryTable } from '../../support/store/memory-table.ts';
import { putRows } from '../../support/store/store.ts';

const DAY_MS = 86_400_000;
const NOW_MS = Date.UTC(2027, 4, 1);

const options = { nowMs: NOW_MS, urlOf: () => '' };

interface Listed extends AtMoment {
  readonly shown: { readonly TrxStatus: number };
}

/** Every payment of the table as the detail reads it. */
const everyPayment = async (table: MemoryTable): Promise<readonly Payment[]> => {
  const names = new Set(table.rows().flatMap(({ pk }) => /^PAY#(.+)$/.exec(String(pk))?.[1] ?? []));
  const payments = dynamoPayments(table, paymentNames);
  return (await Promise.all([...names].map((name) => payments.find(name)))).filter((one) => one !== undefined);
};

interface Wanted {
  readonly of: 'attempts' | 'attempts-and-steps';
  readonly subDealerId?: number | undefined;
}

/** What the list must hold, by a plain filter over all payments. */
const filtered = (payments: readonly Payment[], { of, subDealerId }: Wanted): readonly Listed[] =>
  payments.flatMap((payment): readonly Listed[] => {
    const attempt = reportedAttempt(payment);
    if (attempt === undefined) return [];
    const shown = { payment, attempt };
    const charge = {
      atMs: attempt.startedAtMs,
      part: { payment: payment.name, kind: 'attempt', number: attempt.number },
    };
    const steps = payment.steps.filter((step) => step.attempt === attempt.number && hasReachedBank(step));
    const partOf = (kind: 'attempt' | 'step', number: number) =>
      subDealerEntries(payment, { payment: payment.name, kind, number }).find((one) => one.subDealerId === subDealerId)
        ?.part;
    const isIts = (kind: 'attempt' | 'step', number: number): boolean =>
      subDealerId === undefined || partOf(kind, number) !== undefined;
    const own = isIts('attempt', attempt.number);
    if (of === 'attempts') {
      return own ? [{ atMs: charge.atMs, shown: paymentDetail(shown, { ...options, subDealerId }) }] : [];
    }
    const [ofCharge] = transactionsOf(shown);
    return [
      ...(own && ofCharge !== undefined ? [{ atMs: charge.atMs, shown: ofCharge }] : []),
      ...steps
        .filter((step) => isIts('step', step.number))
        .map((step) => ({ atMs: step.startedAtMs, shown: stepEntry(shown, step) })),
    ];
  });

const within = ({ fromMs, untilMs }: ListPeriod, listed: readonly Listed[]): readonly Listed[] =>
  listed.filter(({ atMs }) => atMs >= fromMs && atMs <= untilMs);

/** Entries of one moment stand in no order of their own. */
const inOrder = (listed: readonly Listed[]): readonly string[] =>
  listed
    .toSorted((one, other) => other.atMs - one.atMs)
    .map(({ atMs, shown }) => `${momentText(atMs)} ${JSON.stringify(shown)}`)
    .toSorted()
    .toReversed();

interface Sizes {
  readonly shards: number;
  readonly most: number;
  readonly run: number;
  readonly mostRead: number;
  readonly mostEntries: number;
}

/** Asks for a list and goes on where each answer says that it was cut, by the text of the answer. */
const everyPage = async (
  table: MemoryTable,
  period: ListPeriod,
  {
    shards,
    most,
    run,
    mostRead,
    mostEntries,
    of,
    subDealerId,
    trxStatus,
  }: Sizes & Wanted & { readonly trxStatus?: number | undefined },
): Promise<readonly Listed[]> => {
  const lists = dynamoPaymentLists(table, mostEntries);
  const read = async (entries: readonly ListEntry[]): Promise<readonly Listed[]> => {
    const shown =
      of === 'attempts'
        ? (await lists.payments(entries)).map(({ atMs, payment, attempt }) => ({
            atMs,
            shown: paymentDetail(
              { payment, attempt: attemptAsReported(attempt, payment) },
              { ...options, subDealerId },
            ),
          }))
        : (await lists.transactions(entries)).flatMap(({ atMs, payment, attempt, step }) => {
            if (step === undefined) return [{ atMs, shown: chargeEntry({ payment, attempt }) }];
            return hasReachedBank(step) ? [{ atMs, shown: stepEntry({ payment, attempt }, step) }] : [];
          });
    return shown.filter((one) => trxStatus === undefined || one.shown.TrxStatus === trxStatus);
  };
  const found: Listed[] = [];
  let { untilMs } = period;
  for (let page = 0; page < 1000; page += 1) {
    const asked = { fromMs: period.fromMs, untilMs };
    const whose = { dealerCode: LISTED_DEALER, listingShards: shards, subDealerId, of };
    const reads = {
      entries: (part: ListPeriod, wantedEntries: number) =>
        lists.entries({ ...whose, period: part, most: wantedEntries }),
      items: read,
    };
    const { items, leftFromMs } = await readList(reads, asked, { fill: trxStatus !== undefined, most, run, mostRead });
    found.push(...items);
    if (leftFromMs === undefined) return found;
    const next = momentsOf(momentText(leftFromMs));
    expect(next?.untilMs).toBeLessThanOrEqual(untilMs);
    untilMs = next?.untilMs ?? 0;
  }
  throw new Error('the list has no end');
};

/** The records of the stream for new rows, in another order and some of them twice. */
const recordsOf = (table: MemoryTable) => {
  const keys = table
    .rows()
    .filter(({ pk, sk }) => String(pk).startsWith('PAY#') && /^(6#SUB-DEALERS#\d|5#STEP#)/.test(String(sk)))
    .map(({ pk, sk }) => ({ dynamodb: { Keys: { pk: { S: String(pk) }, sk: { S: String(sk) } } } }));
  return { Records: [...keys.toReversed(), ...keys.slice(0, 2)] };
};

const sizes = fc.record({
  shards: fc.integer({ min: 1, max: 3 }),
  most: fc.integer({ min: 1, max: 6 }),
  run: fc.integer({ min: 1, max: 6 }),
  mostRead: fc.integer({ min: 1, max: 12 }),
  // The smaller reads three entries of each shard and month at once.
  mostEntries: fc.constantFrom(40, 300),
});
const period = fc.tuple(momentMs, momentMs, fc.boolean()).map(([one, other, isWhole]) => {
  const untilMs = Math.max(one, other);
  const longest = untilMs - 31 * DAY_MS;
  return { fromMs: isWhole ? longest : Math.max(Math.min(one, other), longest), untilMs };
});
const wanted = fc.record({
  of: fc.constantFrom('attempts' as const, 'attempts-and-steps' as const),
  subDealerId: fc.option(fc.constantFrom(11, 12), { nil: undefined }),
  trxStatus: fc.option(fc.constantFrom(0, 1, 2), { nil: undefined }),
});

describe('Lists of payments (decisions: lists of payments)', () => {
  test('equal a plain filter over all payments, however they are cut: nothing is lost or told twice', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(paymentFact, { minLength: 2, maxLength: 12 }),
        sizes,
        period,
        wanted,
        async (facts, given, asked, { trxStatus, ...which }) => {
          const table = new MemoryTable();
          for (const [index, fact] of facts.entries()) {
            const apart = given.mostEntries < 300 ? 100 * (index + 1) : 0;
            await putRows(table, rowsOf(fact, given.shards, apart));
          }
          const fill = fillSubDealerLists({
            payments: dynamoPayments(table, paymentNames),
            lists: dynamoSubDealerLists(table),
            log: new FakeLog(),
          });
          await fill(recordsOf(table));
          const all = within(asked, filtered(await everyPayment(table), which));
          const expected = all.filter(({ shown }) => trxStatus === undefined || shown.TrxStatus === trxStatus);
          const listed = await everyPage(table, asked, { ...given, ...which, trxStatus });
          expect(inOrder(listed)).toEqual(inOrder(expected));
          expect(listed.map(({ atMs }) => atMs)).toEqual(listed.map(({ atMs }) => atMs).toSorted((a, b) => b - a));
        },
      ),
      { numRuns: 60 },
    );
  });
});
