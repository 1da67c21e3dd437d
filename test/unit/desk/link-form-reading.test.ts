import { describe, expect, test } from 'vitest';
import { typedDay } from '../../../shared/desk/figures/typed-day.ts';
import { filterDay, linkFormRefusalOf, readLinkForm } from '../../../shared/desk/link/link-form-reading.ts';
import { Refusal } from '../../../shared/domain/refusal.ts';
import { nextAndLastPlan } from '../../../shared/domain/sale/next-and-last-plan.ts';
import type { TypedLink } from '../../../shared/pages/desk/link/link-form-fields.ts';
import { dealerWith } from '../../support/dealer/dealers.ts';
import { planOf } from '../../support/sale/plans.ts';
import { choice } from '../pages/desk/desk-link-samples.ts';

const BLANK: TypedLink = {
  amount: '1.250,50',
  currency: '',
  description: '',
  name: '',
  phone: '',
  email: '',
  expires: '',
  installments: '',
  definition: '',
};

const read = (typed: Partial<TypedLink>, dealer: Parameters<typeof dealerWith>[0] = {}, language: 'tr' | 'en' = 'tr') =>
  readLinkForm(
    { ...BLANK, ...typed },
    {
      choices: [choice(), choice({ id: 27 })],
      dealer: dealerWith(dealer),
      language,
    },
  );

describe('The form of a new link is read as people write', () => {
  test('an amount in the marks of the language, the dealer’s first currency, and the first definition', () => {
    expect(read({})).toMatchObject({
      kind: 'read',
      fields: { amount: 125_050, currency: 'TL', dealerCustomerTypeId: 26, returnHash: 1 },
    });
    expect(read({ amount: '1,250.50' }, {}, 'en')).toMatchObject({ fields: { amount: 125_050 } });
    expect(read({}, { currencies: ['EUR'] })).toMatchObject({ fields: { currency: 'EUR' } });
  });

  test.each([
    [{ amount: '' }, 'amount', 'amount-missing'],
    [{ amount: '1.2.3' }, 'amount', 'amount-unclear'],
    [{ amount: '0,00' }, 'amount', 'amount-zero'],
    [{ currency: 'GBP ' }, 'currency', 'currency'],
    [{ definition: '28' }, 'definition', 'definition'],
    [{ phone: '0212 555 44 33' }, 'phone', 'phone-wrong'],
    [{ email: 'a@b' }, 'email', 'email-wrong'],
    [{ expires: '2026-02-30' }, 'expires', 'expires-wrong'],
    [{ description: 'x'.repeat(201) }, 'description', 'too-long'],
    [{ name: '4111111111111111' }, 'name', 'card-number'],
  ] as const)('%j is refused at its field', (typed, field, problem) => {
    expect(read(typed)).toEqual({ kind: 'refused', refusal: { field, problem } });
  });

  test('a phone as people write it, and the end of a day that is typed or chosen', () => {
    expect(read({ phone: '+90 (532) 123-45-67', expires: '31.12.2026' })).toMatchObject({
      fields: { gsmNumber: '5321234567', expireDate: '20261231' },
    });
    expect(['2026-11-29', '29.11.2026', '29/11/2026', '1.2.2026'].map(typedDay)).toEqual([
      '20261129',
      '20261129',
      '20261129',
      '20260201',
    ]);
    expect(['', '29.13.2026', '2026/11/29', '20261129', '31.11.2026'].map(typedDay)).toEqual(Array(5).fill(undefined));
  });

  test('who chooses the installments: the definition, the payer, or the form', () => {
    const of = (installments: string) => read({ installments });
    expect(of('')).not.toMatchObject({ fields: { setInstallmentBy: expect.anything() } });
    expect(of('payer')).toMatchObject({ fields: { setInstallmentBy: 0 } });
    expect(of('6')).toMatchObject({ fields: { setInstallmentBy: 1, installmentNumber: 6 } });
    expect(of('13')).not.toMatchObject({ fields: { installmentNumber: expect.anything() } });
  });

  test('where the dealer’s money has to wait in the pool, the request says so', () => {
    expect(read({}, { pool: 'required' })).toMatchObject({ fields: { isPoolPayment: 1 } });
  });
});

describe('A refusal of the use case is told at the field that it is about', () => {
  test.each([
    ['DailyDealerLimitExceeded', 'x', { field: 'amount', problem: 'limit' }],
    ['ChannelPermissionNotAvailable', 'x', { problem: 'no-channel' }],
    ['InvalidInstallmentNumber', 'x', { field: 'installments', problem: 'installments' }],
    [
      'InvalidRequest',
      'ExpireDate must be in the future and within 60 minutes.',
      { field: 'expires', problem: 'expires-wrong' },
    ],
    ['InvalidRequest', 'No virtual POS of this dealer takes this Currency.', { problem: 'not-possible' }],
    ['SaleCodeAlreadyUsing', 'ExpireDate has nothing to do with it.', { problem: 'not-possible' }],
  ] as const)('%s: %s', (reason, sentence, refusal) => {
    expect(linkFormRefusalOf(new Refusal(reason, sentence))).toEqual(refusal);
  });
});

describe('What a filter and a sale show', () => {
  test('a filter takes a day until today, and nothing else', () => {
    const now = Date.UTC(2026, 10, 28, 21);
    expect([undefined, '', 'x', '2026-11-29', '2026-11-30'].map((text) => filterDay(text, now))).toEqual([
      undefined,
      undefined,
      undefined,
      '20261129',
      undefined,
    ]);
  });

  test('the next plan has the earliest day of those that have not ended, the last one the latest of those that did', () => {
    const plan = (dueDay: string, state: ReturnType<typeof planOf>['state']) => planOf({ dueDay, state });
    const plans = [
      plan('20261201', 'planned'),
      plan('20261130', 'requested'),
      plan('20261115', 'paid'),
      plan('20261120', 'failed'),
      plan('20261125', 'withdrawn'),
    ];
    expect(nextAndLastPlan(plans)).toEqual({ next: plans[1], last: plans[3] });
    expect(nextAndLastPlan([])).toEqual({});
  });
});
