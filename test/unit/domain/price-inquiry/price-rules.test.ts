import { describe, expect, test } from 'vitest';
import type { Dealer } from '../../../../shared/domain/dealer/dealer.ts';
import { minor } from '../../../../shared/domain/money/money.ts';
import type { Rate } from '../../../../shared/domain/money/rate.ts';
import type { PaymentAmountFields, PaymentTableFields } from '../../../../shared/domain/price-inquiry/price-fields.ts';
import {
  asksForRevenue,
  checkPaymentAmount,
  checkPaymentTable,
} from '../../../../shared/domain/price-inquiry/price-rules.ts';
import { dealerWith } from '../../../support/dealer/dealers.ts';
import { refusedBy } from '../../../support/payment/direct-payment-context.ts';

const rate = (value: number): Rate => value as Rate;

/** A dealer who takes TL and USD, two and three installments, and has a rate as a top dealer. */
const permitted = (changes: Partial<Dealer> = {}): Dealer =>
  dealerWith({
    currencies: ['TL', 'USD'],
    installmentCounts: [2, 3],
    topDealerRates: { '1': rate(10_000) },
    barredOperations: [],
    ...changes,
  });

const amountRefusal = (fields: Partial<PaymentAmountFields>, dealer: Partial<Dealer> = {}): string | undefined =>
  refusedBy(() =>
    checkPaymentAmount({
      fields: { binNumber: '454360', orderAmount: minor(1000), ...fields },
      dealer: permitted(dealer),
    }),
  );

const tableRefusal = (fields: Partial<PaymentTableFields>, dealer: Partial<Dealer> = {}): string | undefined =>
  refusedBy(() => checkPaymentTable({ fields: { orderAmount: minor(1000), ...fields }, dealer: permitted(dealer) }));

const CURRENCY = 'Currency must be TL, USD, EUR or GBP, in capital letters; the lira is TL and not TRY.';
const AMOUNT = 'RequiredOrderAmount: OrderAmount is required and must be above 0.';
const SHAPE = 'InvalidRequest: BinNumber must be the first 6 or 8 digits of a card.';
const COUNT = 'InvalidInstallmentNumber: InstallmentNumber must be 2 to 12, or 0 or 1 for a single payment.';
const OWN_COUNT = 'InvalidInstallmentNumber: InstallmentNumber must be 1 to 3: this dealer may use no other count.';
const FOREIGN =
  'InstallmentNotAvailableForForeignCurrencyTransaction: InstallmentNumber must be a single payment when Currency is not TL.';
const BOTH =
  'BothGroupRevenueRateAndGroupRevenueAmountMustBeZero: GroupRevenueRate and GroupRevenueAmount must not both be given.';
const NO_TOP_DEALER =
  'BothGroupRevenueRateAndGroupRevenueAmountMustBeZero: GroupRevenueRate and GroupRevenueAmount must be 0: this dealer has no rates as a top dealer.';

describe('DoCalcPaymentAmount (decisions: price inquiries)', () => {
  test.each<[string, Partial<PaymentAmountFields>]>([
    ['a single payment', {}],
    ['a BIN of eight digits', { binNumber: '45436012' }],
    ['a count of the dealer', { installmentNumber: 3 }],
    ['0 for a single payment', { installmentNumber: 0 }],
    ['another currency of the dealer', { currency: 'USD' }],
    ['another currency, in one payment', { currency: 'USD', installmentNumber: 1 }],
    ['with or without 3D', { isThreeD: 1 }],
    ['a revenue by rate', { groupRevenueRate: rate(1), groupRevenueAmount: minor(0) }],
    ['a revenue of all of the order', { groupRevenueRate: rate(0), groupRevenueAmount: minor(1000) }],
  ])('answers %s', (_what, fields) => expect(amountRefusal(fields)).toBeUndefined());

  test.each<[string, Partial<PaymentAmountFields>]>([
    [AMOUNT, { orderAmount: undefined }],
    [AMOUNT, { orderAmount: minor(0) }],
    ['BinNumberMustGiven: BinNumber is required.', { binNumber: undefined }],
    [`InvalidCurrencyCode: ${CURRENCY}`, { currency: 'TRY' }],
    [COUNT, { installmentNumber: 13 }],
    [FOREIGN, { currency: 'USD', installmentNumber: 2 }],
    [BOTH, { groupRevenueRate: rate(1), groupRevenueAmount: minor(1) }],
    [SHAPE, { binNumber: '4543601' }],
    [SHAPE, { binNumber: '45436x' }],
    ['InvalidRequest: IsThreeD must be 0 or 1.', { isThreeD: 2 }],
    ['InvalidRequest: GroupRevenueAmount must not exceed OrderAmount.', { groupRevenueAmount: minor(1001) }],
    ['InvalidCurrencyCode: Currency is not permitted for this dealer.', { currency: 'EUR' }],
    [OWN_COUNT, { installmentNumber: 4 }],
  ])('refuses %s', (refusal, fields) => expect(amountRefusal(fields)).toBe(refusal));

  test('refuses a dealer who may not ask about BINs: the price tells about the card', () => {
    expect(amountRefusal({}, { barredOperations: ['GetBankCardInformation'] })).toBe(
      'DealerDoNotBinNumberInquiryAllowed: This dealer may not ask about cards by their BIN.',
    );
    expect(amountRefusal({}, { barredOperations: ['DoDirectPayment'] })).toBeUndefined();
  });

  test('refuses a revenue of a dealer who has no rates as a top dealer', () => {
    const fields = { groupRevenueRate: rate(1) };
    expect(amountRefusal(fields, { topDealerRates: {} })).toBe(NO_TOP_DEALER);
    expect(amountRefusal({}, { topDealerRates: {} })).toBeUndefined();
  });

  test('the order of the rules decides which refusal a request with several errors gets', () => {
    const wrong = { orderAmount: minor(0), binNumber: 'x', currency: 'TRY', installmentNumber: 13 };
    expect(amountRefusal(wrong)).toBe(AMOUNT);
    expect(amountRefusal({ ...wrong, orderAmount: minor(1) })).toBe(`InvalidCurrencyCode: ${CURRENCY}`);
    expect(amountRefusal({ ...wrong, orderAmount: minor(1), currency: 'TL' })).toBe(COUNT);
    expect(amountRefusal({ binNumber: 'x', isThreeD: 2 })).toBe(SHAPE);
  });

  test.each([
    [{}, false],
    [{ groupRevenueRate: rate(0), groupRevenueAmount: minor(0) }, false],
    [{ groupRevenueRate: rate(1) }, true],
    [{ groupRevenueAmount: minor(1) }, true],
  ])('%j asks for a revenue: %s', (fields, asks) => expect(asksForRevenue(fields)).toBe(asks));
});

describe('DoCalcPaymentTable (decisions: price inquiries)', () => {
  test.each<[string, Partial<PaymentTableFields>]>([
    ['no card', {}],
    ['a BIN of six digits', { binNumber: '454360' }],
    ['commission on the payer', { isIncludedCommissionAmount: 1 }],
    ['commission on the dealer', { isIncludedCommissionAmount: 0 }],
    ['another currency of the dealer', { currency: 'USD' }],
  ])('answers %s', (_what, fields) => expect(tableRefusal(fields)).toBeUndefined());

  test.each<[string, Partial<PaymentTableFields>]>([
    [AMOUNT, { orderAmount: minor(0) }],
    [`InvalidCurrencyCode: ${CURRENCY}`, { currency: 'TRY' }],
    [SHAPE, { binNumber: '454' }],
    ['InvalidRequest: IsThreeD must be 0 or 1.', { isThreeD: 2 }],
    ['InvalidRequest: IsIncludedCommissionAmount must be 0 or 1.', { isIncludedCommissionAmount: 2 }],
    ['InvalidCurrencyCode: Currency is not permitted for this dealer.', { currency: 'EUR' }],
  ])('refuses %s', (refusal, fields) => expect(tableRefusal(fields)).toBe(refusal));
});
