import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { contract } from '../../../functions/payment-list/list-payments/contract.ts';
import { listPayments } from '../../../functions/payment-list/list-payments/list-payments.ts';
import { dynamoPaymentLists } from '../../../shared/adapters/dynamodb/payment-list/payment-lists.ts';
import type { PaymentQuery } from '../../../shared/desk/payment/payment-query.ts';
import {
  csvPartsOf,
  type DeskPayment,
  pageOfPayments,
  paymentsOfPart,
} from '../../../shared/desk/payment/payments-of-query.ts';
import { askedStates } from '../../../shared/domain/desk/payment-state.ts';
import { Refusal } from '../../../shared/domain/refusal.ts';
import { readBody } from '../../../shared/http/body.ts';
import { FakeClock } from '../../fakes/clock.ts';
import { dealerWith } from '../../support/dealer/dealers.ts';
import { LISTED_DEALER, paymentFact, rowsOf } from '../../support/payment/any-payments.ts';
import { MemoryTable } from '../../support/store/memory-table.ts';
import { putRows } from '../../support/store/store.ts';

const NOW_MS = Date.UTC(2027, 4, 1);
/** Thirty days of the drawn payments, which lie between 27 January and 28 February. */
const DAYS = { fromDay: '20270129', untilDay: '20270228' } as const;
const SHARDS = 2;

const dealer = dealerWith({ dealerCode: LISTED_DEALER, listingShards: SHARDS });

interface Listed {
  readonly DealerPaymentId: number;
  readonly Amount: number;
  readonly RefAmount: number;
  readonly CurrencyCode: string;
  readonly PaymentStatus: number;
  readonly TrxStatus: number;
}

/** What GetPaymentList answers of the same days; none where it finds nothing. */
const answered = async (table: MemoryTable): Promise<readonly Listed[]> => {
  const ask = listPayments({
    lists: dynamoPaymentLists(table),
    clock: new FakeClock(NOW_MS),
    baseUrl: 'https://pay.example',
  });
  const body = JSON.stringify({ PaymentStartDate: '2027-01-29', PaymentEndDate: '2027-02-28' });
  try {
    const { data } = await ask({
      dealer,
      operation: 'GetPaymentList',
      sourceAddress: '203.0.113.7',
      read: { ok: true, value: z.parse(contract.request, readBody({ body })) },
    });
    return (data as { readonly PaymentList: readonly Listed[] }).PaymentList;
  } catch (error) {
    if (error instanceof Refusal && error.reason === 'NoDataFound') return [];
    throw error;
  }
};

const everyPage = async (table: MemoryTable, query: PaymentQuery): Promise<readonly DeskPayment[]> => {
  const lists = dynamoPaymentLists(table);
  const found: DeskPayment[] = [];
  let beforeMs: number | undefined;
  for (let page = 0; page < 100; page += 1) {
    const at = beforeMs === undefined ? query : { ...query, beforeMs };
    const { items, leftFromMs } = await pageOfPayments(lists, { dealer, query: at, nowMs: NOW_MS });
    found.push(...items);
    if (leftFromMs === undefined) return found;
    beforeMs = leftFromMs;
  }
  throw new Error('the list does not end');
};

const amountOf = ({ attempt: { captured, terms } }: DeskPayment): number => captured ?? terms.total;

const idsOf = (payments: readonly DeskPayment[]): readonly number[] =>
  payments.map(({ payment }) => payment.paymentId).toSorted((a, b) => a - b);

const drawn = fc.array(paymentFact, { maxLength: 12 });
/** More than a small part holds: a part is read over two months of two shards. */
const manyDrawn = fc.array(paymentFact, { minLength: 20, maxLength: 40 });

const tableWith = async (facts: readonly (typeof paymentFact extends fc.Arbitrary<infer Fact> ? Fact : never)[]) => {
  const table = new MemoryTable();
  await putRows(
    table,
    facts.flatMap((fact, index) => rowsOf(fact, SHARDS, index)),
  );
  return table;
};

describe('The desk’s list of payments', () => {
  test('has the payments of GetPaymentList with their amounts, to the minor unit', async () => {
    await fc.assert(
      fc.asyncProperty(drawn, async (facts) => {
        const table = await tableWith(facts);
        const [ofDesk, ofApi] = await Promise.all([everyPage(table, DAYS), answered(table)]);
        expect(idsOf(ofDesk)).toEqual(ofApi.map((one) => one.DealerPaymentId).toSorted((a, b) => a - b));
        const sumOfDesk = ofDesk.reduce((sum, one) => sum + amountOf(one) - (one.attempt.refunded ?? 0), 0);
        const sumOfApi = ofApi.reduce((sum, { Amount, RefAmount }) => sum + Math.round((Amount - RefAmount) * 100), 0);
        expect(sumOfDesk).toBe(sumOfApi);
      }),
    );
  });

  test('parted by state loses and invents nothing', async () => {
    await fc.assert(
      fc.asyncProperty(drawn, async (facts) => {
        const table = await tableWith(facts);
        const all = await everyPage(table, DAYS);
        const parted = await Promise.all(askedStates.map((state) => everyPage(table, { ...DAYS, state })));
        const inParts = new Set(parted.flatMap(idsOf));
        expect([...inParts].toSorted((a, b) => a - b)).toEqual(idsOf(all));
      }),
    );
  });

  test('has the same payments in its CSV file, each in one part, however small the parts are', async () => {
    await fc.assert(
      fc.asyncProperty(manyDrawn, fc.integer({ min: 16, max: 40 }), async (facts, part) => {
        const table = await tableWith(facts);
        const lists = dynamoPaymentLists(table);
        const listing = { dealer, query: DAYS, nowMs: NOW_MS };
        const { parts, leftFromMs } = await csvPartsOf(lists, listing, { part, parts: 100 });
        const inFiles = await Promise.all(parts.map((one) => paymentsOfPart(lists, listing, one)));
        expect(leftFromMs).toBeUndefined();
        expect(idsOf(inFiles.flatMap(({ items }) => items))).toEqual(idsOf(await everyPage(table, DAYS)));
      }),
    );
  });
});
