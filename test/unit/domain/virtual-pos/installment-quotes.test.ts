import { describe, expect, test } from 'vitest';
import type { PaymentTerms } from '../../../../shared/domain/link/payment-request.ts';
import { minor } from '../../../../shared/domain/money/money.ts';
import { dependsOnCard, quotesFor } from '../../../../shared/domain/virtual-pos/installment-quotes.ts';
import { posWith, ratesOf, termsWith } from '../../../support/dealer/virtual-pos.ts';

const pos = posWith({
  installmentCounts: [2, 3, 6],
  rates: ratesOf({ '1': '1.5', '2': '2.5', '3': '3.5', '6': '6.5' }),
});
const countsOf = (terms: Partial<PaymentTerms>, at = pos) =>
  quotesFor({ terms: termsWith(terms), pos: at }).map(({ count }) => count);
const commissionsOf = (terms: Partial<PaymentTerms>, at = pos) =>
  quotesFor({ terms: termsWith(terms), pos: at }).map(({ commission }) => commission);

describe('The counts of a quote', () => {
  test('are those that the link and the virtual POS both allow, in ascending order', () => {
    expect(countsOf({ allowedCounts: [6, 1, 2, 9] })).toEqual([1, 2, 6]);
  });

  test('are the one that the dealer chose (SetInstallmentBy 1)', () => {
    expect(countsOf({ installments: { by: 'dealer', count: 3 }, allowedCounts: [1] })).toEqual([3]);
    expect(countsOf({ installments: { by: 'dealer', count: 4 }, allowedCounts: [1] })).toEqual([]);
  });

  test('have a rate: a count without one cannot be used, the single payment included', () => {
    expect(countsOf({}, posWith({ rates: ratesOf({ '3': '1' }) }))).toEqual([3]);
  });

  test('are the single payment alone in a foreign currency', () => {
    expect(countsOf({ currency: 'EUR' })).toEqual([1]);
    expect(countsOf({ currency: 'EUR', installments: { by: 'dealer', count: 3 } })).toEqual([]);
  });
});

describe('The commission that the payer bears (decisions: who bears the commission)', () => {
  test.each([
    [0, [150, 250, 350, 650]],
    [1, [0, 250, 350, 650]],
    [2, [0, 0, 350, 650]],
    [5, [0, 0, 0, 650]],
    [12, [0, 0, 0, 0]],
  ])('with CommissionByDealer %i is that of larger counts', (commissionByDealer, expected) => {
    expect(commissionsOf({ commissionByDealer })).toEqual(expected);
  });

  test.each([
    // The dealer bears none, so there is no difference to pay.
    [0, [150, 250, 350, 650]],
    [1, [0, 100, 200, 500]],
    [2, [0, 0, 100, 400]],
    // 5 is no count of this virtual POS: the largest one that the dealer bears is 3.
    [5, [0, 0, 0, 300]],
    [12, [0, 0, 0, 0]],
  ])(
    'with CommissionByDealer %i and the difference only is what exceeds the dealer’s',
    (commissionByDealer, expected) => {
      expect(commissionsOf({ commissionByDealer, commissionDifferenceOnly: true })).toEqual(expected);
    },
  );

  test('rounds each percentage term by itself', () => {
    const at = posWith({ rates: ratesOf({ '1': '0.5', '2': '1.4' }) });
    const terms = { amount: minor(100), commissionByDealer: 1, commissionDifferenceOnly: true };
    // 1.4 and 0.5 are rounded to 1 and 1. Rounding their difference of 0.9 would give 1.
    expect(commissionsOf(terms, at)).toEqual([0, 0]);
  });

  test('is never below 0 where a larger count costs less', () => {
    const at = posWith({ rates: ratesOf({ '1': '5', '2': '1' }) });
    expect(commissionsOf({ commissionByDealer: 1, commissionDifferenceOnly: true }, at)).toEqual([0, 0]);
  });
});

test('the monthly amount is rounded down, and the remainder goes into the first month (decisions: commission)', () => {
  const terms = termsWith({ amount: minor(10_000), installments: { by: 'dealer', count: 3 }, commissionByDealer: 0 });
  expect(quotesFor({ terms, pos })).toEqual([
    { count: 3, total: 10_350, commission: 350, dealerCommission: 0, monthly: 3450, firstMonth: 3450 },
  ]);
  expect(quotesFor({ terms: { ...terms, commissionByDealer: 12 }, pos })).toEqual([
    { count: 3, total: 10_000, commission: 0, dealerCommission: 350, monthly: 3333, firstMonth: 3334 },
  ]);
});

test('the dealer bears what the payer does not: both together are the commission of the count', () => {
  const terms = termsWith({ amount: minor(10_000), commissionByDealer: 2, commissionDifferenceOnly: true });
  const quotes = quotesFor({ terms, pos });
  expect(quotes.map(({ commission, dealerCommission }) => [commission, dealerCommission]).slice(0, 4)).toEqual([
    [0, 150],
    [0, 250],
    [100, 250],
    [400, 250],
  ]);
});

describe('What the payer pays or may choose depends on the card', () => {
  test.each<[string, Partial<PaymentTerms>, boolean]>([
    ['when there are counts to choose from', {}, true],
    [
      'when the payer bears the commission of the dealer’s count',
      { installments: { by: 'dealer', count: 3 }, commissionByDealer: 2 },
      true,
    ],
    ['when the payer bears the commission of the single payment', { allowedCounts: [1], commissionByDealer: 0 }, true],
  ])('%s', (_title, terms, expected) => {
    expect(dependsOnCard(termsWith(terms))).toBe(expected);
  });

  test.each<[string, Partial<PaymentTerms>]>([
    [
      'the dealer chose the count and bears its commission',
      { installments: { by: 'dealer', count: 3 }, commissionByDealer: 3 },
    ],
    ['the single payment is all there is to choose', { allowedCounts: [1], commissionByDealer: 1 }],
    ['the currency allows the single payment only', { currency: 'USD', commissionByDealer: 1 }],
  ])('not when %s', (_title, terms) => {
    expect(dependsOnCard(termsWith(terms))).toBe(false);
  });
});
