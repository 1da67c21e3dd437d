import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { keys } from '../../../shared/adapters/dynamodb/keys.ts';
import { readEvent } from '../../../shared/adapters/dynamodb/outbox/event-item.ts';
import { type EventType, eventTypes, type OutboxEvent } from '../../../shared/domain/outbox/event.ts';
import { webhookPayload } from '../../../shared/domain/webhook/webhook-payload.ts';
import { type BankDealer, forgetWhatAddressDid, newBankDealer } from '../../support/bank/bank-merchants.ts';
import { authenticationOf, type NewDealerOptions } from '../../support/dealer/dealers.ts';
import { callOperation } from '../../support/dealer/operation-calls.ts';
import { startWebhookReceiver } from '../../support/dealer/webhook-receiver.ts';
import { linkForm, newLinkBrowser } from '../../support/link/link-payer.ts';
import { forgetRequestsOfAddress } from '../../support/link/made-links.ts';
import { newOperator } from '../../support/operator/operators.ts';
import { openPage, passingForm, payThroughBank, payWith, throughBank } from '../../support/payment/payer.ts';
import { programIn } from '../../unit/docs/document-programs.ts';

type Members = Readonly<Record<string, unknown>>;

const data = async (dealer: BankDealer, operation: Parameters<typeof callOperation>[1], fields: Members) => {
  const answer = await callOperation(dealer, operation, fields);
  expect(answer, operation).toMatchObject({ ResultCode: 'Success' });
  return answer.Data as Members;
};

const made = async (
  dealer: BankDealer,
  fields: Members = {},
): Promise<{ readonly id: number; readonly url: string }> => {
  await forgetRequestsOfAddress(dealer);
  const { UserPosLinkId, Url } = await data(dealer, 'CreateUserPosLink', {
    LinkCode: 'BREAD-1',
    DealerCustomerTypeId: dealer.definition.dealerCustomerTypeId,
    OpenAmount: { Min: 5, Max: 500 },
    Title: 'Bread course',
    ReturnHash: 1,
    InstallmentNumber: 1,
    SetInstallmentBy: 1,
    CommissionByDealer: 12,
    ...fields,
  });
  return { id: Number(UserPosLinkId), url: String(Url) };
};

/** A payer who makes a request of a link; answers its address and its code. */
const opened = async (
  dealer: BankDealer,
  url: string,
  typed: Readonly<Record<string, string>> = { amount: '25.00' },
) => {
  const browser = newLinkBrowser();
  const asked = await browser.post(linkForm(await browser.open(url)), typed);
  // An amount of the payer's own is said back before a request is made.
  const { location = '', text } = await browser.post(linkForm(asked));
  if (location === '') throw new Error(text);
  await forgetWhatAddressDid(dealer);
  const { otherTrxCode = '', payment } = await dealer.linkAt(location);
  return { address: location, code: otherTrxCode, payment };
};

const paidOf = async (dealer: BankDealer, url: string, typed?: Readonly<Record<string, string>>) => {
  const request = await opened(dealer, url, typed);
  await payThroughBank(await openPage(request.address), 'approved');
  return request;
};

const eventAt = async (dealer: BankDealer, id: string): Promise<OutboxEvent> => {
  await expect.poll(async () => (await dealer.store.get(keys.event(id)))?.expiresAt).toBeDefined();
  return readEvent(await dealer.store.get(keys.event(id)));
};

const wanting = (types: readonly EventType[], options: NewDealerOptions = {}) =>
  newBankDealer({ ...options, dealer: { ...options.dealer, wantedEvents: { webhooks: types } } });

describe('What a dealer sees of a payment of a reusable link (decisions: reusable links)', () => {
  test('names the link in GetUserPosPayment, details and lists, and in the webhook of the payment', async () => {
    const dealer = await wanting(eventTypes);
    const link = await made(dealer, { Ask: [{ Field: 'Note', Need: 'required', Label: 'Allergies' }] });
    const { code, payment } = await paidOf(dealer, link.url, { amount: '25.00', answer0: 'Nuts <b>' });
    const named = { UserPosLinkId: link.id, LinkCode: 'BREAD-1' };
    const request = await data(dealer, 'GetUserPosPayment', { OtherTrxCode: code });
    expect(request).toMatchObject({ ...named, State: 'Paid', Amount: 25, CurrencyCode: 'TL', PaymentDetail: named });
    expect(request).toMatchObject({ AnswerList: [{ Label: 'Allergies', Text: 'Nuts <b>' }] });
    expect(request).not.toHaveProperty('CodeForHash');
    const detail = await data(dealer, 'GetDealerPaymentTrxDetailList', { OtherTrxCode: code });
    expect(detail).toMatchObject({ PaymentDetail: named, PaymentTrxDetailList: [named] });
    expect(await data(dealer, 'GetPaymentList', {})).toMatchObject({ ListItemCount: 1, PaymentList: [named] });
    expect(await data(dealer, 'GetPaymentTrxList', {})).toMatchObject({ ListItemCount: 1, PaymentTrxList: [named] });
    const { data: told } = JSON.parse(webhookPayload(await eventAt(dealer, `${payment}-link-paid`))) as {
      data: Members;
    };
    expect(told).toMatchObject({
      Link: { ...named, OtherTrxCode: code, State: 'paid' },
      Payment: { ...named, Amount: 25 },
    });
  });

  test('counts what is opened, tried, paid and given back, and a void frees its place', async () => {
    const dealer = await newBankDealer();
    const link = await made(dealer, { MaxPayments: 3 });
    await opened(dealer, link.url);
    const declined = await opened(dealer, link.url);
    await throughBank(await payWith(await openPage(declined.address), 'stolen'));
    await paidOf(dealer, link.url, { amount: '40.00' });
    const { code } = await paidOf(dealer, link.url, { amount: '10.50' });
    const counted = async () => data(dealer, 'GetUserPosLink', { LinkCode: 'BREAD-1' });
    await expect
      .poll(async () => (await counted()).Counts)
      .toMatchObject({
        Opened: 4,
        Started: 3,
        Paid: 2,
        GivenBack: 0,
        SumList: [{ CurrencyCode: 'TL', PaidAmount: 50.5, GivenBackAmount: 0 }],
        IsWhole: true,
      });
    expect(await counted()).toMatchObject({ Places: { Free: 1, Held: 0, Paid: 2 } });
    await data(dealer, 'DoVoid', { OtherTrxCode: code, ClientIP: '203.0.113.7' });
    expect(await counted()).toMatchObject({
      Places: { Free: 2, Held: 0, Paid: 1 },
      Counts: { Paid: 2, GivenBack: 1, SumList: [{ CurrencyCode: 'TL', PaidAmount: 50.5, GivenBackAmount: 10.5 }] },
    });
  });

  test('lists leave out what payers tried and did not pay, unless a status is asked for', async () => {
    const dealer = await newBankDealer();
    const link = await made(dealer);
    const { address, code } = await opened(dealer, link.url);
    await throughBank(await payWith(await openPage(address), 'stolen'));
    for (const operation of ['GetPaymentList', 'GetPaymentTrxList'] as const) {
      expect((await callOperation(dealer, operation, {})).ResultCode).toBe(`PaymentDealer.${operation}.NoDataFound`);
      expect(await data(dealer, operation, { TrxStatus: 2 })).toMatchObject({ ListItemCount: 1 });
    }
    expect(await data(dealer, 'GetUserPosPayment', { OtherTrxCode: code })).toMatchObject({ AttemptListCount: 1 });
  });

  test('tells once that a link is used up, when its last place is paid, though nobody wants to hear of payments', async () => {
    const dealer = await newBankDealer();
    const { dealerCode } = dealer.dealer;
    const receiver = await startWebhookReceiver({ shop: () => ({ status: 200 }) });
    try {
      const endpoint = { dealerCode, endpointId: 'shop', url: receiver.at('shop'), eventTypes: ['link.used-up'] };
      await newOperator().done('put-webhook', endpoint);
      const link = await made(dealer, { MaxPayments: 2 });
      const { payment } = await paidOf(dealer, link.url);
      expect(await eventAt(dealer, `${payment}-link-paid`)).toMatchObject({ type: 'link.paid' });
      const { name } = (await dealer.linkAt((await paidOf(dealer, link.url)).address)).madeOf ?? expect.unreachable();
      await expect.poll(() => receiver.received('shop').length).toBe(1);
      expect(JSON.parse(receiver.received('shop')[0]?.body ?? '')).toMatchObject({
        type: 'link.used-up',
        data: { Link: { UserPosLinkId: link.id, LinkCode: 'BREAD-1', State: 'used-up', MaxPayments: 2 } },
      });
      expect(await data(dealer, 'GetUserPosLink', { LinkCode: 'BREAD-1' })).toMatchObject({ State: 'used-up' });
      // Another number of places is another event: this change leaves none to take.
      await data(dealer, 'UpdateUserPosLink', { LinkCode: 'BREAD-1', MaxPayments: 4 });
      await paidOf(dealer, link.url);
      await data(dealer, 'UpdateUserPosLink', { LinkCode: 'BREAD-1', MaxPayments: 3 });
      await eventAt(dealer, `${name}-link-used-up-3`);
      await expect.poll(() => receiver.received('shop').length).toBe(2);
    } finally {
      await receiver.stop();
    }
  });
});

describe('The program of the document that believes a payment of a reusable link', () => {
  const document = readFileSync(new URL('../../../shared/docs/integrate.md', import.meta.url), 'utf8');
  const section = document.slice(document.indexOf('### Believe a payment of a reusable link'));

  test('takes a paid one once, and refuses another link’s, a smaller one, an unpaid one and a repeat', async () => {
    const dealer = await newBankDealer();
    const link = await made(dealer, { RedirectUrl: 'https://shop.example/result' });
    const other = await made(dealer, { LinkCode: 'BREAD-2' });
    // The browser brings the code with the five fields of any result, and with no CodeForHash anybody knows.
    const request = await opened(dealer, link.url, { amount: '25.00' });
    const form = passingForm(await payThroughBank(await openPage(request.address), 'approved'));
    const posted = Object.fromEntries(form.fields);
    expect(Object.keys(posted).toSorted()).toEqual([
      'OtherTrxCode',
      'hashValue',
      'resultCode',
      'resultMessage',
      'trxCode',
    ]);
    const code = posted.OtherTrxCode ?? '';
    const [ofOther, tooLittle, unpaid] = [
      (await paidOf(dealer, other.url)).code,
      (await paidOf(dealer, link.url, { amount: '24.99' })).code,
      (await opened(dealer, link.url)).code,
    ];
    const folder = mkdtempSync(join(tmpdir(), 'payment-links-reusable-'));
    try {
      const file = join(folder, 'believe.ts');
      writeFileSync(file, programIn(section, 'ts'));
      const expected = JSON.stringify({ userPosLinkId: link.id, amount: 25, currency: 'TL' });
      const authentication = JSON.stringify(authenticationOf(dealer.account));
      const parameters = [
        dealer.stack.baseUrl,
        authentication,
        expected,
        ofOther,
        tooLittle,
        unpaid,
        'unknown',
        code,
        code,
      ];
      const { stdout } = await promisify(execFile)(process.execPath, [file, ...parameters], { timeout: 120_000 });
      expect(stdout).toBe('other-link too-little not-paid not-paid paid repeated\n');
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
