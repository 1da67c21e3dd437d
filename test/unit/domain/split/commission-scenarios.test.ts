import { describe, expect, test } from 'vitest';
import { minor } from '../../../../shared/domain/money/money.ts';
import { Refusal } from '../../../../shared/domain/refusal.ts';
import type { CommissionScenario, PaymentSplit, SplitEntry } from '../../../../shared/domain/split/payment-split.ts';
import {
  checkSplitValues,
  requireSplitFields,
  type SplitQuestion,
  splitPayment,
} from '../../../../shared/domain/split/split-payment.ts';
import { entryOf, rateOf, subDealerWith, topDealer } from '../../../support/payment/splits.ts';

/** A payment of 27.50 among the dealer's sub-dealers 1774 and 1803. */
const question = (
  scenario: CommissionScenario,
  entries: readonly SplitEntry[],
  changes: Partial<SplitQuestion> = {},
): SplitQuestion => ({
  scenario,
  entries,
  amount: minor(2750),
  installments: 1,
  dealer: topDealer,
  subDealers: [subDealerWith(1774), subDealerWith(1803)],
  ...changes,
});

const split = (asked: SplitQuestion): readonly PaymentSplit[] => {
  requireSplitFields(asked.scenario, asked.entries);
  checkSplitValues(asked.scenario, asked.entries, asked.amount);
  return splitPayment(asked);
};

/** Reason and sentence of the refusal that a payment gets, or its splits. */
const outcome = (asked: SplitQuestion) => {
  try {
    return split(asked);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return `${error.reason}: ${error.sentence}`;
  }
};

const splitRow = (
  subDealerId: number,
  [amount, commission, net, topDealerCommission, topDealerIncome]: readonly [number, number, number, number, number],
) => ({ subDealerId, amount, commission, net, topDealerCommission, topDealerIncome });

describe('The six commission scenarios (dealer interface 2.3): worked examples', () => {
  test('1: the commission is the rate that the service has for the sub-dealer and the count', () => {
    const entries = [entryOf(1774, 1025), entryOf(1803, 1725)];
    // 10.25 x 2 % = 0.205, 17.25 x 2 % = 0.345; the top dealer pays 1.79 %: 0.183475 and 0.308775.
    expect(split(question(1, entries))).toEqual([
      splitRow(1774, [1025, 21, 1004, 18, 3]),
      splitRow(1803, [1725, 35, 1690, 31, 4]),
    ]);
    // In three installments 3.85 %: 0.394625 and 0.664125; 2.5 %: 0.25625 and 0.43125.
    expect(split(question(1, entries, { installments: 3 }))).toEqual([
      splitRow(1774, [1025, 39, 986, 26, 13]),
      splitRow(1803, [1725, 66, 1659, 43, 23]),
    ]);
  });

  test('2: the commission is the rate sent, plus the fixed amount where one is sent', () => {
    const entries = [
      entryOf(1774, 1025, { dealerCommissionRate: rateOf('3.85'), dealerCommissionFixedAmount: minor(25) }),
      entryOf(1803, 1725, { dealerCommissionRate: rateOf('0.5') }),
    ];
    // 0.394625 + 0.25, and 0.08625: less than the 0.31 that the top dealer pays, so its income is negative.
    expect(split(question(2, entries))).toEqual([
      splitRow(1774, [1025, 64, 961, 18, 46]),
      splitRow(1803, [1725, 9, 1716, 31, -22]),
    ]);
  });

  test('3: the commission is the amount sent', () => {
    const entries = [
      entryOf(1774, 1025, { dealerCommissionAmount: minor(0) }),
      entryOf(1803, 1725, { dealerCommissionAmount: minor(1725) }),
    ];
    expect(split(question(3, entries))).toEqual([
      splitRow(1774, [1025, 0, 1025, 18, -18]),
      splitRow(1803, [1725, 1725, 0, 31, 1694]),
    ]);
  });

  test('4: the revenue is a rate, and what the service takes from the top dealer is passed on', () => {
    const entries = [
      entryOf(1774, 1025, { groupRevenueRate: rateOf('0'), amountToBeCommissioned: minor(0) }),
      entryOf(1803, 1725, {
        groupRevenueRate: rateOf('3.5'),
        amountToBeCommissioned: minor(2750),
        isIncludedFixedAmount: 1,
      }),
    ];
    // 17.25 x 3.5 % = 0.60375; 27.50 x 1.79 % = 0.49225; and the fixed amount, 0.50.
    expect(split(question(4, entries))).toEqual([
      splitRow(1774, [1025, 0, 1025, 0, 0]),
      splitRow(1803, [1725, 159, 1566, 99, 60]),
    ]);
  });

  test('5: the revenue is an amount', () => {
    const entries = [
      entryOf(1774, 1025, { groupRevenueAmount: minor(100), amountToBeCommissioned: minor(750) }),
      entryOf(1803, 1725, {
        groupRevenueAmount: minor(33),
        amountToBeCommissioned: minor(2000),
        isIncludedFixedAmount: 0,
      }),
    ];
    // 7.50 x 1.79 % = 0.13425 and 20.00 x 1.79 % = 0.358.
    expect(split(question(5, entries))).toEqual([
      splitRow(1774, [1025, 113, 912, 13, 100]),
      splitRow(1803, [1725, 69, 1656, 36, 33]),
    ]);
  });

  test('6: the sub-dealer gets its Amount, and what is left of the payment is the commission', () => {
    // The top dealer pays 1.79 % of the Amount: 0.4475.
    expect(split(question(6, [entryOf(1774, 2500)]))).toEqual([splitRow(1774, [2750, 250, 2500, 45, 205])]);
  });

  test('6: what is left is shared in proportion to Amount by largest remainder, ties by DealerId', () => {
    const subDealers = [9, 5, 7].map((id) => subDealerWith(id));
    const entries = [entryOf(9, 300), entryOf(5, 300), entryOf(7, 300)];
    const splits = split(question(6, entries, { amount: minor(1001), subDealers }));
    expect(splits.map(({ subDealerId, amount, commission, net }) => [subDealerId, amount, commission, net])).toEqual([
      [5, 334, 34, 300],
      [7, 334, 34, 300],
      [9, 333, 33, 300],
    ]);
    // 0.10 among 1.00 and 2.00 is 0.0333 and 0.0667: the larger remainder gets the kurus.
    const uneven = split(question(6, [entryOf(5, 100), entryOf(7, 200)], { amount: minor(310), subDealers }));
    expect(uneven.map(({ commission }) => commission)).toEqual([3, 7]);
  });

  test('6: amounts that add up to the payment leave no commission', () => {
    const splits = split(question(6, [entryOf(1774, 1000), entryOf(1803, 1750)]));
    expect(splits.map(({ commission, net }) => [commission, net])).toEqual([
      [0, 1000],
      [0, 1750],
    ]);
  });

  test('a percentage is exact where the product passes 53 bits', () => {
    const amount = minor(99_999_999_999);
    const entries = [entryOf(1774, amount, { dealerCommissionRate: rateOf('99.9999') })];
    expect(split(question(2, entries, { amount }))[0]?.commission).toBe(99_999_899_999);
  });

  test('a field that the scenario does not have is ignored', () => {
    const stray = {
      dealerCommissionRate: rateOf('50'),
      dealerCommissionFixedAmount: minor(1),
      groupRevenueAmount: minor(500),
      amountToBeCommissioned: minor(9),
      isIncludedFixedAmount: 7,
    };
    const bare = entryOf(1774, 2750, { dealerCommissionAmount: minor(20) });
    expect(split(question(3, [{ ...bare, ...stray }]))).toEqual(split(question(3, [bare])));
  });

  test('100 sub-dealers share one payment', () => {
    const ids = Array.from({ length: 100 }, (_, index) => index + 1);
    const splits = split(
      question(
        6,
        ids.map((id) => entryOf(id, 10)),
        { amount: minor(1099), subDealers: ids.map((id) => subDealerWith(id)) },
      ),
    );
    expect(splits.reduce((sum, { amount }) => sum + amount, 0)).toBe(1099);
    expect(splits.filter(({ commission }) => commission === 1)).toHaveLength(99);
    expect(splits.at(-1)?.commission).toBe(0);
  });
});

describe('A payment with sub-dealers is refused with InvalidRequest and both numbers (dealer interface 2.3)', () => {
  const both = (more: Partial<SplitEntry>) => [entryOf(1774, 1025, more), entryOf(1803, 1725, more)];

  test.each<[CommissionScenario, keyof SplitEntry, string]>([
    [1, 'dealerId', 'DealerId'],
    [1, 'amount', 'Amount'],
    [2, 'dealerCommissionRate', 'DealerCommissionRate'],
    [3, 'dealerCommissionAmount', 'DealerCommissionAmount'],
    [4, 'groupRevenueRate', 'GroupRevenueRate'],
    [4, 'amountToBeCommissioned', 'AmountToBeCommissioned'],
    [5, 'groupRevenueAmount', 'GroupRevenueAmount'],
    [5, 'amountToBeCommissioned', 'AmountToBeCommissioned'],
    [6, 'amount', 'Amount'],
  ])('scenario %i without %s', (scenario, field, name) => {
    const full = {
      dealerCommissionRate: rateOf('1'),
      dealerCommissionAmount: minor(1),
      groupRevenueRate: rateOf('1'),
      groupRevenueAmount: minor(1),
      amountToBeCommissioned: minor(1375),
    };
    const [first = {}, second = {}] = both(full);
    expect(outcome(question(scenario, [first, { ...second, [field]: undefined }]))).toBe(
      `InvalidRequest: SubDealer[1].${name} is required in CommissionScenario ${scenario}.`,
    );
    expect(outcome(question(scenario, both(full)))).toHaveLength(2);
  });

  test.each([1, 2, 3, 4, 5] as const)('when the amounts do not add up to the payment, in scenario %i', (scenario) => {
    const more = {
      dealerCommissionRate: rateOf('1'),
      dealerCommissionAmount: minor(1),
      groupRevenueRate: rateOf('1'),
      groupRevenueAmount: minor(1),
      amountToBeCommissioned: minor(1375),
    };
    for (const [amount, sum] of [
      [2751, '27.50'],
      [2749, '27.50'],
    ] as const) {
      expect(outcome(question(scenario, both(more), { amount: minor(amount) }))).toBe(
        `InvalidRequest: The sum of SubDealer.Amount is ${sum} and must equal Amount, 27.${amount - 2700}.`,
      );
    }
  });

  test('when they exceed the payment by a kurus, in scenario 6', () => {
    expect(outcome(question(6, [entryOf(1774, 1000), entryOf(1803, 1751)]))).toBe(
      'InvalidRequest: The sum of SubDealer.Amount is 27.51 and must not exceed Amount, 27.50.',
    );
  });

  test.each([4, 5] as const)('when AmountToBeCommissioned does not add up to it, in scenario %i', (scenario) => {
    const more = { groupRevenueRate: rateOf('0'), groupRevenueAmount: minor(0), amountToBeCommissioned: minor(1374) };
    expect(outcome(question(scenario, both(more)))).toBe(
      'InvalidRequest: The sum of SubDealer.AmountToBeCommissioned is 27.48 and must equal Amount, 27.50.',
    );
  });

  test('when a DealerId appears more than once', () => {
    expect(outcome(question(1, [entryOf(1774, 1025), entryOf(1774, 1725)]))).toBe(
      'InvalidRequest: SubDealer names DealerId 1774 more than once.',
    );
  });

  test('when an Amount is 0', () => {
    expect(outcome(question(6, [entryOf(1774, 2750), entryOf(1803, 0)]))).toBe(
      'InvalidRequest: SubDealer[1].Amount must be above 0.',
    );
  });

  test('when IsIncludedFixedAmount is neither 0 nor 1', () => {
    const more = { groupRevenueAmount: minor(0), amountToBeCommissioned: minor(1375), isIncludedFixedAmount: 2 };
    expect(outcome(question(5, both(more)))).toBe('InvalidRequest: SubDealer[0].IsIncludedFixedAmount must be 0 or 1.');
  });

  test('when a sub-dealer is not the dealer’s, or is switched off', () => {
    const entries = both({});
    expect(outcome(question(1, entries, { subDealers: [subDealerWith(1774)] }))).toBe(
      'InvalidRequest: SubDealer.DealerId 1803 is not a sub-dealer of this dealer.',
    );
    const subDealers = [subDealerWith(1774, { enabled: false }), subDealerWith(1803)];
    expect(outcome(question(1, entries, { subDealers }))).toBe(
      'InvalidRequest: SubDealer.DealerId 1774 is switched off.',
    );
  });

  test('when the service has no rate for the count', () => {
    const subDealers = [subDealerWith(1774), subDealerWith(1803, { rates: {} })];
    expect(outcome(question(1, both({}), { subDealers }))).toBe(
      'DealerGroupCommissionRateNotFound: Sub-dealer 1803 has no commission rate for InstallmentNumber 1.',
    );
    expect(outcome(question(6, both({}), { installments: 2 }))).toBe(
      'DealerGroupCommissionRateNotFound: The service has no commission rate of this dealer for InstallmentNumber 2.',
    );
  });

  test('when a commission exceeds the amount it is deducted from, and not when it equals it', () => {
    const entries = [
      entryOf(1774, 1025, { dealerCommissionAmount: minor(1025) }),
      entryOf(1803, 1725, { dealerCommissionAmount: minor(1726) }),
    ];
    expect(outcome(question(3, entries))).toBe(
      'InvalidRequest: The commission of sub-dealer 1803 is 17.26 and must not exceed its Amount, 17.25.',
    );
    const passedOn = entryOf(1774, 2750, {
      groupRevenueAmount: minor(2651),
      amountToBeCommissioned: minor(2750),
      isIncludedFixedAmount: 1,
    });
    // 26.51 + 0.49 + 0.50 is exactly the whole; one kurus more is too much.
    expect(outcome(question(5, [passedOn]))).toMatchObject([{ commission: 2750, net: 0 }]);
    expect(outcome(question(5, [{ ...passedOn, groupRevenueAmount: minor(2652) }]))).toBe(
      'InvalidRequest: The commission of sub-dealer 1774 is 27.51 and must not exceed its Amount, 27.50.',
    );
  });
});
