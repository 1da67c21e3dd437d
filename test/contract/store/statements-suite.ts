import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Table } from '../../../shared/adapters/dynamodb/engine/table.ts';
import { dynamoStatementMaking } from '../../../shared/adapters/dynamodb/statement/statement-making.ts';
import { dynamoStatements } from '../../../shared/adapters/dynamodb/statement/statements.ts';
import { type Currency, minor } from '../../../shared/domain/money/money.ts';
import type { StatementEntry } from '../../../shared/domain/statement/movement.ts';
import {
  type AccountBalance,
  addTotals,
  makeStatement,
  NO_TOTALS,
  totalsOfEntry,
} from '../../../shared/domain/statement/statement.ts';
import { STATEMENT_POSITION } from '../../../shared/ports/statements.ts';
import { paidAt, refundedAt } from '../../support/payment/paid-payments.ts';

const DAY = '20270115';
/** One minute before midnight in Istanbul. */
const LATE_MS = Date.UTC(2027, 0, 15, 20, 59);
const NEXT_MS = LATE_MS + 120_000;
let ids = 0;

const newDealerCode = (): string => `D-${randomUUID().slice(0, 18)}`;

const entryWith = (paymentId: number, changes: Partial<StatementEntry> = {}): StatementEntry => ({
  subDealerId: 0,
  kind: 'charge',
  currency: 'TL',
  paymentId,
  orderId: `ORDER-${paymentId}`,
  otherTrxCode: 'C-1',
  atMs: LATE_MS + paymentId,
  gross: minor(1000),
  commission: minor(30),
  balance: minor(970),
  pool: minor(0),
  ...changes,
});

interface Made {
  readonly day?: string;
  readonly subDealerId?: number;
  readonly currency?: Currency;
  readonly before?: AccountBalance;
}

const madeOf = (dealerCode: string, { day = DAY, subDealerId = 0, currency = 'TL', before }: Made = {}) => {
  ids += 1;
  const account = { dealerCode, subDealerId, currency };
  const totals = totalsOfEntry(entryWith(1));
  return makeStatement(account, totals, before, { statementId: ids, day, madeAtMs: NEXT_MS });
};

const itemsOf = async (store: Table, dealerCode: string, day: string, limit = 50) => {
  const making = dynamoStatementMaking(store);
  const found: string[] = [];
  let after: string | undefined;
  for (let page = 0; page < 30; page += 1) {
    const { items, next } = await making.countedOn({ dealerCode, day, listingShards: 1, after, limit });
    found.push(...items.map(({ payment, kind, number }) => `${payment} ${kind} ${number}`));
    if (next === undefined) return found;
    after = next;
  }
  return expect.unreachable('the list does not end');
};

const countingTests = (world: () => { readonly store: Table }): void => {
  test('a day names what began on it and what came to count on it, each once, in pages of any size', async () => {
    const { store } = world();
    const dealerCode = newDealerCode();
    const early = await paidAt(store, dealerCode, { startedAtMs: LATE_MS - 1000, endedAtMs: LATE_MS });
    const late = await paidAt(store, dealerCode, { startedAtMs: LATE_MS, endedAtMs: NEXT_MS });
    await refundedAt(store, early, 100, { startedAtMs: LATE_MS + 1, endedAtMs: NEXT_MS });
    const own = [early, late].map(({ payment }) => `${payment} attempt 1`);
    const step = `${early.payment} step 1`;
    for (const limit of [1, 2, 50]) {
      expect((await itemsOf(store, dealerCode, DAY, limit)).toSorted()).toEqual([...own, step].toSorted());
      const onNext = await itemsOf(store, dealerCode, '20270116', limit);
      expect(onNext.toSorted()).toEqual([`${late.payment} attempt 1`, step].toSorted());
    }
    expect(await itemsOf(store, dealerCode, '20270117')).toEqual([]);
    expect(await dynamoStatementMaking(store).firstDay(dealerCode, { listingShards: 1, until: '20270301' })).toBe(DAY);
  });

  test('a dealer without a charge has no first day', async () => {
    const making = dynamoStatementMaking(world().store);
    expect(await making.firstDay(newDealerCode(), { listingShards: 2, until: DAY })).toBeUndefined();
  });
};

const keepingTests = (world: () => { readonly store: Table }): void => {
  test('what moved is kept by account and page, and a page that is kept again replaces itself', async () => {
    const making = dynamoStatementMaking(world().store);
    const dealerCode = newDealerCode();
    const pageOf = (page: number, subDealerId: number, count: number) => {
      const entries = Array.from({ length: count }, (_, index) => entryWith(index + 1, { subDealerId }));
      const totals = entries.map(totalsOfEntry).reduce(addTotals, NO_TOTALS);
      return { account: { dealerCode, subDealerId, currency: 'TL' }, day: DAY, page, totals, entries } as const;
    };
    const pages = [pageOf(0, 0, 2), pageOf(0, 7, 1), pageOf(1, 0, 3)];
    await making.keepMoved(pages);
    await making.keepMoved(pages);
    const rows = await making.moved(dealerCode, DAY, { limit: 2 });
    const rest = await making.moved(dealerCode, DAY, { after: rows.at(-1)?.position, limit: 2 });
    expect([...rows, ...rest].map(({ account, totals }) => [account.subDealerId, totals.sales.count])).toEqual([
      [0, 2],
      [0, 3],
      [7, 1],
    ]);
    const { statement } = madeOf(dealerCode);
    const read = await dynamoStatements(world().store).entriesOf(statement, 4);
    expect(read).toEqual([1, 1, 2, 2].map((id) => entryWith(id)));
  });

  test('a statement is written once, with the balance behind it, and found by day, id and list', async () => {
    const { store } = world();
    const [making, statements] = [dynamoStatementMaking(store), dynamoStatements(store)];
    const dealerCode = newDealerCode();
    const first = madeOf(dealerCode);
    expect(await making.write(first)).toBe(true);
    expect(await making.write(madeOf(dealerCode))).toBe(false);
    expect(await making.balance(first.statement)).toEqual(first.balance);
    const second = madeOf(dealerCode, { day: '20270201', before: first.balance });
    const ofSubDealer = madeOf(dealerCode, { subDealerId: 7 });
    const inDollars = madeOf(dealerCode, { currency: 'USD' });
    for (const made of [second, ofSubDealer, inDollars]) expect(await making.write(made)).toBe(true);
    const days = { from: DAY, until: '20270201' };
    const own = await statements.ofDays({ dealerCode, subDealerId: 0 }, days);
    expect(own).toEqual([second, inDollars, first].map(({ statement }) => statement));
    expect(await statements.ofDays({ dealerCode, subDealerId: 0 }, { from: DAY, until: DAY })).toHaveLength(2);
    expect(await statements.findById(dealerCode, ofSubDealer.statement.statementId)).toEqual(ofSubDealer.statement);
    expect(await statements.findById(newDealerCode(), first.statement.statementId)).toBeUndefined();
    const listed: unknown[] = [];
    let after: string | undefined;
    for (let page = 0; page < 5; page += 1) {
      const rows = await statements.pageOfDealer({ dealerCode, ...days, after, limit: 3 });
      listed.push(...rows.map(({ statement }) => statement));
      for (const { position } of rows) expect(position).toMatch(STATEMENT_POSITION);
      if (rows.length < 3) break;
      after = rows.at(-1)?.position;
    }
    expect(listed).toHaveLength(4);
    expect(listed.at(-1)).toEqual(second.statement);
  });

  test('the progress of a dealer moves on from the version that was read alone', async () => {
    const making = dynamoStatementMaking(world().store);
    const owner = newDealerCode();
    expect(await making.progress(owner)).toBeUndefined();
    const first = { version: 1, doneDay: DAY } as const;
    expect(await making.saveProgress(owner, first)).toBe(true);
    expect(await making.saveProgress(owner, first)).toBe(false);
    const reading = { version: 2, doneDay: DAY, reading: { after: 'STEPS/', pages: 3 } };
    expect(await making.saveProgress(owner, reading)).toBe(true);
    expect(await making.progress(owner)).toEqual(reading);
    const round = { version: 3, doneDay: DAY, round: { until: '20270116', after: owner, open: 1 } };
    expect(await making.saveProgress(owner, round)).toBe(true);
    expect(await making.progress(owner)).toEqual(round);
  });
};

/** The contract of Statements and StatementMaking, on any table. */
export const statementsSuite = (world: () => { readonly store: Table }): void => {
  describe('What counts on a day', () => countingTests(world));
  describe('Statements and what they are made of', () => keepingTests(world));
};
