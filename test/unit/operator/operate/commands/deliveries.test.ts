import { describe, expect, test } from 'vitest';
import type { CommandCall } from '../../../../../functions/operator/operate/command.ts';
import {
  listDeliveries,
  resendDelivery,
  testWebhook,
} from '../../../../../functions/operator/operate/commands/delivery.ts';
import { redriveDeliveries } from '../../../../../functions/operator/operate/commands/redrive-deliveries.ts';
import type { Delivery } from '../../../../../shared/domain/outbox/delivery.ts';
import { MOST_REDRIVEN } from '../../../../../shared/domain/outbox/delivery-moves.ts';
import { dealerWith } from '../../../../support/dealer/dealers.ts';

const NOON_MS = Date.UTC(2027, 0, 15, 9);
const DAY = '20270115';
const EVENT = 'event-1';

const deliveryWith = (changes: Partial<Delivery> = {}): Delivery => ({
  eventId: EVENT,
  dealerCode: 'D1',
  channel: { kind: 'webhook', endpointId: 'shop' },
  state: 'dead',
  version: 3,
  tries: 12,
  createdAtMs: NOON_MS,
  dueAtMs: NOON_MS + 60_000,
  listingShards: 1,
  endedAtMs: NOON_MS + 30_000,
  ...changes,
});

const callWith = (more: object): CommandCall => {
  const dealer = dealerWith({ dealerCode: 'D1', listingShards: 2 });
  const deps = {
    dealers: { load: async (code: string) => (code === 'D1' ? { dealer, credentials: [] } : undefined) },
    ...more,
  };
  return { deps, nowMs: NOON_MS, today: DAY, tomorrow: '20270116' } as unknown as CommandCall;
};

describe('list-deliveries', () => {
  const positionOf = (index: number): string => `${String(index).padStart(15, '0')}#${EVENT}#webhook:shop`;
  const list = async (input: object, rows: readonly { readonly delivery: Delivery; readonly event?: object }[]) => {
    const asked: unknown[] = [];
    const deliveryRecords = {
      pageOfDay: async (query: { readonly limit: number }) => {
        asked.push(query);
        return rows.map((row, index) => ({ ...row, position: positionOf(index) })).slice(0, query.limit);
      },
    };
    const answer = await listDeliveries.show({ dealerCode: 'D1', ...input }, callWith({ deliveryRecords }));
    return { asked, answer, deliveries: answer.deliveries as readonly object[] };
  };

  test('tells of each what it was about, how far it is, and when it is tried next', async () => {
    const waiting = deliveryWith({ state: 'waiting', lastTryAtMs: NOON_MS + 1000, detail: 'HTTP 500' });
    const ofLink = { type: 'link.expired', facts: { link: { paymentId: 8 } } };
    const ofPayment = { type: 'payment.paid', facts: { link: { paymentId: 8 }, payment: { paymentId: 9 } } };
    const rows = [
      { delivery: waiting, event: ofPayment },
      { delivery: deliveryWith(), event: ofLink },
      { delivery: deliveryWith() },
    ];
    const { answer, asked } = await list({}, rows);
    const plain = { eventId: EVENT, channel: 'webhook:shop', tries: 12, createdAt: '2027-01-15T09:00:00.000Z' };
    expect(answer).toEqual({
      dealerCode: 'D1',
      day: DAY,
      deliveries: [
        {
          ...plain,
          type: 'payment.paid',
          state: 'waiting',
          lastTryAt: '2027-01-15T09:00:01.000Z',
          nextTryAt: '2027-01-15T09:01:00.000Z',
          detail: 'HTTP 500',
          paymentId: 9,
        },
        { ...plain, type: 'link.expired', state: 'dead', paymentId: 8 },
        { ...plain, state: 'dead' },
      ],
    });
    expect(asked).toEqual([{ dealerCode: 'D1', day: DAY, listingShards: 2, limit: 20 }]);
  });

  test('lists those in a state, of another day, and goes on behind a full page', async () => {
    const rows = (['dead', 'done', 'dead'] as const).map((state) => ({ delivery: deliveryWith({ state }) }));
    expect((await list({ state: 'done' }, rows)).deliveries).toMatchObject([{ state: 'done' }]);
    const { asked, answer } = await list({ limit: 2, day: '20270101', cursor: positionOf(0), state: null }, rows);
    expect(answer).toMatchObject({ day: '20270101', next: positionOf(1) });
    expect(asked).toMatchObject([{ day: '20270101', after: positionOf(0), limit: 2 }]);
  });
});

describe('test-webhook', () => {
  const plan = (enabled: boolean, endpointId = 'shop') => {
    const endpoint = { dealerCode: 'D1', endpointId: 'shop', enabled };
    const webhooks = { find: async (_dealer: string, id: string) => (id === 'shop' ? endpoint : undefined) };
    const call = callWith({ webhooks, randomness: { guid: () => 'ABC-1' } });
    return testWebhook.plan({ dealerCode: 'D1', endpointId }, call);
  };

  test('writes an event for the endpoint, which goes the way of every other', async () => {
    expect(await plan(true)).toMatchObject({
      dealerCode: 'D1',
      change: { kind: 'event', record: { eventId: 'abc-1', type: 'endpoint.test', dealerCode: 'D1' } },
      changed: ['event'],
      result: { dealerCode: 'D1', endpointId: 'shop', eventId: 'abc-1' },
    });
  });

  test('needs an endpoint that is there and switched on', async () => {
    await expect(plan(false)).rejects.toMatchObject({
      code: 'NotPossible',
      sentence: expect.stringContaining('switched off'),
    });
    await expect(plan(true, 'other')).rejects.toMatchObject({ sentence: 'There is no webhook other of dealer D1.' });
    for (const endpointId of ['Shop', '-shop', 'shop_1', 'x'.repeat(33), ' shop', '']) {
      await expect(plan(true, endpointId)).rejects.toMatchObject({ code: 'InvalidInput', field: 'endpointId' });
    }
  });
});

describe('resend-delivery', () => {
  const plan = (stored: Delivery | undefined, input: object = {}) => {
    const asked: unknown[] = [];
    const find = async (...of: readonly unknown[]) => {
      asked.push(of);
      return stored;
    };
    const given = { dealerCode: 'D1', eventId: EVENT, channel: 'webhook:shop', ...input };
    return { asked, planned: resendDelivery.plan(given, callWith({ deliveryRecords: { find } })) };
  };

  test('begins a webhook anew, whether it arrived or not', async () => {
    for (const state of ['done', 'dead', 'gone'] as const) {
      const { planned, asked } = plan(deliveryWith({ state }));
      const { endedAtMs: _over, ...begun } = deliveryWith({ state: 'waiting', version: 4, tries: 0, dueAtMs: NOON_MS });
      expect(await planned).toEqual({
        dealerCode: 'D1',
        change: { kind: 'deliveries', record: { deliveries: [begun] } },
        changed: ['delivery'],
        result: { dealerCode: 'D1', eventId: EVENT, channel: 'webhook:shop' },
      });
      expect(asked).toEqual([['D1', EVENT, 'webhook:shop']]);
    }
  });

  test.each<readonly [string, Delivery | undefined, object]>([
    ['that is not there', undefined, { code: 'NotFound', sentence: expect.stringContaining('for dealer D1') }],
    ['that waits', deliveryWith({ state: 'waiting' }), { sentence: expect.stringContaining('it is sent by itself') }],
    [
      'to a payer',
      deliveryWith({ channel: { kind: 'sms', round: 1 } }),
      { field: 'channel', sentence: expect.stringContaining('A message to a payer is not sent again') },
    ],
  ])('sends none %s', async (_what, stored, refusal) => {
    await expect(plan(stored).planned).rejects.toMatchObject(refusal);
  });

  test.each([
    ['eventId', 'x'.repeat(129)],
    ['eventId', 'a b'],
    ['eventId', ' a'],
    ['eventId', 'a '],
    ['channel', 'Webhook:shop'],
    ['channel', 'x'.repeat(65)],
    ['channel', ' sms'],
    ['channel', 'sms '],
  ])('takes no %s "%s"', async (field, text) => {
    await expect(plan(deliveryWith(), { [field]: text }).planned).rejects.toMatchObject({
      code: 'InvalidInput',
      field,
      sentence: expect.stringContaining('as list-deliveries shows it'),
    });
  });
});

describe('redrive-deliveries', () => {
  const plan = async (dead: readonly Delivery[], input: object = {}) => {
    const asked: unknown[] = [];
    const deadOf = async (query: unknown) => {
      asked.push(query);
      return dead;
    };
    const planned = await redriveDeliveries.plan({ dealerCode: 'D1', ...input }, callWith({ deliveries: { deadOf } }));
    return { ...planned, asked };
  };

  test('begins what is dead anew, as much as one command writes', async () => {
    const { change, changed, result, asked } = await plan(
      Array.from({ length: MOST_REDRIVEN + 1 }, () => deliveryWith()),
    );
    const begun = { eventId: EVENT, state: 'waiting', tries: 0, dueAtMs: NOON_MS };
    expect(change).toMatchObject({
      kind: 'deliveries',
      record: { deliveries: Array.from({ length: MOST_REDRIVEN }, () => begun) },
    });
    expect(changed).toEqual(['state']);
    const told = { eventId: EVENT, channel: 'webhook:shop' };
    expect(result).toEqual({
      dealerCode: 'D1',
      day: DAY,
      redriven: Array.from({ length: MOST_REDRIVEN }, () => told),
      more: true,
    });
    expect(asked).toEqual([{ dealerCode: 'D1', day: DAY, listingShards: 2 }]);
  });

  test('of one event or another day leaves the others', async () => {
    const dead = [deliveryWith(), deliveryWith({ eventId: 'event-2' })];
    const one = await plan(dead, { eventId: 'event-2', day: '20270101' });
    expect(one.result).toMatchObject({ day: '20270101', redriven: [{ eventId: 'event-2' }], more: false });
    expect((await plan(dead, { eventId: null })).result).toMatchObject({ redriven: [{}, {}] });
    expect(await plan(dead, { eventId: 'event-3' })).toMatchObject({ changed: [], result: { redriven: [] } });
  });

  test.each(['', 'a b', ' a', 'a ', 'x'.repeat(129)])('takes no event "%s"', async (eventId) => {
    await expect(plan([], { eventId })).rejects.toMatchObject({ code: 'InvalidInput', field: 'eventId' });
  });
});
