import { randomInt } from 'node:crypto';
import { beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { dynamoDealers } from '../../../shared/adapters/dynamodb/dealer/dealers.ts';
import { linkDueKeys } from '../../../shared/adapters/dynamodb/index-keys.ts';
import { paymentKeys } from '../../../shared/adapters/dynamodb/payment/payment-keys.ts';
import type { PaymentRequest } from '../../../shared/domain/link/payment-request.ts';
import { PATIENCE_MS } from '../../support/app/patience.ts';
import { type BankDealer, newBankDealer, simple } from '../../support/bank/bank-merchants.ts';
import { authenticationOf } from '../../support/dealer/dealers.ts';
import { messagesTo, waitForMessages } from '../../support/message/inbox.ts';
import { newOperator } from '../../support/operator/operators.ts';
import { openPage, type PayerPage, payThroughBank, postForm } from '../../support/payment/payer.ts';

const { baseUrl, endpoint } = inject('stack');
const newEmail = (): string => `payer-${randomInt(1, 2 ** 40)}@example.com`;
const newPhone = (): string => `5${randomInt(100_000_000, 999_999_999)}`;
const shopEmail = newEmail();

let dealer: BankDealer;
let dealerCode: string;
beforeAll(async () => {
  dealer = await newBankDealer({
    dealer: { name: 'Işık Çiçekçilik', wantedEvents: { messages: ['link.created'] }, voidChannels: ['paymentRequest'] },
    definition: { deliveryMode: 'sms', reminderHours: 24, linkLifeMinutes: 4320 },
  });
  ({ dealerCode } = dealer.dealer);
  await newOperator().done('put-messaging', { dealerCode, receiptsTo: shopEmail, language: 'tr' });
});

/** What operators see of the messages about a link, once all of them have a final state. */
const finalMessages = (userPosPaymentId: number, count: number) =>
  vi.waitFor(
    async () => {
      const shown = await newOperator().done('show-payment-request', { dealerCode, userPosPaymentId });
      const messages = (shown.messages ?? []) as readonly Record<string, unknown>[];
      expect(messages.map(({ state }) => state)).toEqual(Array.from({ length: count }, () => 'delivered'));
      return messages;
    },
    { timeout: PATIENCE_MS, interval: 100 },
  );

/** One run of the sweep, which comes each minute in a deployed stage. */
const sweepOutbox = async (): Promise<void> => {
  await fetch(`${endpoint}/2015-03-31/functions/sweep-outbox/invocations`, { method: 'POST', body: '{}' });
};

const receiptForm = ({ forms, text }: PayerPage) => {
  const form = forms.find(({ action }) => new URL(action).pathname.endsWith('/receipt'));
  if (form === undefined) throw new Error(`no form for a receipt on: ${text}`);
  return form;
};

const sent = async (): Promise<{ readonly url: string; readonly phone: string; readonly link: PaymentRequest }> => {
  const phone = newPhone();
  const { url } = await dealer.newLink({ ...simple, RedirectUrl: undefined, GsmNumber: phone });
  await waitForMessages(baseUrl, `+90${phone}`);
  return { url, phone, link: await dealer.linkAt(url) };
};

describe('receipts by e-mail (rule 43)', () => {
  test('go to the payer who asks, twice at most, and to the dealer; after a void there are none', async () => {
    const { url, link } = await sent();
    const paid = await payThroughBank(await openPage(url), 'frictionless');
    const [order] = await dealer.orders();
    const [sale] = await waitForMessages(baseUrl, shopEmail);
    expect(sale?.subject).toBe('Bir ödeme aldınız: 27,50\u00a0₺');
    expect(sale?.text).toContain(order?.orderId);

    const wrong = await postForm(receiptForm(paid), { email: 'nobody' });
    expect(wrong.text).toContain('Write the address like name@example.com.');
    const [first, second] = [newEmail(), newEmail()];
    const asked = await postForm(receiptForm(wrong), { email: ` ${first} ` });
    expect(asked.text).toContain('The receipt is on its way');
    expect(asked.markup).not.toContain(first);
    const [receipt] = await waitForMessages(baseUrl, first);
    expect(receipt?.subject).toBe('Your receipt: ₺27.50');
    for (const part of ['Işık Çiçekçilik', '•••• 0013', order?.orderId ?? '', 'GMT+3']) {
      expect(receipt?.text).toContain(part);
    }
    expect(receipt?.text).not.toMatch(/4111|https?:/);

    const form = receiptForm(await openPage(url));
    expect((await postForm(form, { email: second })).text).toContain('on its way');
    expect((await postForm(form, { email: newEmail() })).text).toContain('cannot be sent to this address now');
    const messages = await finalMessages(link.userPosPaymentId, 4);
    expect(messages.map(({ kind, round, to }) => [kind, round, to ?? 'not shown'].join(' ')).toSorted()).toEqual([
      `link 1 ${link.delivery.gsmNumber}`,
      'receipt 1 not shown',
      'receipt 2 not shown',
      `sale 1 ${shopEmail}`,
    ]);
    const state = await dealer.callLink('GetUserPosPayment', { UserPosPaymentId: link.userPosPaymentId });
    expect(state.Data).toMatchObject({
      State: 'Paid',
      Delivery: { MessageListCount: 1, OpenDate: expect.stringMatching(/^\d{4}-/) },
    });
    expect(JSON.stringify(state.Data)).not.toContain(first);

    const PaymentDealerRequest = { VirtualPosOrderId: order?.orderId, ClientIP: '203.0.113.7' };
    const PaymentDealerAuthentication = authenticationOf(dealer.account);
    const voiding = JSON.stringify({ PaymentDealerAuthentication, PaymentDealerRequest });
    expect(await dealer.post('/PaymentDealer/DoVoid', voiding)).toMatchObject({ ResultCode: 'Success' });
    const voided = await openPage(url);
    expect(voided.forms).toEqual([]);
    const late = await postForm(form, { email: newEmail() });
    expect(new URL(late.address).pathname).toBe(new URL(url).pathname);
    expect(late.text).not.toContain('on its way');
  });

  test('a dealer gets one of a direct payment too, and none once it wants none', async () => {
    const before = (await messagesTo(baseUrl, shopEmail)).length;
    await dealer.payDirectly({ CardNumber: '4111111111111111' });
    expect(await waitForMessages(baseUrl, shopEmail, before + 1)).toHaveLength(before + 1);
    const wanted = async () => (await dynamoDealers(dealer.store).load(dealerCode))?.dealer.wantedEvents;
    expect(await wanted()).toEqual({ messages: ['link.created'], receipts: ['link.paid', 'payment.approved'] });
    await newOperator().done('put-messaging', { dealerCode, version: 1, receiptsTo: null });
    expect(await wanted()).toEqual({ messages: ['link.created'] });
  });

  test('the form’s own address leads to the link, and a link that is open takes no wish', async () => {
    const { url } = await sent();
    expect((await openPage(`${url}/receipt`)).text).toContain('27.50 TL');
    const posted = await postForm({ action: `${url}/receipt`, fields: [] }, { email: newEmail() });
    expect(new URL(posted.address).pathname).toBe(new URL(url).pathname);
    expect((await openPage(`${url.slice(0, -1)}_/receipt`)).status).toBe(404);
  });
});

describe('a reminder before the expiry', () => {
  /** The time of the reminder comes, as far as the store tells. */
  const comeDue = ({ payment }: PaymentRequest, nowMs = Date.now()) =>
    dealer.store.transact([
      {
        update: paymentKeys.state(payment),
        set: {
          expression: 'SET #dueSk = :dueSk, #remindAtMs = :now',
          names: { '#dueSk': 'dueSk', '#remindAtMs': 'remindAtMs' },
          values: { ':dueSk': linkDueKeys(payment, nowMs).dueSk, ':now': nowMs },
        },
      },
    ]);

  test('reaches the payer once, and no payer of a link that was cancelled', async () => {
    const [open, cancelled] = [await sent(), await sent()];
    expect(open.link.progress.remindAtMs).toBe(open.link.expiresAtMs - 24 * 3_600_000);
    await dealer.callLink('CancelUserPosPayment', { UserPosPaymentId: cancelled.link.userPosPaymentId });
    for (const { link } of [open, cancelled]) await comeDue(link);
    await sweepOutbox();
    const [reminder] = await waitForMessages(baseUrl, `+90${open.phone}`, 2);
    expect(reminder?.text).toMatch(/hatirlatma|bekleyen/);
    expect(reminder?.text).toContain(open.url);
    await sweepOutbox();
    const messages = await finalMessages(open.link.userPosPaymentId, 2);
    expect(messages.map(({ kind, round }) => [kind, round].join(' '))).toEqual(['reminder 1', 'link 1']);
    const { Data } = await dealer.callLink('GetUserPosPayment', { UserPosPaymentId: open.link.userPosPaymentId });
    expect((Data as { Delivery: { MessageList: unknown } }).Delivery.MessageList).toMatchObject([
      { Kind: 'Link', Round: 1 },
      { Kind: 'Reminder', Round: 1, State: 'Delivered' },
    ]);
    expect((await dealer.linkAt(open.url)).progress).not.toHaveProperty('remindAtMs');
    expect(await messagesTo(baseUrl, `+90${cancelled.phone}`)).toHaveLength(1);
  });
});
