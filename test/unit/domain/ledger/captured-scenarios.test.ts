import { describe, expect, test } from 'vitest';
import { type ChargeMoney, chargedShares } from '../../../../shared/domain/ledger/charged-shares.ts';
import { type MinorUnits, minor } from '../../../../shared/domain/money/money.ts';
import { sumOfTerms } from '../../../../shared/domain/split/commission-terms.ts';
import { commissionScenarios, type SplitEntry } from '../../../../shared/domain/split/payment-split.ts';
import { type SplitQuestion, splitPayment, splitTermsOf } from '../../../../shared/domain/split/split-payment.ts';
import { entryOf, rateOf, subDealerWith, topDealer } from '../../../support/payment/splits.ts';

const everything = (of: { commissioned: number; revenue: number }): Partial<SplitEntry> => ({
  dealerCommissionRate: rateOf('3.85'),
  dealerCommissionAmount: minor(of.revenue),
  dealerCommissionFixedAmount: minor(25),
  groupRevenueRate: rateOf('3.5'),
  groupRevenueAmount: minor(of.revenue),
  amountToBeCommissioned: minor(of.commissioned),
  isIncludedFixedAmount: 1,
});

/** 27.50 among the sub-dealers 1774 and 1803; in scenario 6 one lira less is theirs. */
const questionOf = (scenario: SplitQuestion['scenario']): SplitQuestion => ({
  scenario,
  entries: [
    entryOf(1774, 1025, everything({ commissioned: 1000, revenue: 31 })),
    entryOf(1803, scenario === 6 ? 1625 : 1725, everything({ commissioned: 1750, revenue: 77 })),
  ],
  amount: minor(2750),
  installments: 1,
  dealer: topDealer,
  subDealers: [subDealerWith(1774), subDealerWith(1803)],
});

const moneyOf = (question: SplitQuestion): ChargeMoney => {
  const terms = splitTermsOf(question);
  return {
    total: question.amount,
    commission: { payer: minor(0), dealer: minor(0) },
    splits: splitPayment(question).map((split) => {
      const of = terms.get(split.subDealerId);
      return { ...split, ...(of === undefined ? {} : { terms: of }) };
    }),
    pooled: false,
  };
};

const captured = (first: number, second: number) => ({
  amount: minor(first + second),
  shares: [
    { subDealerId: 1774, amount: minor(first) },
    { subDealerId: 1803, amount: minor(second) },
  ],
});

/** Commission of each sub-dealer, and the service's part of it. */
const commissionsIn = (scenario: SplitQuestion['scenario'], first: number, second: number): readonly MinorUnits[][] =>
  chargedShares(moneyOf(questionOf(scenario)), captured(first, second)).map(({ commission, toService }) => [
    commission,
    toService,
  ]);

describe('What the commissions of a split are made of (decisions: commission)', () => {
  test.each(commissionScenarios)('scenario %i: the terms come to its commissions', (scenario) => {
    const question = questionOf(scenario);
    const terms = splitTermsOf(question);
    for (const { subDealerId, commission, topDealerCommission } of splitPayment(question)) {
      const of = terms.get(subDealerId);
      expect([of && sumOfTerms(of.commission), of && sumOfTerms(of.topDealerCommission)]).toEqual([
        commission,
        topDealerCommission,
      ]);
    }
  });
});

describe('The commissions of a captured part, by scenario (dealer interface: DoCapture)', () => {
  // 10.00 of 10.25 and 3.75 of 17.25 are captured; in scenario 6 the shares are 10.64 and 16.86, the difference in them.
  test.each([
    // 2 % of the shares; the service's 1.79 %.
    [
      1,
      [
        [20, 18],
        [8, 7],
      ],
    ],
    // 3.85 %, and of 0.25 each what its own sub-dealer captures.
    [
      2,
      [
        [39 + 24, 18],
        [14 + 5, 7],
      ],
    ],
    // Of 0.31 and of 0.77.
    [
      3,
      [
        [30, 18],
        [17, 7],
      ],
    ],
    // 3.5 %, and 1.79 % of 9.76 and 3.80, what of AmountToBeCommissioned follows the share; 0.49 and 0.11 of 0.50.
    [
      4,
      [
        [35 + 17 + 49, 17 + 49],
        [13 + 7 + 11, 7 + 11],
      ],
    ],
    // As in 4, with 0.30 of 0.31 and 0.17 of 0.77 in place of the rate.
    [
      5,
      [
        [30 + 17 + 49, 17 + 49],
        [17 + 7 + 11, 7 + 11],
      ],
    ],
    // 0.37 of 0.39 and 0.14 of 0.61: each bears its part of what was left over, 1.00.
    [
      6,
      [
        [37, 17],
        [14, 6],
      ],
    ],
  ] as const)('scenario %i', (scenario, expected) => {
    expect(commissionsIn(scenario, 1000, 375)).toEqual(expected);
  });

  test.each(commissionScenarios)('scenario %i: a sub-dealer of whom nothing is captured owes nothing', (scenario) => {
    const [first] = splitPayment(questionOf(scenario));
    expect(commissionsIn(scenario, first?.amount ?? 0, 0)).toEqual([
      [first?.commission, first?.topDealerCommission],
      [0, 0],
    ]);
  });

  test('the whole sum with other shares has the commissions of those shares', () => {
    // 3.85 % and 0.25 of each: of 11.25 of 10.25, and of 16.25 of 17.25.
    const question = questionOf(2);
    const authorised = splitPayment(question).map(({ commission }) => commission);
    const other = commissionsIn(2, 1125, 1625).map(([commission]) => commission);
    expect(authorised).toEqual([39 + 25, 66 + 25]);
    expect(other).toEqual([43 + 27, 63 + 24]);
  });

  test.each(commissionScenarios)('scenario %i: a whole capture has the frozen commissions', (scenario) => {
    const question = questionOf(scenario);
    const [first, second] = splitPayment(question);
    expect(commissionsIn(scenario, first?.amount ?? 0, second?.amount ?? 0)).toEqual(
      splitPayment(question).map(({ commission, topDealerCommission }) => [commission, topDealerCommission]),
    );
  });
});
