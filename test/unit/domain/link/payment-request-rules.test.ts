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

describe('What a refused request hears (dealer interface 7.4)', () => {
  const DELIVERY = { redirectUrl: undefined };
  const table: readonly (readonly [string, string, ContextChanges])[] = [
    ['InvalidRequest', 'DealerCustomerTypeId is required.', { fields: { dealerCustomerTypeId: undefined } }],
    ['InvalidRequest', 'Amount is required.', { fields: { amount: undefined } }],
    ['InvalidRequest', 'ReturnHash is required and must be 1.', { fields: { returnHash: undefined } }],
    [
      'InvalidGsmNumber',
      'GsmNumber must be a mobile number of 10 digits that starts with 5.',
      { fields: { gsmNumber: '212' } },
    ],
    ['InvalidEmailFormat', 'Email is not an e-mail address.', { fields: { email: 'x' } }],
    [
      'InvalidCustomerGsmNumber',
      'CustomerGsmNumber must be a mobile number of 10 digits that starts with 5.',
      { fields: { customerGsmNumber: '212' } },
    ],
    ['InvalidCustomerEmailFormat', 'CustomerEmail is not an e-mail address.', { fields: { customerEmail: 'x' } }],
    [
      'InvalidCurrencyCode',
      'Currency must be TL, USD, EUR or GBP, in capital letters; the lira is TL and not TRY.',
      { fields: { currency: 'TRY' } },
    ],
    [
      'InstallmentNotAvailableForForeignCurrencyTransaction',
      'InstallmentNumber must be a single payment when Currency is not TL.',
      { fields: { currency: 'USD', installmentNumber: 2 } },
    ],
    ['InvalidTokenizationPermissionValue', 'IsTokenized must be 0, 1 or 2.', { fields: { isTokenized: 3 } }],
    [
      'InvalidCommissionByDealerValue',
      'CommissionByDealer must be a whole number from 0 to 12.',
      { fields: { commissionByDealer: 13 } },
    ],
    [
      'InvalidCommissionDiffByDealerValue',
      'IsCommissionDiffByDealer must be 0 or 1.',
      { fields: { isCommissionDiffByDealer: 2 } },
    ],
    [
      'SetInstallmentByAndInstallmentNumberInconsistent',
      'InstallmentNumber must be a single payment when the payer chooses the installments (SetInstallmentBy 0).',
      { fields: { setInstallmentBy: 0, installmentNumber: 2 } },
    ],
    [
      'SetInstallmentByInconsistent',
      'SetInstallmentBy differs from the side that the payment-request definition fixes.',
      { fields: { setInstallmentBy: 0 }, definition: { installmentsSetBy: 'dealer' } },
    ],
    [
      'InvalidBirthDateFormat',
      'BirthDate must be a real day in the past, written YYYYMMDD.',
      { fields: { birthDate: '20260115' } },
    ],
    [
      'InvalidBirthDateFormat',
      'BirthDate must be a real day in the past, written YYYYMMDD.',
      { fields: { birthDate: '19850230' } },
    ],
    [
      'InvalidBuyerGsmNumber',
      'BuyerGsmNumber must be a phone number of 7 to 15 digits.',
      { fields: { buyer: { gsmNumber: '12' } } },
    ],
    ['InvalidBuyerEmailFormat', 'BuyerEmail is not an e-mail address.', { fields: { buyer: { email: 'x' } } }],
    ['InvalidRequest', 'Amount must be above 0.', { fields: { amount: minor(0) } }],
    ['InvalidRequest', 'ReturnHash must be 1.', { fields: { returnHash: 2 } }],
    ['InvalidRequest', 'SetInstallmentBy must be 0 or 1.', { fields: { setInstallmentBy: 2 } }],
    ['InvalidRequest', 'IsPoolPayment must be 0 or 1.', { fields: { isPoolPayment: 2 } }],
    ['InvalidRequest', 'IsPreAuth must be 0 or 1.', { fields: { isPreAuth: 2 } }],
    ['InvalidRequest', 'IsThreeD must be 0 or 1.', { fields: { isThreeD: 2 } }],
    ['InvalidRequest', 'Gender must be 1 or 2.', { fields: { gender: 3 } }],
    [
      'InvalidRequest',
      'RedirectUrl must not carry a query of its own while OtherTrxCode is sent.',
      { fields: { redirectUrl: 'https://shop.example/?a=1', otherTrxCode: 'x' } },
    ],
    [
      'InvalidRequest',
      'ExpireDate must be a time in Istanbul, written yyyy-MM-dd HH:mm, or a day, written YYYYMMDD.',
      { fields: { expireDate: 'soon' } },
    ],
    [
      'InvalidRequest',
      'ExpireDate must be in the future and within 60 minutes, which the payment-request definition permits.',
      { fields: { expireDate: '20260115' } },
    ],
    ['InvalidRequest', 'Language must be TR or EN.', { fields: { language: 'DE' } }],
    [
      'ForeignCurrencyUnavailable',
      'Currency is not permitted for this dealer.',
      { fields: { currency: 'USD' }, dealer: { currencies: ['TL'] } },
    ],
    [
      'InvalidPaymentPermission',
      'IsPreAuth asks for a kind of payment that the payment-request definition does not permit.',
      { fields: { isPreAuth: 1 }, definition: { preAuthorisation: false } },
    ],
    [
      'InvalidPaymentPermission',
      'IsPreAuth asks for a kind of payment that the payment-request definition does not permit.',
      { definition: { directPayment: false } },
    ],
    [
      'InvalidPoolPermission',
      'IsPoolPayment 1 is not permitted.',
      { fields: { isPoolPayment: 1 }, definition: { pooledPayment: false } },
    ],
    [
      'InvalidPoolPermission',
      'IsPoolPayment 1 is not permitted.',
      { fields: { isPoolPayment: 1 }, dealer: { pool: 'forbidden' } },
    ],
    ['InvalidRequest', 'IsPoolPayment must be 1 for this dealer.', { dealer: { pool: 'required' } }],
    [
      'InvalidTokenizationPermission',
      'IsTokenized asks for card storage, which is not permitted.',
      { fields: { isTokenized: 1 }, dealer: { cardStorage: false } },
    ],
    [
      'InvalidTokenizationPermission',
      'IsTokenized asks for card storage, which is not permitted.',
      { fields: { isTokenized: 2 }, definition: { cardStorage: false } },
    ],
    [
      'ThreeDRequired',
      'IsThreeD must be 1: the payment-request definition makes 3D mandatory.',
      { fields: { isThreeD: 0 }, definition: { threeDMandatory: true } },
    ],
    [
      'EmailOrGsmNumberRequired',
      'GsmNumber or Email is required by the payment-request definition.',
      { definition: { deliveryMode: 'smsOrEmail' } },
    ],
    [
      'EmailOrGsmNumberRequired',
      'GsmNumber, Email or RedirectUrl is needed so that the link can reach its payer.',
      { fields: DELIVERY, definition: { deliveryMode: 'any' } },
    ],
    [
      'EmailOrGsmNumberRequired',
      'RedirectUrl is required: the payment-request definition only returns the link.',
      { fields: DELIVERY, definition: { deliveryMode: 'none' } },
    ],
    [
      'InvalidRequest',
      'RedirectUrl is required: the payment-request definition only returns the link.',
      { fields: { ...DELIVERY, ...SMS }, definition: { deliveryMode: 'none' } },
    ],
    [
      'GsmRequired',
      'GsmNumber is required by the payment-request definition.',
      { definition: { deliveryMode: 'sms' } },
    ],
    [
      'EmailRequired',
      'Email is required by the payment-request definition.',
      { definition: { deliveryMode: 'email' } },
    ],
    ['InvalidRequest', 'CommissionScenario is required.', { fields: { subDealers: [{ dealerId: 1 }] } }],
    [
      'InvalidRequest',
      'CommissionScenario must be 1 to 6.',
      { fields: { subDealers: [{ dealerId: 1 }], commissionScenario: 7 } },
    ],
  ];

  test.each(table)('%s: %s', (reason, sentence, changes) => {
    expect(refusalOf(contextWith(changes))).toEqual({ reason, sentence });
  });

  test('a request with sub-dealers by its path names them, and their amounts are those of the payment', () => {
    const asked = (fields: Partial<PaymentRequestFields>) =>
      refusalOf({ ...contextWith({ fields }), operation: 'CreateUserPosPaymentMarketPlace' })?.sentence;
    expect(asked({})).toBe('CommissionScenario is required.');
    expect(asked({ commissionScenario: 1 })).toBe('SubDealer is required.');
    expect(asked({ commissionScenario: 1, subDealers: [{ dealerId: 1 }] })).toBe(
      'SubDealer[0].Amount is required in CommissionScenario 1.',
    );
    expect(asked({ commissionScenario: 1, subDealers: [{ dealerId: 1, amount: minor(5) }] })).toBe(
      'The sum of SubDealer.Amount is 0.05 and must equal Amount, 27.50.',
    );
    expect(asked({ commissionScenario: 1, subDealers: [{ dealerId: 1, amount: minor(2750) }] })).toBeUndefined();
  });

  test('a link that its asker takes to the payer needs no way to it', () => {
    const context = contextWith({ fields: DELIVERY, definition: { deliveryMode: 'sms' } });
    expect(refusalOf(context)?.reason).toBe('GsmRequired');
    expect(refusalOf({ ...context, handedOver: true })).toBeUndefined();
  });

  test.each<readonly [string, ContextChanges]>([
    ['every commission that a dealer may bear', { fields: { commissionByDealer: 12 } }],
    ['a commission that is shared', { fields: { isCommissionDiffByDealer: 1 } }],
    ['a birth date in the past', { fields: { birthDate: '20260114' } }],
    ['a gender', { fields: { gender: 2 } }],
    ['a pool payment where it is permitted', { fields: { isPoolPayment: 1 } }],
    ['no pool payment where it is not', { definition: { pooledPayment: false }, dealer: { pool: 'forbidden' } }],
    ['a pool payment where it is required', { fields: { isPoolPayment: 1 }, dealer: { pool: 'required' } }],
    ['a card that is stored where both permit it', { fields: { isTokenized: 1 } }],
    [
      'a card that is not stored where nobody permits it',
      { dealer: { cardStorage: false }, definition: { cardStorage: false } },
    ],
    ['3D where it is mandatory', { fields: { isThreeD: 1 }, definition: { threeDMandatory: true } }],
    ['what the definition says of 3D', { definition: { threeDMandatory: true } }],
    ['no 3D where it is not mandatory', { fields: { isThreeD: 0 }, definition: { threeDMandatory: false } }],
  ])('nothing with %s', (_what, changes) => {
    expect(refusalOf(contextWith(changes))).toBeUndefined();
  });

  test('counts in their order, whatever the order of the definition is', () => {
    const changes = { fields: { installmentNumber: 12 }, definition: { installmentCounts: [9, 3, 6] } };
    expect(refusalOf(contextWith(changes))?.sentence).toMatch(/^InstallmentNumber must be 1, 3, 6 or 9:/);
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
