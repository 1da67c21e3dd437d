import { describe, expect, test } from 'vitest';
import { subDealerItem } from '../../../shared/adapters/dynamodb/dealer/sub-dealers.ts';
import type { OperationName } from '../../../shared/domain/dealer/dealer.ts';
import { PATIENCE_MS } from '../../support/app/patience.ts';
import { type BankDealer, newBankDealer } from '../../support/bank/bank-merchants.ts';
import { newDealer } from '../../support/dealer/dealers.ts';
import { callOperation } from '../../support/dealer/operation-calls.ts';
import { storeListedPayments } from '../../support/payment/listed-payments.ts';
import { subDealerWith, topDealer } from '../../support/payment/splits.ts';
import { putRows } from '../../support/store/store.ts';

type Members = Readonly<Record<string, unknown>>;
type Entries = readonly Members[];

type ListName = 'PaymentList' | 'PaymentTrxList' | 'PaymentTrxDetailList';

const caller = (dealer: Pick<BankDealer, 'post' | 'account'>) => async (operation: OperationName, fields: Members) => {
  const { Data, ResultCode, ResultMessage } = await callOperation(dealer, operation, fields);
  return { ResultCode, ResultMessage, Data: (Data ?? {}) as Members & Readonly<Record<ListName, Entries>> };
};

describe('GetPaymentList and GetPaymentTrxList (decisions: lists of payments)', () => {
  test('hold what the detail of each payment shows, newest first, and no other dealer’s', async () => {
    const dealer = await newBankDealer();
    const call = caller(dealer);
    const codes = ['L-1', 'L-2', 'L-3'];
    for (const OtherTrxCode of codes)
      await dealer.payDirectly({ OtherTrxCode, ...(OtherTrxCode === 'L-2' ? { IsPreAuth: 1 } : {}) });
    await call('DoCapture', { OtherTrxCode: 'L-2', Amount: 20 });
    await call('DoVoid', { OtherTrxCode: 'L-3' });
    const details = await Promise.all(
      codes.map(async (OtherTrxCode) => (await call('GetDealerPaymentTrxDetailList', { OtherTrxCode })).Data),
    );
    const payments = await call('GetPaymentList', {});
    expect(payments).toMatchObject({ ResultCode: 'Success', Data: { ResultMessage: '', ListItemCount: 3 } });
    expect(payments.Data.PaymentList).toEqual(details.map(({ PaymentDetail }) => PaymentDetail).toReversed());
    const transactions = (await call('GetPaymentTrxList', {})).Data.PaymentTrxList;
    const byId = (one: Members, other: Members) => Number(one.DealerPaymentTrxId) - Number(other.DealerPaymentTrxId);
    expect(transactions.toSorted(byId)).toEqual(
      details.flatMap(({ PaymentTrxDetailList }) => PaymentTrxDetailList).toSorted(byId),
    );
    const dates = transactions.map(({ TrxDate }) => Date.parse(`${String(TrxDate)}Z`));
    expect(dates).toEqual(dates.toSorted((one, other) => other - one));
    const idsOf = (entries: Entries) => entries.map(({ OtherTrxCode }) => OtherTrxCode);
    const filtered = [{ PaymentStatus: 3 }, { PaymentStatus: '2', TrxStatus: 1 }, { PaymentStatus: '' }] as const;
    const found = await Promise.all(
      filtered.map(async (one) => idsOf((await call('GetPaymentList', one)).Data.PaymentList)),
    );
    expect(found).toEqual([['L-3'], ['L-2', 'L-1'], ['L-3', 'L-2', 'L-1']]);
    const voids = (await call('GetPaymentTrxList', { TrxType: 3 })).Data.PaymentTrxList;
    expect(voids).toMatchObject([{ TrxType: 3, TrxStatus: 1, Amount: 27.5 }]);
    const other = caller(await newDealer());
    expect(await other('GetPaymentList', {})).toMatchObject({ ResultCode: 'PaymentDealer.GetPaymentList.NoDataFound' });
  });

  test('a list of more than 500 is cut, and says with which end the rest is asked for', async () => {
    // The payments are from the time before the dealer had a second shard.
    const dealer = await newDealer({ dealer: { listingShards: 2 } });
    const call = caller(dealer);
    const ids = await storeListedPayments(dealer, 520);
    const read = async (PaymentEndDate?: string) => (await call('GetPaymentList', { PaymentEndDate })).Data;
    const first = await read();
    expect(first.PaymentList).toHaveLength(500);
    const [end] = /\d{4}-\d{2}-\d{2} [\d:.]+/.exec(String(first.ResultMessage)) ?? [];
    const second = await read(end);
    expect(second).toMatchObject({ ListItemCount: 20, ResultMessage: '' });
    const listed = [...first.PaymentList, ...second.PaymentList].map(({ DealerPaymentId }) => DealerPaymentId);
    expect(listed).toEqual(ids);
    const page = (await call('GetPaymentTrxList', { TrxType: 1 })).Data;
    expect(page).toMatchObject({ ListItemCount: 260, ResultMessage: '' });
  });

  test('a sub-dealer’s lists show what it has a part in, and its own part alone', async () => {
    const dealer = await newBankDealer({ dealer: topDealer });
    const { dealerCode } = dealer.dealer;
    const rows = [11, 12].map((id) => subDealerItem(subDealerWith(id, { dealerCode })));
    await putRows(dealer.store, rows);
    const call = caller(dealer);
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

describe('UpdateDealerPayment (decisions: lists of payments)', () => {
  test('changes the texts that are given, by each id, and no repeat of the payment', async () => {
    const dealer = await newBankDealer();
    const call = caller(dealer);
    const fields = {
      OtherTrxCode: 'U-1',
      Description: 'As sent',
      BuyerInformation: { BuyerFullName: 'Ada', BuyerAddress: 'İzmir' },
    };
    const paid = await dealer.payDirectly(fields);
    const { VirtualPosOrderId } = paid.Data as Members;
    const detail = async () =>
      (await call('GetDealerPaymentTrxDetailList', { OtherTrxCode: 'U-1' })).Data.PaymentDetail as Members;
    const { DealerPaymentId } = await detail();
    const named = { DealerPaymentId, OtherTrxCode: 'U-1', VirtualPosOrderId };
    const answer = await call('UpdateDealerPayment', {
      ...named,
      Software: 'Till 2',
      BuyerInformation: { BuyerFullName: 'Elif' },
    });
    expect(answer).toMatchObject({ ResultCode: 'Success', Data: { IsSuccessful: true, VirtualPosOrderId } });
    await call('UpdateDealerPayment', { DealerPaymentId, Description: 'Two pieces' });
    expect(await detail()).toMatchObject({
      Software: 'Till 2',
      Description: 'Two pieces',
      BuyerFullName: 'Elif',
      BuyerAddress: 'İzmir',
    });
    const again = await dealer.payDirectly(fields);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    const refused = await call('UpdateDealerPayment', { DealerPaymentId: 1, OtherTrxCode: 'U-1', Description: 'x' });
    expect(refused.ResultCode).toBe('PaymentDealer.UpdateDealerPayment.DealerPaymentNotFound');
  });
});
