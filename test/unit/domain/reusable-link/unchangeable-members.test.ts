import { describe, expect, test } from 'vitest';
import { minor } from '../../../../shared/domain/money/money.ts';
import { parseRate, type Rate } from '../../../../shared/domain/money/rate.ts';
import { Refusal } from '../../../../shared/domain/refusal.ts';
import {
  plannedLinkChange,
  type ReusableLinkChangeFields,
} from '../../../../shared/domain/reusable-link/link-change.ts';
import type { ReusableLink } from '../../../../shared/domain/reusable-link/reusable-link.ts';
import { asks, asksNote, fixedAmount, openAmount, reusableLinkWith } from '../../../support/link/reusable-links.ts';

const nowMs = Date.UTC(2027, 0, 15, 9);
const rate = (text: string): Rate => parseRate(text) ?? expect.unreachable();

const bare = reusableLinkWith({ title: 'Bread course', amount: fixedAmount(2750) });
const full = reusableLinkWith({
  title: 'Bread course',
  amount: fixedAmount(2750),
  questions: [asks('Email', false), asksNote('Allergies')],
  template: {
    currency: 'EUR',
    language: 'TR',
    redirectUrl: 'https://shop.example/result',
    isThreeD: 1,
    isPreAuth: 1,
    isPoolPayment: 1,
    installmentNumber: 3,
    setInstallmentBy: 2,
    commissionByDealer: 4,
    isCommissionDiffByDealer: 1,
    commissionScenario: 3,
    subDealers: [{ dealerId: 1774, amount: minor(500) }],
  },
});
const asking = reusableLinkWith({ questions: [asks('Email', false)] });
const open = reusableLinkWith({ amount: openAmount({ min: 500, max: 5000, suggested: [700, 900] }) });
const shared = reusableLinkWith({
  amount: openAmount(),
  rates: [{ dealerId: 1774, rate: rate('12.5') }],
  template: { commissionScenario: 6 },
});

type Asked = Partial<ReusableLinkChangeFields>;

const planned = (link: ReusableLink, changes: Asked) => {
  const fields = { openAmount: { suggested: [] }, questions: [], subDealers: [], ...changes };
  return plannedLinkChange(fields, { link, places: [] }, nowMs);
};

const refusalOf = (link: ReusableLink, changes: Asked) => {
  try {
    planned(link, changes);
  } catch (error) {
    if (error instanceof Refusal) return { reason: error.reason, sentence: error.sentence };
    throw error;
  }
  return expect.unreachable('a change that is not refused');
};

const limits = (min: number, max: number, ...suggested: number[]): Asked => ({
  openAmount: { min: minor(min), max: minor(max), suggested: suggested.map(minor) },
});

describe('A member that never changes (decisions: reusable links)', () => {
  test.each<readonly [member: string, link: ReusableLink, repeats: readonly Asked[], others: readonly Asked[]]>([
    ['Title', bare, [{ title: 'Bread course' }], [{ title: 'Cake course' }]],
    ['CurrencyCode', bare, [{ currency: 'TL' }], [{ currency: 'EUR' }, { currency: 'TRY' }]],
    ['CurrencyCode', full, [{ currency: 'EUR' }], [{ currency: 'TL' }]],
    ['Amount', bare, [{ amount: minor(2750) }], [{ amount: minor(2751) }, { amount: Number.NaN as never }]],
    ['Amount', open, [], [{ amount: minor(500) }]],
    ['OpenAmount', bare, [], [limits(500, 5000), { openAmount: { suggested: [minor(2750)] } }]],
    [
      'OpenAmount',
      open,
      [limits(500, 5000, 700, 900)],
      [limits(499, 5000, 700, 900), limits(500, 5001, 700, 900), limits(500, 5000, 700), limits(500, 5000, 900, 700)],
    ],
    ['DealerCustomerTypeId', bare, [{ dealerCustomerTypeId: 7 }], [{ dealerCustomerTypeId: 8 }]],
    ['Language', full, [{ language: 'tr' }, { language: ' Tr ' }], [{ language: 'en' }]],
    ['Language', bare, [], [{ language: 'tr' }]],
    ['RedirectUrl', full, [{ redirectUrl: 'https://shop.example/result' }], [{ redirectUrl: 'https://shop.example/' }]],
    ['ReturnHash', bare, [{ returnHash: 1 }], [{ returnHash: 0 }]],
    ['IsThreeD', full, [{ isThreeD: 1 }], [{ isThreeD: 0 }, { isThreeD: Number.NaN }]],
    ['IsPreAuth', bare, [{ isPreAuth: 0 }], [{ isPreAuth: 1 }]],
    ['IsPreAuth', full, [{ isPreAuth: 1 }], [{ isPreAuth: 0 }]],
    ['IsPoolPayment', bare, [{ isPoolPayment: 0 }], [{ isPoolPayment: 1 }]],
    ['IsPoolPayment', full, [{ isPoolPayment: 1 }], [{ isPoolPayment: 0 }]],
    ['InstallmentNumber', bare, [{ installmentNumber: 0 }, { installmentNumber: 1 }], [{ installmentNumber: 2 }]],
    ['InstallmentNumber', full, [{ installmentNumber: 3 }], [{ installmentNumber: 0 }, { installmentNumber: 4 }]],
    ['SetInstallmentBy', full, [{ setInstallmentBy: 2 }], [{ setInstallmentBy: 1 }]],
    ['CommissionByDealer', full, [{ commissionByDealer: 4 }], [{ commissionByDealer: 5 }]],
    ['IsCommissionDiffByDealer', bare, [{ isCommissionDiffByDealer: 0 }], [{ isCommissionDiffByDealer: 1 }]],
    ['IsCommissionDiffByDealer', full, [{ isCommissionDiffByDealer: 1 }], [{ isCommissionDiffByDealer: 0 }]],
    ['CommissionScenario', full, [{ commissionScenario: 3 }], [{ commissionScenario: 6 }]],
    [
      'Ask',
      full,
      [
        {
          questions: [
            { field: 'Email', need: 'optional' },
            { field: 'Note', need: 'required', label: 'Allergies' },
          ],
        },
      ],
      [
        { questions: [{ field: 'Email', need: 'optional' }] },
        {
          questions: [
            { field: 'Email', need: 'required' },
            { field: 'Note', need: 'required', label: 'Allergies' },
          ],
        },
        {
          questions: [
            { field: 'Email', need: 'optional' },
            { field: 'Note', need: 'required', label: 'Size' },
          ],
        },
      ],
    ],
    [
      'Ask',
      bare,
      [],
      [{ questions: [{ field: 'Email', need: 'required' }] }, { questions: [{ field: 'Address', need: 'required' }] }],
    ],
    [
      'Ask',
      asking,
      [{ questions: [{ need: 'optional', field: 'Email' }] }],
      [{ questions: [{ field: 'Email', need: 'no' }] }],
    ],
    [
      'SubDealer',
      full,
      [
        { subDealers: [{ dealerId: 1774, amount: minor(500) }] },
        { subDealers: [{ rate: undefined, amount: minor(500), dealerId: 1774 }] },
      ],
      [
        { subDealers: [{ dealerId: 1774, amount: minor(501) }] },
        { subDealers: [{ dealerId: 1774, amount: minor(500), rate: rate('5') }] },
        { subDealers: [{ dealerId: 1775, amount: minor(500) }] },
      ],
    ],
    [
      'SubDealer',
      shared,
      [{ subDealers: [{ dealerId: 1774, rate: rate('12.5') }] }],
      [
        { subDealers: [{ dealerId: 1774, rate: rate('12.6') }] },
        { subDealers: [{ dealerId: 1774, rate: rate('12.5'), amount: minor(500) }] },
        { subDealers: [{ dealerId: 1775, rate: rate('12.5') }] },
      ],
    ],
    ['SubDealer', bare, [], [{ subDealers: [{ dealerId: 1774, amount: minor(500) }] }]],
  ])('%s may repeat the link and say nothing else: %#', (member, link, repeats, others) => {
    for (const repeated of [{}, ...repeats]) expect(planned(link, repeated)).toBeUndefined();
    for (const other of others) {
      expect(refusalOf(link, other)).toEqual({
        reason: 'InvalidRequest',
        sentence: `${member} of a link never changes: make another link.`,
      });
    }
  });

  test('is named before any other that differs too, in the order of the document', () => {
    expect(refusalOf(bare, { returnHash: 0, title: 'Cake course' }).sentence).toContain('Title');
    expect(refusalOf(bare, { isPreAuth: 1, amount: minor(1) }).sentence).toContain('Amount');
  });
});
