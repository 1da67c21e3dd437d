import { describe, expect, test } from 'vitest';
import { periodOfQuery, readPaymentQuery } from '../../../shared/desk/payment/payment-query.ts';

/** 28 November 2026, 15:00 in Istanbul. */
const NOW_MS = Date.UTC(2026, 10, 28, 12);

const read = (fields: Readonly<Record<string, string>>) =>
  readPaymentQuery((name) => fields[name] ?? '', { language: 'tr', nowMs: NOW_MS });
const daysIn = (fields: Readonly<Record<string, string>>) => {
  const { query, problem } = read(fields);
  return problem ?? `${query.fromDay} ${query.untilDay}`;
};

describe('The days of a list of payments', () => {
  test.each([
    [{}, '20261029 20261128'],
    [{ from: '2026-11-20' }, '20261120 20261128'],
    [{ from: '2026-09-01' }, '20260901 20261001'],
    [{ until: '2026-09-30' }, '20260831 20260930'],
    [{ from: '2026-10-01', until: '2026-10-31' }, '20261001 20261031'],
    [{ from: '2026-10-01', until: '2026-11-01' }, 'length'],
    [{ from: '2026-10-02', until: '2026-10-01' }, 'order'],
    [{ from: '2026-02-30' }, 'day'],
    [{ from: '20261101' }, 'day'],
    [{ until: '2016-12-31' }, 'day'],
  ])('of %j are %s', (fields, expected) => {
    expect(daysIn(fields)).toBe(expected);
  });

  test('have whole days of Istanbul', () => {
    const { query } = read({ from: '2026-11-28', until: '2026-11-28' });
    expect(periodOfQuery(query)).toEqual({
      fromMs: Date.UTC(2026, 10, 27, 21),
      untilMs: Date.UTC(2026, 10, 28, 21) - 1,
    });
  });
});

describe('A position in a list', () => {
  test('is taken where it lies in the days', () => {
    const beforeMs = NOW_MS - 86_400_000;
    const { query } = read({ before: String(beforeMs) });
    expect(periodOfQuery(query).untilMs).toBe(beforeMs);
  });

  test.each(['1', '9999999999999', '-1', '1e12', 'x', '0001795867200'])('%s is none', (before) => {
    expect(read({ before }).query.beforeMs).toBeUndefined();
  });
});

describe('What a list is asked for', () => {
  test('a state and a way that there are count, others do not', () => {
    expect(read({ state: 'paid', way: 'shop' }).query).toMatchObject({ state: 'paid', way: 'shop' });
    expect(read({ state: 'approved', way: '__proto__' }).query).not.toHaveProperty('state');
  });

  test('a card number is not shown again (rule 32)', () => {
    expect(read({ text: '4111 1111 1111 1111' })).toMatchObject({ problem: 'card-number', text: '' });
    expect(read({ text: '41111', kind: 'card' })).toMatchObject({ problem: 'four-digits', text: '' });
  });

  test('other words are shown again', () => {
    expect(read({ text: ' Ayşe ', kind: 'payer' })).toMatchObject({ text: 'Ayşe', kind: 'payer' });
  });
});
