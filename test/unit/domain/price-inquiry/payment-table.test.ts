import { describe, expect, test } from 'vitest';
import { minor } from '../../../../shared/domain/money/money.ts';
import type { Rate } from '../../../../shared/domain/money/rate.ts';
import { paymentTableOf } from '../../../../shared/domain/price-inquiry/payment-table.ts';
import { dealerWith } from '../../../support/dealer/dealers.ts';
import { posWith } from '../../../support/dealer/virtual-pos.ts';

const AKBANK = posWith({
  posId: 'akbank',
  bankCode: '46',
  bankName: 'Akbank',
  isDefault: true,
  rates: { '1': 20_000 as Rate },
});
const question = { fields: { orderAmount: minor(10_000) }, dealer: dealerWith(), ofDealer: [AKBANK] };
const single = (fields: object, bankCode = '46') => {
  const [bank] = paymentTableOf(
    { ...question, fields: { ...question.fields, ...fields } },
    { bin: '454360', bankCode },
  );
  return { bankName: bank?.bankName, price: bank?.rows[0]?.price };
};

describe('The installment table of a card (decisions: price inquiries)', () => {
  test('IsIncludedCommissionAmount absent is 0: the commission is not added', () => {
    expect(single({}).price?.total).toBe(10_000);
    expect(single({})).toEqual(single({ isIncludedCommissionAmount: 0 }));
    expect(single({ isIncludedCommissionAmount: 1 }).price?.total).toBe(10_200);
  });

  test('names the bank of the virtual POS for its own cards alone', () => {
    expect(single({}).bankName).toBe('Akbank');
    expect(single({}, '64')).toMatchObject({ bankName: undefined, price: { total: 10_000 } });
  });
});

const rate = (value: number): Rate => value as Rate;
const rowsOf = (bank: ReturnType<typeof paymentTableOf>[number] | undefined, type: string) =>
  bank?.rows.filter((row) => row.type === type).map(({ count, price }) => [count, price?.total]);

describe('The installment tables of every bank (decisions: price inquiries)', () => {
  const isbank = posWith({
    posId: 'isbank',
    bankCode: '64',
    bankName: 'Isbank',
    isDefault: false,
    currencies: ['TL', 'USD'],
    installmentCounts: [2],
    rates: { '1': rate(10_000), '2': rate(30_000) },
  });
  const akbank = posWith({
    ...AKBANK,
    currencies: ['TL'],
    installmentCounts: [3],
    rates: { '1': rate(20_000), '3': rate(40_000) },
  });
  const tableOf = (fields: object = {}, changes: object = {}) =>
    paymentTableOf(
      {
        fields: { ...question.fields, isIncludedCommissionAmount: 1, ...fields },
        dealer: dealerWith({ installmentCounts: [2, 3], currencies: ['TL', 'USD'], ...changes }),
        ofDealer: [isbank, akbank],
      },
      undefined,
    );

  test('are first that of cards of any bank, then one for each bank with a virtual POS that takes installments', () => {
    expect(tableOf().map(({ bankName }) => bankName)).toEqual([undefined, 'Akbank', 'Isbank']);
  });

  test('have every count of credit cards in order, and the single payment of the other kinds', () => {
    const [, , bank] = tableOf();
    expect(bank?.rows.map(({ type, count }) => [type, count]).slice(0, 3)).toEqual([
      ['CreditCard', 1],
      ['CreditCard', 2],
      ['CreditCard', 3],
    ]);
    expect(rowsOf(bank, 'CreditCard')?.slice(0, 3)).toEqual([
      [1, 10_100],
      [2, 10_300],
      [3, undefined],
    ]);
    expect(rowsOf(bank, 'CreditCard')).toHaveLength(12);
    expect([rowsOf(bank, 'DebitCard'), rowsOf(bank, 'InternationalCard')]).toEqual([[[1, 10_100]], [[1, 10_100]]]);
  });

  test('price a foreign currency where dealer and virtual POS take one, and the one that is asked for', () => {
    const foreign = (fields: object = {}, changes: object = {}) =>
      tableOf(fields, changes).map((bank) => [bank.bankName, rowsOf(bank, 'ForeingCurrency')]);
    expect(foreign()).toEqual([
      [undefined, [[1, undefined]]],
      ['Akbank', [[1, undefined]]],
      ['Isbank', [[1, 10_100]]],
    ]);
    expect(foreign({}, { currencies: ['TL', 'EUR'] })[2]).toEqual(['Isbank', [[1, undefined]]]);
    expect(foreign({ currency: 'USD' })).toEqual([['Isbank', [[1, 10_100]]]]);
    expect(foreign({ currency: 'EUR' }, { currencies: ['EUR'] })).toEqual([]);
  });

  test('leave out a virtual POS without a price', () => {
    const none = { ...question, ofDealer: [posWith({ rates: {} })] };
    expect(paymentTableOf(none, undefined)).toEqual([]);
    expect(paymentTableOf({ ...question, ofDealer: [] }, undefined)).toEqual([]);
    expect(paymentTableOf({ ...question, ofDealer: [] }, { bin: '454360' })).toEqual([]);
  });

  test('are those of the cheapest virtual POS where the dealer prefers that', () => {
    const cheap = posWith({ ...isbank, posId: 'cheap', rates: { '1': rate(1000) }, isDefault: false });
    const table = (preferCheapest: boolean) =>
      paymentTableOf(
        {
          fields: { ...question.fields, isIncludedCommissionAmount: 1 },
          dealer: dealerWith({ preferCheapest }),
          ofDealer: [AKBANK, cheap],
        },
        { bin: '454360', bankCode: '46' },
      )[0]?.rows[0]?.price?.total;
    expect([table(false), table(true)]).toEqual([10_200, 10_010]);
  });

  test.each([
    [{ foreign: true }, 'TL', 'InternationalCard'],
    [{ foreign: true }, 'USD', 'InternationalCard'],
    [{}, 'USD', 'ForeingCurrency'],
    [{ creditType: 'debit' }, 'USD', 'ForeingCurrency'],
    [{ creditType: 'debit' }, 'TL', 'DebitCard'],
    [{ creditType: 'credit' }, 'TL', 'CreditCard'],
    [{}, 'TL', 'CreditCard'],
  ] as const)('of one card %j in %s have rows of the kind %s', (record, currency, type) => {
    const [bank] = paymentTableOf(
      { ...question, fields: { ...question.fields, currency } },
      { bin: '454360', bankCode: '46', ...record },
    );
    expect(new Set(bank?.rows.map((row) => row.type))).toEqual(new Set([type]));
    expect(bank?.rows.map(({ count }) => count)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
  });
});
