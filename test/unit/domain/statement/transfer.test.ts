import { describe, expect, test } from 'vitest';
import { minor } from '../../../../shared/domain/money/money.ts';
import { NO_TOTALS, type Statement } from '../../../../shared/domain/statement/statement.ts';
import { statementDaysOfTransfers, transfersOf } from '../../../../shared/domain/statement/transfer.ts';

const statement = (statementId: number, changes: Partial<Statement> = {}): Statement => ({
  ...NO_TOTALS,
  dealerCode: 'D1',
  subDealerId: 7,
  currency: 'TL',
  statementId,
  day: '20261120',
  owedBefore: minor(0),
  payout: minor(100 * statementId),
  owedAfter: minor(0),
  poolAfter: minor(0),
  paidOn: '20261123',
  madeAtMs: 0,
  sales: { count: 1, total: minor(1000), commission: minor(10) },
  refunds: { count: 2, total: minor(300), commission: minor(3) },
  ...changes,
});

const DAYS = { from: '20261120', until: '20261124' };

describe('What is paid out on a day (decisions: statements)', () => {
  test('is one transfer of a currency: the sums of all statements whose payout falls on it, their numbers oldest first', () => {
    expect(transfersOf([statement(3), statement(1), statement(2)], DAYS)).toEqual([
      {
        paidOn: '20261123',
        currency: 'TL',
        subDealerId: 7,
        totals: {
          sales: { count: 3, total: 3000, commission: 30 },
          refunds: { count: 6, total: 900, commission: 9 },
        },
        payout: 600,
        statementIds: [1, 2, 3],
      },
    ]);
  });

  test('is a transfer of its own for each currency and day, the latest day first', () => {
    const transfers = transfersOf(
      [
        statement(1, { paidOn: '20261120' }),
        statement(2, { currency: 'USD' }),
        statement(3, { paidOn: '20261124' }),
        statement(4),
      ],
      DAYS,
    );
    expect(transfers.map(({ paidOn, currency, payout }) => [paidOn, currency, payout])).toEqual([
      ['20261124', 'TL', 300],
      ['20261123', 'USD', 200],
      ['20261123', 'TL', 400],
      ['20261120', 'TL', 100],
    ]);
  });

  test.each([
    ['20261119', 0],
    ['20261120', 1],
    ['20261124', 1],
    ['20261125', 0],
  ])('on %s: the first and the last day asked for belong to it', (paidOn, count) => {
    expect(transfersOf([statement(1, { paidOn })], DAYS)).toHaveLength(count);
  });

  test('comes from statements of the day before to three days before: a payout waits for the next weekday', () => {
    // Friday, Saturday and Sunday are paid out on Monday, 23 November 2026.
    expect(statementDaysOfTransfers({ from: '20261123', until: '20261124' })).toEqual({
      from: '20261120',
      until: '20261123',
    });
  });
});
