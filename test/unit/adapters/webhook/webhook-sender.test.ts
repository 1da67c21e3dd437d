import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { newWebhookSecret } from '../../../../shared/adapters/webhook/sign-webhook.ts';
import { webhookChannels, webhookSender } from '../../../../shared/adapters/webhook/webhook-sender.ts';
import type { DeliveryChannel } from '../../../../shared/domain/outbox/delivery.ts';
import { newDelivery } from '../../../../shared/domain/outbox/delivery-moves.ts';
import type { OutboxEvent } from '../../../../shared/domain/outbox/event.ts';
import type { EndpointMark, WebhookEndpoint } from '../../../../shared/domain/webhook/endpoint.ts';
import { webhookPayload } from '../../../../shared/domain/webhook/webhook-payload.ts';
import type { OutgoingAnswer, OutgoingCall } from '../../../../shared/ports/outgoing-client.ts';
import { StoreUnavailable } from '../../../../shared/ports/store-errors.ts';
import type { SealContext } from '../../../../shared/ports/vault.ts';
import { FakeLog } from '../../../fakes/log.ts';

const NOW_MS = Date.UTC(2026, 10, 22, 9, 30);
const HOUR_MS = 3_600_000;
const [secret, former] = [newWebhookSecret(), newWebhookSecret()];

const endpointWith = (changes: Partial<WebhookEndpoint> = {}): WebhookEndpoint => ({
  dealerCode: '1001',
  endpointId: 'shop',
  version: 3,
  url: 'https://shop.example.com/in',
  eventTypes: ['link.paid'],
  enabled: true,
  secrets: [{ version: 3, sealed: `3:${secret}` }],
  ...changes,
});
const other = endpointWith({ endpointId: 'books', eventTypes: 'all events' });

const event: OutboxEvent = {
  eventId: 'a-link-paid',
  type: 'link.paid',
  dealerCode: '1001',
  occurredAtMs: NOW_MS - 60_000,
  listingShards: 1,
  facts: { link: { paymentId: 100_001, state: 'paid', otherTrxCode: 'Çiçek-1' } },
};

interface World {
  readonly stored: readonly WebhookEndpoint[];
  readonly answer: OutgoingAnswer;
  readonly markFails: boolean;
}

const answered = (status: number): OutgoingAnswer => ({ kind: 'answered', status, body: '' });

/** One try of the event, with what was posted, marked and logged by it. */
const tried = async (changes: Partial<World> = {}, told: OutboxEvent = event) => {
  const { stored, answer, markFails }: World = {
    stored: [endpointWith()],
    answer: answered(200),
    markFails: false,
    ...changes,
  };
  const calls: OutgoingCall[] = [];
  const marks: { readonly mark: EndpointMark; readonly event?: OutboxEvent | undefined }[] = [];
  const log = new FakeLog();
  let failing = 0;
  const ofDealer = (dealerCode: string) => Promise.resolve(stored.filter((one) => one.dealerCode === dealerCode));
  const endpoints = {
    ofDealer,
    find: async (dealerCode: string, endpointId: string) =>
      (await ofDealer(dealerCode)).find((one) => one.endpointId === endpointId),
    mark: (_endpoint: WebhookEndpoint, mark: EndpointMark, at: { readonly event?: OutboxEvent | undefined }) => {
      if (markFails) return Promise.reject(new StoreUnavailable('unknown', 'TimeoutError'));
      marks.push({ mark, event: at.event });
      return Promise.resolve(true);
    },
  };
  const sender = webhookSender({
    endpoints,
    opener: {
      open: (sealed: string, { purpose, recordId, version }: SealContext) =>
        sealed.startsWith(`${version}:`) && purpose === 'webhook-secret' && recordId === 'shop'
          ? Promise.resolve(sealed.slice(2))
          : Promise.reject(new Error('sealed for another place')),
    },
    client: {
      post: (call) => {
        calls.push(call);
        return Promise.resolve(answer);
      },
    },
    randomness: { guid: () => 'GUID' },
    log,
    metrics: {
      endpointFailing: () => {
        failing += 1;
      },
    },
  });
  const channel: DeliveryChannel = { kind: 'webhook', endpointId: 'shop' };
  const delivery = newDelivery(told, channel, NOW_MS);
  const outcome = await sender.send(told, delivery, { nowMs: NOW_MS, untilMs: NOW_MS + 20_000 });
  return { outcome, calls, marks, log, failing, channels: await webhookChannels(endpoints).channelsFor(told) };
};

describe('A webhook', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: NOW_MS, toFake: ['Date'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test('posts the frozen event, signed at the time of the try', async () => {
    const { outcome, calls, marks } = await tried();
    expect(outcome).toEqual({ kind: 'done', detail: 'HTTP 200' });
    expect(calls).toHaveLength(1);
    const [{ address, headers, body } = { address: '', headers: {}, body: '' }] = calls;
    expect([address, body]).toEqual(['https://shop.example.com/in', webhookPayload(event)]);
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'webhook-id': 'a-link-paid',
      'webhook-timestamp': String(NOW_MS / 1000),
    });
    expect(new Webhook(secret).verify(body, { ...headers })).toMatchObject({ type: 'link.paid' });
    expect(marks).toEqual([]);
  });

  test('is signed by two secrets while they rotate, and by one afterwards', async () => {
    const rotating = (endsAtMs: number) =>
      endpointWith({
        secrets: [
          { version: 3, sealed: `3:${secret}` },
          { version: 2, sealed: `2:${former}`, endsAtMs },
        ],
      });
    const during = await tried({ stored: [rotating(NOW_MS + 1)] });
    const [call = { headers: {}, body: '' }] = during.calls;
    for (const one of [secret, former]) expect(new Webhook(one).verify(call.body, { ...call.headers })).toBeDefined();
    const after = await tried({ stored: [rotating(NOW_MS)] });
    expect(after.calls[0]?.headers['webhook-signature']?.split(' ')).toHaveLength(1);
  });

  test('to an endpoint that was removed, or switched off, is not sent', async () => {
    const removed = await tried({ stored: [other] });
    expect([removed.outcome.kind, removed.calls]).toEqual(['never', []]);
    const off = await tried({ stored: [endpointWith({ enabled: false })] });
    expect([off.outcome.kind, off.calls, off.channels]).toEqual(['gone', [], []]);
  });

  test('goes to the endpoints of the dealer that want it', async () => {
    const foreign = endpointWith({ dealerCode: '1002', endpointId: 'foreign', eventTypes: 'all events' });
    const picky = endpointWith({ endpointId: 'picky', eventTypes: ['card.stored'] });
    const { channels } = await tried({ stored: [endpointWith(), other, foreign, picky] });
    expect(channels).toEqual([
      { kind: 'webhook', endpointId: 'shop' },
      { kind: 'webhook', endpointId: 'books' },
    ]);
  });

  test('that is answered 410 switches the endpoint off', async () => {
    const { outcome, marks, log } = await tried({ answer: answered(410) });
    expect([outcome.kind, marks]).toEqual(['gone', [{ mark: 'gone', event: undefined }]]);
    expect(log.lines).toEqual([
      { level: 'warn', event: 'webhook endpoint switched off', fields: { dealerCode: '1001' } },
    ]);
  });

  test('marks the first failure of an endpoint, and that it works again', async () => {
    const first = await tried({ answer: { kind: 'failed', cause: 'time-out', sent: true } });
    expect([first.outcome, first.marks]).toEqual([
      { kind: 'again', detail: 'time-out' },
      [{ mark: 'failing', event: undefined }],
    ]);
    const again = await tried({ stored: [endpointWith({ failingSinceMs: NOW_MS - 1 })], answer: answered(500) });
    expect(again.marks).toEqual([]);
    const working = await tried({ stored: [endpointWith({ failingSinceMs: NOW_MS - 1 })] });
    expect(working.marks).toEqual([{ mark: 'working', event: undefined }]);
  });

  test.each([
    ['another endpoint', [other], true],
    ['nobody: only the mark is made', [], false],
    ['an endpoint that is off: only the mark is made', [{ ...other, enabled: false }], false],
  ])('that has failed for long is told to %s', async (_title, others, told) => {
    const failingSinceMs = NOW_MS - 6 * HOUR_MS;
    const stored = [endpointWith({ failingSinceMs, eventTypes: 'all events' }), ...others];
    const { marks, failing } = await tried({ stored, answer: answered(503) });
    const expected = {
      eventId: 'GUID',
      type: 'endpoint.failing',
      dealerCode: '1001',
      occurredAtMs: NOW_MS,
      listingShards: 1,
      facts: { endpoint: { endpointId: 'shop', failingSinceMs } },
    };
    expect(marks).toEqual([{ mark: 'tell-failing', event: told ? expected : undefined }]);
    expect(failing).toBe(1);
  });

  test('keeps its outcome when the mark cannot be written', async () => {
    const { outcome, log } = await tried({ answer: answered(410), markFails: true });
    expect(outcome.kind).toBe('gone');
    expect(log.lines).toMatchObject([
      { event: 'webhook endpoint not marked', fields: { errorName: 'StoreUnavailable' } },
    ]);
  });
});
