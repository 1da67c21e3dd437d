import { describe, expect, test } from 'vitest';
import { minor } from '../../../../shared/domain/money/money.ts';
import { parseRate, type Rate } from '../../../../shared/domain/money/rate.ts';
import { requestFieldsOf } from '../../../../shared/domain/reusable-link/payer-request.ts';
import { openAmount, reusableLinkWith } from '../../../support/link/reusable-links.ts';

const rate = (text: string): Rate => parseRate(text) ?? expect.unreachable();

const sharesOf = (amount: number, rates: readonly (readonly [dealerId: number, rate: string])[]) => {
  const link = reusableLinkWith({
    amount: openAmount({ min: 1 }),
    rates: rates.map(([dealerId, text]) => ({ dealerId, rate: rate(text) })),
  });
  const { subDealers } = requestFieldsOf(link, { amount: minor(amount), answers: [] }, 'L-1');
  return subDealers.map((entry) => [entry.dealerId, entry.amount]);
};

describe('Shares of an amount that a payer chose (decisions: reusable links)', () => {
  test.each([
    [
      'are rounded down, and the rest is the dealer’s',
      1001,
      [
        [1, '33.3333'],
        [2, '33.3333'],
      ],
      [
        [1, 333],
        [2, 333],
      ],
    ],
    [
      'that round down to nothing are none',
      3,
      [
        [1, '33.3333'],
        [2, '1'],
      ],
      [],
    ],
    [
      'of 100 % add up to the amount by largest remainder',
      1001,
      [
        [1, '50'],
        [2, '50'],
      ],
      [
        [1, 501],
        [2, 500],
      ],
    ],
    [
      'of 100 % in thirds',
      100,
      [
        [1, '33.3333'],
        [2, '33.3333'],
        [3, '33.3334'],
      ],
      [
        [1, 33],
        [2, 33],
        [3, 34],
      ],
    ],
    [
      'of 100 % of the least amount',
      1,
      [
        [1, '99.9999'],
        [2, '0.0001'],
      ],
      [[1, 1]],
    ],
    [
      'never lose a unit of a large amount',
      99_999_999_999,
      [
        [1, '12.3456'],
        [2, '87.6544'],
      ],
      [
        [1, 12_345_600_000],
        [2, 87_654_399_999],
      ],
    ],
  ] as const)('%s', (_what, amount, rates, shares) => {
    expect(sharesOf(amount, rates)).toEqual(shares);
  });
});

describe('The payment request that a payer makes of a link', () => {
  const link = reusableLinkWith({
    title: 'Bread course',
    template: { isThreeD: 1, buyer: { fullName: 'Course', email: 'course@example.com', gsmNumber: '5320000000' } },
  });

  test('has the dealer’s fields, the title as its description, and the payer as its buyer', () => {
    const typed = { fullName: 'Elif Deneme', email: 'elif@example.com', gsmNumber: '5321234567' };
    expect(requestFieldsOf(link, { amount: minor(2500), answers: [], ...typed }, 'L-1')).toEqual({
      ...link.template,
      otherTrxCode: 'L-1',
      amount: 2500,
      description: 'Bread course',
      buyer: typed,
    });
  });

  test('keeps the buyer of its dealer where nothing was asked', () => {
    const { buyer, otherTrxCode } = requestFieldsOf(link, { amount: minor(2500), answers: [] }, undefined);
    expect({ buyer, otherTrxCode }).toEqual({ buyer: link.template.buyer, otherTrxCode: undefined });
  });
});
