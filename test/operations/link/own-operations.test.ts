import { describe, expect, test } from 'vitest';
import { attemptItem } from '../../../shared/adapters/dynamodb/attempt/attempt-item.ts';
import { type BankDealer, newBankDealer, simple } from '../../support/bank/bank-merchants.ts';
import { authenticationOf, newDealer } from '../../support/dealer/dealers.ts';
import { newOperator } from '../../support/operator/operators.ts';
import { giveUp, openPage, payThroughBank, payWith, throughBank } from '../../support/payment/payer.ts';
import { makeActive } from '../../support/payment/stored-payments.ts';
import { putRows } from '../../support/store/store.ts';

const GET = 'PaymentUserPos.GetUserPosPayment.';
const CANCEL = 'PaymentUserPos.CancelUserPosPayment.';

type Members = Readonly<Record<string, unknown>>;

const stateOf = async (dealer: BankDealer, OtherTrxCode: string): Promise<Members> => {
  const answer = await dealer.callLink('GetUserPosPayment', { OtherTrxCode });
  expect(answer).toMatchObject({ status: 200, ResultCode: 'Success', ResultMessage: '' });
  return answer.Data as Members;
};

/** PaymentDetail as GetDealerPaymentTrxDetailList tells it. */
const detailOf = async (dealer: BankDealer, OtherTrxCode: string): Promise<unknown> => {
  const blocks = {
    PaymentDealerAuthentication: authenticationOf(dealer.account),
    PaymentDealerRequest: { OtherTrxCode },
  };
  const answer = await dealer.post('/PaymentDealer/GetDealerPaymentTrxDetailList', JSON.stringify(blocks));
  return (answer.Data as Members).PaymentDetail;
};

describe('GetUserPosPayment (decisions: state of a link)', () => {
  test('tells every attempt with the code of the bank, and the payment as its detail does', async () => {
    const dealer = await newBankDealer();
    const { url } = await dealer.newLink({ ...simple, OtherTrxCode: 'S-1', Email: 'payer@example.com' });
    expect(await stateOf(dealer, 'S-1')).toMatchObject({
      Url: url,
      State: 'Open',
      CanBeCanceled: true,
      ResultCode: '',
      Delivery: { FullName: '', GsmNumber: '', Email: 'payer@example.com', MessageListCount: 0, MessageList: [] },
      AttemptListCount: 0,
      PaymentDetail: null,
    });
    await throughBank(await payWith(await openPage(url), 'stolen'));
    const declined = await stateOf(dealer, 'S-1');
    expect(declined).toMatchObject({
      State: 'Open',
      AttemptList: [{ TrxStatus: 2, ResultCode: '018', ResultMessage: 'Stolen card', MdStatus: 1, AuthCode: '' }],
    });
    await payThroughBank(await openPage(url), 'approved');
    const paid = await stateOf(dealer, 'S-1');
    const [first, second] = paid.AttemptList as readonly Members[];
    expect(paid).toMatchObject({ State: 'Paid', CanBeCanceled: false, ResultCode: '00', AttemptListCount: 2 });
    expect(first).toEqual((declined.AttemptList as readonly Members[])[0]);
    expect(second).toMatchObject({
      Amount: 27.5,
      InstallmentNumber: 0,
      CardNumberFirstSix: '411111',
      CardNumberLastFour: '1111',
      IsThreeD: true,
      PaymentStatus: 2,
      TrxStatus: 1,
      ResultCode: '00',
    });
    expect(paid.PaymentDetail).toMatchObject({ VirtualPosOrderId: second?.VirtualPosOrderId, PaymentStatus: 2 });
    expect(paid.PaymentDetail).toEqual(await detailOf(dealer, 'S-1'));
  });

  test('a link that the payer gave up has failed, with the code that was reported; a cancelled one ends what waits in 3D', async () => {
    const dealer = await newBankDealer();
    const [left, cancelled] = [
      await dealer.newLink({ ...simple, OtherTrxCode: 'S-2' }),
      await dealer.newLink({ ...simple, OtherTrxCode: 'S-3' }),
    ];
    await giveUp(await openPage(left.url));
    expect(await stateOf(dealer, 'S-2')).toMatchObject({ State: 'Failed', ResultCode: '001', CanBeCanceled: false });
    await payWith(await openPage(cancelled.url), 'approved');
    expect(await stateOf(dealer, 'S-3')).toMatchObject({
      State: 'Open',
      CanBeCanceled: true,
      AttemptList: [{ TrxStatus: 0, ResultCode: '' }],
    });
    await dealer.callLink('CancelUserPosPayment', { OtherTrxCode: 'S-3' });
    expect(await stateOf(dealer, 'S-3')).toMatchObject({
      State: 'Cancelled',
      AttemptList: [{ TrxStatus: 2, ResultCode: '001' }],
    });
  });

  test("another dealer's payment request and a payment of another kind are not found (rule 37)", async () => {
    const [dealer, other] = [await newBankDealer(), await newDealer()];
    await dealer.newLink({ ...simple, OtherTrxCode: 'S-4' });
    const { UserPosPaymentId } = await stateOf(dealer, 'S-4');
    await dealer.startMobile();
    const asked = [
      await other.callLink('GetUserPosPayment', { OtherTrxCode: 'S-4' }),
      await other.callLink('GetUserPosPayment', { UserPosPaymentId }),
      await dealer.callLink('GetUserPosPayment', { OtherTrxCode: 'M-1' }),
    ];
    for (const answer of asked) {
      expect(answer).toMatchObject({ Data: null, ResultCode: `${GET}UserPosPaymentNotFound` });
    }
    const stolen = await other.callLink('CancelUserPosPayment', { UserPosPaymentId });
    expect(stolen.ResultCode).toBe(`${CANCEL}UserPosPaymentNotFound`);
    expect(await stateOf(dealer, 'S-4')).toMatchObject({ State: 'Open' });
  });
});

describe('ExpireDate and Language (decisions: expiry and language of a link)', () => {
  test('the link ends when the dealer says, and opens in the language that it says, until the payer chooses', async () => {
    const dealer = await newBankDealer({ definition: { linkLifeMinutes: 100_000 } });
    // A day from now, to the minute, as clocks in Istanbul show it.
    const expiresAtMs = Math.floor(Date.now() / 60_000 + 1440) * 60_000;
    const ExpireDate = new Date(expiresAtMs + 3 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ');
    const asked = { ...simple, OtherTrxCode: 'E-1', ExpireDate, Language: 'en' };
    const { url } = await dealer.newLink(asked);
    expect((await dealer.linkAt(url)).expiresAtMs).toBe(expiresAtMs);
    expect(await stateOf(dealer, 'E-1')).toMatchObject({ Url: url, Language: 'EN' });
    const turkish = { headers: { 'accept-language': 'tr' } };
    for (const address of [url, url.split('?')[0] ?? '']) {
      expect(await (await fetch(address, turkish)).text()).toContain('<html lang="en">');
    }
    expect(await (await fetch(`${url.split('?')[0]}?lang=tr`)).text()).toContain('<html lang="tr">');
    const repeat = await dealer.createLink({
      ...asked,
      ExpireDate: `${ExpireDate.replace(' ', 'T')}:00`,
      Language: 'EN',
    });
    expect(repeat).toMatchObject({ ResultCode: 'Success', Data: { Url: url } });
    const other = await dealer.createLink({ ...asked, Language: 'TR' });
    expect(other.ResultCode).toBe('PaymentUserPos.CreateUserPosPayment.OtherTrxCodeAlreadyUsed');
  });
});

describe('CancelUserPosPayment (decisions: state of a link; rule 15)', () => {
  test('ends a link for its payer; a repeat gets the same answer, also where an operator was first', async () => {
    const dealer = await newBankDealer();
    const { url } = await dealer.newLink({ ...simple, OtherTrxCode: 'C-1' });
    const first = await dealer.callLink('CancelUserPosPayment', { OtherTrxCode: 'C-1' });
    expect(first).toMatchObject({ ResultCode: 'Success', Data: { OtherTrxCode: 'C-1', State: 'Cancelled' } });
    expect(first.headers.get('idempotent-replayed')).toBeNull();
    expect((await openPage(url)).status).toBe(410);
    const second = await dealer.newLink({ ...simple, OtherTrxCode: 'C-2' });
    const { userPosPaymentId } = await dealer.linkAt(second.url);
    const { dealerCode } = dealer.dealer;
    await newOperator().done('cancel-payment-request', { dealerCode, userPosPaymentId });
    for (const OtherTrxCode of ['C-1', 'C-2']) {
      const repeat = await dealer.callLink('CancelUserPosPayment', { OtherTrxCode });
      expect(repeat).toMatchObject({ ResultCode: 'Success', Data: { OtherTrxCode, State: 'Cancelled' } });
      expect(repeat.headers.get('idempotent-replayed')).toBe('true');
    }
  });

  test("is refused with the attempt's state while one may be charging, and with the link's once it is paid", async () => {
    const dealer = await newBankDealer();
    const { url } = await dealer.newLink({ ...simple, OtherTrxCode: 'C-3' });
    const handOver = await payWith(await openPage(url), 'approved');
    const [attempt] = await dealer.attemptsAt(url);
    if (attempt === undefined) throw new Error('no attempt');
    for (const state of ['charging', 'in-doubt'] as const) {
      await putRows(dealer.store, [attemptItem({ ...attempt, state })]);
      await makeActive(dealer.store, attempt);
      const answer = await dealer.callLink('CancelUserPosPayment', { OtherTrxCode: 'C-3' });
      expect(answer).toMatchObject({ Data: null, ResultCode: `${CANCEL}CancelNotAvailable` });
      expect(answer.ResultMessage).toContain(`is ${state}`);
      expect(await stateOf(dealer, 'C-3')).toMatchObject({ State: 'Open', CanBeCanceled: false });
    }
    const other = await dealer.newLink({ ...simple, OtherTrxCode: 'C-4' });
    await payThroughBank(await openPage(other.url), 'frictionless');
    const paid = await dealer.callLink('CancelUserPosPayment', { OtherTrxCode: 'C-4' });
    expect([paid.ResultCode, paid.ResultMessage]).toEqual([
      `${CANCEL}CancelNotAvailable`,
      'This payment request is paid: only an open one can be cancelled.',
    ]);
    expect(handOver.status).toBe(200);
  });
});
