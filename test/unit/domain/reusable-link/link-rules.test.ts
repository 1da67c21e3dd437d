import { describe, expect, test } from 'vitest';
import { minor } from '../../../../shared/domain/money/money.ts';
import { parseRate, type Rate } from '../../../../shared/domain/money/rate.ts';
import { Refusal } from '../../../../shared/domain/refusal.ts';
import type { ReusableLinkFields } from '../../../../shared/domain/reusable-link/link-fields.ts';
import { checkReusableLink } from '../../../../shared/domain/reusable-link/link-rules.ts';

const nowMs = Date.UTC(2027, 0, 15, 9);

const fixed: ReusableLinkFields = {
  linkCode: 'BREAD-1',
  title: 'Bread course',
  amount: minor(2750),
  openAmount: { suggested: [] },
  questions: [],
  subDealers: [],
};
const open: ReusableLinkFields = {
  ...fixed,
  amount: undefined,
  openAmount: { min: minor(500), max: minor(5000), suggested: [] },
};
const rate = (text: string): Rate => parseRate(text) ?? expect.unreachable();

const problemOf = (fields: ReusableLinkFields): string | undefined => {
  try {
    checkReusableLink({ fields, nowMs });
    return undefined;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    expect(error.reason).toBe('InvalidRequest');
    return error.sentence;
  }
};

const limits = (min: number | undefined, max: number | undefined, ...suggested: number[]): ReusableLinkFields => ({
  ...open,
  openAmount: {
    ...(min === undefined ? {} : { min: minor(min) }),
    ...(max === undefined ? {} : { max: minor(max) }),
    suggested: suggested.map(minor),
  },
});
const asking = (...questions: ReusableLinkFields['questions']): ReusableLinkFields => ({ ...fixed, questions });
const splitting = (commissionScenario: number | undefined, ...rates: readonly string[]): ReusableLinkFields => ({
  ...open,
  commissionScenario,
  subDealers: rates.map((text, index) => ({ dealerId: 1774 + index, rate: rate(text) })),
});

describe('Rules of a new reusable link (decisions: reusable links)', () => {
  test.each([
    ['a fixed amount', fixed],
    ['an open amount', open],
    ['one amount as both limits, which it suggests', limits(500, 500, 500)],
    ['a link that ends in a minute', { ...fixed, expireDate: '2027-01-15 12:01' }],
    ['as many payments as can be', { ...fixed, maxPayments: 1_000_000 }],
    ['one payment', { ...fixed, maxPayments: 1 }],
    [
      'a label in a question that says nothing of others',
      asking({ field: 'Email', need: 'optional', label: undefined }),
    ],
    ['a place of a result without a query', { ...fixed, redirectUrl: 'https://shop.example/result' }],
    ['what is no address, which the rules of its requests refuse', { ...fixed, redirectUrl: 'shop' }],
    ['a split by amounts', { ...fixed, subDealers: [{ dealerId: 1774, amount: minor(500) }] }],
    [
      'members of a split that are read as absent',
      { ...splitting(6), subDealers: [{ dealerId: 1774, rate: rate('5'), amount: undefined }] },
    ],
    [
      'every question, notes with labels of their own',
      asking(
        { field: 'FullName', need: 'required' },
        { field: 'Email', need: 'optional' },
        { field: 'GsmNumber', need: 'optional' },
        { field: 'Note', need: 'required', label: 'x'.repeat(40) },
        { field: 'Note', need: 'optional', label: '👩‍🍳'.repeat(13) },
      ),
    ],
    ['scenario 6 with a rest', splitting(6, '80', '20')],
    ['scenario 1 with all of it', splitting(1, '99.9999', '0.0001')],
  ] as const)('take %s', (_what, fields) => {
    expect(problemOf(fields)).toBeUndefined();
  });

  test.each([
    [{ ...fixed, linkCode: undefined, title: undefined }, 'LinkCode is required.'],
    [{ ...fixed, title: undefined, amount: undefined }, 'Title is required.'],
    [{ ...fixed, amount: undefined }, 'Amount or OpenAmount must be given.'],
    [{ ...fixed, openAmount: { suggested: [minor(1)] } }, 'Amount and OpenAmount must not both be given.'],
    [limits(undefined, 5), 'OpenAmount.Min is required.'],
    [limits(5, undefined), 'OpenAmount.Max is required.'],
    [limits(0, 5), 'OpenAmount.Min must be above 0.'],
    [limits(6, 5), 'OpenAmount.Max must not be below OpenAmount.Min.'],
    [limits(5, 10, 4), 'Each amount of OpenAmount.Suggested must be from Min to Max.'],
    [limits(5, 10, 11), 'Each amount of OpenAmount.Suggested must be from Min to Max.'],
    [limits(5, 10, 7, 7), 'OpenAmount.Suggested must not hold an amount twice.'],
    [{ ...fixed, maxPayments: 0 }, 'MaxPayments must be a whole number from 1 to 1000000.'],
    [{ ...fixed, maxPayments: 1_000_001 }, 'MaxPayments must be a whole number from 1 to 1000000.'],
    [
      { ...fixed, expireDate: 'soon' },
      'ExpireDate must be a time in Istanbul, written yyyy-MM-dd HH:mm, or a day, written YYYYMMDD.',
    ],
    [{ ...fixed, expireDate: '2027-01-15 12:00' }, 'ExpireDate must be in the future.'],
    [{ ...fixed, description: '4111 1111 1111 1111' }, 'Description must not hold a card number.'],
    [asking({ field: 'Address', need: 'required' }), 'Each Field of Ask must be FullName, Email, GsmNumber or Note.'],
    [
      asking({ field: 'Email', need: 'required' }, { field: 'Email', need: 'optional' }),
      'Ask must hold each Field but Note at most once.',
    ],
    [asking({ field: 'Email', need: 'yes' }), 'Each Need of Ask must be required or optional.'],
    [asking({ field: 'Note', need: 'required' }), 'Each Note of Ask needs a Label.'],
    [asking({ field: 'Email', need: 'required', label: 'Mail' }), 'Label of Ask belongs to a Note alone.'],
    [
      asking({ field: 'Note', need: 'required', label: 'x'.repeat(41) }),
      'Label of Ask must be at most 40 characters long.',
    ],
    [
      asking({ field: 'Note', need: 'required', label: 'Size' }, { field: 'Note', need: 'optional', label: 'Size' }),
      'Ask must not hold one Label twice.',
    ],
    [
      asking({ field: 'Note', need: 'required', label: '4111111111111111' }),
      'Label of Ask must not hold a card number.',
    ],
    [
      { ...fixed, subDealers: [{ dealerId: 1, rate: rate('5') }] },
      'Rate of SubDealer belongs to OpenAmount: with Amount, give Amount of each.',
    ],
    [splitting(undefined, '80'), 'CommissionScenario is required.'],
    [splitting(3, '80'), 'CommissionScenario must be 1 or 6 with OpenAmount.'],
    [
      { ...splitting(6), subDealers: [{ dealerId: 1 }] },
      'Each SubDealer must have DealerId and Rate alone with OpenAmount.',
    ],
    [
      { ...splitting(6), subDealers: [{ rate: rate('5') }] },
      'Each SubDealer must have DealerId and Rate alone with OpenAmount.',
    ],
    [
      { ...splitting(6), subDealers: [{ dealerId: 1, rate: rate('5'), amount: minor(5) }] },
      'Each SubDealer must have DealerId and Rate alone with OpenAmount.',
    ],
    [
      { ...splitting(6), subDealers: [{ dealerId: 1, rate: rate('5') }, { dealerId: 2 }] },
      'Each SubDealer must have DealerId and Rate alone with OpenAmount.',
    ],
    [splitting(6, '0'), 'Rate of each SubDealer must be above 0.'],
    [splitting(6, '80', '0'), 'Rate of each SubDealer must be above 0.'],
    [splitting(6, '80', '20.0001'), 'Rates of SubDealer must sum up to at most 100.'],
    [splitting(1, '80', '19.9999'), 'Rates of SubDealer must sum up to 100 in CommissionScenario 1.'],
    [{ ...fixed, title: 'Card 4111111111111111' }, 'Title must not hold a card number.'],
    [{ ...fixed, redirectUrl: 'https://shop.example/?order=1' }, 'RedirectUrl must not carry a query of its own.'],
    [{ ...fixed, redirectUrl: 'http://localhost:8080/?order=1' }, 'RedirectUrl must not carry a query of its own.'],
  ] as const satisfies readonly (readonly [ReusableLinkFields, string])[])(
    'refuse in their order: %#, %s',
    (fields, sentence) => {
      expect(problemOf(fields)).toBe(sentence);
    },
  );
});
