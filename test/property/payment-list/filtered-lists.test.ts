import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { contract as paymentsContract } from '../../../functions/payment-list/list-payments/contract.ts';
import { listPayments } from '../../../functions/payment-list/list-payments/list-payments.ts';
import { contract as transactionsContract } from '../../../functions/payment-list/list-transactions/contract.ts';
import { listTransactions } from '../../../functions/payment-list/list-transactions/list-transactions.ts';
import { dynamoPaymentLists } from '../../../shared/adapters/dynamodb/payment-list/payment-lists.ts';
import { Refusal } from '../../../shared/domain/refusal.ts';
import { readBody } from '../../../shared/http/body.ts';
import { FakeClock } from '../../fakes/clock.ts';
import { dealerWith } from '../../support/dealer/dealers.ts';
import { LISTED_DEALER, paymentFact, rowsOf } from '../../support/payment/any-payments.ts';
import { MemoryTable } from '../../support/store/memory-table.ts';
import { putRows } from '../../support/store/store.ts';

const clock = new FakeClock(Date.UTC(2027, 4, 1));
const SHARDS = 2;
const dealer = dealerWith({ dealerCode: LISTED_DEALER, listingShards: SHARDS });

type Asked = Readonly<Record<string, unknown>>;
type Entry = Readonly<Record<string, unknown>>;

/** Answers what an operation lists of the drawn payments; nothing where it finds nothing. */
const askerOf = (table: MemoryTable) => {
  const deps = { lists: dynamoPaymentLists(table), clock, baseUrl: 'https://pay.example' };
  const common = { dealer, sourceAddress: '203.0.113.7' } as const;
  const [payments, transactions] = [listPayments(deps), listTransactions(deps)];
  const entriesIn = async (answer: ReturnType<typeof payments>, name: string): Promise<readonly Entry[]> => {
    try {
      return Reflect.get(Object((await answer).data), name) as readonly Entry[];
    } catch (error) {
      if (error instanceof Refusal && error.reason === 'NoDataFound') return [];
      throw error;
    }
  };
  const bodyOf = (fields: Asked) => readBody({ body: JSON.stringify(fields) });
  return {
    payments: (fields: Asked) => {
      const days = { PaymentStartDate: '2027-01-30', PaymentEndDate: '2027-03-01' };
      const value = z.parse(paymentsContract.request, bodyOf({ ...days, ...fields }));
      return entriesIn(payments({ ...common, operation: 'GetPaymentList', read: { ok: true, value } }), 'PaymentList');
    },
    transactions: (fields: Asked) => {
      const days = { TrxStartDate: '2027-01-30', TrxEndDate: '2027-03-01' };
      const value = z.parse(transactionsContract.request, bodyOf({ ...days, ...fields }));
      const read = { ok: true, value } as const;
      return entriesIn(transactions({ ...common, operation: 'GetPaymentTrxList', read }), 'PaymentTrxList');
    },
  };
};

/** Entries of one moment stand in no order of their own. */
const asSet = (entries: readonly Entry[]): readonly string[] => entries.map((one) => JSON.stringify(one)).toSorted();

const fits = (asked: Asked, entry: Entry): boolean =>
  Object.entries(asked).every(([name, value]) => value === undefined || entry[name] === value);

/** A payment, in a state that its attempts come to later, and whether its link is cancelled meanwhile. */
const laterFact = fc.record({
  fact: paymentFact,
  state: fc.option(fc.constantFrom('authenticating', 'in-doubt', 'reversing', 'voided', 'refunded', 'closed'), {
    nil: undefined,
  }),
  isCancelled: fc.boolean(),
});
const drawn = fc.array(laterFact, { minLength: 1, maxLength: 12 });
type LaterFact = typeof laterFact extends fc.Arbitrary<infer Fact> ? Fact : never;

const tableWith = async (facts: readonly LaterFact[]): Promise<MemoryTable> => {
  const table = new MemoryTable();
  const rows = facts.flatMap(({ fact, state, isCancelled }, index) =>
    rowsOf(fact, SHARDS, index).map((row) => {
      if (row.entity === 'attempt' && state !== undefined) return { ...row, state };
      return row.entity === 'state' && isCancelled && row.state === 'open' ? { ...row, state: 'cancelled' } : row;
    }),
  );
  await putRows(table, rows);
  return table;
};

const status = (...values: readonly number[]) => fc.option(fc.constantFrom(...values), { nil: undefined });

describe('Filters of lists of payments (decisions: lists of payments)', () => {
  test('of payments let through what a plain filter over the whole list does', async () => {
    const filters = fc.record({ PaymentStatus: status(0, 1, 2, 3, 4), TrxStatus: status(0, 1, 2) });
    await fc.assert(
      fc.asyncProperty(drawn, filters, async (facts, filter) => {
        const { payments } = askerOf(await tableWith(facts));
        const all = await payments({});
        expect(asSet(await payments(filter))).toEqual(asSet(all.filter((one) => fits(filter, one))));
      }),
      { numRuns: 300 },
    );
  });

  test('of transactions let through what a plain filter over the whole list does', async () => {
    const filters = fc.record({ TrxType: status(1, 2, 3, 4), TrxStatus: status(0, 1, 2) });
    await fc.assert(
      fc.asyncProperty(drawn, filters, async (facts, filter) => {
        const { transactions } = askerOf(await tableWith(facts));
        const all = await transactions({});
        expect(asSet(await transactions(filter))).toEqual(asSet(all.filter((one) => fits(filter, one))));
      }),
      { numRuns: 300 },
    );
  });
});
