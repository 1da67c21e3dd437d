import { describe, expect, test } from 'vitest';
import { minor } from '../../../../shared/domain/money/money.ts';
import type { Rate } from '../../../../shared/domain/money/rate.ts';
import { paymentAmountOf } from '../../../../shared/domain/price-inquiry/payment-amount.ts';
import { dealerWith } from '../../../support/dealer/dealers.ts';
import { posWith } from '../../../support/dealer/virtual-pos.ts';
import { refusedBy } from '../../../support/payment/direct-payment-context.ts';

const rate = (value: number): Rate => value as Rate;
const orderAmount = minor(10_000);
/** Two percent of each payment at the bank. */
const pos = posWith({ rates: { '1': rate(20_000) } });
/** One percent and 0.50 that the service takes of a top dealer. */
const dealer = dealerWith({ topDealerRates: { '1': rate(10_000) }, fixedAmount: minor(50) });

describe('The price of an order (decisions: price inquiries)', () => {
  test('without a revenue the payer bears the commission of the virtual POS, and no top dealer has a part', () => {
    expect(paymentAmountOf({ orderAmount }, { dealer, pos })).toEqual({
      payment: 10_200,
      deposit: 10_000,
      commission: { rate: 20_000, fixed: 0, amount: 200 },
      group: { rate: 0, fixed: 0, amount: 0 },
      revenue: { rate: 0, amount: 0 },
    });
  });

  test('a revenue by rate is named with the service’s rate, its amount fixed by the dealer', () => {
    expect(paymentAmountOf({ orderAmount, groupRevenueRate: rate(30_000) }, { dealer, pos })).toEqual({
      payment: 10_150,
      deposit: 9700,
      commission: { rate: 40_000, fixed: 50, amount: 450 },
      group: { rate: 10_000, fixed: 50, amount: 150 },
      revenue: { rate: 30_000, amount: 300 },
    });
  });

  test('a revenue by amount is part of what is fixed, and adds nothing to the rate', () => {
    expect(paymentAmountOf({ orderAmount, groupRevenueAmount: minor(300) }, { dealer, pos })).toEqual({
      payment: 10_150,
      deposit: 9700,
      commission: { rate: 10_000, fixed: 350, amount: 450 },
      group: { rate: 10_000, fixed: 50, amount: 150 },
      revenue: { rate: 0, amount: 300 },
    });
  });

  test('a revenue needs the service’s rate for the count', () => {
    const asked = { orderAmount, groupRevenueRate: rate(1), installmentNumber: 2 };
    expect(refusedBy(() => paymentAmountOf(asked, { dealer, pos }))).toBe(
      'VirtualPosCommissionRateNotFound: The service has no commission rate of this dealer for InstallmentNumber 2.',
    );
  });
});
