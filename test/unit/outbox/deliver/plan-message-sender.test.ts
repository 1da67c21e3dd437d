import { beforeEach, describe, expect, test } from 'vitest';
import {
  eitherSender,
  type PlanMessageSenderDependencies,
  planMessageSender,
} from '../../../../functions/outbox/deliver/plan-message-sender.ts';
import { dynamoMessages } from '../../../../shared/adapters/dynamodb/message/messages.ts';
import { dynamoOptOuts } from '../../../../shared/adapters/dynamodb/message/opt-outs.ts';
import type { Customer } from '../../../../shared/domain/customer/customer.ts';
import type { DealerLooks } from '../../../../shared/domain/dealer/dealer-looks.ts';
import { smsSize } from '../../../../shared/domain/message/gsm-text.ts';
import type { MessageChannel } from '../../../../shared/domain/message/message.ts';
import { DEFAULT_MESSAGING, type DealerMessaging } from '../../../../shared/domain/message/messaging-settings.ts';
import { minor } from '../../../../shared/domain/money/money.ts';
import type { DeliveryChannel } from '../../../../shared/domain/outbox/delivery.ts';
import { newDelivery } from '../../../../shared/domain/outbox/delivery-moves.ts';
import type { OutboxEvent, PlanFacts } from '../../../../shared/domain/outbox/event.ts';
import type { ChannelSender } from '../../../../shared/ports/channel-sender.ts';
import { dealerWith } from '../../../support/dealer/dealers.ts';
import { customerOf } from '../../../support/dealer/records.ts';
import { FakeProviders } from '../../../support/message/fake-providers.ts';
import { MemoryTable } from '../../../support/store/memory-table.ts';

const NOW = Date.UTC(2026, 10, 22, 9, 30);
const HOUR_MS = 3_600_000;
const PAYMENT = 'k3v7q2mzt5w4y6xa2bcdefgh3i';
const PHONE = '5551110022';
const EMAIL = 'elif@example.com';
const CALL_MS = 12_000;
const dealer = dealerWith({ dealerCode: 'D1', name: 'Spor Kulübü' });
const both: DealerMessaging = { ...DEFAULT_MESSAGING, planMessages: 'smsAndEmail' };
const facts: PlanFacts = {
  dealerPaymentPlanId: 7,
  dueDay: '20261123',
  state: 'planned',
  amount: minor(9900),
  currency: 'TL',
  installments: 1,
  tries: 0,
  maskedCard: '411111******1234',
};

const SALE = { dealerSaleId: 5, saleCode: 'S-5', dealerCustomerId: 3 };

const eventWith = (changes: Partial<OutboxEvent> = {}): OutboxEvent => ({
  eventId: 'plan-7-upcoming',
  type: 'plan.upcoming',
  dealerCode: 'D1',
  payment: PAYMENT,
  occurredAtMs: NOW,
  listingShards: 1,
  facts: { plan: facts, sale: SALE },
  ...changes,
});

let table: MemoryTable;
let providers: FakeProviders;
/** The provider of dealers who have one of their own. */
let own: FakeProviders;
beforeEach(() => {
  table = new MemoryTable();
  [providers, own] = [new FakeProviders(), new FakeProviders()];
});

interface Asked {
  readonly channel?: MessageChannel;
  readonly asked?: DeliveryChannel;
  readonly event?: OutboxEvent;
  readonly nowMs?: number;
  readonly leftMs?: number;
  readonly settings?: DealerMessaging;
  readonly looks?: DealerLooks;
  readonly customer?: Customer | 'gone';
  readonly deps?: Partial<PlanMessageSenderDependencies>;
}

const send = ({ channel = 'sms', event = eventWith(), nowMs = NOW, leftMs = 20_000, ...asked }: Asked = {}) => {
  const known = asked.customer ?? customerOf('D1', { dealerCustomerId: 3, gsmNumber: PHONE, email: EMAIL });
  const sender = planMessageSender(channel, {
    messages: dynamoMessages(table),
    optOuts: dynamoOptOuts(table),
    stage: {
      sms: { sender: 'ODEME', dealerSenders: [], segmentPriceMinor: 2, dailyBudgetMinor: 1600 },
      email: { from: 'pay@example.com' },
      recipients: 'any recipient',
    },
    metrics: { budgetUsedUp: () => undefined },
    dealerMessaging: { of: async () => asked.settings ?? both },
    looks: { of: async () => asked.looks },
    sms: providers,
    ownSms: { of: () => own },
    email: providers,
    serviceName: 'Payment Links',
    customers: {
      find: async (dealerCode, { dealerCustomerId }) => {
        const isFound = known !== 'gone' && dealerCode === known.dealerCode && dealerCustomerId === 3;
        return isFound ? { byId: known } : {};
      },
    },
    dealers: { load: async () => ({ dealer, credentials: [] }) },
    ...asked.deps,
  });
  const delivery = newDelivery(event, asked.asked ?? { kind: channel, round: 2 }, NOW);
  return sender.send(event, delivery, { nowMs, untilMs: nowMs + leftMs });
};

const kept = () => dynamoMessages(table).ofPayment(PAYMENT);

describe('A message about a payment plan (decisions: recurring sales)', () => {
  test('by SMS names the dealer, the sum, the day and the card, and is recorded with what it costs', async () => {
    expect(await send()).toEqual({ kind: 'done', detail: 'handed over' });
    const [{ text, ...sms } = expect.unreachable()] = providers.sms;
    expect(text).toBe('Spor Kulübü: 99,00 TL ödemeniz 23.11.2026 günü 1234 ile biten kartinizdan cekilecek.');
    expect(sms).toMatchObject({ to: PHONE, reference: `${PAYMENT}-plan-upcoming-sms-02` });
    expect(await kept()).toMatchObject([
      { kind: 'plan-upcoming', channel: 'sms', round: 2, state: 'sent', to: PHONE, segments: smsSize(text).segments },
    ]);
  });

  test('by e-mail is in the language of the dealer, and answers go to the dealer', async () => {
    const settings = { ...both, language: 'en', replyTo: 'help@example.com' } as const;
    expect(await send({ channel: 'email', settings })).toMatchObject({ kind: 'done' });
    const [mail] = providers.emails;
    expect(mail).toMatchObject({ to: EMAIL, replyTo: 'help@example.com', fromName: 'Spor Kulübü' });
    for (const part of ['₺99.00', '1234', 'Spor Kulübü']) expect(mail?.text).toContain(part);
    expect(await kept()).toMatchObject([{ kind: 'plan-upcoming', channel: 'email', state: 'sent', to: EMAIL }]);
  });

  test.each([
    ['plan.paid', 'plan-paid', '23.11.2026 tarihli 99,00 TL ödemeniz 1234 ile biten kartinizdan alindi.'],
    ['plan.failed', 'plan-failed', '23.11.2026 tarihli 99,00 TL ödemeniz kartinizdan alinamadi.'],
  ] as const)('of %s says what became of it, however late', async (type, kind, text) => {
    expect(await send({ event: eventWith({ type }), nowMs: NOW + 48 * HOUR_MS })).toMatchObject({ kind: 'done' });
    expect(providers.sms[0]?.text).toContain(text);
    expect(await kept()).toMatchObject([{ kind }]);
  });

  test('uses the name that the dealer shows its payers; the name of the service where neither can be shown', async () => {
    const shown: DealerLooks = { displayName: 'Kulüp', contact: { email: 'contact@example.com' } };
    await send({ looks: shown });
    await send({ channel: 'email', looks: shown });
    await send({ deps: { dealers: { load: async () => undefined } }, event: eventWith({ type: 'plan.paid' }) });
    expect(providers.sms.map(({ text }) => text.split(':')[0])).toEqual(['Kulüp', 'Payment Links']);
    expect(providers.emails).toMatchObject([{ replyTo: 'contact@example.com' }]);
  });

  test.each([undefined, { displayName: 'Kulüp' }])(
    'by e-mail is answered to nobody where the dealer has no address (%o)',
    async (looks) => {
      expect(await send({ channel: 'email', ...(looks && { looks }) })).toMatchObject({ kind: 'done' });
      expect(providers.emails[0]?.replyTo).toBeUndefined();
    },
  );

  test('of a plan without a card tells of a link instead', async () => {
    const { maskedCard: _none, ...plan } = facts;
    await send({ event: eventWith({ facts: { plan, sale: SALE } }) });
    expect(providers.sms[0]?.text).toContain('Ödeme baglantiniz o gün gönderilecek.');
  });

  test('says "tomorrow" for six hours, and never later', async () => {
    expect(await send({ nowMs: NOW + 6 * HOUR_MS + 1 })).toEqual({ kind: 'never', detail: 'too-late' });
    expect(providers.sms).toEqual([]);
    expect(await send({ nowMs: NOW + 6 * HOUR_MS })).toMatchObject({ kind: 'done' });
  });

  test('leaves by the provider of the dealer’s own, under the dealer’s sender', async () => {
    const smsProvider = { url: 'https://sms.example', format: 'json', authorization: 'none' } as const;
    await send({ settings: { ...both, smsProvider, senderId: 'KULUP' }, deps: { sms: undefined } });
    expect([own.sms, providers.sms]).toMatchObject([[{ senderId: 'KULUP', to: PHONE }], []]);
  });
});

describe('No message about a plan leaves', () => {
  const { email: _e, gsmNumber: _g, ...unreachable } = customerOf('D1', { dealerCustomerId: 3 });
  const wrongs: readonly (readonly [string, Asked])[] = [
    ['another channel', { asked: { kind: 'email', round: 1 } }],
    ['an event of a link', { event: eventWith({ type: 'link.paid' }) }],
    ['an event without its plan', { event: eventWith({ facts: {} }) }],
  ];
  test.each(wrongs)('for %s', async (_what, asked) => {
    expect(await send(asked)).toEqual({ kind: 'never', detail: 'not a message about a plan' });
    expect(await kept()).toEqual([]);
  });

  const unwanted: readonly (readonly [string, Asked])[] = [
    ['whose dealer wants none', { settings: { ...both, planMessages: 'none' } }],
    ['whose dealer has said nothing', { settings: DEFAULT_MESSAGING }],
    ['whose customer is gone', { customer: 'gone' }],
    ['whose customer has no such contact', { customer: unreachable }],
    ['whose sale is not named', { event: eventWith({ facts: { plan: facts } }) }],
  ];
  test.each(unwanted)('%s any more', async (_what, asked) => {
    expect(await send(asked)).toEqual({ kind: 'never', detail: 'nobody wants it any more' });
    expect([providers.sms, await kept()]).toEqual([[], []]);
  });

  test('where nothing takes its channel: the record says why', async () => {
    const none = { sms: undefined, email: undefined };
    for (const channel of ['sms', 'email'] as const) {
      expect(await send({ channel, deps: none })).toEqual({ kind: 'never', detail: 'channel-not-set-up' });
    }
    expect((await kept()).map(({ state, reason }) => [state, reason])).toEqual([
      ['failed', 'channel-not-set-up'],
      ['failed', 'channel-not-set-up'],
    ]);
  });

  test('to whoever opted out', async () => {
    await dynamoOptOuts(table).add('sms', PHONE, { atMs: NOW, reason: 'operator' });
    expect(await send()).toEqual({ kind: 'never', detail: 'opted-out' });
    expect([providers.sms, await kept()]).toMatchObject([[], [{ state: 'failed', reason: 'opted-out' }]]);
  });

  test('with less time than a call of the provider takes: it waits', async () => {
    expect(await send({ leftMs: CALL_MS - 1 })).toEqual({ kind: 'again', detail: 'too little time is left' });
    expect(providers.sms).toEqual([]);
    expect(await send({ leftMs: CALL_MS })).toMatchObject({ kind: 'done' });
  });
});

test('one channel carries messages about plans and about links, each by its own sender', async () => {
  const sent: string[] = [];
  const named = (name: string): ChannelSender => ({
    send: async (event, { channel }, { nowMs }) => {
      sent.push(`${name} ${event.type} ${channel.kind} ${nowMs}`);
      return { kind: 'done', detail: name };
    },
  });
  const sender = eitherSender(named('plan'), named('link'));
  for (const type of ['plan.paid', 'link.created'] as const) {
    const event = eventWith({ type });
    await sender.send(event, newDelivery(event, { kind: 'sms', round: 1 }, NOW), { nowMs: NOW, untilMs: NOW });
  }
  expect(sent).toEqual([`plan plan.paid sms ${NOW}`, `link link.created sms ${NOW}`]);
});
