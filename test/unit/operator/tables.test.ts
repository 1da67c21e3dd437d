import { expect, test } from 'vitest';
import { asTables } from '../../../infra/operator/tables.ts';

test('values stand below each other, and a list of records is a table with numbers to the right', () => {
  const answer = {
    dealerCode: '1001',
    limits: { TL: { daily: 500, monthly: 'unlimited' } },
    channels: ['paymentRequest', 'directPayment'],
    more: [],
    payments: [
      { orderId: 'ORDER-1', amount: 27.5 },
      { orderId: 'ORDER-22', amount: 1000, state: 'approved' },
    ],
  };
  expect(asTables(answer, 80).split('\n')).toEqual([
    'dealerCode  1001',
    'limits      TL (daily 500, monthly unlimited)',
    'channels    paymentRequest, directPayment',
    'more        -',
    '',
    'payments (2)',
    'orderId   amount  state',
    '--------  ------  --------',
    'ORDER-1     27.5  -',
    'ORDER-22    1000  approved',
  ]);
});

test('a table that is wider than the terminal becomes one block a record, and long values are broken', () => {
  const text = asTables({ rows: [{ first: 'a b c d e f g h i j k l', second: 'x' }, { first: 'y' }] }, 28);
  expect(text.split('\n')).toEqual([
    'rows (2)',
    'first   a b c d e f g h i j',
    '        k l',
    'second  x',
    '',
    'first  y',
  ]);
});

test('times are those of Istanbul, with UTC beside them, and its date where that is another one', () => {
  const answer = {
    at: '2026-11-24T01:30:04.260Z',
    rows: [{ startedAt: '2026-11-24T21:30:04Z', note: 'until 2026-11-24T21:30:04Z' }],
  };
  expect(asTables(answer, 100).split('\n')).toEqual([
    'at  2026-11-24 04:30:04 (01:30:04Z)',
    '',
    'rows (1)',
    'startedAt                                   note',
    '------------------------------------------  --------------------------',
    '2026-11-25 00:30:04 (2026-11-24 21:30:04Z)  until 2026-11-24T21:30:04Z',
    '',
    'Times are those of clocks in Istanbul, with UTC in brackets.',
  ]);
});

test('what a terminal would obey or hide is spelled out, in names and values', () => {
  const text = asTables({ payer: 'Elif\u001b[2J\u202e', list: [{ 'a\u0007': 'x\ny\u009b' }] }, 80);
  expect(text).toContain('Elif\\u{1b}[2J\\u{202e}');
  expect(text).toContain('a\\u{7}');
  expect(text).toContain('x\\u{a}y\\u{9b}');
});
