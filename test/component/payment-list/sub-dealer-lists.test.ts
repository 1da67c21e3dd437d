import { describe, expect, test } from 'vitest';
import { subDealerItem } from '../../../shared/adapters/dynamodb/dealer/sub-dealers.ts';
import { PATIENCE_MS } from '../../support/app/patience.ts';
import { newBankDealer } from '../../support/bank/bank-merchants.ts';
import { listCaller } from '../../support/payment/list-calls.ts';
import { subDealerWith, topDealer } from '../../support/payment/splits.ts';
import { putRows } from '../../support/store/store.ts';

describe('GetPaymentList and GetPaymentTrxList (decisions: lists of payments)', () => {
  test('a sub-dealer’s lists show what it has a part in, and its own part alone', async () => {
    const dealer = await newBankDealer({ dealer: topDealer });
    const { dealerCode } = dealer.dealer;
    const rows = [11, 12].map((id) => subDealerItem(subDealerWith(id, { dealerCode })));
    await putRows(dealer.store, rows);
    const call = listCaller(dealer);
    const SubDealer = [
      { DealerId: 11, Amount: 20, DealerCommissionRate: 2 },
      { DealerId: 12, Amount: 7.5, DealerCommissionRate: 2 },
    ];
    await dealer.payDirectly(
      { OtherTrxCode: 'M-1', CommissionScenario: 2, SubDealer },
      '/PaymentDealer/DoDirectPaymentMarketPlace',
    );
    await dealer.payDirectly({ OtherTrxCode: 'M-2' });
    await call('DoVoid', { OtherTrxCode: 'M-1' });
    const listed = async (SubDealerId: number) =>
      (await call('GetPaymentTrxListMarketPlace', { SubDealerId })).Data.PaymentTrxList ?? [];
    // The rows follow the payment by the stream.
    await expect.poll(async () => (await listed(12)).length, { timeout: PATIENCE_MS }).toBe(2);
    expect(await listed(12)).toMatchObject([
      { TrxType: 3, Amount: 27.5, SubDealerAmount: 7.5 },
      { TrxType: 2, Amount: 27.5, SubDealerAmount: 7.5 },
    ]);
    const payments = (await call('GetPaymentListMarketPlace', { SubDealerId: 11 })).Data.PaymentList;
    expect(payments).toMatchObject([{ OtherTrxCode: 'M-1', SubDealerList: [{ DealerId: 11, Amount: 20 }] }]);
    expect((await call('GetPaymentListMarketPlace', {})).Data.PaymentList).toHaveLength(2);
    expect((await call('GetPaymentListMarketPlace', { SubDealerId: 13 })).ResultCode).toBe(
      'PaymentDealer.GetPaymentList.NoDataFound',
    );
  });
});
