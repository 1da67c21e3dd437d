import { describe, expect, test } from 'vitest';
import type { ExpectedOrder } from '../../../../shared/domain/comparison/expected-order.ts';
import {
  isSettledAlike,
  type KnownOrder,
  type SettlementFacts,
  settlementDayOf,
  settlementDifference,
} from '../../../../shared/domain/comparison/settlement.ts';
import {
  readSettlementAmount,
  readSettlementCurrency,
  readSettlementDay,
  readSettlementType,
  settlementMovementOf,
} from '../../../../shared/domain/comparison/settlement-line.ts';
import { minor } from '../../../../shared/domain/money/money.ts';

const WHOLE = minor(10_000);
const PART = minor(4_000);

const file = (taken = 0, refunded = 0, voided = 0): SettlementFacts['file'] => ({ taken, refunded, voided });
const own = (taken = 0, refunded = 0): SettlementFacts['own'] => ({ taken, refunded, currency: 'TL' });
const known = (expected: ExpectedOrder, isVoided = false): KnownOrder => ({ expected, currency: 'TL', isVoided });

const SALE = known({ kind: 'taken', type: 'sale', amount: WHOLE, refunded: minor(0) });
const REFUNDED = known({ kind: 'taken', type: 'sale', amount: WHOLE, refunded: PART });
const BACK = known({ kind: 'given-back', amount: WHOLE });
const VOIDED = known({ kind: 'given-back', amount: WHOLE }, true);
const DECLINED = known({ kind: 'nothing' });
const OPEN = known({ kind: 'open' });

describe('What a settlement file says otherwise of an order (decisions: comparison with the bank)', () => {
  test.each<readonly [string, SettlementFacts, string | undefined]>([
    ['a sale of both', { file: file(10_000), own: own(10_000), known: SALE }, undefined],
    ['a sale that the file lacks', { own: own(10_000), known: SALE }, 'missing-at-bank'],
    ['a sale that was voided by a refund on its day', { own: own(10_000), known: VOIDED }, undefined],
    ['a sale that is in doubt by now', { own: own(10_000), known: OPEN }, undefined],
    ['a refund that the file lacks', { own: own(0, 4_000), known: REFUNDED }, 'other-refunds'],
    ['an order that only the bank knows', { file: file(10_000) }, 'missing-here'],
    ['a refund of an order that only the bank knows', { file: file(0, 1) }, 'missing-here'],
    ['another amount', { file: file(9_999), own: own(10_000), known: SALE }, 'other-amount'],
    ['a sale of another day here', { file: file(10_000), known: SALE }, undefined],
    ['a sale of another day here, and another amount', { file: file(1), known: SALE }, 'other-amount'],
    ['a refund where we have a sale', { file: file(0, 10_000), own: own(10_000), known: SALE }, 'other-type'],
    ['a sale where we have a refund', { file: file(4_000), own: own(0, 4_000), known: REFUNDED }, 'other-type'],
    ['a sale that the bank voided', { file: file(10_000, 0, 10_000), own: own(10_000), known: SALE }, 'other-state'],
    ['a void of both', { file: file(10_000, 0, 10_000), known: VOIDED }, undefined],
    ['a void that the bank does not show', { file: file(10_000), known: VOIDED }, 'charged-at-bank'],
    ['a charge that we call declined', { file: file(10_000), known: DECLINED }, 'charged-at-bank'],
    ['an order that is in doubt here', { file: file(10_000), known: OPEN }, undefined],
    ['a sale, refunded in full since', { file: file(10_000), own: own(10_000), known: BACK }, undefined],
    ['a refund of an older sale', { file: file(0, 4_000), own: own(0, 4_000), known: REFUNDED }, undefined],
    ['a part of the refund of both', { file: file(0, 1_000), known: REFUNDED }, undefined],
    ['more refunded than here', { file: file(0, 5_000), known: REFUNDED }, 'other-refunds'],
    ['less refunded than here', { file: file(0, 1_000), own: own(0, 4_000), known: REFUNDED }, 'other-refunds'],
    [
      'another currency',
      { file: { taken: 10_000, refunded: 0, voided: 0, currency: 'USD' }, own: own(10_000), known: SALE },
      'other-currency',
    ],
    [
      'two currencies, of which one is ours',
      {
        file: { taken: 10_000, refunded: 0, voided: 0, currency: 'TL', hasOtherCurrency: true },
        own: own(10_000),
        known: SALE,
      },
      'other-currency',
    ],
  ])('%s', (_title, facts, wanted) => {
    expect(settlementDifference(facts)).toBe(wanted);
  });

  test('what is alike needs no second look: the sums of both, and the currency where the file has it', () => {
    const here = { taken: 10_000, refunded: 0, currency: 'TL' } as const;
    expect(isSettledAlike({ taken: 10_000, refunded: 0, voided: 0 }, here)).toBe(true);
    expect(isSettledAlike({ taken: 10_000, refunded: 0, voided: 0, currency: 'USD' }, here)).toBe(false);
    const ofTwo = { taken: 10_000, refunded: 0, voided: 0, currency: 'TL', hasOtherCurrency: true } as const;
    expect(isSettledAlike(ofTwo, here)).toBe(false);
    expect(isSettledAlike({ taken: 10_000, refunded: 0, voided: 10_000 }, here)).toBe(false);
    expect(isSettledAlike({ taken: 10_000, refunded: 1, voided: 0 }, here)).toBe(false);
    expect(isSettledAlike({ taken: 0, refunded: 1_000, voided: 0 }, { ...here, taken: 0, refunded: 4_000 })).toBe(
      false,
    );
  });

  test('a day of a file ends when the bank closes its day, or at midnight', () => {
    const evening = Date.UTC(2027, 0, 15, 19, 30);
    expect(settlementDayOf(evening, { days: 'bank days', dayEndsAt: '22:00' })).toBe('20270116');
    expect(settlementDayOf(evening, { days: 'bank days', dayEndsAt: '23:00' })).toBe('20270115');
    expect(settlementDayOf(evening, { days: 'calendar days', dayEndsAt: '22:00' })).toBe('20270115');
  });

  test('a day that a bank closes at midnight carries the date of that midnight', () => {
    const bankDay = (atMs: number) => settlementDayOf(atMs, { days: 'bank days', dayEndsAt: '00:00' });
    const midnight = Date.UTC(2027, 0, 15, 21);
    expect(bankDay(midnight - 1)).toBe('20270116');
    expect(bankDay(midnight)).toBe('20270117');
  });
});

describe('A line of a settlement file', () => {
  test.each([
    ['100', 10_000],
    ['100.2', 10_020],
    ['100,25', 10_025],
    ['1.234,56', 123_456],
    ['1,234.56', 123_456],
    ['1 234,56', 123_456],
    ['12.345.678,90', 1_234_567_890],
    ['1.234.567', 123_456_700],
    ['-27.50', -2_750],
    ['+27.50', 2_750],
    // It may be a thousand, or a little more than one.
    ['1.234', undefined],
    ['1,234', undefined],
    ['1,234,56', undefined],
    ['1.234.56', undefined],
    ['12.34.567', undefined],
    ['1e3', undefined],
    ['', undefined],
    ['TL 5', undefined],
    ['0.005', undefined],
  ])('the amount %s is %s', (text, wanted) => {
    expect(readSettlementAmount(text)).toBe(wanted);
  });

  test.each([
    ['Satış', 'taken'],
    ['SATIŞ', 'taken'],
    ['AUTH', 'taken'],
    ['PostAuth', 'taken'],
    ['İade', 'refunded'],
    ['IADE', 'refunded'],
    ['Credit', 'refunded'],
    ['İPTAL', 'voided'],
    ['chargeback', undefined],
  ])('the type %s is %s', (text, wanted) => {
    expect(readSettlementType(text)).toBe(wanted);
  });

  test.each([
    ['Satış', 2_750, { type: 'taken', amount: 2_750 }],
    // Some banks write a refund as a sale below zero.
    ['Satış', -2_750, { type: 'refunded', amount: 2_750 }],
    ['AUTH', -2_750, { type: 'refunded', amount: 2_750 }],
    ['İade', -2_750, { type: 'refunded', amount: 2_750 }],
    ['İade', 2_750, { type: 'refunded', amount: 2_750 }],
    ['İptal', -2_750, { type: 'voided', amount: 2_750 }],
    ['capture', -2_750, 'contradiction'],
    ['PostAuth', -2_750, 'contradiction'],
    ['chargeback', 2_750, 'unknown type'],
  ])('the type %s with the amount %s moves %o', (type, amount, wanted) => {
    expect(settlementMovementOf(type, amount)).toEqual(wanted);
  });

  test.each([
    ['2026-11-23', '20261123'],
    ['2026-11-23T10:00:00', '20261123'],
    ['23.11.2026', '20261123'],
    ['23/11/2026 10:00', '20261123'],
    ['20261123', '20261123'],
    ['11/23/2026', undefined],
    ['31.02.2026', undefined],
    ['23.11.26', undefined],
  ])('the date %s is %s', (text, wanted) => {
    expect(readSettlementDay(text)).toBe(wanted);
  });

  test('a currency is told by its name or number', () => {
    expect(['TRY', '949', 'usd', '978', 'XAU'].map(readSettlementCurrency)).toEqual([
      'TL',
      'TL',
      'USD',
      'EUR',
      undefined,
    ]);
  });
});
