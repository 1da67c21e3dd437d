import { describe, expect, test } from 'vitest';
import { newBankDealer } from '../../support/bank/bank-merchants.ts';
import { listCaller, type Members } from '../../support/payment/list-calls.ts';

describe('UpdateDealerPayment (decisions: lists of payments)', () => {
  test('changes the texts that are given, by each id, and no repeat of the payment', async () => {
    const dealer = await newBankDealer();
    const call = listCaller(dealer);
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
