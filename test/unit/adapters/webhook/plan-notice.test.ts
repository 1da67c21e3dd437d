import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { noticeChannels, noticeSender } from '../../../../shared/adapters/webhook/notice-sender.ts';
import { newWebhookSecret } from '../../../../shared/adapters/webhook/sign-webhook.ts';
import type { Dealer } from '../../../../shared/domain/dealer/dealer.ts';
import { minor } from '../../../../shared/domain/money/money.ts';
import { newDelivery } from '../../../../shared/domain/outbox/delivery-moves.ts';
import type { OutboxEvent, PlanFacts } from '../../../../shared/domain/outbox/event.ts';
import type { WebhookEndpoint } from '../../../../shared/domain/webhook/endpoint.ts';
import type { OutgoingCall } from '../../../../shared/ports/outgoing-client.ts';
import { FakeDealers } from '../../../fakes/dealers.ts';
import { FakePayments } from '../../../fakes/payments.ts';
import { dealerWith } from '../../../support/dealer/dealers.ts';

const NOW_MS = Date.UTC(2026, 10, 22, 9, 30);
const ADDRESS = 'https://shop.example.com/notice';
const [secret, former, ofOther] = [newWebhookSecret(), newWebhookSecret(), newWebhookSecret()];

const endpointWith = (changes: Partial<WebhookEndpoint>): WebhookEndpoint => ({
  dealerCode: '1001',
  endpointId: 'shop',
  version: 3,
  url: 'https://shop.example.com/in',
  eventTypes: ['link.paid'],
  enabled: true,
  secrets: [
    { version: 3, sealed: secret },
    { version: 2, sealed: former, endsAtMs: NOW_MS + 1 },
  ],
  ...changes,
});
const SHOP = endpointWith({});
const SWITCHED_OFF = endpointWith({ endpointId: 'off', enabled: false, secrets: [{ version: 1, sealed: ofOther }] });

const plan: PlanFacts = {
  dealerPaymentPlanId: 7100,
  dueDay: '20261122',
  state: 'paid',
  amount: minor(7700),
  currency: 'TL',
  installments: 1,
  tries: 1,
  paymentId: 100_287,
};
const eventOf = (
  type: 'plan.paid' | 'plan.failed' | 'plan.upcoming',
  changes: Partial<PlanFacts> = {},
): OutboxEvent => ({
  eventId: `p-${type}-1`,
  type,
  dealerCode: '1001',
  payment: 'p',
  occurredAtMs: NOW_MS,
  listingShards: 1,
  facts: { plan: { ...plan, ...changes }, sale: { dealerSaleId: 501, saleCode: 'gym' } },
});

/** One try of the notice of an event, with what was posted. */
const tried = async (
  event: OutboxEvent,
  {
    dealer = {},
    endpoints = [SHOP, SWITCHED_OFF],
    body = 'OK',
  }: {
    readonly dealer?: Partial<Dealer>;
    readonly endpoints?: readonly WebhookEndpoint[];
    readonly body?: string;
  } = {},
) => {
  const dealers = new FakeDealers();
  const record = dealerWith({ dealerCode: '1001', noticeAddress: ADDRESS, planNotice: true, ...dealer });
  dealers.accounts.set('1001', { dealer: record, credentials: [] });
  const calls: OutgoingCall[] = [];
  const deps = {
    dealers,
    payments: new FakePayments([]),
    endpoints: { ofDealer: async () => endpoints },
    opener: { open: async (sealed: string) => sealed },
    client: {
      post: async (call: OutgoingCall) => {
        calls.push(call);
        return { kind: 'answered', status: 200, body } as const;
      },
    },
  };
  const channels = await noticeChannels(deps).channelsFor(event);
  const time = { nowMs: NOW_MS, untilMs: NOW_MS + 20_000 };
  const outcome = await noticeSender(deps).send(event, newDelivery(event, { kind: 'notice' }, NOW_MS), time);
  return { outcome, channels, call: calls[0], calls };
};

describe('The plain notice of a payment plan (decisions: who is told of plans)', () => {
  beforeEach(() => vi.useFakeTimers({ now: NOW_MS, toFake: ['Date'] }));
  afterEach(() => vi.useRealTimers());

  test('posts what subscription programs read of a plan that was paid', async () => {
    const { outcome, channels, call } = await tried(eventOf('plan.paid'));
    expect([outcome, channels]).toEqual([{ kind: 'done', detail: 'answered OK' }, [{ kind: 'notice' }]]);
    expect(call?.address).toBe(ADDRESS);
    expect([...new URLSearchParams(call?.body)]).toEqual([
      ['DealerPaymentPlanId', '7100'],
      ['DealerSaleId', '501'],
      ['SaleCode', 'gym'],
      ['DealerPaymentId', '100287'],
      ['PaymentDate', '20261122'],
      ['Amount', '77.00'],
      ['CurrencyCode', 'TL'],
      ['isSuccessful', 'True'],
      ['resultCode', ''],
      ['resultMessage', ''],
    ]);
  });

  test.each([
    ['the code of the bank', { resultCode: '002' }, '002', 'Insufficient limit'],
    ['000 where no bank declined', { reason: 'no-card' as const }, '000', 'General error'],
  ])('posts a failure with %s', async (_what, facts, code, message) => {
    const { paymentId: _unpaid, ...unpaid } = plan;
    const event = eventOf('plan.failed');
    const { call } = await tried({
      ...event,
      facts: { ...event.facts, plan: { ...unpaid, state: 'failed', ...facts } },
    });
    const form = Object.fromEntries(new URLSearchParams(call?.body));
    expect(form).toMatchObject({
      isSuccessful: 'False',
      DealerPaymentId: '0',
      resultCode: code,
      resultMessage: message,
    });
  });

  test('carries the id of the event, and is signed as webhooks are by each secret of an endpoint that is on', async () => {
    const { call } = await tried(eventOf('plan.paid'));
    const headers = { ...call?.headers };
    expect(headers['webhook-id']).toBe('p-plan.paid-1');
    const isSignedBy = (one: string): boolean => {
      try {
        // The body is a form: the program reads it as JSON only once the signature is right.
        new Webhook(one).verify(call?.body ?? '', headers);
        return true;
      } catch (error) {
        return error instanceof SyntaxError;
      }
    };
    expect([secret, former, ofOther].map(isSignedBy)).toEqual([true, true, false]);
  });

  test('a dealer without an endpoint has no secret: the id stands there, and no signature', async () => {
    const { call } = await tried(eventOf('plan.paid'), { endpoints: [] });
    expect(call?.headers).toMatchObject({ 'webhook-id': 'p-plan.paid-1' });
    expect(call?.headers).not.toHaveProperty('webhook-signature');
  });

  test('another answer than OK is tried again', async () => {
    expect((await tried(eventOf('plan.paid'), { body: 'thanks' })).outcome).toMatchObject({ kind: 'again' });
  });

  test.each<[string, OutboxEvent, Partial<Dealer>]>([
    ['of a dealer without the permission', eventOf('plan.paid'), { planNotice: false }],
    ['that tells no end', eventOf('plan.upcoming'), {}],
  ])('an event %s is not noticed', async (_what, event, dealer) => {
    const { outcome, channels, calls } = await tried(event, { dealer });
    expect([outcome.kind, channels, calls]).toEqual(['never', [], []]);
  });
});
