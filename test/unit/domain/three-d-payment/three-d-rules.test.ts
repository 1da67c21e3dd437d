import { describe, expect, test } from 'vitest';
import { askedLanguage } from '../../../../shared/domain/asked-language.ts';
import { type MinorUnits, minor, UNKNOWN_CURRENCY } from '../../../../shared/domain/money/money.ts';
import { completeRedirectUrl } from '../../../../shared/domain/three-d-payment/three-d-fields.ts';
import {
  checkThreeDPayment,
  customerDecides,
  productIdsToCheck,
  storedReturnAddress,
} from '../../../../shared/domain/three-d-payment/three-d-rules.ts';
import { goodCard, refusedBy } from '../../../support/payment/direct-payment-context.ts';
import { type ThreeDChanges, threeDContext } from '../../../support/payment/three-d-context.ts';

const refusal = (changes: ThreeDChanges) => refusedBy(() => checkThreeDPayment(threeDContext(changes)));
const basket = (line: object) => ({
  fields: { basket: [{ productCode: 'P', quantity: 1, unitPrice: minor(2750), ...line }] },
});
const checked = { dealer: { checkBasket: true } };
const token = '0b9c1f52-9f0a-4d7e-8f0a-2f4a6c1d3e5b';

describe('The rules of a 3D payment from a shop', () => {
  test('a plain payment passes', () => {
    expect(refusal({})).toBeUndefined();
  });

  test.each<[string, ThreeDChanges]>([
    ['InvalidRequest: Amount is required.', { fields: { amount: undefined } }],
    ['RedirectUrlRequired: RedirectUrl is required.', { fields: { redirectUrl: undefined } }],
    [
      'InvalidRequest: CommissionScenario is required.',
      { operation: 'DoDirectPaymentThreeDMarketPlace', fields: { commissionScenario: undefined } },
    ],
    [
      'InvalidRequest: SubDealer is required.',
      { operation: 'DoDirectPaymentThreeDMarketPlace', fields: { commissionScenario: 1 } },
    ],
    [`InvalidCurrencyCode: ${UNKNOWN_CURRENCY}`, { fields: { currency: 'TRY' } }],
    [
      'InvalidInstallmentNumber: InstallmentNumber must be 2 to 12, or 0 or 1 for a single payment.',
      { fields: { installmentNumber: 13 } },
    ],
    [
      'InstallmentNotAvailableForForeignCurrencyTransaction: InstallmentNumber must be a single payment when Currency is not TL.',
      { fields: { currency: 'EUR', installmentNumber: 3 } },
    ],
    [
      'CardTokenCannotUseWithSaveCard: IsTokenized must not be 1 beside CardToken: the card is stored already.',
      { card: { token }, customer: { customerCode: 'C' }, fields: { isTokenized: 1 } },
    ],
    [
      'InvalidSubMerchantName: SubMerchantName must have at most 100 characters.',
      { fields: { subMerchantName: 'x'.repeat(101) } },
    ],
    ['InvalidRequest: Amount must be above 0.', { fields: { amount: minor(0) } }],
    ['InvalidRequest: IsPreAuth must be 0 or 1.', { fields: { isPreAuth: 2 } }],
    ['InvalidRequest: RedirectUrl must be an https address.', { fields: { redirectUrl: 'http://shop.example/' } }],
    [
      'InvalidRequest: RedirectUrl is not a whole web address, such as https://shop.example/result.',
      { fields: { redirectUrl: 'javascript:alert(1)' } },
    ],
    ['InvalidRequest: RedirectType must be 0 or 1.', { fields: { redirectType: 2 } }],
    ['InvalidRequest: ReturnHash must be 0 or 1.', { fields: { returnHash: 2 } }],
    ['InvalidRequest: IsTokenized must be 0 or 1.', { fields: { isTokenized: 2 } }],
    ['InvalidRequest: Language must be TR or EN.', { fields: { language: 'DE' } }],
    ['InvalidRequest: Description must not hold a card number.', { fields: { description: goodCard.number } }],
    [
      'ForeignCurrencyNotAvailableForThisDealer: Currency is not permitted for this dealer.',
      { fields: { currency: 'USD' }, dealer: { currencies: ['TL'] } },
    ],
    ['PaymentMustBeAuthorization: IsPreAuth must be 1 for this dealer.', { dealer: { preAuthorisation: 'required' } }],
    [
      'AuthorizationForbiddenForThisDealer: IsPreAuth 1 is not permitted for this dealer.',
      { fields: { isPreAuth: 1 }, dealer: { preAuthorisation: 'forbidden' } },
    ],
    [
      'PoolPaymentNotAvailableForDealer: IsPoolPayment 1 is not permitted for this dealer.',
      { fields: { isPoolPayment: 1 }, dealer: { pool: 'forbidden' } },
    ],
    ['PoolPaymentRequiredForDealer: IsPoolPayment must be 1 for this dealer.', { dealer: { pool: 'required' } }],
    [
      'TokenizationNotAvailableForDealer: IsTokenized 1 is not permitted for this dealer.',
      { fields: { isTokenized: 1 }, dealer: { cardStorage: false } },
    ],
    [
      'ThisInstallmentNumberNotAvailableForDealer: InstallmentNumber must be 1 or 2: this dealer may use no other count.',
      { fields: { installmentNumber: 3 }, dealer: { installmentCounts: [2] } },
    ],
    [
      'InvalidRequest: ReturnHash must be 1: a result without a hash proves nothing, and this dealer may not have one.',
      { fields: { returnHash: 0 } },
    ],
    [
      'InvalidRequest: CustomerInformation must name DealerCustomerId or CustomerCode when IsTokenized is 1.',
      { fields: { isTokenized: 1 } },
    ],
  ])('%s', (expected, changes) => {
    expect(refusal(changes)).toBe(expected);
  });

  test('a result without a hash is for dealers whose record allows it, also where ReturnHash is absent', () => {
    for (const returnHash of [0, undefined]) {
      expect(refusal({ fields: { returnHash }, dealer: { unsignedResult: true } })).toBeUndefined();
      expect(refusal({ fields: { returnHash } })).toMatch(/^InvalidRequest: ReturnHash must be 1/);
    }
  });

  test.each<[string, object]>([
    ['InvalidUnitPrice', { unitPrice: undefined }],
    ['InvalidUnitPrice', { unitPrice: minor(0) }],
    ['InvalidQuantityValue', { quantity: undefined }],
    ['InvalidQuantityValue', { quantity: 0 }],
    ['BasketAmountIsNotEqualPaymentAmount', { quantity: 2 }],
    ['MustBeOneOfDealerProductIdOrProductCode', { productCode: undefined }],
    ['BasketProductNotFoundInYourProductList', { productId: 5 }],
    ['BasketProductNotFoundInYourProductList', { productId: 5, productCode: undefined }],
  ])('%s only for a dealer whose baskets are checked: %j', (reason, line) => {
    expect(refusal({ ...basket(line), ...checked })).toMatch(
      new RegExp(`^${reason}: BasketProduct|^${reason}: The sum`),
    );
    expect(refusal(basket(line))).toBeUndefined();
  });

  test.each([
    ['InvalidUnitPrice', { unitPrice: Number.NaN as MinorUnits }],
    ['InvalidQuantityValue', { quantity: Number.NaN }],
  ])('%s for every dealer where the value cannot be read', (reason, line) => {
    expect(refusal(basket(line))).toMatch(new RegExp(`^${reason}: BasketProduct`));
  });

  test('a checked basket knows the products of the dealer, and their own codes', () => {
    const products = [
      { dealerCode: 'D1', dealerProductId: 5, productCode: 'P', productName: 'Gym', createdAtMs: 0 },
      { dealerCode: 'D1', dealerProductId: 6, productCode: 'Q', productName: 'Gym', createdAtMs: 0 },
    ];
    const decided = (line: object) => {
      const context = threeDContext({ ...basket(line), ...checked });
      expect(productIdsToCheck(context)).toEqual('productId' in line ? [line.productId] : []);
      return refusedBy(() => checkThreeDPayment({ ...context, products }))?.split(':')[0];
    };
    expect(decided({ productId: 5, productCode: undefined })).toBeUndefined();
    expect(decided({ productId: 5 })).toBeUndefined();
    expect(decided({ productId: 6 })).toBe('BasketProductNotFoundInYourProductList');
    expect(decided({ productId: 7, productCode: undefined })).toBe('BasketProductNotFoundInYourProductList');
    expect(decided({ productCode: 'of the shop' })).toBeUndefined();
    expect(productIdsToCheck(threeDContext(basket({ productId: 5 })))).toEqual([]);
  });

  test('a checked basket that adds up passes, and so does a payment without one', () => {
    const lines = [
      { productCode: 'A', unitPrice: minor(1000), quantity: 2 },
      { productCode: 'B', unitPrice: minor(750), quantity: 1 },
    ];
    expect(refusal({ fields: { basket: lines }, ...checked })).toBeUndefined();
    expect(refusal(checked)).toBeUndefined();
  });
});

describe('RedirectUrl of a 3D payment', () => {
  test.each([
    ['https://shop.example/return', 'https://shop.example/return'],
    ['shop.example/return?order=1', 'https://shop.example/return?order=1'],
    ['//shop.example/return', 'https://shop.example/return'],
    ['HTTPS://Shop.Example', 'https://shop.example/'],
    ['shop.example:8443/x', 'https://shop.example:8443/x'],
  ])('%s is stored as %s: text without a scheme is https, and a query stays', (redirectUrl, stored) => {
    const context = threeDContext({ fields: { redirectUrl, otherTrxCode: 'not in the address' } });
    checkThreeDPayment(context);
    expect(storedReturnAddress(context)).toBe(stored);
  });

  test('a scheme that is given is not replaced', () => {
    expect(completeRedirectUrl('ftp://shop.example')).toBe('ftp://shop.example');
  });
});

test.each([
  ['TR', 'tr'],
  ['en', 'en'],
  [' EN ', 'en'],
  [undefined, undefined],
  ['DE', undefined],
])('Language %j asks for pages in %j', (language, expected) => {
  expect(askedLanguage({ language })).toBe(expected);
});

test('CustomerInformation decides only where a card is stored, or beside a token', () => {
  const { fields } = threeDContext({ customer: { customerCode: 'C' } });
  expect(customerDecides(fields).customer).toEqual({});
  expect(customerDecides({ ...fields, isTokenized: 1 }).customer).toEqual({ customerCode: 'C' });
  expect(customerDecides({ ...fields, card: { token } }).customer).toEqual({ customerCode: 'C' });
});
