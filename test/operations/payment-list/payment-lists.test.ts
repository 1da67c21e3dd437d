import { describe, expect, test } from 'vitest';
import { nextMillisecond } from '../../support/app/next-millisecond.ts';
import { newBankDealer } from '../../support/bank/bank-merchants.ts';
import { newDealer } from '../../support/dealer/dealers.ts';
import { type Entries, listCaller, type Members } from '../../support/payment/list-calls.ts';
import { storeListedPayments } from '../../support/payment/listed-payments.ts';

describe('GetPaymentList and GetPaymentTrxList (decisions: lists of payments)', () => {
  test('hold what the detail of each payment shows, newest first, and no other dealer’s', async () => {
    const dealer = await newBankDealer();
    const call = listCaller(dealer);
    const codes = ['L-1', 'L-2', 'L-3'];
    for (const OtherTrxCode of codes) {
      await nextMillisecond();
      await dealer.payDirectly({ OtherTrxCode, ...(OtherTrxCode === 'L-2' ? { IsPreAuth: 1 } : {}) });
    }
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
    const other = listCaller(await newDealer());
    expect(await other('GetPaymentList', {})).toMatchObject({ ResultCode: 'PaymentDealer.GetPaymentList.NoDataFound' });
  });

  test('a list of more than 500 is cut, and says with which end the rest is asked for', async () => {
    // The payments are from the time before the dealer had a second shard.
    const dealer = await newDealer({ dealer: { listingShards: 2 } });
    const call = listCaller(dealer);
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
});
