import { describe, expect, test } from 'vitest';
import type { Dealer } from '../../../shared/domain/dealer/dealer.ts';
import { minor } from '../../../shared/domain/money/money.ts';
import { testCard } from '../../../shared/nestpay/test-cards.ts';
import { type BankDealer, newBankDealer } from '../../support/bank/bank-merchants.ts';
import { type Answer, authenticationOf } from '../../support/dealer/dealers.ts';

const CODE = 'S-1';

/** A dealer at the embedded bank with one payment under the code, and the operations about it. */
const paidBy = async (fields: Record<string, unknown> = {}, dealer: Partial<Dealer> = {}) => {
  const scene = await newBankDealer({ dealer });
  const paid = await scene.payDirectly({ OtherTrxCode: CODE, ...fields });
  const call =
    (operation: string) =>
    (request: Record<string, unknown> = {}) =>
      callOf(scene, operation, request);
  return {
    ...scene,
    paid: paid.Data as { readonly VirtualPosOrderId: string },
    capture: call('DoCapture'),
    voided: call('DoVoid'),
    refund: call('DoCreateRefundRequest'),
    approve: call('DoApprovePoolPayment'),
    undo: call('UndoApprovePoolPayment'),
    detail: async (request: Record<string, unknown> = {}) => {
      const { Data } = await callOf(scene, 'GetDealerPaymentTrxDetailList', request);
      return Data as Detail;
    },
  };
};

interface Detail {
  readonly PaymentDetail: Readonly<Record<string, unknown>>;
  readonly PaymentTrxDetailList: readonly Readonly<Record<string, unknown>>[];
}

const callOf = ({ post, account }: BankDealer, operation: string, request: Record<string, unknown>): Promise<Answer> =>
  post(
    `/PaymentDealer/${operation}`,
    JSON.stringify({
      PaymentDealerAuthentication: authenticationOf(account),
      PaymentDealerRequest: { OtherTrxCode: CODE, ...request },
    }),
  );

const done = { ResultCode: 'Success', Data: { IsSuccessful: true, ResultCode: '00', ResultMessage: '' } };
const statusOf = ({ PaymentDetail }: Detail) => [PaymentDetail.PaymentStatus, PaymentDetail.TrxStatus];
const typesOf = ({ PaymentTrxDetailList }: Detail) =>
  PaymentTrxDetailList.map(({ TrxType, TrxStatus, Amount }) => [TrxType, TrxStatus, Amount]);

describe('The life of a payment after its charge', () => {
  test('a pre-authorisation is captured in part, and told with both transactions', async () => {
    const { capture, detail, paid, charges } = await paidBy({ IsPreAuth: 1 });
    expect(statusOf(await detail())).toEqual([1, 1]);
    expect(await capture({ Amount: '20.00' })).toMatchObject(done);
    const after = await detail();
    expect(statusOf(after)).toEqual([2, 1]);
    expect(typesOf(after)).toEqual([
      [1, 1, 27.5],
      [2, 1, 20],
    ]);
    expect(after.PaymentDetail).toMatchObject({ Amount: 20, VirtualPosOrderId: paid.VirtualPosOrderId });
    expect(await charges()).toHaveLength(1);
  });

  test('a sale is voided by its order, once; nothing stays charged', async () => {
    const { voided, detail, paid, charges, refund, capture } = await paidBy();
    const { VirtualPosOrderId } = paid;
    expect(await voided({ OtherTrxCode: '', VirtualPosOrderId: ` ${VirtualPosOrderId} ` })).toMatchObject(done);
    const again = await voided();
    expect(again).toMatchObject(done);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(statusOf(await detail())).toEqual([3, 1]);
    expect(await charges()).toEqual([]);
    expect((await refund()).ResultCode).toBe('PaymentDealer.DoCreateRefundRequest.RefundNotAvailable');
    expect((await capture()).ResultCode).toBe('PaymentDealer.DoCapture.CaptureNotAvailable');
  });

  test('a captured pre-authorisation is voided with its hold', async () => {
    const { capture, voided, detail, charges } = await paidBy({
      IsPreAuth: 1,
      CardNumber: testCard('capture-void-takes-hold').number,
    });
    expect(await capture()).toMatchObject(done);
    expect(await voided()).toMatchObject(done);
    expect(statusOf(await detail())).toEqual([3, 1]);
    expect(await charges()).toEqual([]);
  });

  test('a void and a capture at once: one of them, and the other is refused', async () => {
    const { capture, voided, detail } = await paidBy({ IsPreAuth: 1 });
    const answers = await Promise.all([capture(), voided()]);
    const codes = answers.map(({ ResultCode }) => ResultCode);
    const [captureCode, voidCode] = codes;
    // A capture that came first may be voided by the other, since its own day is open.
    const isBoth = captureCode === 'Success' && voidCode === 'Success';
    const status = statusOf(await detail());
    if (isBoth) expect(status).toEqual([3, 1]);
    else expect(status).toEqual(captureCode === 'Success' ? [2, 1] : [3, 1]);
    expect(codes).toContain('Success');
  });

  test('two refunds at once: one is taken, and the other is its repeat', async () => {
    const { refund } = await paidBy();
    const answers = await Promise.all([refund({ Amount: 10 }), refund({ Amount: 10 })]);
    const ids = answers.map(({ Data }) => (Data as { RefundRequestId: number }).RefundRequestId);
    expect(new Set(ids).size).toBe(1);
    expect((await refund({ Amount: 5 })).ResultCode).toBe(
      'PaymentDealer.DoCreateRefundRequest.RefundRequestAlreadyExist',
    );
  });

  test('RefundRequestId is the id of its transaction, and a payment waits for the day end as it was', async () => {
    const { refund, detail } = await paidBy();
    const { Data } = await refund({ Amount: 10 });
    expect(Data).toMatchObject({ IsSuccessful: true, ResultCode: '', RefundRequestId: expect.any(Number) as number });
    const after = await detail();
    expect(statusOf(after)).toEqual([2, 1]);
    expect(after.PaymentDetail).toMatchObject({ RefAmount: 0, CanBeCanceled: false });
  });

  test('pooled money is approved and put back', async () => {
    const { approve, undo, detail, paid } = await paidBy({ IsPoolPayment: 1 });
    const { VirtualPosOrderId } = paid;
    const poolStatus = async () => (await detail()).PaymentDetail.PoolStatus;
    expect(await poolStatus()).toBe(1);
    expect(await approve()).toMatchObject({ Data: { IsSuccessful: true, ResultCode: '', VirtualPosOrderId } });
    expect(await poolStatus()).toBe(2);
    expect(await undo()).toMatchObject({ Data: { IsSuccessful: true, VirtualPosOrderId } });
    expect(await poolStatus()).toBe(1);
    expect((await undo()).headers.get('idempotent-replayed')).toBe('true');
    expect(await approve()).toMatchObject({ ResultCode: 'Success' });
    expect(await poolStatus()).toBe(2);
  });

  test('a capture above the authorised amount needs the permission, and room in the limits', async () => {
    const forbidden = await paidBy({ IsPreAuth: 1 });
    expect((await forbidden.capture({ Amount: 30 })).ResultCode).toBe('PaymentDealer.DoCapture.InvalidAmount');
    const limits = { TL: { values: { daily: minor(3000), monthly: 'unlimited', shards: 1 } } } as const;
    const { capture, charges } = await paidBy({ IsPreAuth: 1 }, { captureAbove: true, limits });
    expect((await capture({ Amount: 31.62 })).ResultMessage).toBe(
      "Amount exceeds what is left of the dealer's limits.",
    );
    expect(await capture({ Amount: 30 })).toMatchObject(done);
    expect(await charges()).toHaveLength(1);
  });

  test("another dealer's payment is not found by any id", async () => {
    const { detail, paid } = await paidBy();
    const { PaymentDetail } = await detail();
    const stranger = await newBankDealer();
    const asStranger = (operation: string, request: Record<string, unknown>) =>
      callOf(stranger, operation, { OtherTrxCode: '', ...request });
    const byOrder = await asStranger('DoVoid', { VirtualPosOrderId: paid.VirtualPosOrderId });
    expect(byOrder.ResultCode).toBe('PaymentDealer.DoVoid.PaymentNotFound');
    const byId = await asStranger('GetDealerPaymentTrxDetailList', { PaymentId: PaymentDetail.DealerPaymentId });
    expect(byId.ResultCode).toBe('PaymentDealer.GetDealerPaymentTrxDetailList.PaymentIdError');
  });

  test('the detail is found by DealerPaymentId as by the code', async () => {
    const { detail } = await paidBy();
    const byCode = await detail();
    const { DealerPaymentId } = byCode.PaymentDetail;
    expect(await detail({ OtherTrxCode: '', DealerPaymentId: String(DealerPaymentId) })).toEqual(byCode);
  });
});
