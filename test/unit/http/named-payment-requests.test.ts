import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { contract as link } from '../../../functions/link/create-payment-request/contract.ts';
import { contract as capture } from '../../../functions/payment/capture-payment/contract.ts';
import { fieldsOf as captureFields } from '../../../functions/payment/capture-payment/read-fields.ts';
import { contract as refund } from '../../../functions/payment/refund-payment/contract.ts';
import { fieldsOf as refundFields } from '../../../functions/payment/refund-payment/read-fields.ts';
import { contract as voiding } from '../../../functions/payment/void-payment/contract.ts';
import { fieldsOf as voidFields } from '../../../functions/payment/void-payment/read-fields.ts';
import { contract as detail } from '../../../functions/payment-list/get-payment-detail/contract.ts';
import { fieldsOf as detailFields } from '../../../functions/payment-list/get-payment-detail/read-fields.ts';
import { readBody } from '../../../shared/http/body.ts';
import { poolFieldsOf, poolRequest } from '../../../shared/http/pool-fields.ts';

const bodyOf = (block: unknown) => readBody({ body: JSON.stringify(block) });

const captured = (block: unknown) => captureFields(z.parse(capture.request, bodyOf(block)));
const refunded = (block: unknown) => refundFields(z.parse(refund.request, bodyOf(block)));
const voided = (block: unknown) => voidFields(z.parse(voiding.request, bodyOf(block)));
const detailed = (block: unknown) => detailFields(z.parse(detail.request, bodyOf(block)));
const pooled = (block: unknown) => poolFieldsOf(z.parse(poolRequest, bodyOf(block)));

describe('Requests for steps of a payment (decisions: tolerant reading)', () => {
  test('null and "" mean "not given" for every field', () => {
    for (const blank of [null, '', '  ']) {
      const ids = { OtherTrxCode: blank, VirtualPosOrderId: blank, ClientIP: blank };
      const notGiven = { otherTrxCode: undefined, virtualPosOrderId: undefined, clientIp: undefined };
      expect(captured({ ...ids, Amount: blank, SubDealer: blank })).toEqual({ ...notGiven, shares: [] });
      expect(refunded({ ...ids, Amount: blank, RefundCode: blank })).toEqual({ ...notGiven, shares: [] });
      expect(voided({ ...ids, VoidRefundReason: blank })).toEqual(notGiven);
      expect(pooled({ ...ids, SubDealer: blank })).toEqual({ ...notGiven, shares: [] });
    }
  });

  test('numbers come as text, and one object in place of a list of sub-dealers', () => {
    expect(captured({ Amount: '27.5', SubDealer: { DealerId: '1774', Amount: '27.50' } })).toMatchObject({
      amount: 2750,
      shares: [{ subDealerId: 1774, amount: 2750 }],
    });
    expect(refunded({ Amount: '27.5', SubDealer: [{ DealerId: '1774', Amount: 27.5 }] })).toMatchObject({
      amount: 2750,
      shares: [{ subDealerId: 1774, amount: 2750 }],
    });
    expect(pooled({ SubDealer: { DealerId: '1774' } })).toMatchObject({ shares: [{ subDealerId: 1774 }] });
    expect(voided({ VoidRefundReason: '2' })).toMatchObject({ reason: 2 });
    const [inList, alone] = [[{ DealerId: 1774, Amount: 27.5 }], { DealerId: '1774', Amount: '27.5' }].map(
      (SubDealer) => z.parse(link.request, bodyOf({ SubDealer })),
    );
    expect(alone).toEqual(inList);
    expect(alone?.SubDealer).toHaveLength(1);
  });

  test('blanks around an order id are dropped; a code keeps them until it is looked up', () => {
    expect(voided({ OtherTrxCode: ' D-1 ', VirtualPosOrderId: ' ORDER-x ' })).toMatchObject({
      otherTrxCode: ' D-1 ',
      virtualPosOrderId: 'ORDER-x',
    });
  });

  test('Amount 0 of a refund is not given, and of a capture it is 0', () => {
    expect(refunded({ Amount: 0 }).amount).toBeUndefined();
    expect(captured({ Amount: 0 }).amount).toBe(0);
  });

  test('VoidRefundReason 0 is not given', () => {
    expect(voided({ VoidRefundReason: 0 }).reason).toBeUndefined();
  });

  test('unknown members are ignored at every level', () => {
    expect(captured({ Other: 1, SubDealer: [{ DealerId: 1, Amount: 1, Other: 2 }] }).shares).toEqual([
      { subDealerId: 1, amount: 100 },
    ]);
  });

  test.each([
    ['an amount with three decimals', { Amount: 1.005 }],
    ['an amount below 0', { Amount: -1 }],
    ['a list of numbers', { SubDealer: [1774] }],
    ['more sub-dealers than a payment has', { SubDealer: Array.from({ length: 101 }, () => ({ DealerId: 1 })) }],
  ])('%s cannot be read', (_what, block) => {
    expect(z.safeParse(capture.request, bodyOf(block)).success).toBe(false);
  });
});

describe('A request for the detail of a payment', () => {
  test('takes PaymentId under both its names; 0 is not given', () => {
    expect(detailed({ PaymentId: '100042' }).paymentId).toBe(100_042);
    expect(detailed({ DealerPaymentId: 100_042 }).paymentId).toBe(100_042);
    expect(detailed({ PaymentId: 0, DealerPaymentId: '100042' }).paymentId).toBe(100_042);
    expect(detailed({ PaymentId: 0 }).paymentId).toBeUndefined();
  });

  test('reads a PaymentId that is no number as one that no payment has', () => {
    expect(detailed({ PaymentId: 'none', OtherTrxCode: 'D-1' })).toEqual({
      paymentId: Number.NaN,
      otherTrxCode: 'D-1',
      subDealerId: undefined,
    });
  });
});
