import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { keys } from '../../../shared/adapters/dynamodb/keys.ts';
import { dynamoOperatorChanges } from '../../../shared/adapters/dynamodb/operator/operator-changes.ts';
import { dynamoDeliveryRecords } from '../../../shared/adapters/dynamodb/outbox/delivery-records.ts';
import { dynamoDeskDeliveries } from '../../../shared/adapters/dynamodb/outbox/desk-deliveries.ts';
import { dynamoOperatorDeliveries } from '../../../shared/adapters/dynamodb/outbox/operator-deliveries.ts';
import { dynamoOutbox } from '../../../shared/adapters/dynamodb/outbox/outbox.ts';
import { istanbulDayOf } from '../../../shared/domain/calendar.ts';
import { channelId, type Delivery } from '../../../shared/domain/outbox/delivery.ts';
import {
  beginTry,
  EVENT_WAITS_MS,
  endTry,
  newJoinedDelivery,
  redrive,
} from '../../../shared/domain/outbox/delivery-moves.ts';
import type { OutboxEvent } from '../../../shared/domain/outbox/event.ts';
import { eventQueuedAt, queuedInLane, SMS, WEBHOOK, writtenEvent } from '../../support/store/outbox-scene.ts';
import type { StoreWorld } from '../../support/store/store-world.ts';

/** The contract of deliveries that stand in the rows of their events, on one engine (rules 38, 42 and 50). */
export const joinedDeliveriesSuite = (world: () => StoreWorld): void => {
  describe('deliveries that join their events', () => {
    test('a delivery may join its event with its first lease: one worker wins, and the event says what it said', async () => {
      const { direct } = world();
      const event = await writtenEvent(world());
      const outbox = dynamoOutbox(direct);
      const nowMs = event.occurredAtMs;
      const begun = beginTry(newJoinedDelivery(event, SMS, nowMs), nowMs)?.delivery ?? expect.unreachable();
      const written = await Promise.all([1, 2, 3].map(() => dynamoOutbox(direct).writeDelivery(begun)));
      expect(written.filter(Boolean)).toHaveLength(1);
      // Until its end it is the event that stands in the queue: the sweep comes to it.
      const waits = nowMs + EVENT_WAITS_MS;
      expect(await eventQueuedAt(world(), event, waits)).toEqual([expect.objectContaining({ dueAtMs: waits })]);
      expect(await outbox.findStored(event.eventId)).toEqual({
        event,
        isQueued: true,
        isSeparate: false,
        joined: begun,
      });
      expect(await outbox.separate(event.eventId)).toBe(false);
      await outbox.endFanOut(event, nowMs);
      expect(await eventQueuedAt(world(), event, waits)).toHaveLength(1);
      const dead = { ...endTry(begun, { kind: 'never', detail: 'over' }, nowMs + 1), state: 'dead' } as const;
      expect(await outbox.writeDelivery(dead)).toBe(true);
      expect(await eventQueuedAt(world(), event, waits)).toEqual([]);
      expect(await outbox.findStored(event.eventId)).toEqual({
        event,
        isQueued: false,
        isSeparate: false,
        joined: dead,
      });
      const row = await direct.get(keys.event(event.eventId));
      expect(row?.expiresAt).toBe(Math.ceil((nowMs + 1) / 1000) + 90 * 86_400);
      const anew = redrive(dead, nowMs + 2) ?? expect.unreachable();
      const outcome = await dynamoOperatorChanges(direct).apply(
        { kind: 'deliveries', record: { deliveries: [anew] } },
        { commandId: randomUUID(), command: 'test', atMs: nowMs, changed: [], inputFingerprint: '', result: {} },
      );
      expect(outcome).toEqual({ kind: 'applied' });
      expect(await queuedInLane(world(), anew, nowMs + 2)).toHaveLength(1);
      expect(await direct.get(keys.event(event.eventId))).not.toHaveProperty('expiresAt');
    });

    test('a delivery that waits in the row of its event is never replaced by one to another channel', async () => {
      const outbox = dynamoOutbox(world().direct);
      const event = await writtenEvent(world());
      const nowMs = event.occurredAtMs;
      const queued = newJoinedDelivery(event, WEBHOOK, nowMs);
      expect(await outbox.addDelivery(queued)).toBe(true);
      const other = beginTry(newJoinedDelivery(event, SMS, nowMs), nowMs)?.delivery ?? expect.unreachable();
      expect(await outbox.writeDelivery(other)).toBe(false);
      expect(await outbox.deliveriesOf(event.eventId)).toEqual([queued]);
      const begun = beginTry(queued, nowMs)?.delivery ?? expect.unreachable();
      expect(await outbox.writeDelivery(begun)).toBe(true);
      expect(await outbox.deliveriesOf(event.eventId)).toEqual([begun]);
    });

    test('nothing joins an event that is told by rows of their own, or that is fanned out', async () => {
      const outbox = dynamoOutbox(world().direct);
      const [separate, over, putOff] = [
        await writtenEvent(world()),
        await writtenEvent(world()),
        await writtenEvent(world()),
      ];
      const begunOf = (event: OutboxEvent): Delivery =>
        beginTry(newJoinedDelivery(event, WEBHOOK, event.occurredAtMs), event.occurredAtMs)?.delivery ??
        expect.unreachable();
      expect(await outbox.separate(separate.eventId)).toBe(true);
      await outbox.endFanOut(over, over.occurredAtMs);
      expect(await outbox.separate(over.eventId)).toBe(false);
      for (const event of [separate, over]) {
        expect(await outbox.writeDelivery(begunOf(event))).toBe(false);
        expect(await outbox.addDelivery(newJoinedDelivery(event, WEBHOOK, event.occurredAtMs))).toBe(false);
        expect(await outbox.deliveriesOf(event.eventId)).toEqual([]);
      }
      expect(await outbox.findStored(separate.eventId)).toMatchObject({ isQueued: true, isSeparate: true });
      // What waits in a lane is no event that could not be fanned out.
      const queued = newJoinedDelivery(putOff, WEBHOOK, putOff.occurredAtMs);
      expect(await outbox.addDelivery(queued)).toBe(true);
      await outbox.postponeEvent(putOff.eventId, putOff.occurredAtMs + 9_000_000);
      expect(await queuedInLane(world(), queued, putOff.occurredAtMs)).toHaveLength(1);
    });

    test('a delivery that joined its event stands in the lists of operators and of the desk, with its event', async () => {
      const { direct } = world();
      const event = await writtenEvent(world());
      const { eventId, dealerCode, occurredAtMs: nowMs } = event;
      const outbox = dynamoOutbox(direct);
      const begun = beginTry(newJoinedDelivery(event, WEBHOOK, nowMs), nowMs)?.delivery ?? expect.unreachable();
      const dead = { ...endTry(begun, { kind: 'never', detail: 'over' }, nowMs), state: 'dead' } as const;
      expect([await outbox.writeDelivery(begun), await outbox.writeDelivery(dead)]).toEqual([true, true]);
      const where = { dealerCode, day: istanbulDayOf(nowMs), listingShards: 1 };
      const records = dynamoDeliveryRecords(direct);
      const listed = await records.pageOfDay({ ...where, limit: 1000 });
      expect(listed.filter(({ delivery }) => delivery.eventId === eventId)).toEqual([
        { delivery: dead, event, position: expect.any(String) },
      ]);
      expect(await records.find(dealerCode, eventId, channelId(WEBHOOK))).toEqual(dead);
      expect(await records.find('another', eventId, channelId(WEBHOOK))).toBeUndefined();
      const ofDay = await dynamoOperatorDeliveries(direct).deadOf(where);
      expect(ofDay.filter((one) => one.eventId === eventId)).toEqual([dead]);
      const period = { fromMs: nowMs, untilMs: nowMs + 1 };
      const atDesk = await dynamoDeskDeliveries(direct).dead({ dealerCode, listingShards: 1, period, limit: 500 });
      expect(atDesk.dead.filter(({ delivery }) => delivery.eventId === eventId)).toEqual([{ delivery: dead, event }]);
    });
  });
};
