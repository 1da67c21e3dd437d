import * as fc from 'fast-check';
import { MAX_AMOUNT_MINOR, minor } from '../../../shared/domain/money/money.ts';
import { commissionScenarios } from '../../../shared/domain/split/payment-split.ts';
import type { SplitQuestion } from '../../../shared/domain/split/split-payment.ts';
import { entryOf, rateOf, subDealerWith } from './splits.ts';

const rate = fc.oneof(
  fc.integer({ min: 0, max: 50_000 }),
  fc.integer({ min: 0, max: 1_000_000 }),
  fc.constantFrom(0, 1_000_000),
);
const rates = rate.map((tenThousandths) => rateOf(`${tenThousandths}e-4`));
const small = fc.integer({ min: 0, max: 500 }).map(minor);

/** A total cut at these places; parts may be 0. */
const cut = (total: number, places: readonly number[]): number[] => {
  const marks = places.slice(1).map((place) => Math.floor((place / 1_000_000) * total));
  const edges = [0, ...marks.toSorted((a, b) => a - b), total];
  return edges.slice(1).map((edge, index) => edge - (edges[index] ?? 0));
};

const part = fc.record({
  amount: fc
    .oneof(fc.integer({ min: 1, max: 1000 }), fc.integer({ min: 1, max: Math.floor(MAX_AMOUNT_MINOR / 101) }))
    .map(minor),
  place: fc.integer({ min: 0, max: 1_000_000 }),
  dealerCommissionRate: rates,
  dealerCommissionAmount: small,
  dealerCommissionFixedAmount: fc.option(small, { nil: undefined }),
  groupRevenueRate: rates,
  groupRevenueAmount: small,
  isIncludedFixedAmount: fc.constantFrom(undefined, 0, 1),
  ownRate: rates,
});

/** Payments to be split in any scenario, with values that the interface takes. Some have a commission above its share. */
export const questions: fc.Arbitrary<SplitQuestion> = fc
  .record({
    scenario: fc.constantFrom(...commissionScenarios),
    parts: fc.uniqueArray(fc.tuple(fc.integer({ min: 1, max: 2_147_483_647 }), part), {
      minLength: 1,
      maxLength: 100,
      selector: ([id]) => id,
    }),
    left: fc.oneof(small, fc.integer({ min: 0, max: 900_000_000 })),
    topRate: rates,
    fixedAmount: small,
    installments: fc.constantFrom(1, 2, 12),
  })
  .map(({ scenario, parts, left, topRate, fixedAmount, installments }) => {
    const sum = parts.reduce((all, [, { amount }]) => all + amount, 0);
    const amount = minor(scenario === 6 ? sum + left : sum);
    const commissioned = cut(
      amount,
      parts.map(([, { place }]) => place),
    );
    const entries = parts.map(([id, { place: _place, ownRate: _ownRate, ...one }], index) =>
      entryOf(id, one.amount, { ...one, amountToBeCommissioned: minor(commissioned[index] ?? 0) }),
    );
    const subDealers = parts.map(([id, { ownRate }]) =>
      subDealerWith(id, { rates: { [String(installments)]: ownRate } }),
    );
    const dealer = { topDealerRates: { [String(installments)]: topRate }, fixedAmount };
    return { scenario, entries, amount, installments, dealer, subDealers };
  });
