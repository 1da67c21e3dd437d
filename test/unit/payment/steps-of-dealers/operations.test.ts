import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { approvePoolPayment } from '../../../../functions/payment/approve-pool-payment/approve-pool-payment.ts';
import { contract as approval } from '../../../../functions/payment/approve-pool-payment/contract.ts';
import { contract as refund } from '../../../../functions/payment/refund-payment/contract.ts';
import { refundPayment } from '../../../../functions/payment/refund-payment/refund-payment.ts';
import { contract as undoing } from '../../../../functions/payment/undo-pool-approval/contract.ts';
import { undoApproval } from '../../../../functions/payment/undo-pool-approval/undo-pool-approval.ts';
import { contract as update } from '../../../../functions/payment/update-payment/contract.ts';
import { updatePayment } from '../../../../functions/payment/update-payment/update-payment.ts';
import { BY_CODE, paidPayment } from './scene.ts';

const OK = { IsSuccessful: true, ResultCode: '', ResultMessage: '' };
const CLIENT = { ClientIP: '203.0.113.9' };
const ASKER = { by: 'dealer', clientIp: '203.0.113.9' };

const scene = async (changes: Parameters<typeof paidPayment>[0] = {}) => {
  const paid = await paidPayment(changes);
  const { deps, callOf } = paid;
  return {
    ...paid,
    refunded: (fields: object) => refundPayment(deps)(callOf((body) => z.parse(refund.request, body), fields)),
    approved: (fields: object) => approvePoolPayment(deps)(callOf((body) => z.parse(approval.request, body), fields)),
    undone: (fields: object) => undoApproval(deps)(callOf((body) => z.parse(undoing.request, body), fields)),
    updated: (fields: object) => updatePayment(deps)(callOf((body) => z.parse(update.request, body), fields)),
  };
};

describe('DoCreateRefundRequest (decisions: refunds)', () => {
  test('begins a refund of all that is left, and answers its number; a repeat with its code begins no other', async () => {
    const { refunded, stored } = await scene();
    const first = await refunded({ ...BY_CODE, ...CLIENT, RefundCode: 'R-1' });
    expect(first).toEqual({ data: { ...OK, RefundRequestId: expect.any(Number) }, replayed: false });
    const { RefundRequestId: refundRequestId } = z.parse(z.object({ RefundRequestId: z.int() }), first.data);
    expect(refundRequestId).toBeGreaterThan(0);
    expect(await refunded({ ...BY_CODE, ...CLIENT, RefundCode: 'R-1' })).toEqual({ ...first, replayed: true });
    expect((await stored()).steps).toMatchObject([
      { kind: 'refund', amount: 10_000, refundCode: 'R-1', asker: ASKER, refundRequestId },
    ]);
  });

  test('takes the order, a part, and the shares that it goes off', async () => {
    const { refunded, stored, attempt } = await scene();
    await refunded({ VirtualPosOrderId: attempt.orderId, Amount: 30, SubDealer: [{ DealerId: 11, Amount: 30 }] });
    const [step] = (await stored()).steps;
    expect(step).toMatchObject({ amount: 3000, shares: [{ subDealerId: 11, amount: 3000 }], asker: { by: 'dealer' } });
    expect(step?.asker).not.toHaveProperty('clientIp');
  });
});

describe('The pool (decisions: pool)', () => {
  test('is approved and undone for single sub-dealers, and the answers name the order', async () => {
    const { approved, undone, stored, attempt } = await scene({ pooled: true });
    const data = { ...OK, VirtualPosOrderId: attempt.orderId };
    const asked = { ...BY_CODE, ...CLIENT, SubDealer: [{ DealerId: 11 }] };
    expect(await approved(asked)).toEqual({ data, replayed: false });
    expect(await undone(asked)).toEqual({ data, replayed: false });
    expect((await stored()).steps).toMatchObject([
      { kind: 'pool-approval', asker: ASKER, shares: [{ subDealerId: 11 }] },
      { kind: 'pool-undo', asker: ASKER, shares: [{ subDealerId: 11 }] },
    ]);
  });
});

describe('UpdateDealerPayment (decisions: lists of payments)', () => {
  test('changes the texts that are given, and no other', async () => {
    const { updated, stored, attempt } = await scene();
    const answer = { data: { ...OK, VirtualPosOrderId: attempt.orderId }, replayed: false };
    expect(await updated({ ...BY_CODE, Description: 'Two cups' })).toEqual(answer);
    expect(await updated({ DealerPaymentId: attempt.paymentId, Description: 'Three cups' })).toEqual(answer);
    const { attempts, steps } = await stored();
    expect(steps).toEqual([]);
    expect(attempts).toMatchObject([{ direct: { description: 'Three cups', buyer: { fullName: 'Ada' } } }]);
  });

  test('refuses a payment that is not there', async () => {
    const { updated } = await scene();
    await expect(updated({ OtherTrxCode: 'none', Description: 'x' })).rejects.toMatchObject({
      reason: 'PaymentNotFound',
    });
  });
});
