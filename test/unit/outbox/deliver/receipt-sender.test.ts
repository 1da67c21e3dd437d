import { beforeEach, describe, expect, test } from 'vitest';
import { type ReceiptSenderDependencies, receiptSender } from '../../../../functions/outbox/deliver/receipt-sender.ts';
import { dynamoMessages } from '../../../../shared/adapters/dynamodb/message/messages.ts';
import { dynamoOptOuts } from '../../../../shared/adapters/dynamodb/message/opt-outs.ts';
import type { Attempt } from '../../../../shared/domain/attempt/attempt.ts';
import { DEFAULT_MESSAGING, type DealerMessaging } from '../../../../shared/domain/message/messaging-settings.ts';
import { askForReceipt } from '../../../../shared/domain/message/receipt.ts';
import { minor } from '../../../../shared/domain/money/money.ts';
import type { Delivery, DeliveryChannel } from '../../../../shared/domain/outbox/delivery.ts';
import type { OutboxEvent } from '../../../../shared/domain/outbox/event.ts';
import { receiptAsked } from '../../../../shared/domain/outbox/event-of-payment.ts';
import type { Payment } from '../../../../shared/domain/payment/payment.ts';
import { dealerWith } from '../../../support/dealer/dealers.ts';
import { linkWith } from '../../../support/dealer/records.ts';
import { FakeProviders } from '../../../support/message/fake-providers.ts';
import { linkAttemptWith } from '../../../support/payment/attempts.ts';
import { paymentWith } from '../../../support/payment/whole-payments.ts';
import { MemoryTable } from '../../../support/store/memory-table.ts';

const NOW = Date.UTC(2026, 10, 22, 9, 30);
const DAY_MS = 86_400_000;
const PAYER = 'payer@example.com';
const SHOP = 'shop@example.com';
const settings: DealerMessaging = { ...DEFAULT_MESSAGING, receiptsTo: SHOP, replyTo: 'help@example.com' };

const link = linkWith({ dealerCode: 'D1', dealerName: 'Örnek Mağaza', description: 'Sipariş 7' });
const changes = { state: 'approved', reportedOutcome: 'paid', endedAtMs: NOW, bank: { authCode: 'P90325' } } as const;
const charge = linkAttemptWith(link, changes);
const result = { resultReference: 'r', code: '', orderId: charge.orderId, atMs: NOW } as const;
const ofLink: Payment = {
  ...paymentWith(),
  name: link.payment,
  kind: 'link',
  link: { ...link, state: 'paid', progress: { ...link.progress, result } },
  attempts: [charge],
};

let table: MemoryTable;
let providers: FakeProviders;
beforeEach(() => {
  table = new MemoryTable();
  providers = new FakeProviders();
});

interface Sent {
  readonly to?: 'payer' | 'dealer';
  readonly payment?: Payment;
  readonly nowMs?: number;
  readonly leftMs?: number;
  readonly event?: (event: OutboxEvent) => OutboxEvent;
  readonly channel?: DeliveryChannel;
  readonly deps?: Partial<ReceiptSenderDependencies>;
}

const eventOf = ({ attempts: [attempt = charge] }: Payment): OutboxEvent =>
  receiptAsked(attempt, { round: 1, language: 'en' }, NOW);

const send = ({ to = 'payer', payment = ofLink, nowMs = NOW, leftMs = 20_000, deps = {}, ...sent }: Sent = {}) => {
  const asked = eventOf(payment);
  const { receipt: _asked, ...paid } = asked.facts;
  const told: OutboxEvent = to === 'payer' ? asked : { ...asked, type: 'payment.approved', facts: paid };
  const event = sent.event?.(told) ?? told;
  const delivery: Delivery = {
    eventId: event.eventId,
    dealerCode: 'D1',
    channel: sent.channel ?? { kind: 'receipt', to, round: 1 },
    state: 'waiting',
    version: 2,
    tries: 1,
    createdAtMs: NOW,
    dueAtMs: NOW,
    listingShards: 1,
  };
  const sender = receiptSender({
    payments: { find: async () => payment },
    dealers: { load: async () => ({ dealer: dealerWith({ dealerCode: 'D1', name: 'Bayi' }), credentials: [] }) },
    messages: dynamoMessages(table),
    optOuts: dynamoOptOuts(table),
    dealerMessaging: { of: async () => settings },
    looks: { of: async () => undefined },
    email: providers,
    stage: { email: { from: 'pay@example.com' }, recipients: 'any recipient' },
    metrics: { budgetUsedUp: () => undefined },
    serviceName: 'Payment Links',
    ...deps,
  });
  return sender.send(event, delivery, { nowMs, untilMs: nowMs + leftMs });
};

/** What the payer's form writes. */
const ask = async (to = PAYER): Promise<void> => {
  const asked = askForReceipt({ payment: ofLink, messages: [], to, language: 'en', nowMs: NOW });
  if (asked.kind !== 'ask') throw new Error('not asked');
  await dynamoMessages(table).begin(asked.message, 'D1', []);
};

const kept = async (payment = ofLink) =>
  (await dynamoMessages(table).ofPayment(payment.name)).map(({ kind, state, reason, to }) => [kind, state, reason, to]);

const withCharge = (more: Partial<Attempt>): Payment => ({ ...ofLink, attempts: [{ ...charge, ...more } as Attempt] });

describe('a receipt that its payer asked for', () => {
  test('goes once to the address of the form, in the language of its page, and says what was paid', async () => {
    await ask();
    expect(await send()).toEqual({ kind: 'done', detail: 'handed over' });
    expect(await send()).toEqual({ kind: 'done', detail: 'handed over before' });
    expect(providers.emails).toMatchObject([
      {
        to: PAYER,
        fromName: 'Örnek Mağaza',
        subject: 'Your receipt: ₺100.00',
        replyTo: 'help@example.com',
        reference: `${link.payment}-receipt-email-01`,
      },
    ]);
    const { text = '', html = '' } = providers.emails[0] ?? {};
    for (const part of ['₺100.00', '•••• 1111', 'P90325', charge.orderId, 'Sipariş 7', '12:30', 'GMT+3']) {
      expect(text).toContain(part);
      expect(html).toContain(part);
    }
    expect(`${text}${html}`).not.toMatch(/411111|https?:/);
    expect(await kept()).toEqual([['receipt', 'sent', undefined, PAYER]]);
  });

  test.each([
    ['voided', { state: 'voided' }],
    ['refunded', { state: 'refunded', refunded: minor(10_000) }],
    ['refunded in part', { refunded: minor(1) }],
  ] as const)('never says "paid" of what was %s meanwhile', async (_what, more) => {
    await ask();
    expect(await send({ payment: withCharge(more) })).toEqual({ kind: 'never', detail: 'given-back' });
    expect(await kept()).toEqual([['receipt', 'failed', 'given-back', PAYER]]);
    expect(providers.emails).toEqual([]);
  });

  test('does not leave after 24 hours, to an opt-out, or where nobody asked', async () => {
    expect(await send()).toMatchObject({ kind: 'never' });
    await ask();
    expect(await send({ nowMs: NOW + DAY_MS })).toEqual({ kind: 'never', detail: 'too-late' });
    table = new MemoryTable();
    await ask();
    await dynamoOptOuts(table).add('email', PAYER, { atMs: NOW, reason: 'complaint' });
    expect(await send()).toEqual({ kind: 'never', detail: 'opted-out' });
    expect(providers.emails).toEqual([]);
  });

  test('without an answer of the provider it is tried once more, and no third time', async () => {
    await ask();
    providers.answers = [
      { kind: 'unknown', detail: 'time-out' },
      { kind: 'unknown', detail: 'time-out' },
    ];
    expect(await send()).toMatchObject({ kind: 'again', maybeSent: true });
    expect(await send()).toMatchObject({ kind: 'done' });
    expect(await send()).toMatchObject({ kind: 'done' });
    expect(providers.emails).toHaveLength(2);
  });
});

describe("a dealer's receipt", () => {
  const direct = paymentWith({}, { endedAtMs: NOW }, { buyer: { fullName: 'Elif Yılmaz' } });

  test('tells of a direct payment, in the language of its messages, and counts for the dealer alone', async () => {
    expect(await send({ to: 'dealer', payment: direct })).toMatchObject({ kind: 'done' });
    expect(providers.emails).toMatchObject([
      { to: SHOP, fromName: 'Bayi', subject: 'Bir ödeme aldınız: 100,00\u00a0₺' },
    ]);
    expect(providers.emails[0]?.text).toContain('Ödeyen: Elif Yılmaz');
    expect(await send({ to: 'dealer', payment: direct })).toMatchObject({ detail: 'handed over before' });
    expect(providers.emails).toHaveLength(1);
    expect(await kept(direct)).toEqual([['sale', 'sent', undefined, SHOP]]);
  });

  test('stops at the cap of the dealer, not at the cap of a mailbox', async () => {
    const payments = Array.from({ length: 12 }, () => paymentWith());
    const dealerMessaging = { of: async () => ({ ...settings, emailsADay: 11 }) };
    const kinds: string[] = [];
    for (const payment of payments) kinds.push((await send({ to: 'dealer', payment, deps: { dealerMessaging } })).kind);
    expect(kinds).toEqual([...Array.from({ length: 11 }, () => 'done'), 'never']);
  });

  test('says "pre-authorisation" of money that is only held, and the captured sum of what was captured', async () => {
    const terms = { ...charge.terms, type: 'pre-authorisation' } as const;
    await send({ to: 'dealer', payment: paymentWith({}, { terms }) });
    await send({ to: 'dealer', payment: paymentWith({}, { terms, captured: minor(4000) }) });
    expect(providers.emails.map(({ subject }) => subject)).toEqual([
      'Bir ön provizyon aldınız: 100,00\u00a0₺',
      'Bir ödeme aldınız: 40,00\u00a0₺',
    ]);
  });

  test('is not sent of what was given back, nor once the dealer wants none', async () => {
    expect(await send({ to: 'dealer', payment: withCharge({ state: 'voided' }) })).toMatchObject({
      detail: 'given-back',
    });
    expect(await kept()).toEqual([['sale', 'failed', 'given-back', SHOP]]);
    const dealerMessaging = { of: async () => DEFAULT_MESSAGING };
    expect(await send({ to: 'dealer', payment: direct, deps: { dealerMessaging } })).toMatchObject({ kind: 'never' });
    expect(providers.emails).toEqual([]);
  });
});

describe('a receipt that does not leave', () => {
  const withoutPayment = ({ payment: _none, ...event }: OutboxEvent): OutboxEvent => event;
  const wrongs: readonly (readonly [string, Sent])[] = [
    ['on another channel', { channel: { kind: 'email', round: 1 } }],
    ['for an event of no payment', { event: withoutPayment }],
    ['for an event of no order', { event: (event) => ({ ...event, facts: {} }) }],
  ];
  test.each(wrongs)('%s', async (_what, sent) => {
    await ask();
    expect(await send(sent)).toEqual({ kind: 'never', detail: 'not a receipt' });
    expect(providers.emails).toEqual([]);
  });

  test.each<readonly [string, Partial<ReceiptSenderDependencies>]>([
    ['of another dealer', { payments: { find: async () => ({ ...ofLink, dealerCode: 'D2' }) } }],
    ['that is not there', { payments: { find: async () => undefined } }],
  ])('about a payment %s', async (_what, deps) => {
    await ask();
    const outcome = { kind: 'never', detail: 'nobody wants this receipt any more' };
    expect(await send({ deps })).toEqual(outcome);
    expect(await send({ to: 'dealer', deps })).toEqual(outcome);
    expect(providers.emails).toEqual([]);
  });

  test('with less time than a call of the provider takes: it waits', async () => {
    await ask();
    expect(await send({ leftMs: 11_999 })).toEqual({ kind: 'again', detail: 'too little time is left' });
    expect(await send({ leftMs: 12_000 })).toMatchObject({ kind: 'done' });
  });

  test('where the stage sends no e-mail', async () => {
    const outcome = { kind: 'never', detail: 'this stage does not send by this channel' };
    expect(await send({ to: 'dealer', deps: { email: undefined } })).toEqual(outcome);
  });

  test('while another worker has the message', async () => {
    await ask();
    const messages = { ...dynamoMessages(table), replace: async () => false };
    const busy = { kind: 'again', detail: 'another try is under way' };
    expect(await send({ deps: { messages } })).toEqual(busy);
    expect(await send({ nowMs: NOW + DAY_MS, deps: { messages } })).toEqual(busy);
    expect(providers.emails).toEqual([]);
  });

  test('a second time, once its charge was given back after the first', async () => {
    await send({ to: 'dealer' });
    const again = await send({ to: 'dealer', payment: withCharge({ state: 'voided' }) });
    expect([again, providers.emails.length]).toEqual([{ kind: 'done', detail: 'handed over before' }, 1]);
    expect(await kept()).toEqual([['sale', 'sent', undefined, SHOP]]);
  });
});

test("a dealer's receipt is answered to nobody and is never too late; a payer's is answered to the dealer", async () => {
  const looks = { of: async () => ({ contact: { email: 'contact@example.com' } }) };
  const { replyTo: _own, ...silent } = settings;
  const deps = { looks, dealerMessaging: { of: async () => silent } };
  await ask();
  await send({ deps });
  await send({ to: 'dealer', nowMs: NOW + 2 * DAY_MS, deps });
  expect(providers.emails.map(({ to, replyTo }) => [to, replyTo])).toEqual([
    [PAYER, 'contact@example.com'],
    [SHOP, undefined],
  ]);
});

test.each([undefined, { displayName: 'Mağaza' }])(
  'a receipt of a dealer without an address is answered to nobody (%o)',
  async (looks) => {
    const { replyTo: _own, ...silent } = settings;
    await ask();
    await send({ deps: { looks: { of: async () => looks }, dealerMessaging: { of: async () => silent } } });
    expect(providers.emails.map(({ replyTo }) => replyTo)).toEqual([undefined]);
  },
);

test('a receipt of a dealer that cannot be found any more still leaves, without its name', async () => {
  const direct = paymentWith({}, { endedAtMs: NOW });
  const deps = { dealers: { load: async () => undefined } };
  expect(await send({ to: 'dealer', payment: direct, deps })).toMatchObject({ kind: 'done' });
  expect(providers.emails[0]?.fromName).not.toBe('Bayi');
});
