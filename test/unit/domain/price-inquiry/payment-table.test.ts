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
