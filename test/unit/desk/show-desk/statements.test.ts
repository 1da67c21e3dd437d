import { describe, expect, test } from 'vitest';
import { showStatements } from '../../../../functions/desk/show-desk/statements.ts';
import { minor } from '../../../../shared/domain/money/money.ts';
import type { StatementEntry } from '../../../../shared/domain/statement/movement.ts';
import type { Statement } from '../../../../shared/domain/statement/statement.ts';
import type { PageAnswer } from '../../../../shared/http/page-response.ts';
import { dealerWith } from '../../../support/dealer/dealers.ts';
import { deskCallWith, pageOf } from '../../../support/desk/desk-calls.ts';
import { parseCsv } from '../../../support/operator/csv.ts';
import { statementWith } from '../../../support/payment/statements.ts';

const NOW_MS = Date.UTC(2026, 10, 28, 9);
const dealer = dealerWith({ dealerCode: 'D1' });
const statement: Statement = { ...statementWith('D1'), statementId: 700, day: '20261120', currency: 'TL' };

const entryWith = (number: number, changes: Partial<StatementEntry> = {}): StatementEntry =>
  ({
    atMs: Date.UTC(2026, 10, 20, 9, 0, number),
    kind: 'charge',
    orderId: `ORDER-${number}`,
    paymentId: 800_000 + number,
    gross: minor(5500),
    commission: minor(99),
    balance: minor(5401),
    pool: minor(0),
    ...changes,
  }) as StatementEntry;

interface Scene {
  readonly days?: readonly Statement[];
  readonly entries?: number;
  readonly more?: boolean;
}

const scene = ({ days = [statement], entries = 1, more = false }: Scene = {}) => {
  const asked: unknown[] = [];
  const note = <Of>(what: string, given: unknown, answer: Of): Promise<Of> => {
    asked.push([what, given]);
    return Promise.resolve(answer);
  };
  const deps = {
    statements: {
      ofDays: (account: object, span: object) => note('ofDays', { ...account, ...span }, days),
      findById: (dealerCode: string, id: number) =>
        note(
          'findById',
          { dealerCode, id },
          dealerCode === 'D1' ? days.find((one) => one.statementId === id) : undefined,
        ),
      entriesOf: (_of: Statement, limit: number) =>
        note(
          'entriesOf',
          { limit },
          Array.from({ length: Math.min(entries, limit) }, (_, index) => entryWith(index)),
        ),
    },
    marks: { of: () => Promise.resolve({ doneDay: '20261127' }) },
    subDealers: {
      subDealers: () => Promise.resolve({ records: [{ subDealerId: 11, name: 'Bakery' }], more }),
      subDealer: (_code: string, id: number) =>
        Promise.resolve(id === 11 ? { subDealerId: 11, name: 'Bakery' } : undefined),
    },
    clock: { now: () => NOW_MS },
  };
  const show = showStatements(deps as never);
  return {
    asked,
    show: (query: Readonly<Record<string, string>> = {}, id?: string, view?: string) =>
      show(deskCallWith({ dealer, nowMs: NOW_MS, query }), { id, view }),
  };
};

const rowsIn = (answer: PageAnswer | undefined) => {
  if (answer === undefined || !('download' in answer)) throw new Error('the answer is no file');
  const { fileName, text } = answer.download;
  return { fileName, rows: parseCsv(text.replace(/^\uFEFF/, '')) };
};

describe('The statements of a dealer at the desk', () => {
  test.each<readonly [string, Readonly<Record<string, string>>, object]>([
    ['of this month', {}, { subDealerId: 0, from: '20261101', until: '20261131' }],
    ['of the month that is asked for', { month: '202512' }, { subDealerId: 0, from: '20251201', until: '20251231' }],
    [
      'of this month where it asks for none that there is',
      { month: '202401' },
      { from: '20261101', until: '20261131' },
    ],
    ['of twelve months', { by: 'month' }, { subDealerId: 0, from: '20251201', until: '20261128' }],
    ['of a sub-dealer', { account: '11' }, { subDealerId: 11, from: '20261101', until: '20261131' }],
    ['of the dealer where the account is no number', { account: '11x' }, { subDealerId: 0 }],
    ['of the dealer where the account is too long a number', { account: '12345678901' }, { subDealerId: 0 }],
  ])('are %s', async (_what, query, days) => {
    const { show, asked } = scene();
    expect(pageOf(await show(query)).statusCode).toBe(200);
    expect(asked).toEqual([['ofDays', expect.objectContaining({ dealerCode: 'D1', ...days })]]);
  });

  test('show the day with the way to its entries, and the sum of the month', async () => {
    const { markup } = pageOf(await scene().show());
    expect(markup).toContain('href="/desk/statements/700"');
    expect(markup).toContain('55.00');
    expect(markup).toContain('Bakery');
  });

  test('offer no list of sub-dealers where there are too many, and ask for the number', async () => {
    const { markup } = pageOf(await scene({ more: true }).show());
    expect(markup).not.toContain('Bakery');
    expect(pageOf(await scene({ more: true }).show({ account: '11' })).markup).toContain('Bakery');
  });

  test('of a sub-dealer that there is not say so', async () => {
    const [known, unknown] = [await scene().show({ account: '11' }), await scene({ days: [] }).show({ account: '12' })];
    expect(pageOf(unknown).markup).not.toBe(pageOf(known).markup);
  });

  test('are shown in the currency that is asked for, and in the first one where it is none', async () => {
    const dollars: Statement = { ...statement, statementId: 701, currency: 'USD', payout: minor(777) };
    const both = { days: [statement, dollars] };
    const chosen = pageOf(await scene(both).show({ by: 'month', currency: 'USD' })).markup;
    const first = pageOf(await scene(both).show({ by: 'month' })).markup;
    expect(chosen).not.toBe(first);
    expect(pageOf(await scene(both).show({ by: 'month', currency: 'EUR' })).markup).toBe(first);
  });
});

describe('The statements of a month as a table', () => {
  test('have a row for each, the oldest first, with every sum in its column', async () => {
    const full: Statement = {
      ...statement,
      sales: { count: 2, total: minor(5500), commission: minor(99) },
      refunds: { count: 3, total: minor(300), commission: minor(6) },
      balance: minor(-5),
      owedBefore: minor(-7),
      payout: minor(8),
      owedAfter: minor(-9),
      poolAfter: minor(10),
      paidOn: '20261123',
    };
    const unpaid: Statement = { ...full, statementId: 701, day: '20261121', payout: minor(0) };
    const answer = await scene({ days: [unpaid, full] }).show({ month: '202611', by: 'month' }, 'csv');
    const { fileName, rows } = rowsIn(answer);
    expect(fileName).toBe('statements-202611.csv');
    const sums = ['TL', '2', '55.00', '0.99', '3', '3.00', '0.06', '-0.05', '-0.07'];
    expect(rows.slice(1)).toEqual([
      ['2026-11-20', '700', '0', ...sums, '0.08', '2026-11-23', '-0.09', '0.10'],
      ['2026-11-21', '701', '0', ...sums, '0.00', '', '-0.09', '0.10'],
    ]);
    expect(rows[0]).toHaveLength(16);
  });

  test('of a sub-dealer name it, and have no page below them', async () => {
    const { show, asked } = scene();
    expect(rowsIn(await show({ account: '11' }, 'csv')).fileName).toBe('statements-202611-11.csv');
    expect(asked).toEqual([['ofDays', { dealerCode: 'D1', subDealerId: 11, from: '20261101', until: '20261131' }]]);
    expect(await show({}, 'csv', 'file')).toBeUndefined();
  });
});

describe('One statement', () => {
  test.each<readonly [number, Readonly<Record<string, string>>, number, readonly number[], boolean]>([
    [1, {}, 51, [0, 0], false],
    [51, {}, 51, [0, 49], true],
    [51, { from: '50' }, 101, [50, 50], false],
    [50, {}, 51, [0, 49], false],
    [20_000, { from: '9999' }, 10_001, [9950, 9999], false],
    [20_000, { from: '9949' }, 10_000, [9949, 9998], true],
    [1, { from: 'x' }, 51, [0, 0], false],
  ])('of %d entries, with %j, reads %d and shows entries %j', async (entries, query, limit, [first, last], hasMore) => {
    const { show, asked } = scene({ entries });
    const { markup } = pageOf(await show(query, '700'));
    expect(asked).toEqual([
      ['findById', { dealerCode: 'D1', id: 700 }],
      ['entriesOf', { limit }],
    ]);
    const shown = [...markup.matchAll(/\/desk\/payments\/(\d+)/g)].map(([, id]) => Number(id) - 800_000);
    expect([Math.min(...shown), Math.max(...shown)]).toEqual([first, last]);
    expect(markup.includes(`from=${(first ?? 0) + 50}`)).toBe(hasMore);
  });

  test('of a sub-dealer has its name', async () => {
    const ofBakery = { days: [{ ...statement, subDealerId: 11 }] };
    expect(pageOf(await scene(ofBakery).show({}, '700')).markup).toContain('Bakery');
    expect(pageOf(await scene().show({}, '700')).markup).not.toContain('Bakery');
  });

  test.each([
    ['701', undefined],
    ['x', undefined],
    ['700', 'pdf'],
    ['12345678901', undefined],
  ])('%s with the view %s is none', async (id, view) => {
    expect(await scene().show({}, id, view)).toBeUndefined();
  });

  test('as a table has all its entries, and says in its name where it was cut', async () => {
    const { fileName, rows } = rowsIn(await scene({ entries: 2 }).show({}, '700', 'csv'));
    expect(fileName).toBe('statement-700-20261120.csv');
    expect(rows[0]).toHaveLength(10);
    expect(rows[1]).toEqual([
      '2026-11-20 12:00:00',
      expect.any(String),
      '800000',
      '',
      'ORDER-0',
      'TL',
      '55.00',
      '0.99',
      '54.01',
      '0.00',
    ]);
    expect(rows).toHaveLength(3);
    const cut = rowsIn(await scene({ entries: 10_001 }).show({}, '700', 'csv'));
    expect([cut.fileName, cut.rows.length]).toEqual(['statement-700-20261120-first-10000.csv', 10_001]);
    const whole = rowsIn(await scene({ entries: 10_000 }).show({}, '700', 'csv'));
    expect([whole.fileName, whole.rows.length]).toEqual(['statement-700-20261120.csv', 10_001]);
  });
});
