import { randomInt } from 'node:crypto';
import { beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { dynamoMessages } from '../../../shared/adapters/dynamodb/message/messages.ts';
import { dynamoOptOuts } from '../../../shared/adapters/dynamodb/message/opt-outs.ts';
import { PATIENCE_MS } from '../../support/app/patience.ts';
import { type Answer, newDealer, type TestDealer } from '../../support/dealer/dealers.ts';
import { messagesTo, waitForMessages } from '../../support/message/inbox.ts';
import { newOperator } from '../../support/operator/operators.ts';
import { engineTable } from '../../support/store/store.ts';

const { baseUrl } = inject('stack');
const newPhone = (): string => `5${randomInt(100_000_000, 999_999_999)}`;
const newEmail = (): string => `payer-${randomInt(1, 2 ** 40)}@example.com`;
const LINK = /https?:\/\/\S+\/pay\/[a-z2-7]{26}\.[\w-]{22}/;

const paymentAt = (url: string): string => new URL(url).pathname.split('/')[2]?.split('.')[0] ?? '';

let dealer: TestDealer;
beforeAll(async () => {
  dealer = await newDealer({
    dealer: { name: 'Işık Çiçekçilik', wantedEvents: { messages: ['link.created'] } },
    definition: { deliveryMode: 'smsOrEmail' },
  });
});

describe('a link that is sent (dealer interface 2.8)', () => {
  test('reaches its payer by SMS and e-mail, once each, and the link in both is the one that was answered', async () => {
    const [phone, email] = [newPhone(), newEmail()];
    const { Data } = await dealer.createLink({ GsmNumber: phone, Email: email });
    const { Url } = Data as { readonly Url: string };
    const [sms] = await waitForMessages(baseUrl, `+90${phone}`);
    const [mail] = await waitForMessages(baseUrl, email);
    expect(LINK.exec(sms?.text ?? '')?.[0]).toBe(Url);
    expect(sms?.text).toContain('Isik Çicekcilik');
    expect(LINK.exec(mail?.text ?? '')?.[0]).toBe(Url);
    expect(mail?.from).toContain('Işık Çiçekçilik <');
    expect((await fetch(Url)).status).toBe(200);

    const payment = paymentAt(Url);
    const kept = await dynamoMessages(engineTable(inject('stack'))).ofPayment(payment);
    expect(kept.map(({ channel, round, to }) => [channel, round, to])).toEqual([
      ['email', 1, email],
      ['sms', 1, phone],
    ]);
    expect(await messagesTo(baseUrl, `+90${phone}`)).toHaveLength(1);
  });

  test('a request that is repeated sends nothing more', async () => {
    const fields = { GsmNumber: newPhone(), OtherTrxCode: `twice-${randomInt(1, 2 ** 40)}` };
    await dealer.createLink(fields);
    await dealer.createLink(fields);
    const later = newPhone();
    await dealer.createLink({ GsmNumber: later });
    await waitForMessages(baseUrl, `+90${later}`);
    expect(await waitForMessages(baseUrl, `+90${fields.GsmNumber}`)).toHaveLength(1);
  });
});

/** Waits until every message about the link has this state, and answers what operators see. */
const untilAll = (userPosPaymentId: number, state: string, count: number) =>
  vi.waitFor(
    async () => {
      const { dealerCode } = dealer.dealer;
      const { messages = [] } = await newOperator().done('show-payment-request', { dealerCode, userPosPaymentId });
      const list = messages as readonly Record<string, unknown>[];
      expect(list.map((message) => message.state)).toEqual(Array.from({ length: count }, () => state));
      return list;
    },
    { timeout: PATIENCE_MS, interval: 100 },
  );

const idOf = ({ Data }: Answer): number => (Data as { readonly UserPosPaymentId: number }).UserPosPaymentId;

/** One run of the sweep, which comes each minute in a deployed stage. */
const sweepOutbox = async (): Promise<void> => {
  const { endpoint } = inject('stack');
  await fetch(`${endpoint}/2015-03-31/functions/sweep-outbox/invocations`, { method: 'POST', body: '{}' });
};

interface Delivery {
  readonly MessageListCount: number;
  readonly MessageList: readonly Readonly<Record<string, unknown>>[];
}

describe('what becomes of a message', () => {
  test('the report of its service makes it delivered, and operators see it; sent again, it is another round', async () => {
    const phone = newPhone();
    const id = idOf(await dealer.createLink({ GsmNumber: phone }));
    expect(await untilAll(id, 'delivered', 1)).toMatchObject([{ channel: 'sms', round: 1, to: phone, segments: 1 }]);
    const { dealerCode } = dealer.dealer;
    const resend = { dealerCode, userPosPaymentId: id };
    expect(await newOperator().done('resend-link', resend)).toMatchObject({ messages: [{ kind: 'sms', round: 2 }] });
    await sweepOutbox();
    expect(await waitForMessages(baseUrl, `+90${phone}`, 2)).toHaveLength(2);
    expect(await untilAll(id, 'delivered', 2)).toMatchObject([{ round: 1 }, { round: 2 }]);
  });

  test('a dealer sends it again on both channels, reads what became of each, and stops at the limit of the day', async () => {
    const fields = { GsmNumber: newPhone(), Email: newEmail(), OtherTrxCode: `again-${randomInt(1, 2 ** 40)}` };
    const { OtherTrxCode, GsmNumber, Email } = fields;
    const id = idOf(await dealer.createLink(fields));
    await untilAll(id, 'delivered', 2);
    const resend = () => dealer.callLink('ResendUserPosPayment', { OtherTrxCode });
    const round = [
      { Channel: 'Sms', Round: 2 },
      { Channel: 'Email', Round: 2 },
    ];
    const answer = await resend();
    expect(answer).toMatchObject({ ResultCode: 'Success', Data: { UserPosPaymentId: id, MessageList: round } });
    await sweepOutbox();
    await untilAll(id, 'delivered', 4);
    expect(await messagesTo(baseUrl, `+90${GsmNumber}`)).toHaveLength(2);

    const { Data } = await dealer.callLink('GetUserPosPayment', { OtherTrxCode });
    const { MessageListCount, MessageList } = (Data as { readonly Delivery: Delivery }).Delivery;
    expect(MessageListCount).toBe(4);
    const list = MessageList.map(({ Channel, Round, Recipient, State, Reason }) =>
      [Channel, Round, Recipient, State, Reason].join(' '),
    );
    expect(list.slice(0, 2).toSorted()).toEqual([`Email 1 ${Email} Delivered `, `Sms 1 ${GsmNumber} Delivered `]);
    expect(list.slice(2).toSorted()).toEqual([`Email 2 ${Email} Delivered `, `Sms 2 ${GsmNumber} Delivered `]);
    expect(MessageList.every(({ SendDate, EndDate }) => SendDate !== '' && EndDate !== '')).toBe(true);

    const stranger = await (await newDealer()).callLink('ResendUserPosPayment', { UserPosPaymentId: id });
    expect(stranger.ResultCode).toBe('PaymentUserPos.ResendUserPosPayment.UserPosPaymentNotFound');
    const { dealerCode } = dealer.dealer;
    const payment = paymentAt((Data as { readonly Url: string }).Url);
    const messages = dynamoMessages(engineTable(inject('stack')));
    const sent = { payment, channel: 'sms', kind: 'link', state: 'sent', version: 1, to: GsmNumber } as const;
    for (const next of [3, 4]) {
      await messages.keepUnsent({ ...sent, round: next, handOvers: 1, queuedAtMs: Date.now() });
    }
    expect((await resend()).ResultCode).toBe('PaymentUserPos.ResendUserPosPayment.DailyResendLimitExceeded');
    const byOperator = await newOperator().refused('resend-link', { dealerCode, userPosPaymentId: id });
    expect(byOperator.message).toContain('as often as');
  });

  test('an undelivered e-mail says why', async () => {
    const email = `bounce-${newEmail()}`;
    const id = idOf(await dealer.createLink({ Email: email }));
    expect(await untilAll(id, 'failed', 1)).toMatchObject([{ channel: 'email', reason: 'bounced-permanent' }]);
    const next = idOf(await dealer.createLink({ Email: email.toUpperCase() }));
    expect(await untilAll(next, 'failed', 1)).toMatchObject([{ reason: 'bounced-before' }]);
    expect(await messagesTo(baseUrl, email)).toHaveLength(1);
  });

  test('whoever complains about an e-mail gets no more of them, from no dealer', async () => {
    const email = `complaint-${newEmail()}`;
    await dealer.createLink({ Email: email });
    const optOuts = dynamoOptOuts(engineTable(inject('stack')));
    await expect.poll(() => optOuts.find('email', email)).toBe('complaint');
    const id = idOf(await dealer.createLink({ Email: email }));
    expect(await untilAll(id, 'failed', 1)).toMatchObject([{ reason: 'opted-out' }]);
  });

  test('a recipient who opted out gets nothing, and the dealer is told so', async () => {
    const phone = newPhone();
    await newOperator().done('put-opt-out', { channel: 'sms', recipient: `0${phone}` });
    const id = idOf(await dealer.createLink({ GsmNumber: phone }));
    expect(await untilAll(id, 'failed', 1)).toMatchObject([{ reason: 'opted-out' }]);
    expect(await messagesTo(baseUrl, `+90${phone}`)).toEqual([]);
    await newOperator().done('put-opt-out', { channel: 'sms', recipient: phone, optedOut: false });
  });
});

describe('the inbox of one machine (rule 49)', () => {
  test('lists messages, opens one with its link to click, and shows an e-mail without letting it load anything', async () => {
    const email = newEmail();
    const { Data } = await dealer.createLink({ Email: email });
    const { Url } = Data as { readonly Url: string };
    const [message] = await waitForMessages(baseUrl, email);
    const list = await (await fetch(`${baseUrl}/inbox`)).text();
    expect(list).toContain(`href="/inbox/${message?.id}"`);
    const opened = await (await fetch(`${baseUrl}/inbox/${message?.id}`)).text();
    expect(opened).toContain(`href="${Url}?lang=tr"`);
    const html = await fetch(`${baseUrl}/inbox/${message?.id}/html`);
    expect(html.headers.get('content-security-policy')).toMatch(/^default-src 'none'.*sandbox/);
  });

  test.each([
    ['another host', { host: 'rebound.example:3000' }, 403],
    ['a foreign origin', { origin: 'https://evil.example' }, 403],
    ['an opaque origin', { origin: 'null' }, 403],
    ['this machine', {}, 200],
  ])('answers %s as it should', async (_name, headers, status) => {
    const { request } = await import('node:http');
    const answered = await new Promise<number | undefined>((resolve, reject) => {
      request(`${baseUrl}/inbox.json`, { headers }, (response) => {
        response.resume();
        resolve(response.statusCode);
      })
        .once('error', reject)
        .end();
    });
    expect(answered).toBe(status);
  });
});
