import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PaymentTerms } from '../../../shared/domain/link/payment-request.ts';
import { currencies, MAX_AMOUNT_MINOR, minor } from '../../../shared/domain/money/money.ts';
import { percentOf, type Rate } from '../../../shared/domain/money/rate.ts';
import { quotesFor } from '../../../shared/domain/virtual-pos/installment-quotes.ts';
import { posWith, termsWith } from '../../support/dealer/virtual-pos.ts';

const rate = fc.integer({ min: 0, max: 1_000_000 }).map((value) => value as Rate);
const amount = fc
  .oneof(fc.integer({ min: 1, max: 1000 }), fc.integer({ min: 1, max: MAX_AMOUNT_MINOR }))
  .map((value) => minor(value));
const count = fc.integer({ min: 1, max: 12 });
const counts = fc.uniqueArray(fc.integer({ min: 2, max: 12 }), { maxLength: 11 });

const terms: fc.Arbitrary<PaymentTerms> = fc
  .record({
    amount,
    currency: fc.oneof(fc.constant('TL' as const), fc.constantFrom(...currencies)),
    installments: fc.oneof(
      fc.constant({ by: 'payer' as const }),
      count.map((chosen) => ({ by: 'dealer' as const, count: chosen })),
    ),
    allowedCounts: counts.map((some) => [1, ...some]),
    commissionByDealer: fc.integer({ min: 0, max: 12 }),
    commissionDifferenceOnly: fc.boolean(),
  })
  .map(termsWith);

const pos = fc
  .record({
    installmentCounts: counts,
    rates: fc.dictionary(count.map(String), rate, { noNullPrototype: true }),
  })
  .map(posWith);

/** Rates that rise with the count, as banks' rates do. */
const risingPos = fc
  .record({
    installmentCounts: counts,
    steps: fc.array(fc.integer({ min: 0, max: 80_000 }), { minLength: 12, maxLength: 12 }),
  })
  .map(({ installmentCounts, steps }) => {
    let sum = 0;
    const rates = Object.fromEntries(
      steps.map((step, index) => {
        sum += step;
        return [String(index + 1), sum as Rate];
      }),
    );
    return posWith({ installmentCounts, rates });
  });

/** The rules written a second time, in exact millionths of a kurus and one count at a time (dealer interface 2.8). */
const plainly = (link: PaymentTerms, at: ReturnType<typeof posWith>): unknown[] => {
  const rounded = (ofRate: number): number => {
    const [whole, rest] = [
      (BigInt(link.amount) * BigInt(ofRate)) / 1_000_000n,
      (BigInt(link.amount) * BigInt(ofRate)) % 1_000_000n,
    ];
    return Number(rest >= 500_000n ? whole + 1n : whole);
  };
  const offered = Array.from({ length: 12 }, (_, index) => index + 1).filter(
    (one) => at.rates[one] !== undefined && (one === 1 || at.installmentCounts.includes(one)),
  );
  const borne = offered.filter((one) => one <= link.commissionByDealer).at(-1);
  const answer: unknown[] = [];
  for (const one of offered) {
    if (link.currency !== 'TL' && one > 1) continue;
    if (link.installments.by === 'dealer' && link.installments.count !== one) continue;
    if (link.installments.by === 'payer' && !link.allowedCounts.includes(one)) continue;
    let commission = one > link.commissionByDealer ? rounded(at.rates[one] ?? 0) : 0;
    if (commission > 0 && link.commissionDifferenceOnly && borne !== undefined) {
      commission -= rounded(at.rates[borne] ?? 0);
    }
    if (commission < 0) commission = 0;
    const total = link.amount + commission;
    const remainder = total % one;
    const monthly = (total - remainder) / one;
    const dealerCommission = rounded(at.rates[one] ?? 0) - commission;
    answer.push({ count: one, total, commission, dealerCommission, monthly, firstMonth: monthly + remainder });
  }
  return answer;
};

describe('Quotes, whatever the link and the virtual POS', () => {
  test('conserve the money: the months add up to the total, and the total to amount and commission', () => {
    fc.assert(
      fc.property(terms, pos, (link, at) => {
        for (const quote of quotesFor({ terms: link, pos: at })) {
          expect(quote.firstMonth + quote.monthly * (quote.count - 1)).toBe(quote.total);
          expect(link.amount + quote.commission).toBe(quote.total);
          expect(quote.total).toBeGreaterThanOrEqual(link.amount);
          expect(quote.dealerCommission).toBeGreaterThanOrEqual(0);
          expect(quote.firstMonth - quote.monthly).toBeGreaterThanOrEqual(0);
          expect(quote.firstMonth - quote.monthly).toBeLessThan(quote.count);
        }
      }),
    );
  });

  test('agree with the rules written a second time', () => {
    fc.assert(
      fc.property(terms, pos, (link, at) => {
        expect(quotesFor({ terms: link, pos: at })).toEqual(plainly(link, at));
      }),
      { numRuns: 1000 },
    );
  });

  test('name each count once, in ascending order', () => {
    fc.assert(
      fc.property(terms, pos, (link, at) => {
        const named = quotesFor({ terms: link, pos: at }).map((quote) => quote.count);
        expect(named).toEqual([...new Set(named)].toSorted((a, b) => a - b));
      }),
    );
  });

  test('cost the payer no more the more the dealer bears, and only the difference costs no more than the whole', () => {
    fc.assert(
      fc.property(terms, risingPos, fc.integer({ min: 0, max: 12 }), (link, at, other) => {
        const [less, more] = [Math.min(link.commissionByDealer, other), Math.max(link.commissionByDealer, other)];
        const totals = (changes: Partial<PaymentTerms>) =>
          quotesFor({ terms: { ...link, ...changes }, pos: at }).map(({ total }) => total);
        const bearingLess = totals({ commissionByDealer: less });
        for (const [index, total] of totals({ commissionByDealer: more }).entries()) {
          expect(total).toBeLessThanOrEqual(bearingLess[index] ?? 0);
        }
        const whole = totals({ commissionDifferenceOnly: false });
        for (const [index, total] of totals({ commissionDifferenceOnly: true }).entries()) {
          expect(total).toBeLessThanOrEqual(whole[index] ?? 0);
        }
      }),
    );
  });
});

describe('percentOf, whatever amount and rate', () => {
  test('is within half a kurus of the exact value, and half a kurus goes up', () => {
    fc.assert(
      fc.property(amount, rate, (of, at) => {
        const doubled = 2n * (BigInt(percentOf(of, at)) * 1_000_000n - BigInt(of) * BigInt(at));
        expect(doubled > -1_000_000n && doubled <= 1_000_000n).toBe(true);
      }),
    );
  });

  test('rises with the amount and with the rate', () => {
    fc.assert(
      fc.property(amount, amount, rate, rate, (a, b, r, s) => {
        const [low, high] = [minor(Math.min(a, b)), minor(Math.max(a, b))];
        const [small, large] = [Math.min(r, s) as Rate, Math.max(r, s) as Rate];
        expect(percentOf(low, small)).toBeLessThanOrEqual(percentOf(high, large));
      }),
    );
  });
});
