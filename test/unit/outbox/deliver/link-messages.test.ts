import { beforeEach, describe, expect, test } from 'vitest';
import { type MessageSenderDependencies, messageSender } from '../../../../functions/outbox/deliver/message-sender.ts';
import { dynamoMessages } from '../../../../shared/adapters/dynamodb/message/messages.ts';
import { dynamoOptOuts } from '../../../../shared/adapters/dynamodb/message/opt-outs.ts';
import type { DealerLooks } from '../../../../shared/domain/dealer/dealer-looks.ts';
import type { PaymentRequest } from '../../../../shared/domain/link/payment-request.ts';
import type { MessageChannel } from '../../../../shared/domain/message/message.ts';
import { DEFAULT_MESSAGING, type DealerMessaging } from '../../../../shared/domain/message/messaging-settings.ts';
import type { DeliveryChannel } from '../../../../shared/domain/outbox/delivery.ts';
import { newDelivery } from '../../../../shared/domain/outbox/delivery-moves.ts';
import type { OutboxEvent } from '../../../../shared/domain/outbox/event.ts';
import { linkWith } from '../../../support/dealer/records.ts';
import { FakeProviders } from '../../../support/message/fake-providers.ts';
import { MemoryTable } from '../../../support/store/memory-table.ts';

const NOW = Date.UTC(2026, 10, 22, 9, 30);
const CALL_MS = 12_000;
const PAYMENT = 'k3v7q2mzt5w4y6xa2bcdefgh3i';
const link = linkWith({
  payment: PAYMENT,
  token: `${PAYMENT}.A_-9A_-9A_-9A_-9A_-9bc`,
  dealerCode: 'D1',
  dealerName: 'Shop',
  expiresAtMs: NOW + 3_600_000,
  delivery: { gsmNumber: '5551110022', email: 'payer@example.com' },
});
const LINK = `https://ode.example/pay/${link.token}`;
const FIRST_TEXT = `Shop: 27,50 TL ödeme baglantiniz. Son ödeme 22.11. 13:30 GMT+3: ${LINK}`;

let table: MemoryTable;
let providers: FakeProviders;
beforeEach(() => {
  table = new MemoryTable();
  providers = new FakeProviders();
});

interface Asked {
  readonly channel?: MessageChannel;
  readonly asked?: DeliveryChannel;
  readonly found?: PaymentRequest | 'none';
  readonly event?: Partial<OutboxEvent>;
  readonly isWithoutPayment?: boolean;
  readonly leftMs?: number;
  readonly settings?: Partial<DealerMessaging>;
  readonly looks?: DealerLooks;
  readonly deps?: Partial<MessageSenderDependencies>;
}

const send = ({ channel = 'sms', found = link, leftMs = 20_000, ...asked }: Asked = {}) => {
  const event: OutboxEvent = {
    eventId: `${PAYMENT}-link-created`,
    type: 'link.created',
    dealerCode: 'D1',
    ...(asked.isWithoutPayment === true ? {} : { payment: PAYMENT }),
    occurredAtMs: NOW,
    listingShards: 1,
    facts: {},
    ...asked.event,
  };
  const sender = messageSender(channel, {
    links: { findByName: async () => (found === 'none' ? undefined : found) },
    messages: dynamoMessages(table),
    optOuts: dynamoOptOuts(table),
    dealerMessaging: { of: async () => ({ ...DEFAULT_MESSAGING, ...asked.settings }) },
    looks: { of: async () => asked.looks },
    sms: providers,
    ownSms: { of: () => expect.unreachable('the dealer has no provider of its own') },
    email: providers,
    stage: {
      sms: { sender: 'ODEME', dealerSenders: [], segmentPriceMinor: 2, dailyBudgetMinor: 1600 },
      email: { from: 'pay@example.com' },
      recipients: 'any recipient',
    },
    metrics: { budgetUsedUp: () => undefined },
    baseUrl: 'https://ode.example',
    serviceName: 'Payment Links',
    ...asked.deps,
  });
  const delivery = newDelivery(event, asked.asked ?? { kind: channel, round: 1 }, NOW);
  return sender.send(event, delivery, { nowMs: NOW, untilMs: NOW + leftMs });
};

const REMINDER = { type: 'link.reminder-due' } as const;
const textOf = async (asked: Asked): Promise<string> => {
  await send(asked);
  return providers.sms.pop()?.text ?? '';
};

describe('The SMS of a link', () => {
  test('names the shop, the sum, until when it can be paid, and the link', async () => {
    expect(await textOf({})).toBe(FIRST_TEXT);
  });

  test('is written in the words of its dealer; a reminder is not', async () => {
    const settings = { smsTemplate: '{dealer} {amount} {link} Merhaba' };
    expect(await textOf({ settings })).toContain('Merhaba');
    const reminder = await textOf({ settings, event: REMINDER, asked: { kind: 'sms', round: 2 } });
    expect(reminder).not.toContain('Merhaba');
    expect(reminder).toContain(LINK);
    expect(reminder).not.toBe(FIRST_TEXT);
  });

  test('shows the name that the dealer has for its payers, or that of the service where there is none', async () => {
    expect(await textOf({ looks: { displayName: 'Boutique' } })).toMatch(/^Boutique: /);
    expect(await textOf({ found: { ...link, dealerName: '' }, asked: { kind: 'sms', round: 2 } })).toMatch(
      /^Payment Links: /,
    );
  });
});

describe('The e-mail of a link', () => {
  test.each<readonly [string, Asked, string | undefined]>([
    [
      'the address that the dealer gave for answers',
      { settings: { replyTo: 'reply@example.com' } },
      'reply@example.com',
    ],
    ['its contact otherwise', {}, 'contact@example.com'],
  ])('is answered to %s', async (_what, asked, replyTo) => {
    await send({ channel: 'email', looks: { contact: { email: 'contact@example.com' } }, ...asked });
    expect(providers.emails[0]?.replyTo).toBe(replyTo);
  });

  test('is answered to nobody where the dealer has no address', async () => {
    await send({ channel: 'email', looks: { displayName: 'Boutique' } });
    expect(providers.emails).toHaveLength(1);
    expect(providers.emails[0]?.replyTo).toBeUndefined();
  });

  test('a reminder says that it is one', async () => {
    await send({ channel: 'email' });
    await send({ channel: 'email', event: REMINDER, asked: { kind: 'email', round: 2 } });
    const [first, second] = providers.emails;
    expect(first?.subject).not.toBe(second?.subject);
    expect(await dynamoMessages(table).ofPayment(PAYMENT)).toMatchObject([{ kind: 'link' }, { kind: 'reminder' }]);
  });
});

describe('No message about a link leaves', () => {
  const refused: readonly (readonly [string, Asked, string])[] = [
    ['on another channel', { asked: { kind: 'email', round: 1 } }, 'not a message about a link'],
    ['for an event of no payment', { isWithoutPayment: true }, 'not a message about a link'],
    ['about a link that is not there', { found: 'none' }, 'there is no such link'],
    ['about a link of another dealer', { found: { ...link, dealerCode: 'D2' } }, 'there is no such link'],
    [
      'without the contact',
      { found: { ...link, delivery: { email: 'payer@example.com' } } },
      'the link has no such contact',
    ],
    [
      'to remind of what is being paid',
      { event: REMINDER, found: { ...link, progress: { ...link.progress, activeAttempt: 'a' } } },
      'the link is being paid',
    ],
  ];
  test.each(refused)('%s', async (_what, asked, detail) => {
    expect(await send(asked)).toEqual({ kind: 'never', detail });
    expect([providers.sms, await dynamoMessages(table).ofPayment(PAYMENT)]).toEqual([[], []]);
  });

  test('but the first one, also while the link is being paid', async () => {
    const found = { ...link, progress: { ...link.progress, activeAttempt: 'a' } };
    expect(await send({ found })).toMatchObject({ kind: 'done' });
  });

  test('with less time than a call of the provider takes: it waits', async () => {
    expect(await send({ leftMs: CALL_MS - 1 })).toEqual({ kind: 'again', detail: 'too little time is left' });
    expect(providers.sms).toEqual([]);
    expect(await send({ leftMs: CALL_MS })).toMatchObject({ kind: 'done' });
  });

  test('while another try of the same message is under way', async () => {
    const messages = { ...dynamoMessages(table), begin: async () => ({ kind: 'taken' }) as const };
    expect(await send({ deps: { messages } })).toEqual({ kind: 'again', detail: 'another try is under way' });
    providers.answers = [{ kind: 'again', detail: 'throttled' }];
    await send();
    const busy = { ...dynamoMessages(table), replace: async () => false };
    expect(await send({ deps: { messages: busy } })).toEqual({ kind: 'again', detail: 'another try is under way' });
    expect(providers.sms).toHaveLength(1);
  });
});

describe('What a provider answers about a link', () => {
  test('a message that it refused stays refused, with its reason, and nobody opts out by that', async () => {
    providers.answers = [{ kind: 'refused', reason: 'recipient-not-valid', detail: 'x' }];
    expect(await send()).toEqual({ kind: 'never', detail: 'recipient-not-valid' });
    expect(await send()).toEqual({ kind: 'never', detail: 'recipient-not-valid' });
    expect(await dynamoOptOuts(table).find('sms', '5551110022')).toBeUndefined();
    expect(providers.sms).toHaveLength(1);
  });

  test('a message without an answer may have been sent; without a second answer it is handed over no more', async () => {
    const unknown = { kind: 'unknown', detail: 'time-out' } as const;
    providers.answers = [unknown, unknown];
    expect(await send()).toEqual({ kind: 'again', detail: 'time-out', maybeSent: true });
    expect(await send()).toEqual({ kind: 'done', detail: 'handed over twice without an answer' });
    expect(await send()).toEqual({ kind: 'done', detail: 'handed over before' });
    expect(providers.sms).toHaveLength(2);
  });
});
