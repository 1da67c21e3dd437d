import { describe, expect, test } from 'vitest';
import type { Definition, DeliveryMode } from '../../../../shared/domain/link/definition.ts';
import type { PaymentRequestFields } from '../../../../shared/domain/link/payment-request-fields.ts';
import {
  buyerOf,
  customerDetailsOf,
  deliveryOf,
  expiryOf,
  termsOf,
  termsWithSplit,
} from '../../../../shared/domain/link/payment-request-terms.ts';
import { minor } from '../../../../shared/domain/money/money.ts';
import { omitUndefined } from '../../../../shared/domain/omit-undefined.ts';
import { type ContextChanges, contextWith, refusalOf } from '../../../support/payment/payment-request-context.ts';
import { subDealerWith, topDealer } from '../../../support/payment/splits.ts';

const reasonOf = (changes: ContextChanges) => refusalOf(contextWith(changes))?.reason;

const SMS = { gsmNumber: '5301111111' };
const MAIL = { email: 'elif@example.com' };
const BOTH = { ...SMS, ...MAIL };

describe('delivery (decisions: delivery)', () => {
  const RIGHT = undefined;
  /** Per mode: with nothing, phone, e-mail, both; first without a RedirectUrl, then with one. */
  const table: Record<DeliveryMode, readonly [readonly (string | undefined)[], readonly (string | undefined)[]]> = {
    none: [
      ['EmailOrGsmNumberRequired', 'InvalidRequest', 'InvalidRequest', 'InvalidRequest'],
      [RIGHT, RIGHT, RIGHT, RIGHT],
    ],
    sms: [
      ['GsmRequired', RIGHT, 'GsmRequired', RIGHT],
      ['GsmRequired', RIGHT, 'GsmRequired', RIGHT],
    ],
    email: [
      ['EmailRequired', 'EmailRequired', RIGHT, RIGHT],
      ['EmailRequired', 'EmailRequired', RIGHT, RIGHT],
    ],
    smsAndEmail: [
      ['GsmRequired', 'EmailRequired', 'GsmRequired', RIGHT],
      ['GsmRequired', 'EmailRequired', 'GsmRequired', RIGHT],
    ],
    smsOrEmail: [
      ['EmailOrGsmNumberRequired', RIGHT, RIGHT, RIGHT],
      ['EmailOrGsmNumberRequired', RIGHT, RIGHT, RIGHT],
    ],
    any: [
      ['EmailOrGsmNumberRequired', RIGHT, RIGHT, RIGHT],
      [RIGHT, RIGHT, RIGHT, RIGHT],
    ],
  };
  const cases = Object.entries(table).flatMap(([mode, rows]) =>
    rows.flatMap((row, hasUrl) =>
      row.map((reason, contact) => ({
        mode: mode as DeliveryMode,
        contact: [{}, SMS, MAIL, BOTH][contact] ?? {},
        redirectUrl: hasUrl === 1 ? 'https://shop.example/' : undefined,
        reason,
      })),
    ),
  );
  test.each(cases)(
    'mode $mode with $contact and RedirectUrl $redirectUrl: $reason',
    ({ mode, contact, redirectUrl, reason }) => {
      expect(reasonOf({ fields: { redirectUrl, ...contact }, definition: { deliveryMode: mode } })).toBe(reason);
    },
  );
});

describe('installments (decisions: installments)', () => {
  type Case = readonly [Definition['installmentsSetBy'], number | undefined, number | undefined, string | undefined];
  const table: readonly Case[] = [
    ['either', undefined, undefined, undefined],
    ['either', undefined, 0, undefined],
    ['either', undefined, 6, undefined],
    ['either', 0, 0, undefined],
    ['either', 0, 1, undefined],
    ['either', 0, 2, 'SetInstallmentByAndInstallmentNumberInconsistent'],
    ['either', 1, undefined, undefined],
    ['either', 1, 12, undefined],
    ['either', 1, 13, 'InvalidInstallmentNumber'],
    ['either', 1, -1, 'InvalidInstallmentNumber'],
    ['either', 1, Number.NaN, 'InvalidInstallmentNumber'],
    ['either', 2, undefined, 'InvalidRequest'],
    ['dealer', undefined, 3, undefined],
    ['dealer', 1, 3, undefined],
    ['dealer', 0, undefined, 'SetInstallmentByInconsistent'],
    ['dealer', 0, 3, 'SetInstallmentByAndInstallmentNumberInconsistent'],
    ['payer', undefined, undefined, undefined],
    ['payer', undefined, 3, 'SetInstallmentByAndInstallmentNumberInconsistent'],
    ['payer', 1, undefined, 'SetInstallmentByInconsistent'],
    ['payer', 1, 3, 'SetInstallmentByInconsistent'],
  ];
  test.each(table)(
    'definition %s, SetInstallmentBy %s, count %s: %s',
    (installmentsSetBy, setInstallmentBy, installmentNumber, reason) => {
      expect(reasonOf({ fields: { setInstallmentBy, installmentNumber }, definition: { installmentsSetBy } })).toBe(
        reason,
      );
    },
  );

  test('a count must be allowed by the definition and by the dealer', () => {
    const fields = { installmentNumber: 6 };
    expect(reasonOf({ fields, definition: { installmentCounts: [3] } })).toBe('InvalidInstallmentNumber');
    expect(reasonOf({ fields, dealer: { installmentCounts: [3] } })).toBe('InvalidInstallmentNumber');
    expect(refusalOf(contextWith({ fields, dealer: { installmentCounts: [3, 2] } }))?.sentence).toBe(
      'InstallmentNumber must be 1 to 3: the payment-request definition and this dealer allow no other count.',
    );
  });

  test.each(['USD', 'EUR', 'GBP'])('%s takes a single payment only', (currency) => {
    const reason = 'InstallmentNotAvailableForForeignCurrencyTransaction';
    expect(reasonOf({ fields: { currency, installmentNumber: 2 } })).toBe(reason);
    expect(reasonOf({ fields: { currency, installmentNumber: 1 } })).toBeUndefined();
  });
});

describe('fields without a code of their own are refused by name (decisions: order of refusals)', () => {
  const named: readonly (readonly [string, Partial<PaymentRequestFields>])[] = [
    ['DealerCustomerTypeId', { dealerCustomerTypeId: undefined }],
    ['Amount', { amount: undefined }],
    ['ReturnHash', { returnHash: undefined }],
    ['ReturnHash', { returnHash: 0 }],
    ['SetInstallmentBy', { setInstallmentBy: 2 }],
    ['IsPoolPayment', { isPoolPayment: 2 }],
    ['IsPreAuth', { isPreAuth: -1 }],
    ['IsThreeD', { isThreeD: 2 }],
    ['Gender', { gender: 3 }],
    ['RedirectUrl', { redirectUrl: 'http://shop.example/' }],
    ['RedirectUrl', { redirectUrl: 'https://shop.example/?a=1', otherTrxCode: 'x' }],
    ['Description', { description: 'Card 4111 1111 1111 1111' }],
    ['FullName', { fullName: '4111111111111111' }],
    ['FirstName', { firstName: '4111111111111111' }],
    ['LastName', { lastName: '4111111111111111' }],
    ['Address', { address: '4111111111111111' }],
    ['BuyerFullName', { buyer: { fullName: '4111111111111111' } }],
    ['BuyerAddress', { buyer: { address: '4111111111111111' } }],
  ];
  test.each(named)('%s: %j', (field, fields) => {
    const refusal = refusalOf(contextWith({ fields }));
    expect(refusal?.reason).toBe('InvalidRequest');
    expect(refusal?.sentence).toMatch(new RegExp(`^${field} `));
    expect(refusal?.sentence).not.toContain('4111');
  });

  test('codes and addresses may look like card numbers (rule 32)', () => {
    const fields = {
      otherTrxCode: '4111111111111111',
      customerCode: '4111111111111111',
      redirectUrl: 'https://shop.example/4111111111111111',
    };
    expect(reasonOf({ fields })).toBeUndefined();
  });

  test('a query of the RedirectUrl is fine without OtherTrxCode (dealer interface 6)', () => {
    expect(reasonOf({ fields: { redirectUrl: 'https://shop.example/?a=1' } })).toBeUndefined();
  });
});

describe('terms of a link (decisions: absent fields of a payment request)', () => {
  test('absent fields take what the definition says', () => {
    const definition = { defaultCommissionByDealer: 4, threeDMandatory: true, installmentCounts: [2, 3, 6] };
    expect(termsOf(contextWith({ definition, dealer: { installmentCounts: [3, 6, 9] } }))).toEqual({
      amount: 2750,
      currency: 'TL',
      installments: { by: 'payer' },
      allowedCounts: [1, 3, 6],
      commissionByDealer: 4,
      commissionDifferenceOnly: false,
      preAuthorisation: false,
      pooled: false,
      threeDMandatory: true,
      cardStorage: 'never',
    });
  });

  test("given fields win: a count is the dealer's, 3D may be asked for, CommissionByDealer 0 stays 0", () => {
    const fields = {
      installmentNumber: 6,
      isThreeD: 1,
      commissionByDealer: 0,
      isPreAuth: 1,
      isPoolPayment: 1,
      isTokenized: 2,
      isCommissionDiffByDealer: 1,
    };
    expect(termsOf(contextWith({ fields }))).toMatchObject({
      installments: { by: 'dealer', count: 6 },
      allowedCounts: [6],
      threeDMandatory: true,
      commissionByDealer: 0,
      commissionDifferenceOnly: true,
      preAuthorisation: true,
      pooled: true,
      cardStorage: 'payer-decides',
    });
  });

  test.each([
    ['asks for it', {}, {}, { threeDMandatory: false, threeDChoice: true }],
    ['does not', { threeDChoice: false }, {}, { threeDMandatory: false }],
    ['asks for it, but the request makes 3D mandatory', {}, { isThreeD: 1 }, { threeDMandatory: true }],
  ])('the page offers payment without 3D where the definition %s', (_title, definition, fields, expected) => {
    const { threeDMandatory, threeDChoice } = termsOf(contextWith({ definition, fields }));
    expect(omitUndefined({ threeDMandatory, threeDChoice })).toEqual(expected);
  });

  test('the payer of a foreign currency has a single payment to choose', () => {
    expect(termsOf(contextWith({ fields: { currency: 'USD' } }))).toMatchObject({
      currency: 'USD',
      allowedCounts: [1],
    });
  });

  test("a buyer's phone is kept as it was given", () => {
    const buyer = { gsmNumber: '+90 (212) 111-22-33' };
    expect(buyerOf(contextWith({ fields: { buyer } }).fields)).toEqual(buyer);
    expect(reasonOf({ fields: { buyer } })).toBeUndefined();
    expect(reasonOf({ fields: { buyer: { gsmNumber: '12' } } })).toBe('InvalidBuyerGsmNumber');
  });

  test('phones are kept as ten digits, and absent members stay absent', () => {
    expect(deliveryOf(contextWith({ fields: { gsmNumber: '+90 530 111 11 11' } }).fields)).toEqual({
      gsmNumber: '5301111111',
    });
    expect(customerDetailsOf(contextWith({ fields: { gender: 0, firstName: 'Elif' } }).fields)).toEqual({
      firstName: 'Elif',
    });
  });
});

describe('ExpireDate (decisions: expiry and language of a link)', () => {
  // The context's moment is 12:00 in Istanbul, and its definition lets links live for an hour.
  test.each([
    ['2026-01-15 12:00', 'InvalidRequest'],
    ['2026-01-15 12:01', undefined],
    ['2026-01-15 13:00', undefined],
    ['2026-01-15 13:00:01', 'InvalidRequest'],
    ['20260115', 'InvalidRequest'],
  ])('%s: %s', (expireDate, reason) => {
    expect(refusalOf(contextWith({ fields: { expireDate } }))?.reason).toBe(reason);
  });
});

describe('What else a link freezes of its request', () => {
  test('a card is stored as it was asked for', () => {
    const stored = (isTokenized: number) => termsOf(contextWith({ fields: { isTokenized } })).cardStorage;
    expect([0, 1, 2].map(stored)).toEqual(['never', 'always', 'payer-decides']);
  });

  test('3D that the request leaves out, or the dealer requires', () => {
    const mandatory = (changes: ContextChanges) => termsOf(contextWith(changes)).threeDMandatory;
    expect(mandatory({ fields: { isThreeD: 0 } })).toBe(false);
    expect(mandatory({ fields: { isThreeD: 0 }, dealer: { threeDRequired: true } })).toBe(true);
  });

  test('its end, as it asks or as late as its definition permits', () => {
    const context = contextWith();
    expect(expiryOf(context)).toBe(context.nowMs + 60 * 60_000);
    expect(expiryOf(contextWith({ fields: { expireDate: '2026-01-15 12:30' } }))).toBe(context.nowMs + 30 * 60_000);
  });

  test('its split among sub-dealers, and none without them', () => {
    const subDealers = [{ dealerId: 1774, amount: minor(2750) }];
    const fields = { commissionScenario: 1, subDealers, installmentNumber: 1, setInstallmentBy: 1 };
    const context = contextWith({ fields, dealer: topDealer });
    const { split, ...terms } = termsWithSplit(context, [subDealerWith(1774)]);
    expect(terms).toEqual({ ...termsOf(context), allowedCounts: [1] });
    expect(split).toMatchObject({ scenario: 1, entries: subDealers });
    expect(termsWithSplit(contextWith({ fields: { commissionScenario: 1 } }), [])).not.toHaveProperty('split');
  });

  test('a gender of its customer, unless it is not given', () => {
    const genderOf = (gender: number) => customerDetailsOf(contextWith({ fields: { gender } }).fields).gender;
    expect([0, 1, 2, 3].map(genderOf)).toEqual([undefined, 1, 2, undefined]);
  });
});
