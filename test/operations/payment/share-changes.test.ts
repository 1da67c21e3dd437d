import { describe, expect, test } from 'vitest';
import { subDealerItem } from '../../../shared/adapters/dynamodb/dealer/sub-dealers.ts';
import { progressItem } from '../../../shared/adapters/dynamodb/statement/statement-item.ts';
import { istanbulDayOf } from '../../../shared/domain/calendar.ts';
import { newBankDealer } from '../../support/bank/bank-merchants.ts';
import { authenticationOf } from '../../support/dealer/dealers.ts';
import { subDealerWith, topDealer } from '../../support/payment/splits.ts';
import { putRows } from '../../support/store/store.ts';

const CODE = 'M-1';

/** A dealer at the embedded bank whose payment of 100.00 has 60.00 of one sub-dealer and 40.00 of another. */
const sharedBy = async (fields: Record<string, unknown> = {}) => {
  const scene = await newBankDealer({ dealer: { topDealerRates: topDealer.topDealerRates } });
  const { dealerCode } = scene.dealer;
  await putRows(
    scene.store,
    [1774, 1803].map((id) => subDealerItem(subDealerWith(id, { dealerCode }))),
  );
  await scene.payDirectly({
    OtherTrxCode: CODE,
    Amount: 100,
    CommissionScenario: 2,
    SubDealer: [
      { DealerId: 1774, Amount: 60, DealerCommissionRate: 2, DealerCommissionFixedAmount: 0.6 },
      { DealerId: 1803, Amount: 40, DealerCommissionRate: 3, DealerCommissionFixedAmount: 0.4 },
    ],
    ...fields,
  });
  const ask = (operation: string, request: Record<string, unknown> = {}) =>
    scene.post(
      `/PaymentDealer/${operation}`,
      JSON.stringify({
        PaymentDealerAuthentication: authenticationOf(scene.account),
        PaymentDealerRequest: { OtherTrxCode: CODE, ...request },
      }),
    );
  const shares = async (): Promise<unknown> => {
    const { Data } = await ask('GetDealerPaymentTrxDetailList');
    const { PaymentDetail } = Data as { PaymentDetail: { SubDealerList: readonly Record<string, unknown>[] } };
    return PaymentDetail.SubDealerList.map(({ DealerId, Amount, NetAmount }) => [DealerId, Amount, NetAmount]);
  };
  const change = (first: number, second: number) =>
    ask('UpdateDealerPaymentMarketPlace', {
      SubDealer: [
        { DealerId: 1774, Amount: first },
        { DealerId: 1803, Amount: second },
      ],
    });
  return { ...scene, ask, shares, change };
};

describe('UpdateDealerPaymentMarketPlace (decisions: other shares)', () => {
  test('the detail shows the new shares; ten equal calls at once make one step; a refund takes from them', async () => {
    const { change, shares, ask } = await sharedBy();
    expect(await shares()).toEqual([
      [1774, 60, 58.2],
      [1803, 40, 38.4],
    ]);
    const answers = await Promise.all(Array.from({ length: 10 }, () => change(30, 70)));
    expect(new Set(answers.map(({ ResultCode }) => ResultCode))).toEqual(new Set(['Success']));
    // Half of 1.80, and 7/4 of 1.60.
    expect(await shares()).toEqual([
      [1774, 30, 29.1],
      [1803, 70, 67.2],
    ]);
    const tooMuch = await ask('DoCreateRefundRequest', { Amount: 40, SubDealer: [{ DealerId: 1774, Amount: 40 }] });
    expect(tooMuch.ResultCode).toBe('PaymentDealer.DoCreateRefundRequest.InvalidAmount');
    expect(await ask('DoVoid')).toMatchObject({ Data: { IsSuccessful: true } });
    expect((await change(60, 40)).ResultCode).toBe('PaymentDealer.UpdateDealerPaymentMarketPlace.UpdateNotAvailable');
  });

  test('a commission scenario makes the shares anew, of known sub-dealers alone', async () => {
    const { shares, ask } = await sharedBy();
    const entry = (DealerId: number, Amount: number) => ({
      DealerId,
      Amount,
      DealerCommissionRate: 2,
      DealerCommissionFixedAmount: 0.5,
    });
    const change = (second: number) =>
      ask('UpdateDealerPaymentMarketPlace', { CommissionScenario: 2, SubDealer: [entry(1774, 30), entry(second, 70)] });
    expect((await change(1804)).ResultCode).not.toBe('Success');
    expect(await change(1803)).toMatchObject({ ResultCode: 'Success' });
    // 2 % and 0.50 of each.
    expect(await shares()).toEqual([
      [1774, 30, 28.9],
      [1803, 70, 68.1],
    ]);
  });

  test('a capture of a pre-authorisation takes the new shares, one of them alone', async () => {
    const { change, shares, ask } = await sharedBy({ IsPreAuth: 1 });
    expect(await change(30, 70)).toMatchObject({ ResultCode: 'Success' });
    const SubDealer = [{ DealerId: 1803, Amount: 70 }];
    expect(await ask('DoCapture', { Amount: 70, SubDealer })).toMatchObject({ Data: { IsSuccessful: true } });
    // 3 % of 70.00, and 7/4 of 0.40.
    expect(await shares()).toEqual([
      [1774, 0, 0],
      [1803, 70, 67.2],
    ]);
  });

  test('a payment that a statement has keeps its shares', async () => {
    const { change, shares, store, dealer } = await sharedBy();
    const doneDay = istanbulDayOf(Date.now());
    await putRows(store, [progressItem(dealer.dealerCode, { version: 1, doneDay })]);
    expect(await change(30, 70)).toMatchObject({
      ResultCode: 'PaymentDealer.UpdateDealerPaymentMarketPlace.UpdateNotAvailable',
      ResultMessage: 'A statement has this payment.',
    });
    expect(await shares()).toEqual([
      [1774, 60, 58.2],
      [1803, 40, 38.4],
    ]);
  });
});
