import { describe, expect, test } from 'vitest';
import type { PaymentRequestFields } from '../../../../shared/domain/link/payment-request-fields.ts';
import { minor } from '../../../../shared/domain/money/money.ts';
import { type ContextChanges, contextWith, refusalOf } from '../../../support/payment/payment-request-context.ts';

const SMS = { gsmNumber: '5301111111' };

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
