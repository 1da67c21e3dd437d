import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { contract } from '../../../../functions/direct-payment/make-direct-payment/contract.ts';
import { readBody } from '../../../../shared/http/body.ts';
import { operationAt } from '../../../../shared/http/contract.ts';
import { fieldsOf } from '../../../../shared/http/direct-payment-fields.ts';

const parse = (json: string) => z.safeParse(contract.request, readBody({ body: json }));

const fieldsIn = (block: unknown) => fieldsOf(z.parse(contract.request, readBody({ body: JSON.stringify(block) })));

/** Place and sentence of the first unreadable field. */
const problemIn = (block: unknown) => {
  const issue = parse(JSON.stringify(block)).error?.issues[0];
  return issue === undefined ? undefined : `${issue.path.join('.')} ${issue.message}`;
};

describe('The request block of a direct payment (dealer interface 2.2 to 2.6)', () => {
  test('is read as client libraries send it, unused fields empty or 0', () => {
    const fields = fieldsIn({
      CardHolderFullName: 'Ahmet Yılmaz',
      CardNumber: '5127541122223332',
      ExpMonth: '12',
      ExpYear: '2030',
      CvcNumber: '000',
      CardToken: '',
      Amount: 27.5,
      Currency: 'TL',
      InstallmentNumber: 1,
      ClientIP: '192.168.1.116',
      OtherTrxCode: 'N-1',
      IsPreAuth: 0,
      IsPoolPayment: 0,
      IntegratorId: 0,
      Software: 'Possimulation',
      SubMerchantName: '',
      Description: '',
      CommissionScenario: 2,
      SubDealer: [
        { DealerId: 1774, Amount: 10.25, DealerCommissionRate: 3.85, DealerCommissionFixedAmount: 0 },
        { DealerId: 1803, Amount: 17.25, DealerCommissionRate: 2 },
      ],
    });
    expect(fields).toMatchObject({
      card: {
        holderName: 'Ahmet Yılmaz',
        number: '5127541122223332',
        expiryMonth: '12',
        expiryYear: '2030',
        cvc: '000',
      },
      amount: 2750,
      currency: 'TL',
      installmentNumber: 1,
      clientIp: '192.168.1.116',
      otherTrxCode: 'N-1',
      isPreAuth: 0,
      isPoolPayment: 0,
      software: 'Possimulation',
      commissionScenario: 2,
      subDealers: [
        { dealerId: 1774, amount: 1025, dealerCommissionRate: 38_500, dealerCommissionFixedAmount: 0 },
        { dealerId: 1803, amount: 1725, dealerCommissionRate: 20_000 },
      ],
    });
    expect([fields.card.token, fields.integratorId, fields.description, fields.customer.customerCode]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  test('takes numbers as text, the expiry as numbers, flags as booleans (decisions: tolerant reading)', () => {
    const fields = fieldsIn({
      Amount: '27.5',
      ExpMonth: 7,
      ExpYear: 2030,
      InstallmentNumber: '3',
      IsPreAuth: true,
      IsPoolPayment: 'false',
      CommissionScenario: '4',
      SubDealer: [
        {
          DealerId: '1774',
          Amount: '27.50',
          GroupRevenueRate: '1.25',
          AmountToBeCommissioned: '27.5',
          IsIncludedFixedAmount: true,
        },
      ],
      CustomerInformation: { DealerCustomerId: '1033', Gender: '2' },
    });
    expect(fields).toMatchObject({
      amount: 2750,
      card: { expiryMonth: '7', expiryYear: '2030' },
      installmentNumber: 3,
      isPreAuth: 1,
      isPoolPayment: 0,
      commissionScenario: 4,
      subDealers: [
        {
          dealerId: 1774,
          amount: 2750,
          groupRevenueRate: 12_500,
          amountToBeCommissioned: 2750,
          isIncludedFixedAmount: 1,
        },
      ],
      customer: { dealerCustomerId: 1033, gender: 2 },
    });
  });

  test.each([
    ['0212 111 22 33', '0212 111 22 33'],
    ['not a phone at all, but a long text', 'not a phone at all, but a long'],
    [5_301_111_111, '5301111111'],
    ['4111111111111111', '•'.repeat(16)],
    [{ country: 90 }, undefined],
    [true, undefined],
  ])('keeps of a BuyerGsmNumber %j what can be kept, and refuses for none', (BuyerGsmNumber, kept) => {
    expect(fieldsIn({ BuyerInformation: { BuyerGsmNumber } }).buyer.gsmNumber).toBe(kept);
  });

  test('takes an empty list where an object is expected, as PHP writes it', () => {
    const fields = fieldsIn({ BuyerInformation: [], CustomerInformation: [] });
    expect([fields.buyer.fullName, fields.customer.customerCode]).toEqual([undefined, undefined]);
    expect(problemIn({ CustomerInformation: [{}] })).toBe('CustomerInformation must be an object');
  });

  test('takes every field of buyer, basket and customer, and the basket beside the buyer (dealer interface 2.5 and 2.6)', () => {
    const line = { productId: 5, productCode: 'P-5', unitPrice: 1375, quantity: 2 };
    const BasketProduct = [{ ProductId: 5, ProductCode: 'P-5', UnitPrice: 13.75, Quantity: 2 }];
    const buyer = {
      BuyerFullName: 'Elif',
      BuyerEmail: 'e@a.co',
      BuyerGsmNumber: '5301111111',
      BuyerAddress: 'Bağdat 1',
    };
    const customer = {
      DealerCustomerId: 1033,
      CustomerCode: 'C-1',
      FirstName: 'Elif',
      LastName: 'Yılmaz',
      Gender: 2,
      BirthDate: '19850710',
      GsmNumber: '5301111111',
      Email: 'e@a.co',
      Address: 'Bağdat 1',
      CardName: 'Maaş kartı',
    };
    const read = fieldsIn({ BuyerInformation: buyer, BasketProduct, CustomerInformation: customer });
    expect(read.basket).toEqual([line]);
    expect(read.buyer).toEqual({ fullName: 'Elif', email: 'e@a.co', gsmNumber: '5301111111', address: 'Bağdat 1' });
    expect(read.customer).toEqual({
      dealerCustomerId: 1033,
      customerCode: 'C-1',
      firstName: 'Elif',
      lastName: 'Yılmaz',
      gender: 2,
      birthDate: '19850710',
      gsmNumber: '5301111111',
      email: 'e@a.co',
      address: 'Bağdat 1',
      cardName: 'Maaş kartı',
    });
    expect(fieldsIn({ BuyerInformation: { ...buyer, BasketProduct } })).toMatchObject({ basket: [line] });
  });

  test('ignores what the sample of scenario 6 carries beside the field list (dealer interface 2.2)', () => {
    const stray = { IsTokenized: 'x', ReturnHash: [], RedirectUrl: 7, RedirectType: {} };
    expect(fieldsIn({ Amount: 1, ...stray })).toEqual(fieldsIn({ Amount: 1 }));
  });

  test.each<[string, Record<string, unknown>]>([
    ['OtherTrxCode must be at most 128 characters long', { OtherTrxCode: 'x'.repeat(129) }],
    ['Software must be at most 30 characters long', { Software: 'x'.repeat(31) }],
    ['Description must be at most 200 characters long', { Description: 'x'.repeat(201) }],
    ['SubMerchantName must be at most 100 characters long', { SubMerchantName: 'x'.repeat(101) }],
    [
      'CustomerInformation.CardName must be at most 50 characters long',
      { CustomerInformation: { CardName: 'x'.repeat(51) } },
    ],
    ['SubDealer must have at most 100 entries', { SubDealer: Array.from({ length: 101 }, () => ({})) }],
    [
      'SubDealer.0.DealerCommissionRate must be a percentage of 0 to 100 with at most four decimals',
      { SubDealer: [{ DealerCommissionRate: 100.5 }] },
    ],
    ['SubDealer.0.Amount must have at most two decimals', { SubDealer: [{ Amount: 1.005 }] }],
    ['SubDealer.0.GroupRevenueAmount must not be negative', { SubDealer: [{ GroupRevenueAmount: -1 }] }],
    ['Amount must be at most 999999999.99', { Amount: 1_000_000_000 }],
    ['CommissionScenario must be a whole number, or true or false', { CommissionScenario: 'two' }],
  ])('%s', (problem, block) => {
    expect(problemIn(block)).toBe(problem);
  });

  test('takes every text up to its limit', () => {
    const block = { OtherTrxCode: 'x'.repeat(128), Software: 'x'.repeat(30), Description: 'ş'.repeat(200) };
    expect(problemIn({ ...block, CustomerInformation: { CardName: '😀'.repeat(50) } })).toBeUndefined();
    expect(problemIn({ SubDealer: Array.from({ length: 100 }, () => ({})) })).toBeUndefined();
  });
});

describe('The operation of a direct payment', () => {
  test('is named by its path', () => {
    expect(operationAt(contract, 'POST /PaymentDealer/DoDirectPaymentMarketPlace')).toBe('DoDirectPaymentMarketPlace');
    expect(operationAt(contract, 'POST /PaymentDealer/DoDirectPayment')).toBe('DoDirectPayment');
  });

  test('has the 11 codes of dealer interface 7.2, and our own (decisions: codes of our own)', () => {
    expect(new Set(Object.values(contract.codes))).toEqual(
      new Set([
        'PaymentDealer.CheckPaymentDealerAuthentication.InvalidRequest',
        'PaymentDealer.CheckPaymentDealerAuthentication.InvalidAccount',
        'PaymentDealer.CheckPaymentDealerAuthentication.VirtualPosNotFound',
        'PaymentDealer.CheckDealerPaymentLimits.DailyDealerLimitExceeded',
        'PaymentDealer.CheckDealerPaymentLimits.DailyCardLimitExceeded',
        'PaymentDealer.CheckCardInfo.InvalidCardInfo',
        'PaymentDealer.DoDirectPayment.InvalidRequest',
        'PaymentDealer.DoDirectPayment.ThreeDRequired',
        'PaymentDealer.DoDirectPayment.InstallmentNotAvailableForForeignCurrencyTransaction',
        'PaymentDealer.DoDirectPayment.ThisInstallmentNumberNotAvailableForDealer',
        'PaymentDealer.DoDirectPayment.InvalidInstallmentNumber',
        'PaymentDealer.DoDirectPayment.ThisInstallmentNumberNotAvailableForVirtualPos',
        'PaymentDealer.DoDirectPayment.VirtualPosNotAvailable',
        'PaymentDealer.DoDirectPayment.OtherTrxCodeAlreadyUsed',
        'PaymentDealer.DoDirectPayment.OutcomeUnknown',
        'PaymentDealer.DoDirectPayment.StillRunning',
      ]),
    );
  });
});
