import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { currencies, MAX_AMOUNT_MINOR, minor } from '../../../shared/domain/money/money.ts';
import type { Rate } from '../../../shared/domain/money/rate.ts';
import { paymentAmountOf } from '../../../shared/domain/price-inquiry/payment-amount.ts';
import { paymentTableOf } from '../../../shared/domain/price-inquiry/payment-table.ts';
import { splitPayment } from '../../../shared/domain/split/split-payment.ts';
import { canBePaid } from '../../../shared/domain/virtual-pos/can-be-paid.ts';
import { quotesFor } from '../../../shared/domain/virtual-pos/installment-quotes.ts';
import { chargedTermsOf } from '../../../shared/payment-flow/direct-attempt.ts';
import { dealerWith } from '../../support/dealer/dealers.ts';
import { posWith, termsWith } from '../../support/dealer/virtual-pos.ts';
import { directContext } from '../../support/payment/direct-payment-context.ts';
import { subDealerWith } from '../../support/payment/splits.ts';

const rate = fc.integer({ min: 0, max: 100_000 }).map((value) => value as Rate);
const amount = fc.integer({ min: 1, max: MAX_AMOUNT_MINOR }).map(minor);
const count = fc.integer({ min: 1, max: 12 });
const counts = fc.uniqueArray(fc.integer({ min: 2, max: 12 }), { maxLength: 11 });
const rates = fc.dictionary(count.map(String), rate, { noNullPrototype: true });
const currency = fc.oneof(fc.constant('TL' as const), fc.constantFrom(...currencies));

const pos = fc
  .record({
    bankCode: fc.constantFrom('64', '46', '62'),
    installmentCounts: counts,
    rates,
    enabled: fc.boolean(),
    currencies: fc.subarray([...currencies]),
    isDefault: fc.boolean(),
  })
  .map(posWith);
const ofDealer = fc
  .uniqueArray(pos, { maxLength: 3, selector: ({ bankCode }) => bankCode })
  .map((all) => all.map((one) => ({ ...one, posId: one.bankCode, bankName: `Bank ${one.bankCode}` })));
const dealer = fc.record({ installmentCounts: counts, topDealerRates: rates, fixedAmount: amount }).map(dealerWith);
const card = fc.record({
  bin: fc.constant('454360'),
  creditType: fc.constantFrom('credit' as const, 'debit' as const),
  foreign: fc.boolean(),
  bankCode: fc.constantFrom('64', '46', '62', '10'),
});

describe('What a price inquiry says is what is charged (decisions: price inquiries)', () => {
  test('DoCalcPaymentAmount: a link of the order with the commission on the payer charges PaymentAmount', () => {
    fc.assert(
      fc.property(amount, currency, count, pos, (orderAmount, asked, installmentNumber, at) => {
        const terms = termsWith({
          amount: orderAmount,
          currency: asked,
          installments: { by: 'dealer', count: installmentNumber },
          commissionByDealer: 0,
        });
        const [link] = quotesFor({ terms, pos: at });
        fc.pre(link !== undefined);
        const fields = { orderAmount, currency: asked, installmentNumber };
        const price = paymentAmountOf(fields, { dealer: dealerWith(), pos: at });
        expect(price.payment).toBe(link?.total);
        expect(price.commission.amount).toBe(link?.commission);
        expect(price.deposit).toBe(orderAmount);
        expect(price.payment).toBe(price.deposit + price.commission.amount);
      }),
    );
  });

  test('DoCalcPaymentAmount with a revenue: scenario 4 or 5 deducts the same of the order from a sub-dealer', () => {
    const revenue = fc.oneof(
      fc.record({ groupRevenueRate: fc.integer({ min: 1, max: 400_000 }).map((value) => value as Rate) }),
      fc.record({ groupRevenueAmount: fc.integer({ min: 1, max: 10_000 }).map(minor) }),
    );
    fc.assert(
      fc.property(amount, count, dealer, revenue, (orderAmount, installmentNumber, top, asked) => {
        fc.pre(top.topDealerRates[String(installmentNumber)] !== undefined);
        const price = paymentAmountOf({ orderAmount, installmentNumber, ...asked }, { dealer: top, pos: posWith() });
        expect(price.payment).toBe(price.deposit + price.commission.amount);
        expect(price.payment - price.group.amount).toBe(orderAmount);
        fc.pre(price.commission.amount <= orderAmount);
        const entry = {
          dealerId: 7,
          amount: orderAmount,
          amountToBeCommissioned: orderAmount,
          isIncludedFixedAmount: 1,
        };
        const [split] = splitPayment({
          scenario: 'groupRevenueRate' in asked ? 4 : 5,
          entries: [{ ...entry, ...asked }],
          amount: orderAmount,
          installments: installmentNumber,
          dealer: top,
          subDealers: [subDealerWith(7)],
        });
        expect(split).toMatchObject({
          commission: price.commission.amount,
          topDealerCommission: price.group.amount,
          topDealerIncome: price.revenue.amount,
        });
      }),
    );
  });

  test('DoCalcPaymentTable: a count has a price exactly when a card of that bank can be charged, and that price', () => {
    fc.assert(
      fc.property(
        ofDealer,
        dealer,
        card,
        amount,
        currency,
        fc.constantFrom(0, 1),
        (all, who, paying, orderAmount, asked, included) => {
          const fields = { orderAmount, currency: asked, isIncludedCommissionAmount: included };
          const [bank] = paymentTableOf({ fields, dealer: who, ofDealer: all }, paying);
          for (const installments of Array.from({ length: 12 }, (_, index) => index + 1)) {
            const row = bank?.rows[installments - 1];
            const question = { ofDealer: all, currency: asked, counts: [installments] };
            const found = canBePaid({ ...question, by: { kind: 'card', bankCode: paying.bankCode } });
            const mayUse = installments === 1 || (asked === 'TL' && who.installmentCounts.includes(installments));
            const price = row?.price;
            expect(price !== undefined).toBe(mayUse && found.kind === 'payable');
            if (price === undefined || found.kind !== 'payable') continue;
            const commissionByDealer = included === 1 ? 0 : 12;
            const [link] = quotesFor({
              terms: termsWith({
                amount: orderAmount,
                currency: asked,
                installments: { by: 'dealer', count: installments },
                commissionByDealer,
              }),
              pos: found.pos,
            });
            expect(price).toMatchObject({ total: link?.total, monthly: link?.monthly });
            if (included === 1) continue;
            const { fields: direct } = directContext({
              fields: { amount: orderAmount, currency: asked, installmentNumber: installments, subDealers: [] },
            });
            const charged = chargedTermsOf({ fields: direct, splits: [], pos: found.pos });
            expect({ total: price.total, commission: price.commission }).toEqual({
              total: charged.total,
              commission: charged.commission.dealer,
            });
          }
        },
      ),
    );
  });

  test('DoCalcPaymentTable without a card: the row of count n stands at place n - 1, as for a card of that bank', () => {
    fc.assert(
      fc.property(ofDealer, dealer, amount, (all, who, orderAmount) => {
        const question = { fields: { orderAmount }, dealer: who, ofDealer: all };
        const banks = paymentTableOf(question, undefined);
        for (const { bankName, rows } of banks) {
          const bankCode = bankName?.slice('Bank '.length);
          const bin = { bin: '454360', ...(bankCode === undefined ? {} : { bankCode }) };
          const [ofCard] = paymentTableOf(question, bin);
          const ofCounts = rows.slice(0, 12);
          if (ofCounts.some(({ price }) => price !== undefined)) {
            expect(ofCard).toEqual({ ...(bankName === undefined ? {} : { bankName }), rows: ofCounts });
          } else {
            // Only a foreign currency has a price at this bank: in TL its cards have no table.
            expect(ofCard).toBeUndefined();
          }
          expect(rows.slice(12).map(({ type }) => type)).toEqual(['DebitCard', 'ForeingCurrency', 'InternationalCard']);
        }
      }),
    );
  });
});
