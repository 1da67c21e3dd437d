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
  // 10.00 and 3.75 of 10.25 and 17.25 are captured: half of the payment.
  test.each([
    // 2 % of the shares; the service's 1.79 %.
    [
      1,
      [
        [20, 18],
        [8, 7],
      ],
    ],
    // 3.85 %, and half of 0.50 by largest remainder.
    [
      2,
      [
        [39 + 13, 18],
        [14 + 12, 7],
      ],
    ],
    // Half of 1.08 is 0.54: 0.15 and a half, 0.38 and a half.
    [
      3,
      [
        [16, 18],
        [38, 7],
      ],
    ],
    // 3.5 %, and 1.79 % of 9.76 and 3.80, what of AmountToBeCommissioned follows the share; half of 1.00.
    [
      4,
      [
        [35 + 17 + 25, 17 + 25],
        [13 + 7 + 25, 7 + 25],
      ],
    ],
    // Half of all fixed terms, 0.31 + 0.50 and 0.77 + 0.50, is 1.04.
    [
      5,
      [
        [17 + 41, 17 + 25],
        [7 + 63, 7 + 25],
      ],
    ],
    // Half of what was left over, 1.00, in proportion to what each bears of it.
    [
      6,
      [
        [20, 17],
        [30, 6],
      ],
    ],
  ] as const)('scenario %i', (scenario, expected) => {
    expect(commissionsIn(scenario, 1000, 375)).toEqual(expected);
  });

  test.each(commissionScenarios)('scenario %i: a whole capture has the frozen commissions', (scenario) => {
    const question = questionOf(scenario);
    const [first, second] = splitPayment(question);
    expect(commissionsIn(scenario, first?.amount ?? 0, second?.amount ?? 0)).toEqual(
      splitPayment(question).map(({ commission, topDealerCommission }) => [commission, topDealerCommission]),
    );
  });
});
