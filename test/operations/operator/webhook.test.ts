import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { dynamoDealers } from '../../../shared/adapters/dynamodb/dealer/dealers.ts';
import { dynamoOutbox } from '../../../shared/adapters/dynamodb/outbox/outbox.ts';
import { dynamoWebhookEndpoints, endpointItem } from '../../../shared/adapters/dynamodb/webhook/webhook-endpoints.ts';
import { newDelivery } from '../../../shared/domain/outbox/delivery-moves.ts';
import { noticeEvents } from '../../../shared/domain/outbox/event.ts';
import { webhookSecretContext } from '../../../shared/ports/vault.ts';
import { type Input, newDealerCode, operatedDealer } from '../../support/operator/operators.ts';

const SECRET = /^whsec_[A-Za-z0-9+/]{43}=$/;
const URL = 'https://shop.example.com/in';

const shop = (dealerCode: string, changes: Input = {}): Input => ({
  dealerCode,
  endpointId: 'shop',
  url: URL,
  eventTypes: ['link.paid'],
  ...changes,
});

const withShop = async () => {
  const operator = await operatedDealer();
  const { done, store, dealerCode } = operator;
  const made = await done('put-webhook', shop(dealerCode));
  return {
    ...operator,
    secret: String(made.secret),
    wanted: async () => (await dynamoDealers(store).load(dealerCode))?.dealer.wantedEvents,
    endpoint: async () => {
      const found = await dynamoWebhookEndpoints(store).find(dealerCode, 'shop');
      if (found === undefined) throw new Error('no endpoint');
      return found;
    },
  };
};

describe('put-webhook', () => {
  test('makes an endpoint with a secret, which is shown once and stored sealed for that endpoint alone (rule 24)', async () => {
    const { run, audit, vault, store, dealerCode } = await operatedDealer();
    const commandId = randomUUID();
    const first = await run('put-webhook', shop(dealerCode), commandId);
    if (!first.ok) throw new Error(first.error.message);
    const { secret, ...open } = first.result;
    expect(secret).toMatch(SECRET);
    expect(open).toEqual({ dealerCode, endpointId: 'shop', version: 1, changed: expect.any(Array) });
    const repeat = await run('put-webhook', shop(dealerCode), commandId);
    expect(repeat).toEqual({ ok: true, commandId, applied: false, result: open });
    const endpoint = await dynamoWebhookEndpoints(store).find(dealerCode, 'shop');
    expect(JSON.stringify([await audit(commandId), endpoint])).not.toContain(secret);
    const [stored] = endpoint?.secrets ?? [];
    const place = webhookSecretContext({ dealerCode, endpointId: 'shop' }, 1);
    expect(await vault.open(stored?.sealed ?? '', place)).toBe(secret);
    await expect(vault.open(stored?.sealed ?? '', { ...place, recordId: 'other' })).rejects.toThrow();
    await expect(vault.open(stored?.sealed ?? '', { ...place, purpose: 'merchant-key' })).rejects.toThrow();
  });

  test('tells the dealer’s record what is wanted, in the same transaction, and takes it back', async () => {
    const { done, dealerCode, wanted } = await withShop();
    expect(await wanted()).toEqual({ webhooks: ['link.paid'] });
    await done('put-webhook', shop(dealerCode, { endpointId: 'books', eventTypes: ['card.stored', 'link.created'] }));
    expect(await wanted()).toEqual({ webhooks: ['link.created', 'link.paid', 'card.stored'] });
    await done('put-webhook', { dealerCode, endpointId: 'books', version: 1, enabled: false });
    expect(await wanted()).toEqual({ webhooks: ['link.paid'] });
    await done('remove-webhook', { dealerCode, endpointId: 'shop' });
    expect(await wanted()).toBeUndefined();
    const { version } = await done('show-dealer', { dealerCode });
    await done('put-dealer', { dealerCode, version, noticeAddress: 'https://shop.example.com/notice' });
    expect(await wanted()).toEqual({ notice: [...noticeEvents] });
    await done('put-dealer', { dealerCode, version: Number(version) + 1, planNotice: true });
    expect(await wanted()).toEqual({ notice: [...noticeEvents, 'plan.paid', 'plan.failed'] });
    await done('put-webhook', { dealerCode, endpointId: 'books', version: 2, enabled: true });
    await done('put-dealer', { dealerCode, version: Number(version) + 3, noticeAddress: null });
    expect(await wanted()).toEqual({ webhooks: ['link.created', 'card.stored'] });
  });

  test('of ten at once each becomes an endpoint whose events are wanted, and an eleventh is refused', async () => {
    const { run, refused, dealerCode, store } = await operatedDealer();
    const types = ['link.created', 'link.paid', 'link.failed', 'link.expired', 'link.cancelled'];
    const put = async (index: number): Promise<void> => {
      const input = shop(dealerCode, { endpointId: `e${index}`, eventTypes: [types[index % types.length]] });
      // A command that other changes overtook five times says so, and is repeated by whoever gave it.
      for (let tries = 0; tries < 20; tries += 1) if ((await run('put-webhook', input)).ok) return;
      throw new Error('never applied');
    };
    await Promise.all(Array.from({ length: 10 }, (_, index) => put(index)));
    const account = await dynamoDealers(store).load(dealerCode);
    expect(account?.dealer.wantedEvents).toEqual({ webhooks: types });
    expect(await refused('put-webhook', shop(dealerCode))).toMatchObject({ code: 'NotPossible' });
  });

  test.each([
    ['url', { url: 'http://shop.example.com/in' }],
    ['url', { url: 'https://pay.example/in' }],
    ['url', { url: 'https://10.0.0.1/in' }],
    ['url', { url: 'https://user:word@shop.example.com/' }],
    ['url', { url: 'shop.example.com' }],
    ['endpointId', { endpointId: 'Shop#1' }],
    ['eventTypes', { eventTypes: [] }],
    ['eventTypes.0', { eventTypes: ['endpoint.test'] }],
    ['eventTypes.1', { eventTypes: ['link.paid', 'link.opened'] }],
  ])('refuses a wrong %s: %j', async (field, change) => {
    const { refused, dealerCode } = await operatedDealer();
    const error = await refused('put-webhook', shop(dealerCode, change));
    expect(error).toMatchObject({ code: 'InvalidInput', field });
  });

  test('an endpoint that failed or is gone starts anew with a new address, and is switched on by a put', async () => {
    const { done, dealerCode, endpoint, store } = await withShop();
    const failing = { ...(await endpoint()), version: 2, enabled: false, goneAtMs: 5, failingSinceMs: 4 };
    await store.transact([{ put: endpointItem(failing) }]);
    await done('put-webhook', { dealerCode, endpointId: 'shop', version: 2, enabled: true });
    expect(await endpoint()).toMatchObject({ enabled: true, version: 3, failingSinceMs: 4 });
    expect(await endpoint()).not.toHaveProperty('goneAtMs');
    await done('put-webhook', { dealerCode, endpointId: 'shop', version: 3, url: 'https://shop.example.com/new' });
    expect(await endpoint()).not.toHaveProperty('failingSinceMs');
  });

  test('endpoints of another dealer are out of reach (rule 37)', async () => {
    const [mine, other] = [await operatedDealer(), await withShop()];
    const there = { dealerCode: mine.dealerCode, endpointId: 'shop' };
    for (const command of ['rotate-webhook-secret', 'test-webhook', 'remove-webhook']) {
      expect(await mine.refused(command, there)).toMatchObject({ code: 'NotFound' });
    }
    expect(await mine.done('list-webhooks', { dealerCode: mine.dealerCode })).toMatchObject({ webhooks: [] });
    expect(await other.endpoint()).toMatchObject({ version: 1 });
    expect(await mine.refused('list-webhooks', { dealerCode: newDealerCode() })).toMatchObject({ code: 'NotFound' });
  });
});

describe('rotate-webhook-secret', () => {
  test('adds a secret, keeps the former one for the hours given, and list-webhooks shows neither', async () => {
    const { done, clock, vault, endpoint, secret, dealerCode } = await withShop();
    const rotated = await done('rotate-webhook-secret', { dealerCode, endpointId: 'shop', keepHours: 2 });
    expect(rotated.secret).toMatch(SECRET);
    expect(rotated.secret).not.toBe(secret);
    expect(rotated.formerEnds).toBe(new Date(clock.nowMs + 7_200_000).toISOString());
    const { secrets } = await endpoint();
    const opened = await Promise.all(
      secrets.map(({ sealed, version }) =>
        vault.open(sealed, webhookSecretContext({ dealerCode, endpointId: 'shop' }, version)),
      ),
    );
    expect(opened).toEqual([rotated.secret, secret]);
    const list = JSON.stringify(await done('list-webhooks', { dealerCode }));
    expect(list).toContain(String(rotated.formerEnds));
    expect(list).not.toMatch(/whsec_|sealed/);
    clock.nowMs += 7_200_000;
    expect(await done('list-webhooks', { dealerCode })).toMatchObject({ webhooks: [{ secrets: [{ version: 2 }] }] });
  });

  test('with 0 hours ends the former one at once', async () => {
    const { done, endpoint, dealerCode } = await withShop();
    const rotated = await done('rotate-webhook-secret', { dealerCode, endpointId: 'shop', keepHours: 0 });
    expect(rotated).not.toHaveProperty('formerEnds');
    expect((await endpoint()).secrets).toHaveLength(1);
  });
});

describe('test-webhook, list-deliveries and resend-delivery', () => {
  test('a test is an event of its own, whatever the endpoint wants; one that is off is refused', async () => {
    const { done, refused, store, clock, dealerCode } = await withShop();
    const { eventId } = await done('test-webhook', { dealerCode, endpointId: 'shop' });
    const event = await dynamoOutbox(store).findEvent(String(eventId));
    expect(event).toMatchObject({
      type: 'endpoint.test',
      dealerCode,
      occurredAtMs: clock.nowMs,
      facts: { endpoint: { endpointId: 'shop' } },
    });
    await done('put-webhook', { dealerCode, endpointId: 'shop', version: 1, enabled: false });
    expect(await refused('test-webhook', { dealerCode, endpointId: 'shop' })).toMatchObject({ code: 'NotPossible' });
  });

  test('lists what was sent, by state, and sends it again', async () => {
    const { done, refused, store, clock, dealerCode } = await withShop();
    const { eventId } = await done('test-webhook', { dealerCode, endpointId: 'shop' });
    const outbox = dynamoOutbox(store);
    const event = await outbox.findEvent(String(eventId));
    if (event === undefined) throw new Error('no event');
    const ofShop = newDelivery(event, { kind: 'webhook', endpointId: 'shop' }, clock.nowMs);
    const ofPayer = newDelivery(event, { kind: 'sms', round: 1 }, clock.nowMs);
    await outbox.addDelivery(ofShop);
    await outbox.addDelivery(ofPayer);
    const over = { version: 2, tries: 1, detail: 'HTTP 200', lastTryAtMs: clock.nowMs, endedAtMs: clock.nowMs };
    for (const one of [ofShop, ofPayer]) await outbox.writeDelivery({ ...one, ...over, state: 'done' });
    const where = { dealerCode, eventId, channel: 'webhook:shop' };
    const listed = {
      eventId,
      type: 'endpoint.test',
      channel: 'webhook:shop',
      state: 'done',
      tries: 1,
      detail: 'HTTP 200',
    };
    await expect
      .poll(() => done('list-deliveries', { dealerCode, state: 'done' }))
      .toMatchObject({ deliveries: expect.arrayContaining([expect.objectContaining(listed)]) });
    expect(await done('list-deliveries', { dealerCode, state: 'dead' })).toMatchObject({ deliveries: [] });

    clock.nowMs += 1000;
    expect(await done('resend-delivery', where)).toEqual({ ...where });
    const again = await outbox.findDelivery({ eventId: String(eventId), channel: 'webhook:shop' });
    expect(again).toMatchObject({ state: 'waiting', tries: 0, version: 3, dueAtMs: clock.nowMs });
    expect(again).not.toHaveProperty('endedAtMs');
    expect(await refused('resend-delivery', where)).toMatchObject({ code: 'NotPossible' });
    expect(await refused('resend-delivery', { ...where, channel: 'sms:1' })).toMatchObject({
      code: 'NotPossible',
      field: 'channel',
    });
    expect(await refused('resend-delivery', { ...where, channel: 'notice' })).toMatchObject({ code: 'NotFound' });
    const foreign = await operatedDealer();
    const theirs = { ...where, dealerCode: foreign.dealerCode };
    expect(await foreign.refused('resend-delivery', theirs)).toMatchObject({ code: 'NotFound' });
  });
});
