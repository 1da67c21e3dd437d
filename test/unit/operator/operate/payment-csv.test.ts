import { describe, expect, test } from 'vitest';
import {
  describedColumns,
  paymentCsvHeader,
  paymentCsvRows,
  stepCsvRow,
} from '../../../../functions/operator/operate/payment-csv.ts';
import {
  describedStatementColumns,
  statementCsvHeader,
  statementCsvRow,
} from '../../../../functions/operator/operate/statement-csv.ts';
import { minor } from '../../../../shared/domain/money/money.ts';
import { linkWith } from '../../../support/dealer/records.ts';
import { parseCsv } from '../../../support/operator/csv.ts';
import { directAttemptWith, linkAttemptWith, splitWith } from '../../../support/payment/attempts.ts';
import { statementWith } from '../../../support/payment/statements.ts';
import { reversalOf } from '../../../support/payment/steps.ts';

const LATER_MS = Date.UTC(2027, 0, 15, 9, 1);
const OF_DEALER = { dealerCode: 'D1', links: new Map() };

/** The filled cells of each row by the names of their columns. */
const filled = (header: string, rows: readonly string[]): readonly Readonly<Record<string, string>>[] => {
  const [names = [], ...cells] = parseCsv([header, ...rows].map((row) => `${row}\r\n`).join(''));
  return cells.map((row) => {
    expect(row).toHaveLength(names.length);
    return Object.fromEntries(names.map((name, index) => [name, row[index] ?? '']).filter(([, text]) => text !== ''));
  });
};

/** What the help says of each column is a text of its own. */
const expectDescribed = (header: string, described: string): void => {
  for (const name of header.split(',')) expect(described).toMatch(new RegExp(`(?:^|, )${name} \\([^)]{3,}\\)`));
};

describe('The file of payments', () => {
  const bank = { code: '000', authCode: 'A', hostReference: 'H', transactionId: 'T' } as const;
  const state = { state: 'approved', reportedOutcome: 'paid', endedAtMs: LATER_MS, bank } as const;
  const listed = (attempt: ReturnType<typeof directAttemptWith> | ReturnType<typeof linkAttemptWith>) => ({
    position: 'p',
    orderId: attempt.orderId,
    attempt,
  });

  test('has a row for each split, which repeats the payment', () => {
    const attempt = directAttemptWith('D1', state, { otherTrxCode: '=1+1' });
    const payment = {
      dealerCode: 'D1',
      orderId: attempt.orderId,
      paid: 'direct',
      otherTrxCode: "'=1+1",
      attempt: '1',
      state: 'approved',
      told: 'paid',
      startedAt: '2027-01-15T09:00:00.000Z',
      endedAt: '2027-01-15T09:01:00.000Z',
      type: 'sale',
      amount: '100.00',
      currency: 'TL',
      installments: '1',
      maskedCard: '411111******1111',
      posId: 'isbank',
      posVersion: '1',
      posBankCode: '64',
      bankCode: '000',
      authCode: 'A',
      hostReference: 'H',
      transactionId: 'T',
      commissionScenario: '2',
      splits: '2',
      row: 'payment',
      startedAtIstanbul: '2027-01-15 12:00:00',
      endedAtIstanbul: '2027-01-15 12:01:00',
    };
    const split = {
      splitAmount: '50.00',
      splitCommission: '1.50',
      splitNet: '48.50',
      topDealerCommission: '2.00',
      topDealerIncome: '-0.50',
    };
    expect(filled(paymentCsvHeader, paymentCsvRows(listed(attempt), OF_DEALER))).toEqual([
      { ...payment, split: '1', subDealerId: '11', ...split },
      { ...payment, split: '2', subDealerId: '12', ...split },
    ]);
  });

  test('has one row for a payment without splits, and names the reusable link of a request', () => {
    const madeOf = { name: 'n', userPosLinkId: 900, linkCode: 'L-1' } as never;
    const link = linkWith({ dealerCode: 'D1', madeOf });
    const { endedAtMs: _none, ...attempt } = linkAttemptWith(link, { state: 'declined', madeOf });
    const links = new Map([[link.payment, link]]);
    const rows = paymentCsvRows(listed(attempt), { dealerCode: 'D1', links });
    const [row, ...others] = filled(paymentCsvHeader, rows);
    expect(others).toEqual([]);
    expect(row).toMatchObject({
      paid: 'link',
      userPosPaymentId: String(link.userPosPaymentId),
      userPosLinkId: '900',
      linkCode: 'L-1',
      splits: '0',
      split: '0',
    });
    for (const name of [
      'subDealerId',
      'splitAmount',
      'endedAt',
      'endedAtIstanbul',
      'bankCode',
      'commissionScenario',
      'step',
    ]) {
      expect(row).not.toHaveProperty(name);
    }
  });

  test('has a row for a payment that cannot be read', () => {
    const rows = paymentCsvRows({ position: 'p', orderId: 'ORDER-1' }, OF_DEALER);
    expect(filled(paymentCsvHeader, rows)).toEqual([
      { dealerCode: 'D1', orderId: 'ORDER-1', row: 'payment', state: 'unreadable' },
    ]);
  });

  test('has a row for a step, without the sums of its payment', () => {
    const madeOf = { name: 'n', userPosLinkId: 900, linkCode: 'L-1' } as never;
    const link = linkWith({ dealerCode: 'D1', madeOf, otherTrxCode: 'T-1' });
    const attempt = linkAttemptWith(link, { ...state, madeOf });
    const step = reversalOf(attempt, {
      number: 3,
      kind: 'refund',
      state: 'done',
      amount: minor(2500),
      refundRequestId: 77,
      startedAtMs: LATER_MS,
      endedAtMs: LATER_MS + 1000,
    });
    const row = stepCsvRow({ ...listed(attempt), step }, { dealerCode: 'D1', links: new Map([[link.payment, link]]) });
    expect(filled(paymentCsvHeader, [row])).toEqual([
      {
        dealerCode: 'D1',
        orderId: attempt.orderId,
        paid: 'link',
        userPosPaymentId: String(link.userPosPaymentId),
        otherTrxCode: 'T-1',
        attempt: '1',
        startedAt: '2027-01-15T09:01:00.000Z',
        endedAt: '2027-01-15T09:01:01.000Z',
        currency: 'TL',
        row: 'step',
        step: '3',
        stepKind: 'refund',
        stepState: 'done',
        stepAmount: '25.00',
        refundRequestId: '77',
        startedAtIstanbul: '2027-01-15 12:01:00',
        endedAtIstanbul: '2027-01-15 12:01:01',
        userPosLinkId: '900',
        linkCode: 'L-1',
      },
    ]);
    const direct = directAttemptWith('D1');
    const ofDirect = stepCsvRow({ ...listed(direct), step: reversalOf(direct) }, OF_DEALER);
    expect(filled(paymentCsvHeader, [ofDirect])).toMatchObject([{ paid: 'direct' }]);
  });

  test('has a row for a step that cannot be read, or whose payment cannot', () => {
    const attempt = directAttemptWith('D1');
    const { orderId } = attempt;
    const unreadable = [{ dealerCode: 'D1', orderId, row: 'step', stepState: 'unreadable' }];
    expect(filled(paymentCsvHeader, [stepCsvRow(listed(attempt), OF_DEALER)])).toEqual(unreadable);
    const lost = { position: 'p', orderId, step: reversalOf(attempt) };
    expect(filled(paymentCsvHeader, [stepCsvRow(lost, OF_DEALER)])).toEqual(unreadable);
  });

  test('has columns that the help explains', () => expectDescribed(paymentCsvHeader, describedColumns));

  test('of a sub-dealer without income has a zero', () => {
    const attempt = directAttemptWith('D1', state, { splits: [splitWith(11, { topDealerIncome: minor(0) })] });
    expect(filled(paymentCsvHeader, paymentCsvRows(listed(attempt), OF_DEALER))).toMatchObject([
      { topDealerIncome: '0.00' },
    ]);
  });
});

describe('The file of statements', () => {
  test('has each sum in a column of its own', () => {
    const statement = {
      ...statementWith('D1'),
      subDealerId: 11,
      statementId: 700,
      refunds: { count: 2, total: minor(300), commission: minor(6) },
      sales: { count: 1, total: minor(5500), commission: minor(99) },
      balance: minor(-5),
      owedBefore: minor(-7),
      payout: minor(8),
      owedAfter: minor(-9),
      poolAfter: minor(10),
      paidOn: '20261123',
    };
    expect(filled(statementCsvHeader, [statementCsvRow(statement, '+Shop')])).toEqual([
      {
        day: '20261120',
        dealerCode: 'D1',
        subDealerId: '11',
        name: "'+Shop",
        currency: 'TL',
        statementId: '700',
        salesCount: '1',
        salesTotal: '55.00',
        salesCommission: '0.99',
        refundCount: '2',
        refundTotal: '3.00',
        refundCommission: '0.06',
        balance: '-0.05',
        owedBefore: '-0.07',
        payout: '0.08',
        paidOn: '20261123',
        owedAfter: '-0.09',
        pool: '0.10',
      },
    ]);
  });

  test('has columns that the help explains', () => expectDescribed(statementCsvHeader, describedStatementColumns));
});
