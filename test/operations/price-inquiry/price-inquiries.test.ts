import { describe, expect, test } from 'vitest';
import { binItem } from '../../../shared/adapters/dynamodb/card/bin-directory.ts';
import { knownCardAnswer, priceScene } from '../../../shared/openapi/price-words.ts';
import { newBankDealer } from '../../support/bank/bank-merchants.ts';
import { authenticationOf, newDealer } from '../../support/dealer/dealers.ts';
import { callOperation } from '../../support/dealer/operation-calls.ts';
import { ratesOf } from '../../support/dealer/virtual-pos.ts';
import { putRows } from '../../support/store/store.ts';

const bins = (priceScene.bins ?? []).map(binItem);

describe('GetBankCardInformation (decisions: price inquiries)', () => {
  test.each([
    ['BankCardInformationRequest', ' 454360 '],
    ['BankCardInformationRequest', 454360],
    ['PaymentDealerRequest', '45436012'],
  ])('finds the card in %s by %j', async (block, BinNumber) => {
    const { store, account, post } = await newDealer();
    await putRows(store, bins);
    const body = { PaymentDealerAuthentication: authenticationOf(account), [block]: { BinNumber } };
    const answer = await post('/PaymentDealer/GetBankCardInformation', JSON.stringify(body));
    expect(answer).toMatchObject({ ResultCode: 'Success', Data: knownCardAnswer });
  });

  test.each(['4543', '4543600', '4111111111111111', '45436x', undefined])(
    'refuses %j by the code of a broken field, without repeating it',
    async (BinNumber) => {
      const answer = await callOperation(await newDealer(), 'GetBankCardInformation', { BinNumber });
      expect(answer).toMatchObject({ Data: null, ResultCode: 'PaymentDealer.GetBankCardInformation.InvalidRequest' });
      expect(answer.ResultMessage).not.toContain('4111');
    },
  );
});

describe('DoCalcPaymentTable and the charge (decisions: price inquiries)', () => {
  test('a direct payment of a count in the table is deducted the commission that the table tells', async () => {
    const dealer = await newBankDealer({ pos: { rates: ratesOf({ 1: '1.79', 6: '8.45' }) } });
    await putRows(dealer.store, bins);
    const asked = { BinNumber: '454360', OrderAmount: '99.99', IsIncludedCommissionAmount: 0 };
    const { Data } = await callOperation(dealer, 'DoCalcPaymentTable', asked);
    type Row = {
      readonly DealerCommissionRate: number;
      readonly DealerCommissionAmount: number;
      readonly Amount: number;
    };
    const list = Data as { BankPaymentInstallmentInfoList: { PaymentInstallmentInfoList: Row[] }[] };
    const rows = list.BankPaymentInstallmentInfoList[0]?.PaymentInstallmentInfoList ?? [];
    expect(rows.flatMap((row, index) => (row.DealerCommissionRate === -1 ? [] : [index + 1]))).toEqual([1, 6]);
    const { Amount, DealerCommissionAmount } = rows[5] ?? {};
    const paid = await dealer.payDirectly({ OtherTrxCode: 'six', Amount, InstallmentNumber: 6 });
    expect(paid.Data).toMatchObject({ IsSuccessful: true });
    const detail = await callOperation(dealer, 'GetDealerPaymentTrxDetailList', { OtherTrxCode: 'six' });
    expect(detail.Data).toMatchObject({ PaymentDetail: { Amount: 99.99, DealerCommissionAmount } });
    expect(DealerCommissionAmount).toBe(8.45);
  });
});
