import { describe, expect, test } from 'vitest';
import { subDealerItem } from '../../../shared/adapters/dynamodb/dealer/sub-dealers.ts';
import { type BankDealer, newBankDealer } from '../../support/bank/bank-merchants.ts';
import { type Answer, authenticationOf } from '../../support/dealer/dealers.ts';
import { ratesOf } from '../../support/dealer/virtual-pos.ts';
import { newOperator } from '../../support/operator/operators.ts';
import { formFor, openPage, payWith, quoteFor, reportOn, throughBank } from '../../support/payment/payer.ts';
import { subDealerWith } from '../../support/payment/splits.ts';
import { putRows } from '../../support/store/store.ts';

const PATH = '/PaymentUserPos/CreateUserPosPaymentMarketPlace';
const TAKEN = { rates: ratesOf({ 1: '0', 3: '2.39', 6: '4.25' }), installmentCounts: [3, 6] };
/** No rate for six installments. */
const RATES = { topDealerRates: ratesOf({ 1: '1', 3: '2' }) };

/** 75.10 and 25.00, with 10 % deducted; the payer chooses the count and bears its commission. */
const SHARED = {
  Amount: 100.1,
  SetInstallmentBy: 0,
  CommissionByDealer: 0,
  CommissionScenario: 2,
  SubDealer: [
    { DealerId: 1774, Amount: 75.1, DealerCommissionRate: 10 },
    { DealerId: 1803, Amount: 25, DealerCommissionRate: 10 },
  ],
};

type Members = Readonly<Record<string, unknown>>;

const scene = async (fields: Members = {}) => {
  const dealer = await newBankDealer({ pos: TAKEN, dealer: RATES });
  const { dealerCode } = dealer.dealer;
  await putRows(
    dealer.store,
    [1774, 1803].map((id) => subDealerItem(subDealerWith(id, { dealerCode }))),
  );
  const request = {
    DealerCustomerTypeId: dealer.definition.dealerCustomerTypeId,
    OtherTrxCode: 'S-1',
    ReturnHash: 1,
    RedirectUrl: 'https://shop.example/result',
    ...SHARED,
    ...fields,
  };
  const blocks = { DealerAuthentication: authenticationOf(dealer.account), PaymentUserPosRequest: request };
  const created = await dealer.post(PATH, JSON.stringify(blocks));
  expect(created).toMatchObject({ ResultCode: 'Success' });
  return { dealer, request, url: (created.Data as { readonly Url: string }).Url };
};

const pay = async (url: string, choice: string): Promise<void> => {
  const quoted = await quoteFor(await openPage(url), 'approved');
  expect(formFor(quoted, 'pay').offers('choice')).toEqual(['1:10010', '3:10249']);
  const report = await throughBank(await payWith(quoted, 'approved', { choice }));
  expect(reportOn(report).fields.resultCode).toBe('');
};

const call = (dealer: BankDealer, operation: string, request: Members = {}): Promise<Answer> => {
  const PaymentDealerRequest = { OtherTrxCode: 'S-1', ...request };
  const blocks = { PaymentDealerAuthentication: authenticationOf(dealer.account), PaymentDealerRequest };
  return dealer.post(`/PaymentDealer/${operation}`, JSON.stringify(blocks));
};

const detailOf = async (dealer: BankDealer, request: Members = {}): Promise<Members> =>
  ((await call(dealer, 'GetDealerPaymentTrxDetailListMarketPlace', request)).Data as { PaymentDetail: Members })
    .PaymentDetail;

const expectLedger = async ({ dealer: { dealerCode } }: BankDealer): Promise<void> => {
  expect(await newOperator().done('check-ledger', { dealerCode })).toMatchObject({ disagreements: [] });
};

describe('A link with sub-dealers (decisions: links with sub-dealers)', () => {
  test('is split on what the payer is charged, in the detail, its void and the ledger; no count without a rate is offered', async () => {
    const { dealer, url, request } = await scene();
    await pay(url, '3:10249');
    // 102.49 is shared as 75.10 to 25.00; 10 % of each share is deducted, of which 2 % of the share go to the service.
    const first = { DealerId: 1774, Amount: 76.89, DealerCommissionAmount: 7.69, NetAmount: 69.2, RefAmount: 0 };
    const second = { DealerId: 1803, Amount: 25.6, DealerCommissionAmount: 2.56, NetAmount: 23.04, RefAmount: 0 };
    const detail = await detailOf(dealer);
    expect(detail).toMatchObject({ Amount: 102.49, InstallmentNumber: 3, SubDealerList: [first, second] });
    expect(detail.DealerCommissionAmount).toBe(2.05);
    expect((await detailOf(dealer, { SubDealerId: 1803 })).SubDealerList).toMatchObject([second]);
    const state = await dealer.callLink('GetUserPosPayment', { OtherTrxCode: 'S-1' });
    expect(state.Data).toMatchObject({
      Amount: 100.1,
      CommissionScenario: 2,
      SubDealerList: [
        { DealerId: 1774, Amount: 75.1 },
        { DealerId: 1803, Amount: 25 },
      ],
      PaymentDetail: detail,
    });
    await expectLedger(dealer);
    expect((await call(dealer, 'DoVoid')).ResultCode).toBe('Success');
    expect(await detailOf(dealer)).toMatchObject({ PaymentStatus: 3 });
    await expectLedger(dealer);
    // The same request at the path without sub-dealers is the same payment.
    const again = await dealer.createLink(request);
    expect([again.ResultCode, again.headers.get('idempotent-replayed')]).toEqual(['Success', 'true']);
  });

  test('as a pre-authorisation is captured and refunded by shares', async () => {
    const { dealer, url } = await scene({ IsPreAuth: 1 });
    await pay(url, '3:10249');
    const captured = await call(dealer, 'DoCapture', {
      Amount: 50,
      SubDealer: [
        { DealerId: 1774, Amount: 30 },
        { DealerId: 1803, Amount: 20 },
      ],
    });
    expect(captured).toMatchObject({ ResultCode: 'Success', Data: { IsSuccessful: true } });
    expect(await detailOf(dealer)).toMatchObject({
      Amount: 50,
      DealerCommissionAmount: 1,
      SubDealerList: [
        { DealerId: 1774, Amount: 30, DealerCommissionAmount: 3, NetAmount: 27 },
        { DealerId: 1803, Amount: 20, DealerCommissionAmount: 2, NetAmount: 18 },
      ],
    });
    const refund = (first: number, second: number) =>
      call(dealer, 'DoCreateRefundRequest', {
        Amount: first + second,
        SubDealer: [
          { DealerId: 1774, Amount: first },
          { DealerId: 1803, Amount: second },
        ],
      });
    expect((await refund(5, 21)).ResultCode).toBe('PaymentDealer.DoCreateRefundRequest.InvalidAmount');
    expect((await refund(5, 20)).ResultCode).toBe('Success');
    await expectLedger(dealer);
  });
});
