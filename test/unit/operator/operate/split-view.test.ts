import { expect, test } from 'vitest';
import { shownLinkSplit } from '../../../../functions/operator/operate/split-view.ts';
import { minor } from '../../../../shared/domain/money/money.ts';
import type { LinkSplit } from '../../../../shared/domain/split/link-split.ts';
import { ratesOf } from '../../../support/dealer/virtual-pos.ts';

const { '1': rate, '3': rateOfThree } = ratesOf({ '1': '1.25', '3': '2.5' });
if (rate === undefined || rateOfThree === undefined) throw new Error('both are rates');

const SPLIT: LinkSplit = {
  scenario: 1,
  entries: [
    {
      dealerId: 11,
      amount: minor(7050),
      dealerCommissionRate: rate,
      dealerCommissionAmount: minor(101),
      dealerCommissionFixedAmount: minor(102),
      groupRevenueRate: rateOfThree,
      groupRevenueAmount: minor(103),
      amountToBeCommissioned: minor(104),
      isIncludedFixedAmount: 1,
    },
    { dealerId: 12, amount: minor(0) },
  ],
  topDealerRates: { '1': rate },
  fixedAmount: minor(50),
  subDealerRates: { '11': { '1': rate, '3': rateOfThree }, '12': {} },
};

test('the split of a link is shown as it was frozen, in currency units and percent', () => {
  expect(shownLinkSplit(SPLIT)).toEqual({
    scenario: 1,
    entries: [
      {
        subDealerId: 11,
        amount: 70.5,
        dealerCommissionRate: 1.25,
        dealerCommissionAmount: 1.01,
        dealerCommissionFixedAmount: 1.02,
        groupRevenueRate: 2.5,
        groupRevenueAmount: 1.03,
        amountToBeCommissioned: 1.04,
        isIncludedFixedAmount: 1,
      },
      { subDealerId: 12, amount: 0 },
    ],
    topDealerRates: { '1': 1.25 },
    fixedAmount: 0.5,
    subDealerRates: { '11': { '1': 1.25, '3': 2.5 }, '12': {} },
  });
});
