import { randomBytes, randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { dealerItem, dynamoDealers } from '../../../shared/adapters/dynamodb/dealer/dealers.ts';
import { dynamoOutbox } from '../../../shared/adapters/dynamodb/outbox/outbox.ts';
import { dynamoEndpointMarks } from '../../../shared/adapters/dynamodb/webhook/endpoint-marks.ts';
import { dynamoWebhookEndpoints, endpointItem } from '../../../shared/adapters/dynamodb/webhook/webhook-endpoints.ts';
import type { WebhookEndpoint } from '../../../shared/domain/webhook/endpoint.ts';
import { endpointFailingEvent } from '../../../shared/domain/webhook/endpoint-events.ts';
import { dealerWith } from '../../support/dealer/dealers.ts';
import type { StoreWorld } from '../../support/store/store-world.ts';

const NOW_MS = Date.UTC(2026, 10, 22, 9, 30);

const endpointWith = (changes: Partial<WebhookEndpoint> = {}): WebhookEndpoint => ({
  dealerCode: `W${randomBytes(6).toString('hex')}`,
  endpointId: 'shop',
  version: 3,
  url: 'https://shop.example.com/in',
  eventTypes: ['link.paid', 'card.stored'],
  enabled: true,
  secrets: [
    { version: 3, sealed: 'v2.new' },
    { version: 1, sealed: 'v2.former', endsAtMs: NOW_MS },
  ],
  ...changes,
});

/** Webhook endpoints as they are read, and what tries mark at them. */
export const webhookEndpointsSuite = (world: () => StoreWorld): void => {
  describe('webhook endpoints', () => {
    const stored = async (changes: Partial<WebhookEndpoint> = {}): Promise<WebhookEndpoint> => {
      const endpoint = endpointWith(changes);
      await world().direct.transact([{ put: endpointItem(endpoint) }]);
      return endpoint;
    };
    const read = ({ dealerCode, endpointId }: WebhookEndpoint) =>
      dynamoWebhookEndpoints(world().store).find(dealerCode, endpointId);
    const mark = (...call: Parameters<ReturnType<typeof dynamoEndpointMarks>['mark']>) =>
      dynamoEndpointMarks(world().store).mark(...call);

    test('are read as they were written, one by one and all of a dealer in one trip each', async () => {
      const shop = await stored();
      const books = await stored({ dealerCode: shop.dealerCode, endpointId: 'books', eventTypes: 'all events' });
      await stored({ endpointId: 'of-another-dealer' });
      const { store, proxy } = world();
      proxy.reset();
      expect(await read(shop)).toEqual(shop);
      expect(await dynamoWebhookEndpoints(store).ofDealer(shop.dealerCode)).toEqual([books, shop]);
      expect(proxy.count()).toBe(2);
      expect(await read({ ...shop, endpointId: 'none' })).toBeUndefined();
    });

    test('event types of the next release are left out, not refused', async () => {
      const shop = endpointWith();
      const eventTypes = ['link.paid', 'link.invented'];
      await world().direct.transact([{ put: { ...endpointItem(shop), eventTypes } }]);
      expect(await read(shop)).toMatchObject({ eventTypes: ['link.paid'] });
      const dealer = dealerWith({ dealerCode: shop.dealerCode, wantedEvents: { webhooks: ['link.paid'] } });
      const row = { ...dealerItem(dealer), wantedEvents: { webhooks: eventTypes } };
      await world().direct.transact([{ put: row }]);
      const account = await dynamoDealers(world().store).load(shop.dealerCode);
      expect(account?.dealer.wantedEvents).toEqual({ webhooks: ['link.paid'] });
    });

    test('the first failure is marked once, and taken off by a success, at the same version', async () => {
      const shop = await stored();
      const marks = [NOW_MS, NOW_MS + 1].map((nowMs) => mark(shop, 'failing', { nowMs }));
      expect((await Promise.all(marks)).filter(Boolean)).toHaveLength(1);
      expect(await read(shop)).toMatchObject({ version: 3, failingSinceMs: expect.any(Number) });
      expect(await mark(shop, 'working', { nowMs: NOW_MS })).toBe(true);
      expect(await read(shop)).toEqual(shop);
    });

    test('of ten tries that find it failing for long one tells the dealer', async () => {
      const shop = await stored({ failingSinceMs: NOW_MS - 1 });
      const tell = async () => {
        const eventId = randomUUID();
        const event = endpointFailingEvent(shop, { eventId, nowMs: NOW_MS, listingShards: 1 });
        const told = await mark(shop, 'tell-failing', { nowMs: NOW_MS, event });
        return { told, found: await dynamoOutbox(world().store).findEvent(eventId), event };
      };
      const all = await Promise.all(Array.from({ length: 10 }, tell));
      expect(all.filter(({ told }) => told)).toHaveLength(1);
      for (const { told, found, event } of all) expect(found).toEqual(told ? event : undefined);
    });

    test('410 switches it off under a new version, and a put in between wins', async () => {
      const shop = await stored({ failingSinceMs: NOW_MS - 1 });
      expect(await mark({ ...shop, version: 2 }, 'gone', { nowMs: NOW_MS })).toBe(false);
      expect(await mark(shop, 'gone', { nowMs: NOW_MS })).toBe(true);
      const { failingSinceMs: _over, ...rest } = shop;
      expect(await read(shop)).toEqual({ ...rest, enabled: false, goneAtMs: NOW_MS, version: 4 });
      expect(await mark(shop, 'gone', { nowMs: NOW_MS })).toBe(false);
      expect(await mark(shop, 'failing', { nowMs: NOW_MS })).toBe(false);
    });
  });
};
