import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { deliveryItem } from '../../../shared/adapters/dynamodb/outbox/delivery-item.ts';
import { dynamoDeskDeliveries } from '../../../shared/adapters/dynamodb/outbox/desk-deliveries.ts';
import { dynamoOutbox } from '../../../shared/adapters/dynamodb/outbox/outbox.ts';
import type { Delivery, DeliveryState } from '../../../shared/domain/outbox/delivery.ts';
import { newDelivery } from '../../../shared/domain/outbox/delivery-moves.ts';
import { linkCreated } from '../../../shared/domain/outbox/event-of-link.ts';
import { linkWith } from '../../support/dealer/records.ts';
import { putRows } from '../../support/store/store.ts';
import type { StoreWorld } from '../../support/store/store-world.ts';

/** The last second of January in Istanbul, so that a period around it has two months. */
const AT_MS = Date.UTC(2027, 0, 31, 20, 59, 59);
const MINUTE_MS = 60_000;

/** The contract of the deliveries that the desk looks at, on one engine (rule 55). */
export const deskDeliveriesSuite = (world: () => StoreWorld): void => {
  describe('deliveries as the desk looks at them', () => {
    const scene = (listingShards: number) => {
      const { direct } = world();
      const dealerCode = `D-${randomUUID().slice(0, 18)}`;
      const put = async (state: DeliveryState, atMs: number, of = dealerCode): Promise<Delivery> => {
        const link = linkWith({ dealerCode: of, createdAtMs: atMs, listingShards });
        const event = linkCreated(link) ?? expect.unreachable();
        await dynamoOutbox(direct).addEvent(event);
        const delivery = { ...newDelivery(event, { kind: 'webhook', endpointId: 'e-1' }, atMs), state };
        await putRows(direct, [deliveryItem(delivery)]);
        return delivery;
      };
      const dead = (limit = 50, of = dealerCode) =>
        dynamoDeskDeliveries(direct).dead({
          dealerCode: of,
          listingShards,
          period: { fromMs: AT_MS - 10 * MINUTE_MS, untilMs: AT_MS + 10 * MINUTE_MS },
          limit,
        });
      return { put, dead };
    };

    test.each([1, 3])(
      'of a period the dead ones alone, the newest first, with their events, in %i shards',
      async (shards) => {
        const { put, dead } = scene(shards);
        const early = await put('dead', AT_MS);
        const late = await put('dead', AT_MS + MINUTE_MS);
        for (const state of ['waiting', 'done', 'refused', 'gone'] as const) await put(state, AT_MS + 2 * MINUTE_MS);
        await put('dead', AT_MS - 11 * MINUTE_MS);
        await put('dead', AT_MS + 11 * MINUTE_MS);
        await put('dead', AT_MS, `D-${randomUUID().slice(0, 18)}`);
        const found = await dead();
        expect(found.isWhole).toBe(true);
        expect(found.dead.map(({ delivery }) => delivery.eventId)).toEqual([late.eventId, early.eventId]);
        expect(found.dead.map(({ event }) => event?.eventId)).toEqual([late.eventId, early.eventId]);
      },
    );

    test('says that it has not looked at all of them where there are more than it may read', async () => {
      const { put, dead } = scene(2);
      await put('dead', AT_MS);
      await put('done', AT_MS + MINUTE_MS);
      await put('done', AT_MS + 2 * MINUTE_MS);
      expect(await dead(2)).toEqual({ dead: [], isWhole: false });
      expect(await dead(3)).toMatchObject({ dead: [{}], isWhole: true });
    });

    test('another dealer has none of them (rule 37)', async () => {
      const { put, dead } = scene(1);
      await put('dead', AT_MS);
      expect(await dead(50, `D-${randomUUID().slice(0, 18)}`)).toEqual({ dead: [], isWhole: true });
    });
  });
};
