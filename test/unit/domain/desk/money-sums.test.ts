import { describe, expect, test } from 'vitest';
import {
  moneyByCurrency,
  moneyOfEntries,
  moneyOfStatements,
  paymentsIn,
} from '../../../../shared/domain/desk/day-money.ts';
import { sumsByCurrency, sumsByMonth } from '../../../../shared/domain/desk/statement-sums.ts';
import { type Currency, minor } from '../../../../shared/domain/money/money.ts';
import type { MovementKind, StatementEntry } from '../../../../shared/domain/statement/movement.ts';
import { NO_TOTALS, type Statement } from '../../../../shared/domain/statement/statement.ts';

const statement = (day: string, payout: number, changes: Partial<Statement> = {}): Statement => ({
  ...NO_TOTALS,
  dealerCode: 'D1',
  subDealerId: 0,
  currency: 'TL',
  statementId: 1,
  day,
  owedBefore: minor(0),
  payout: minor(payout),
  owedAfter: minor(-payout),
  poolAfter: minor(payout * 2),
  paidOn: day,
  madeAtMs: 0,
  sales: { count: 1, total: minor(1000), commission: minor(10) },
  refunds: { count: 1, total: minor(300), commission: minor(3) },
  ...changes,
});

const entry = (kind: MovementKind, orderId: string, currency: Currency = 'TL'): StatementEntry => ({
  subDealerId: 0,
  gross: minor(1000),
  commission: minor(10),
  balance: minor(990),
  pool: minor(0),
  kind,
  currency,
  paymentId: 1,
  orderId,
  atMs: 0,
});

describe('What payers paid on some days', () => {
  test('is one sum for each day and currency, by day and then in the order of the currencies', () => {
    const days = moneyOfStatements([
      statement('20261121', 1),
      statement('20261120', 1, { currency: 'USD' }),
      statement('20261120', 1),
      statement('20261120', 1),
    ]);
    expect(days).toEqual([
      { day: '20261120', currency: 'TL', paid: 2000, givenBack: 600 },
      { day: '20261120', currency: 'USD', paid: 1000, givenBack: 300 },
      { day: '20261121', currency: 'TL', paid: 1000, givenBack: 300 },
    ]);
    expect(moneyByCurrency(days)).toEqual([
      { currency: 'TL', paid: 3000, givenBack: 900 },
      { currency: 'USD', paid: 1000, givenBack: 300 },
    ]);
    expect(moneyByCurrency([])).toEqual([]);
  });

  test('counts the commission that a dealer takes of a sub-dealer once', () => {
    expect(moneyOfStatements([statement('20261120', 1, { subDealerId: 7 })])).toEqual([
      { day: '20261120', currency: 'TL', paid: 990, givenBack: 297 },
    ]);
  });

  test('is the same by the entries of a day', () => {
    expect(moneyOfEntries([entry('charge', 'a'), entry('capture', 'b')], '20261120')).toEqual([
      { day: '20261120', currency: 'TL', paid: 2000, givenBack: 0 },
    ]);
  });

  test('comes from so many payments: each sale or capture in the currency once, whatever its shares', () => {
    const entries = [
      entry('charge', 'a'),
      entry('charge', 'a'),
      entry('capture', 'b'),
      entry('refund', 'c'),
      entry('charge', 'd', 'USD'),
    ];
    expect([paymentsIn(entries, 'TL'), paymentsIn(entries, 'USD'), paymentsIn(entries, 'EUR')]).toEqual([2, 1, 0]);
  });
});

describe('What statements come to', () => {
  const statements = [
    statement('20261031', 1),
    statement('20261120', 2),
    statement('20261101', 4),
    statement('20261119', 8, { currency: 'EUR' }),
  ];

  test('by currency: sums, and what waits and is owed after the latest of them', () => {
    expect(sumsByCurrency(statements)).toMatchObject([
      { currency: 'TL', payout: 7, statements: 3, poolAfter: 4, owedAfter: -2, sales: { count: 3, total: 3000 } },
      { currency: 'EUR', payout: 8, statements: 1, poolAfter: 16, owedAfter: -8 },
    ]);
    expect(sumsByCurrency([])).toEqual([]);
  });

  test('by month in one currency, the latest month first', () => {
    expect(sumsByMonth(statements, 'TL')).toMatchObject([
      { month: '202611', payout: 6, statements: 2, poolAfter: 4 },
      { month: '202610', payout: 1, statements: 1, poolAfter: 2 },
    ]);
    expect(sumsByMonth([statement('20261001', 1), statement('20261101', 2)], 'TL').map(({ month }) => month)).toEqual([
      '202611',
      '202610',
    ]);
  });
});
