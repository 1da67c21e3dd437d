import { describe, expect, test } from 'vitest';
import { istanbulDayOf } from '../../../shared/domain/calendar.ts';
import { minor } from '../../../shared/domain/money/money.ts';
import type { PaymentSplit } from '../../../shared/domain/split/payment-split.ts';
import { type BankDealer, newBankDealer } from '../../support/bank/bank-merchants.ts';
import type { Answer } from '../../support/dealer/dealers.ts';
import { DIRECT, leastSplit, MARKET_PLACE, newSplitDealer, paidBy } from '../../support/payment/direct-payments.ts';

const SUCCESS = {
  IsSuccessful: true,
  ResultCode: '',
  ResultMessage: '',
  VirtualPosOrderId: expect.stringMatching(/^ORDER-[a-z2-7]{26}-01$/),
};

const onlyAttempt = async (dealer: BankDealer) => {
  const [attempt, ...others] = await dealer.directAttempts();
  if (attempt === undefined || others.length > 0) throw new Error('not one attempt');
  return attempt;
};

const everyField = {
  Currency: 'TL',
  InstallmentNumber: 3,
  ClientIP: '192.168.1.116',
  OtherTrxCode: 'P-1',
  IsPreAuth: 0,
  IsPoolPayment: 1,
  IntegratorId: 7,
  Software: 'Shop 4.2',
  SubMerchantName: 'Elif Çiçekçilik',
  Description: 'İki demet gül',
  BuyerInformation: {
    BuyerFullName: 'Elif Yılmaz',
    BuyerEmail: 'elif@example.com',
    BuyerGsmNumber: '+90 530 111 11 11',
    BuyerAddress: 'Bağdat Caddesi 1, İstanbul',
    BasketProduct: [{ ProductId: 5, ProductCode: 'GUL', UnitPrice: 13.75, Quantity: 2 }],
  },
  CustomerInformation: {
    CustomerCode: 'C-1',
    FirstName: 'Elif',
    LastName: 'Y',
    Gender: 2,
    BirthDate: '19850710',
    GsmNumber: '5301111111',
    Email: 'elif@example.com',
    Address: 'İstanbul',
    CardName: 'Bonus',
  },
};

describe('A direct payment (dealer interface 2.2)', () => {
  test('charges the card and answers the order', async () => {
    const dealer = await newBankDealer();
    const answer: Answer = await dealer.payDirectly({ OtherTrxCode: 'P-1' });
    expect(answer).toMatchObject({ status: 200, ResultCode: 'Success', ResultMessage: '', Exception: null });
    expect(answer.Data).toEqual(SUCCESS);
    expect(await dealer.charges()).toHaveLength(1);
  });

  test('keeps every field of the request, and of the card only its mask (dealer interface 2.2, 2.4, 2.5 and 2.6)', async () => {
    const dealer = await newSplitDealer();
    const answer = await dealer.payDirectly({ ...leastSplit, ...everyField }, MARKET_PLACE);
    expect(answer.Data).toEqual(SUCCESS);
    const attempt = await onlyAttempt(dealer);
    const { DealerCustomerId } = (
      (await dealer.getCustomer({ CustomerCode: 'C-1' })).Data as {
        DealerCustomer: { DealerCustomerId: number };
      }
    ).DealerCustomer;
    expect(attempt).toMatchObject({
      orderId: (answer.Data as { VirtualPosOrderId: string }).VirtualPosOrderId,
      number: 1,
      state: 'approved',
      reportedOutcome: 'paid',
      maskedCard: '411111******1111',
      payerAddress: '127.0.0.1',
      terms: { total: 2750, currency: 'TL', installments: 3, type: 'sale' },
      bank: { authCode: expect.stringMatching(/^\d{6}$/), hostReference: expect.any(String) },
    });
    expect(attempt.direct).toEqual({
      operation: 'DoDirectPaymentMarketPlace',
      otherTrxCode: 'P-1',
      cardHolderName: 'Elif Y',
      pooled: true,
      commissionScenario: 2,
      splits: expect.any(Array),
      description: 'İki demet gül',
      buyer: {
        fullName: 'Elif Yılmaz',
        email: 'elif@example.com',
        gsmNumber: '+90 530 111 11 11',
        address: 'Bağdat Caddesi 1, İstanbul',
      },
      basket: [{ productId: 5, productCode: 'GUL', unitPrice: 1375, quantity: 2 }],
      caller: {
        clientIp: '192.168.1.116',
        software: 'Shop 4.2',
        subMerchantName: 'Elif Çiçekçilik',
        integratorId: 7,
      },
      customer: { dealerCustomerId: DealerCustomerId, customerCode: 'C-1' },
    });
  });

  test('needs no CVC where the dealer may charge without it; one that is sent must be right', async () => {
    const permitted = await newBankDealer({ dealer: { cvcOptional: true } });
    expect((await permitted.payDirectly({ CvcNumber: undefined })).Data).toEqual(SUCCESS);
    expect((await permitted.payDirectly({ CvcNumber: '' })).Data).toEqual(SUCCESS);
    const wrong = await permitted.payDirectly({ CvcNumber: '12' });
    expect(wrong).toMatchObject({ Data: null, ResultCode: 'PaymentDealer.CheckCardInfo.InvalidCardInfo' });
    const others = await newBankDealer();
    const refused = await others.payDirectly({ CvcNumber: undefined });
    expect(refused).toMatchObject({ Data: null, ResultCode: 'PaymentDealer.CheckCardInfo.InvalidCardInfo' });
    expect([await permitted.charges(), await others.charges()].map(({ length }) => length)).toEqual([2, 0]);
  });

  test.each([['0212 111 22 33'], ['not a phone'], [['a list']], [{ no: 'text' }]])(
    'is not refused for a buyer’s phone, nor for an empty list in an object’s place: %j',
    async (BuyerGsmNumber) => {
      const dealer = await newBankDealer();
      const fields = { BuyerInformation: { BuyerGsmNumber }, CustomerInformation: [] };
      expect((await dealer.payDirectly(fields)).Data).toEqual(SUCCESS);
      expect((await dealer.payDirectly({ BuyerInformation: [] })).Data).toEqual(SUCCESS);
    },
  );

  test('a pre-authorisation is authorised and not captured at the bank', async () => {
    const dealer = await newBankDealer();
    expect((await dealer.payDirectly({ IsPreAuth: 1 })).Data).toEqual(SUCCESS);
    expect(await dealer.orders()).toMatchObject([{ state: 'authorised', amount: 2750, capturedAmount: 0 }]);
    expect((await onlyAttempt(dealer)).terms.type).toBe('pre-authorisation');
  });

  test.each(['TL', 'USD', 'EUR', 'GBP'] as const)('charges %s at the bank in that currency', async (Currency) => {
    const dealer = await newBankDealer();
    expect((await dealer.payDirectly({ Currency, Amount: '1234567.89' })).Data).toEqual(SUCCESS);
    expect(await dealer.charges()).toMatchObject([{ currency: Currency, capturedAmount: 123_456_789 }]);
    expect((await onlyAttempt(dealer)).terms).toMatchObject({ total: 123_456_789, currency: Currency });
  });

  test.each([
    [undefined, 1],
    ['', 1],
    ['0', 1],
    [1, 1],
    [2, 2],
    ['12', 12],
  ])('InstallmentNumber %j is %i payments (2.2)', async (InstallmentNumber, installments) => {
    const dealer = await newBankDealer();
    expect((await dealer.payDirectly({ InstallmentNumber })).Data).toEqual(SUCCESS);
    expect((await onlyAttempt(dealer)).terms.installments).toBe(installments);
  });

  test('is charged at the virtual POS of the card’s bank, and keeps its version whole (rule 14)', async () => {
    const dealer = await newBankDealer();
    await dealer.putPos({ posId: 'second', version: 3, isDefault: false });
    await dealer.payDirectly();
    expect((await onlyAttempt(dealer)).pos).toMatchObject({ posId: 'isbank', version: 1, bankCode: '64' });
  });

  test('American Express and Mastercard pay too, by CVCs of their own length', async () => {
    const dealer = await newBankDealer();
    for (const card of ['american-express', 'approved-mastercard', 'troy']) {
      expect((await dealer.payDirectly(paidBy(card))).Data).toEqual(SUCCESS);
    }
  });

  test('without the card-storage feature CustomerInformation is not looked at, and nobody is registered (dealer interface 2.2)', async () => {
    const dealer = await newBankDealer({ dealer: { cardStorage: false } });
    const CustomerInformation = { CustomerCode: 'C-1', Gender: 9, BirthDate: 'x', Email: 'nobody' };
    expect((await dealer.payDirectly({ CustomerInformation })).Data).toEqual(SUCCESS);
    expect((await dealer.getCustomer({ CustomerCode: 'C-1' })).Data).toBeNull();
    expect((await onlyAttempt(dealer)).direct.customer).toBeUndefined();
  });

  test('the order id differs by 128 random bits from payment to payment', async () => {
    const dealer = await newBankDealer();
    const answers = await Promise.all(Array.from({ length: 5 }, () => dealer.payDirectly()));
    const ids = answers.map(({ Data }) => (Data as { VirtualPosOrderId: string }).VirtualPosOrderId);
    expect(new Set(ids.map((id) => id.slice(0, 12))).size).toBe(5);
    expect(Math.max(...ids.map((id) => id.length))).toBeLessThanOrEqual(64);
  });
});

/** amount, commission, net, the service's commission, the top dealer's income: worked out by hand (dealer interface 2.3). */
type Row = readonly [subDealer: number, amount: number, commission: number, net: number, top: number, income: number];

const one = (changes: object) => ({ DealerId: 1774, Amount: 10.25, ...changes });
const two = (changes: object) => ({ DealerId: 1803, Amount: 17.25, ...changes });

const scenarios: readonly [scenario: number, subDealers: readonly object[], rows: readonly Row[]][] = [
  // 4 % of 10.25 and of 17.25; 1.5 % of each for the service.
  [
    1,
    [one({}), two({})],
    [
      [1774, 1025, 41, 984, 15, 26],
      [1803, 1725, 69, 1656, 26, 43],
    ],
  ],
  // 3.85 % of 10.25 is 0.394625; 2 % of 17.25 is 0.345, half up, and the fixed 1.00.
  [
    2,
    [one({ DealerCommissionRate: 3.85 }), two({ DealerCommissionRate: '2', DealerCommissionFixedAmount: 1 })],
    [
      [1774, 1025, 39, 986, 15, 24],
      [1803, 1725, 135, 1590, 26, 109],
    ],
  ],
  // The top dealer pays on top if it deducts less than the service does.
  [
    3,
    [one({ DealerCommissionAmount: 0 }), two({ DealerCommissionAmount: 17.25 })],
    [
      [1774, 1025, 0, 1025, 15, -15],
      [1803, 1725, 1725, 0, 26, 1699],
    ],
  ],
  // 10 % of 10.25 is 1.025, half up, and 1.5 % of the whole 27.50 is 0.4125; the other one bears nothing.
  [
    4,
    [
      one({ GroupRevenueRate: 10, AmountToBeCommissioned: 27.5 }),
      two({ GroupRevenueRate: 0, AmountToBeCommissioned: 0 }),
    ],
    [
      [1774, 1025, 144, 881, 41, 103],
      [1803, 1725, 0, 1725, 0, 0],
    ],
  ],
  // The flag adds the service's fixed amount, 0.50, to what is passed on.
  [
    5,
    [
      one({ GroupRevenueAmount: 2, AmountToBeCommissioned: 10.25, IsIncludedFixedAmount: 1 }),
      two({ GroupRevenueAmount: 3.1, AmountToBeCommissioned: 17.25, IsIncludedFixedAmount: 0 }),
    ],
    [
      [1774, 1025, 265, 760, 65, 200],
      [1803, 1725, 336, 1389, 26, 310],
    ],
  ],
  // 27.50 less 26.00 is shared 10 to 16; the kurus that is left goes to the larger remainder.
  [
    6,
    [one({ Amount: 10 }), two({ Amount: 16 })],
    [
      [1774, 1058, 58, 1000, 15, 43],
      [1803, 1692, 92, 1600, 24, 68],
    ],
  ],
];

const rowOf = ({ subDealerId, amount, commission, net, topDealerCommission, topDealerIncome }: PaymentSplit): Row => [
  subDealerId,
  amount,
  commission,
  net,
  topDealerCommission,
  topDealerIncome,
];

const sumOf = (splits: readonly PaymentSplit[], field: 'amount' | 'commission' | 'net'): number =>
  splits.reduce((sum, split) => sum + split[field], 0);

describe('The splits of a payment (dealer interface 2.3; decisions: commission)', () => {
  test.each(scenarios)('scenario %i is stored with the payment, to the kurus', async (scenario, SubDealer, rows) => {
    const dealer = await newSplitDealer({ dealer: { fixedAmount: minor(50) } });
    const fields = { CommissionScenario: scenario, SubDealer: SubDealer.toReversed() };
    expect((await dealer.payDirectly(fields, MARKET_PLACE)).Data).toEqual(SUCCESS);
    const { direct, terms } = await onlyAttempt(dealer);
    expect(direct.splits.map(rowOf)).toEqual(rows);
    expect(sumOf(direct.splits, 'amount')).toBe(terms.total);
    expect(sumOf(direct.splits, 'commission') + sumOf(direct.splits, 'net')).toBe(terms.total);
  });

  test('a SubDealer list on DoDirectPayment is a payment with sub-dealers (decisions: paths)', async () => {
    const dealer = await newSplitDealer();
    expect((await dealer.payDirectly(leastSplit, DIRECT)).Data).toEqual(SUCCESS);
    const { direct } = await onlyAttempt(dealer);
    expect(direct).toMatchObject({ operation: 'DoDirectPaymentMarketPlace', commissionScenario: 2 });
    expect(direct.splits).toHaveLength(2);
  });

  test('a payment without sub-dealers has no splits, and its CommissionScenario means nothing', async () => {
    const dealer = await newBankDealer();
    expect((await dealer.payDirectly({ CommissionScenario: 9, SubDealer: '' })).Data).toEqual(SUCCESS);
    const { direct } = await onlyAttempt(dealer);
    expect(direct.splits).toEqual([]);
    expect(direct.commissionScenario).toBeUndefined();
  });

  test('a hundred sub-dealers share an amount, in one attempt (rule 11)', async () => {
    const ids = Array.from({ length: 100 }, (_, index) => index + 1);
    const limits = { TL: { values: { daily: minor(1_000_000), monthly: 'unlimited', shards: 8 } } } as const;
    const dealer = await newSplitDealer({ dealer: { limits, cardLimit: { count: 3, amount: minor(900_000) } } }, ids);
    const SubDealer = ids.map((DealerId) => ({ DealerId, Amount: '70.07' }));
    const fields = { Amount: 7_100, CommissionScenario: 6, SubDealer, OtherTrxCode: 'P-100' };
    expect((await dealer.payDirectly(fields, MARKET_PLACE)).Data).toEqual(SUCCESS);
    const { direct, terms, reservations } = await onlyAttempt(dealer);
    expect(direct.splits.map(({ subDealerId }) => subDealerId)).toEqual(ids);
    expect(sumOf(direct.splits, 'amount')).toBe(terms.total);
    expect(direct.splits.every(({ net }) => net === 7007)).toBe(true);
    expect(sumOf(direct.splits, 'commission')).toBe(710_000 - 700_700);
    expect(reservations.reduce((sum, { amount }) => sum + amount, 0)).toBe(710_000);
    expect(reservations.every(({ name }) => name === istanbulDayOf(Date.now()))).toBe(true);
  });
});
