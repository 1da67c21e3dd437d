import { describe, expect, test } from 'vitest';
import { minor } from '../../../../shared/domain/money/money.ts';
import { parseRate, type Rate } from '../../../../shared/domain/money/rate.ts';
import type { ReusableLinkFields } from '../../../../shared/domain/reusable-link/link-fields.ts';
import { reusableLinkTermsOf, triedAmountsOf } from '../../../../shared/domain/reusable-link/new-link.ts';
import { fixedAmount, openAmount } from '../../../support/link/reusable-links.ts';

const rate = (text: string): Rate => parseRate(text) ?? expect.unreachable();
const fields = (changes: Partial<ReusableLinkFields> = {}): ReusableLinkFields => ({
  title: 'Bread course',
  openAmount: { suggested: [] },
  questions: [],
  subDealers: [],
  ...changes,
});

describe('The terms of a new reusable link', () => {
  test('with an amount of its own keep its split as a payment request would have it', () => {
    const terms = reusableLinkTermsOf(
      fields({
        amount: minor(2750),
        commissionScenario: 3,
        subDealers: [{ dealerId: 1774, amount: minor(500), rate: undefined, groupRevenueAmount: undefined }],
      }),
    );
    expect(terms).toStrictEqual({
      title: 'Bread course',
      amount: { kind: 'fixed', amount: 2750 },
      questions: [],
      template: { commissionScenario: 3, buyer: {}, basket: [], subDealers: [{ dealerId: 1774, amount: 500 }] },
    });
  });

  test('with an amount that payers choose keep the rates, and no entry of a split', () => {
    const openTo = (subDealers: ReusableLinkFields['subDealers']) =>
      reusableLinkTermsOf(
        fields({ openAmount: { min: minor(500), max: minor(5000), suggested: [minor(700)] }, subDealers }),
      );
    expect(openTo([{ dealerId: 1774, rate: rate('12.5') }])).toStrictEqual({
      title: 'Bread course',
      amount: { kind: 'open', min: 500, max: 5000, suggested: [700] },
      questions: [],
      template: { buyer: {}, basket: [], subDealers: [] },
      rates: [{ dealerId: 1774, rate: 125_000 }],
    });
    expect(openTo([])).not.toHaveProperty('rates');
  });

  test('keep questions with what is required, labels, how many payments, and until when', () => {
    const terms = reusableLinkTermsOf(
      fields({
        amount: minor(2750),
        description: 'Bring flour.',
        maxPayments: 30,
        expireDate: '2027-02-01 18:00',
        questions: [
          { field: 'FullName', need: 'required' },
          { field: 'Note', need: 'optional', label: 'Allergies' },
        ],
      }),
    );
    expect(terms).toStrictEqual({
      title: 'Bread course',
      description: 'Bring flour.',
      amount: { kind: 'fixed', amount: 2750 },
      questions: [
        { field: 'FullName', required: true },
        { field: 'Note', required: false, label: 'Allergies' },
      ],
      template: { buyer: {}, basket: [], subDealers: [] },
      maxPayments: 30,
      expiresAtMs: Date.UTC(2027, 1, 1, 15),
    });
  });
});

test('A question that no link may ask is none', () => {
  const questions = [
    { field: 'Address', need: 'required' },
    { field: 'Email', need: 'required' },
  ];
  expect(reusableLinkTermsOf(fields({ questions })).questions).toEqual([{ field: 'Email', required: true }]);
});

test.each([
  ['a fixed amount', fixedAmount(2750), [2750]],
  ['both ends of an open amount', openAmount({ min: 500, max: 5000, suggested: [700] }), [500, 5000]],
  ['the only amount of one that is open in name alone', openAmount({ min: 500, max: 500 }), [500]],
])('A link is tried with %s', (_, amount, tried) => {
  expect(triedAmountsOf({ amount })).toEqual(tried);
});
