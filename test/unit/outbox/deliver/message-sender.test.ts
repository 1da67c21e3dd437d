import { beforeEach, describe, expect, test } from 'vitest';
import { type MessageSenderDependencies, messageSender } from '../../../../functions/outbox/deliver/message-sender.ts';
import { dynamoMessages } from '../../../../shared/adapters/dynamodb/message/messages.ts';
import { dynamoOptOuts } from '../../../../shared/adapters/dynamodb/message/opt-outs.ts';
import type { PaymentRequest } from '../../../../shared/domain/link/payment-request.ts';
import { smsSize } from '../../../../shared/domain/message/gsm-text.ts';
import type { MessageChannel } from '../../../../shared/domain/message/message.ts';
import { DEFAULT_MESSAGING } from '../../../../shared/domain/message/messaging-settings.ts';
import type { Delivery } from '../../../../shared/domain/outbox/delivery.ts';
import type { OutboxEvent } from '../../../../shared/domain/outbox/event.ts';
import type { Messages } from '../../../../shared/ports/messages.ts';
import { linkWith } from '../../../support/dealer/records.ts';
import { FakeProviders } from '../../../support/message/fake-providers.ts';
import { MemoryTable } from '../../../support/store/memory-table.ts';

const NOW = Date.UTC(2026, 10, 22, 9, 30);
const PAYMENT = 'k3v7q2mzt5w4y6xa2bcdefgh3i';
const PHONE = '5551110022';
const EMAIL = 'payer@example.com';
const ACCEPTS = { sender: 'ODEME', dealerSenders: [], segmentPriceMinor: 2, dailyBudgetMinor: 1600 };

let table: MemoryTable;
let providers: FakeProviders;
/** The provider of dealers who have one of their own. */
let own: FakeProviders;
let link: PaymentRequest;
let messages: Messages;
let usedUp: number;

beforeEach(() => {
  table = new MemoryTable();
  providers = new FakeProviders();
  own = new FakeProviders();
  messages = dynamoMessages(table);
  usedUp = 0;
  link = linkWith({
    payment: PAYMENT,
    token: `${PAYMENT}.A_-9A_-9A_-9A_-9A_-9bc`,
    dealerCode: '1001',
    state: 'open',
    expiresAtMs: NOW + 3_600_000,
    delivery: { gsmNumber: PHONE, email: EMAIL },
  });
});

const eventOf = (payment: string): OutboxEvent => ({
  eventId: `${payment}-link-created`,
  type: 'link.created',
  dealerCode: '1001',
  payment,
  occurredAtMs: NOW,
  listingShards: 1,
  facts: {},
});

interface Asked {
  readonly channel?: MessageChannel;
  readonly round?: number;
  readonly payment?: string;
  readonly nowMs?: number;
  readonly deps?: Partial<MessageSenderDependencies>;
}

const send = ({ channel = 'sms', round = 1, payment = PAYMENT, nowMs = NOW, deps = {} }: Asked = {}) => {
  const sender = messageSender(channel, {
    links: { findByName: async (name) => ({ ...link, payment: name }) },
    messages,
    optOuts: dynamoOptOuts(table),
    dealerMessaging: { of: async () => DEFAULT_MESSAGING },
    looks: { of: async () => undefined },
    sms: providers,
    ownSms: { of: () => own },
    email: providers,
    stage: { sms: ACCEPTS, email: { from: 'pay@example.com' }, recipients: 'any recipient' },
    metrics: { budgetUsedUp: () => (usedUp += 1) },
    baseUrl: 'https://ode.example',
    serviceName: 'Payment Links',
    ...deps,
  });
  const delivery: Delivery = {
    eventId: `${payment}-link-created`,
    dealerCode: '1001',
    channel: { kind: channel, round },
    state: 'waiting',
    version: 2,
    tries: 1,
    createdAtMs: NOW,
    dueAtMs: NOW,
    listingShards: 1,
  };
  return sender.send(eventOf(payment), delivery, { nowMs, untilMs: nowMs + 20_000 });
};

const kept = () => messages.ofPayment(PAYMENT);
const otherPayments = (count: number): readonly string[] =>
  Array.from({ length: count }, (_one, index) => `${'abcdefghijlmnop'[index]}${PAYMENT.slice(1)}`);

describe('a link on its way', () => {
  test('by SMS: one segment with the link, recorded with what the provider calls it', async () => {
    expect(await send()).toEqual({ kind: 'done', detail: 'handed over' });
    expect(providers.sms).toMatchObject([{ to: PHONE, reference: `${PAYMENT}-sms-01` }]);
    const text = providers.sms[0]?.text ?? '';
    expect(text).toContain(`https://ode.example/pay/${link.token}`);
    expect(smsSize(text).segments).toBe(1);
    expect(await kept()).toMatchObject([
      { channel: 'sms', state: 'sent', to: PHONE, segments: 1, providerId: 'message-1' },
    ]);
  });

  test('by e-mail', async () => {
    expect(await send({ channel: 'email' })).toMatchObject({ kind: 'done' });
    expect(providers.emails).toMatchObject([{ to: EMAIL, reference: `${PAYMENT}-email-01` }]);
    expect(providers.emails[0]?.html).toContain(`https://ode.example/pay/${link.token}?lang=tr`);
  });

  test('once per round: a repeated delivery sends nothing, another round sends again', async () => {
    await send();
    expect(await send()).toEqual({ kind: 'done', detail: 'handed over before' });
    expect(providers.sms.length).toBe(1);
    await send({ round: 2 });
    expect(providers.sms.map(({ reference }) => reference.slice(-2))).toEqual(['01', '02']);
  });

  test.each(['paid', 'failed', 'cancelled'] as const)('never for a link that is %s', async (state) => {
    link = { ...link, state };
    expect(await send()).toEqual({ kind: 'never', detail: `the link is ${state}` });
    expect([providers.sms, await kept()]).toEqual([[], []]);
  });

  test('never for an expired link, another dealer’s, or one without the contact', async () => {
    expect(await send({ nowMs: link.expiresAtMs })).toEqual({ kind: 'never', detail: 'the link is expired' });
    link = { ...link, delivery: { email: EMAIL } };
    expect(await send()).toMatchObject({ kind: 'never' });
    link = { ...link, delivery: { gsmNumber: PHONE }, dealerCode: '1002' };
    expect(await send()).toMatchObject({ kind: 'never' });
    expect(providers.sms).toEqual([]);
  });
});

describe('what may go wrong with a call', () => {
  test('no answer: a second call, and no third', async () => {
    providers.answers = [
      { kind: 'unknown', detail: 'time-out' },
      { kind: 'unknown', detail: 'time-out' },
    ];
    expect(await send()).toMatchObject({ kind: 'again' });
    expect(await send()).toMatchObject({ kind: 'done' });
    expect(await send()).toMatchObject({ kind: 'done' });
    expect(providers.sms.length).toBe(2);
    expect(await kept()).toMatchObject([{ state: 'unknown', handOvers: 2 }]);
  });

  test('a crash between the call and its record: a second call, and no third', async () => {
    const crashing = { ...messages, replace: () => Promise.reject(new Error('crashed')) };
    await expect(send({ deps: { messages: crashing } })).rejects.toThrow('crashed');
    let recorded = 0;
    const crashingLater: Messages = {
      ...messages,
      replace: (message) => {
        recorded += 1;
        return recorded === 1 ? messages.replace(message) : Promise.reject(new Error('crashed'));
      },
    };
    await expect(send({ deps: { messages: crashingLater } })).rejects.toThrow('crashed');
    expect(await send()).toMatchObject({ kind: 'done', detail: 'handed over twice without an answer' });
    expect(providers.sms.length).toBe(2);
  });

  test('a provider that took nothing is asked again, as often as the outbox tries', async () => {
    providers.answers = [
      { kind: 'again', detail: 'ThrottlingException' },
      { kind: 'again', detail: 'ThrottlingException' },
      { kind: 'again', detail: 'ThrottlingException' },
    ];
    for (let time = 0; time < 3; time += 1) {
      expect(await send()).toEqual({ kind: 'again', detail: 'ThrottlingException' });
    }
    expect(await send()).toMatchObject({ kind: 'done' });
    expect(await kept()).toMatchObject([{ state: 'sent', handOvers: 1 }]);
  });

  test('a refusal ends it, and its reason is kept', async () => {
    providers.answers = [{ kind: 'refused', reason: 'recipient-not-valid', detail: 'x' }];
    expect(await send()).toEqual({ kind: 'never', detail: 'recipient-not-valid' });
    expect(await kept()).toMatchObject([{ state: 'failed', reason: 'recipient-not-valid' }]);
  });
});

describe('caps, opt-outs and listed recipients (rule 43)', () => {
  test('one phone gets five SMS an hour and ten a day, whatever the links; another phone has its own', async () => {
    const outcomes: string[] = [];
    for (const [index, payment] of otherPayments(12).entries()) {
      const nowMs = NOW + Math.floor(index / 6) * 3_600_000;
      link = { ...link, expiresAtMs: nowMs + 60_000 };
      outcomes.push((await send({ payment, nowMs })).kind);
    }
    expect(outcomes.filter((kind) => kind === 'done').length).toBe(10);
    expect([outcomes[5], outcomes[11]]).toEqual(['never', 'never']);
    const later = NOW + 3 * 3_600_000;
    link = { ...link, expiresAtMs: later + 60_000 };
    expect(await send({ nowMs: later })).toEqual({ kind: 'never', detail: 'too-many-of-recipient' });
    expect(await kept()).toMatchObject([{ state: 'failed', reason: 'too-many-of-recipient', handOvers: 0 }]);
    link = { ...link, delivery: { gsmNumber: '5551110099' } };
    expect(await send({ nowMs: later, round: 2 })).toMatchObject({ kind: 'done' });
  });

  test('ten e-mails a day to one mailbox, and the cap of the dealer', async () => {
    const kinds = [];
    for (const payment of otherPayments(11)) kinds.push((await send({ channel: 'email', payment })).kind);
    expect(kinds).toEqual([...Array.from({ length: 10 }, () => 'done'), 'never']);
    const dealerMessaging = { of: async () => ({ ...DEFAULT_MESSAGING, emailsADay: 10 }) };
    link = { ...link, delivery: { email: 'other@example.com' } };
    expect(await send({ channel: 'email', deps: { dealerMessaging } })).toEqual({
      kind: 'never',
      detail: 'too-many-of-dealer',
    });
  });

  test('the stage’s sum of the day stops every SMS, and rings', async () => {
    const stage = { sms: { ...ACCEPTS, dailyBudgetMinor: 15 }, recipients: 'any recipient' } as const;
    expect(await send({ deps: { stage } })).toEqual({ kind: 'never', detail: 'too-many-of-stage' });
    expect([usedUp, providers.sms]).toEqual([1, []]);
  });

  test('whom the provider knows to have opted out gets no message from anybody any more', async () => {
    providers.answers = [{ kind: 'refused', reason: 'opted-out', detail: '' }];
    expect(await send()).toEqual({ kind: 'never', detail: 'opted-out' });
    expect(await dynamoOptOuts(table).find('sms', PHONE)).toBe('provider');
    expect(await send({ payment: otherPayments(1)[0] ?? '' })).toEqual({ kind: 'never', detail: 'opted-out' });
    expect(providers.sms).toHaveLength(1);
  });

  test.each([
    ['operator', 'opted-out'],
    ['complaint', 'opted-out'],
    ['bounce', 'bounced-before'],
  ] as const)('nobody who is noted for "%s" gets a message, on that channel', async (reason, detail) => {
    await dynamoOptOuts(table).add('sms', PHONE, { atMs: NOW, reason });
    expect(await send()).toEqual({ kind: 'never', detail });
    expect(await send({ channel: 'email' })).toMatchObject({ kind: 'done' });
    expect(providers.sms).toEqual([]);
  });

  test('a provider of the dealer’s own takes its SMS, and no money of the stage; e-mails go through the stage', async () => {
    const smsProvider = { url: 'https://sms.example', format: 'json', authorization: 'none' } as const;
    const dealerMessaging = { of: async () => ({ ...DEFAULT_MESSAGING, smsADay: 2, smsProvider }) };
    // The stage sends no SMS at all.
    const deps = { dealerMessaging, sms: undefined, stage: { recipients: 'any recipient' } } as const;
    const [first = '', second = ''] = otherPayments(2);
    for (const payment of [PAYMENT, first]) expect(await send({ payment, deps })).toMatchObject({ kind: 'done' });
    expect(await send({ payment: second, deps })).toEqual({ kind: 'never', detail: 'too-many-of-dealer' });
    expect([own.sms.length, usedUp]).toEqual([2, 0]);
    expect(await send({ channel: 'email', deps: { dealerMessaging } })).toMatchObject({ kind: 'done' });
    expect([own.emails.length, providers.emails.length]).toEqual([0, 1]);
  });

  test('a dealer whose own provider was removed meanwhile is told why nothing left', async () => {
    const deps = { sms: undefined, stage: { recipients: 'any recipient' } } as const;
    expect(await send({ deps })).toEqual({ kind: 'never', detail: 'channel-not-set-up' });
    expect(await kept()).toMatchObject([{ state: 'failed', reason: 'channel-not-set-up', handOvers: 0 }]);
  });

  test('a sandbox stage records a message to others, and sends nothing', async () => {
    const stage = { sms: ACCEPTS, recipients: ['5550000001'] };
    expect(await send({ deps: { stage } })).toEqual({ kind: 'never', detail: 'not-a-listed-recipient' });
    expect([providers.sms, await kept()]).toMatchObject([[], [{ state: 'failed', reason: 'not-a-listed-recipient' }]]);
  });
});
