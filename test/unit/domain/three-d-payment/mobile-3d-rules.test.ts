import { describe, expect, test } from 'vitest';
import type { Dealer } from '../../../../shared/domain/dealer/dealer.ts';
import { integratorSentence } from '../../../../shared/domain/dealer/integrator.ts';
import { minor } from '../../../../shared/domain/money/money.ts';
import type { Rate } from '../../../../shared/domain/money/rate.ts';
import type { Mobile3DFields } from '../../../../shared/domain/three-d-payment/mobile-3d-fields.ts';
import { checkMobile3D, requireMobile3DPos } from '../../../../shared/domain/three-d-payment/mobile-3d-rules.ts';
import { dealerWith } from '../../../support/dealer/dealers.ts';
import { posWith } from '../../../support/dealer/virtual-pos.ts';
import { refusedBy } from '../../../support/payment/direct-payment-context.ts';

const TODAY = '20260115';
const good: Mobile3DFields = {
  paymentType: '64',
  amount: minor(2750),
  otherTrxCode: 'C 1',
  redirectUrl: 'https://shop.example/back?code=C+1',
  buyer: {},
};

const refusal = (fields: Partial<Mobile3DFields>, dealer: Partial<Dealer> = {}): string | undefined =>
  refusedBy(() =>
    checkMobile3D({
      fields: { ...good, ...fields },
      dealer: dealerWith({ allowedRedirectHosts: ['shop.example'], ...dealer }),
      today: TODAY,
      loopbackHttpAllowed: false,
    }),
  );

const CARD = '4111 1111 1111 1111';
const RANGE = 'InvalidInstallmentNumber: InstallmentNumber must be 2 to 9, or 0 or 1 for a single payment.';
const FOREIGN =
  'InstallmentNotAvailableForForeignCurrencyTransaction: InstallmentNumber must be a single payment when Currency is not TL.';
const NO_CODE = 'RedirectUrlCannotContainOtherTrxCode: RedirectUrl must contain the OtherTrxCode.';
const NO_AGREEMENT = 'AgreementDateNotFound: This dealer has no agreement that is in force.';

describe('The request of a mobile 3D start (dealer interface 2.7)', () => {
  test.each<[string, Partial<Mobile3DFields>]>([
    ['a single payment in TL', {}],
    ['0 for a single payment', { installmentNumber: 0 }],
    ['two installments', { installmentNumber: 2 }],
    ['nine installments', { installmentNumber: 9 }],
    ['a foreign currency in one payment', { currency: 'USD', installmentNumber: 1 }],
    ['the code as it is', { redirectUrl: 'https://shop.example/C-1', otherTrxCode: 'C-1' }],
    ['the code in percent', { redirectUrl: 'https://shop.example/C%201' }],
    ['an address that is no percent-encoding', { redirectUrl: 'https://shop.example/C-1?p=%', otherTrxCode: 'C-1' }],
    ['either kind of return', { redirectType: 1 }],
    ['the pool', { isPoolPayment: 1 }],
    ['an integrator of the dealer', { integratorId: 7 }],
    ['texts of a buyer', { buyer: { fullName: 'Ada', address: 'Street 1', email: 'ada@example.com' } }],
  ])('is taken with %s', (_what, fields) => expect(refusal(fields)).toBeUndefined());

  test.each<[string, Partial<Mobile3DFields>]>([
    ['AmountRequired: Amount is required.', { amount: undefined }],
    ['OtherTrxCodeRequired: OtherTrxCode is required.', { otherTrxCode: undefined }],
    ['RedirectUrlRequired: RedirectUrl is required.', { redirectUrl: undefined }],
    ['PaymentTypeRequired: PaymentType is required.', { paymentType: undefined }],
    [FOREIGN, { currency: 'USD', installmentNumber: 2 }],
    [RANGE, { installmentNumber: 10 }],
    ['InvalidPaymentType: PaymentType must be the code of a bank that the service knows.', { paymentType: 'none' }],
    [
      'InvalidCurrencyCode: Currency must be TL, USD, EUR or GBP, in capital letters; the lira is TL and not TRY.',
      { currency: 'TRY', installmentNumber: 2 },
    ],
    [NO_CODE, { redirectUrl: 'https://shop.example/other' }],
    ['InvalidRequest: Amount must be above 0.', { amount: minor(0) }],
    ['InvalidRequest: RedirectType must be 0 or 1.', { redirectType: 2 }],
    ['InvalidRequest: IsPoolPayment must be 0 or 1.', { isPoolPayment: 2 }],
    ['InvalidRequest: BuyerEmail is not an e-mail address.', { buyer: { email: 'x' } }],
    ['InvalidRequest: ClientIP must not hold a card number.', { clientIp: CARD }],
    ['InvalidRequest: Software must not hold a card number.', { software: CARD }],
    ['InvalidRequest: SubMerchantName must not hold a card number.', { subMerchantName: CARD }],
    ['InvalidRequest: Description must not hold a card number.', { description: CARD }],
    ['InvalidRequest: BuyerFullName must not hold a card number.', { buyer: { fullName: CARD } }],
    ['InvalidRequest: BuyerAddress must not hold a card number.', { buyer: { address: CARD } }],
    [`InvalidRequest: ${integratorSentence}`, { integratorId: 8 }],
  ])('is refused: %s', (sentence, fields) => expect(refusal(fields)).toBe(sentence));

  test('is refused with an address that no payer may be sent to', () => {
    expect(refusal({ redirectUrl: 'http://shop.example/C%201' })).toMatch(/^InvalidRequest: RedirectUrl /);
    expect(refusal({ redirectUrl: 'https://other.example/C%201' })).toMatch(/^InvalidRequest: RedirectUrl /);
  });

  test.each<[string | undefined, Partial<Mobile3DFields>, Partial<Dealer>]>([
    ['ForeignCurrencyNotAvailableForThisDealer: Currency is not permitted for this dealer.', {}, { currencies: [] }],
    [
      'PoolPaymentNotAvailableForDealer: IsPoolPayment 1 is not permitted for this dealer.',
      { isPoolPayment: 1 },
      { pool: 'forbidden' },
    ],
    [undefined, {}, { pool: 'forbidden' }],
    ['PoolPaymentRequiredForDealer: IsPoolPayment must be 1 for this dealer.', {}, { pool: 'required' }],
    [undefined, { isPoolPayment: 1 }, { pool: 'required' }],
    [
      'InvalidInstallmentNumber: InstallmentNumber must be 1, 2 or 4: this dealer may use no other count.',
      { installmentNumber: 3 },
      { installmentCounts: [4, 2] },
    ],
    [undefined, {}, { installmentCounts: [] }],
    [NO_AGREEMENT, {}, { agreementDate: '20260116' }],
    [undefined, {}, { agreementDate: TODAY }],
  ])('of a dealer’s permission: %s', (sentence, fields, dealer) => expect(refusal(fields, dealer)).toBe(sentence));

  test('of a dealer without an agreement is refused', () => {
    const { agreementDate: _none, ...dealer } = dealerWith();
    const asked = { fields: good, dealer, today: TODAY, loopbackHttpAllowed: false };
    expect(refusedBy(() => checkMobile3D(asked))).toBe(NO_AGREEMENT);
  });

  test('of several errors the first of the code table is told: required fields, values, address, other values, texts, permissions', () => {
    const wrong = {
      amount: undefined,
      installmentNumber: 10,
      redirectUrl: 'http://shop.example/C%201',
      redirectType: 2,
      description: CARD,
    } as const;
    const none: Partial<Dealer> = { currencies: [] };
    expect(refusal(wrong, none)).toBe('AmountRequired: Amount is required.');
    expect(refusal({ ...wrong, amount: good.amount }, none)).toBe(RANGE);
    expect(refusal({ ...wrong, amount: good.amount, installmentNumber: 1 }, none)).toMatch(/RedirectUrl/);
    const { redirectUrl } = good;
    expect(refusal({ redirectUrl, redirectType: 2, description: CARD }, none)).toMatch(/RedirectType/);
    expect(refusal({ description: CARD }, none)).toMatch(/Description/);
  });
});

describe('The virtual POS of a mobile 3D start', () => {
  const noPos = (fields: Partial<Mobile3DFields>, ofDealer: Parameters<typeof requireMobile3DPos>[1]) =>
    refusedBy(() => requireMobile3DPos({ ...good, ...fields }, ofDealer));
  const rates = { '1': 10_000 as Rate };
  const isbank = posWith({ bankCode: '64', installmentCounts: [2], rates, isDefault: false });

  test('of the bank of PaymentType takes the payment', () => expect(noPos({}, [isbank])).toBeUndefined());

  test.each<[string, Partial<Mobile3DFields>, Parameters<typeof requireMobile3DPos>[1]]>([
    ['VirtualPosNotAvailable: This dealer has no virtual POS.', {}, []],
    [
      'VirtualPosNotAvailable: This dealer has no virtual POS for the bank of PaymentType that takes the Currency.',
      {},
      [{ ...isbank, currencies: ['USD'] }],
    ],
    [
      'VirtualPosCommissionRateNotFound: The virtual POS of PaymentType has no commission rate for this InstallmentNumber.',
      { installmentNumber: 2 },
      [isbank],
    ],
    [
      'InvalidInstallmentNumber: InstallmentNumber must be 1: the virtual POS of PaymentType takes no other count.',
      { installmentNumber: 3 },
      [{ ...isbank, rates: { '1': 10_000 as Rate, '3': 10_000 as Rate } }],
    ],
  ])('is missing: %s', (sentence, fields, ofDealer) => expect(noPos(fields, ofDealer)).toBe(sentence));

  test('is the cheapest one where the dealer prefers that', () => {
    const asksTooMuch = { ...isbank, posId: 'isbank', rates: {}, isDefault: true };
    const cheap = posWith({ bankCode: '64', posId: 'cheap', rates: { '1': 1 as Rate }, isDefault: false });
    const refused = (choice: { readonly preferCheapest?: boolean }) =>
      refusedBy(() => requireMobile3DPos(good, [asksTooMuch, cheap], choice));
    expect(refused({ preferCheapest: true })).toBeUndefined();
    const noRate =
      'VirtualPosCommissionRateNotFound: The virtual POS of PaymentType has no commission rate for this InstallmentNumber.';
    expect([refused({}), refused({ preferCheapest: false })]).toEqual([noRate, noRate]);
  });
});
