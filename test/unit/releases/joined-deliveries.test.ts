import { describe, expect, test } from 'vitest';
import { hasJoined, readDelivery } from '../../../shared/adapters/dynamodb/outbox/delivery-item.ts';
import { readEvent } from '../../../shared/adapters/dynamodb/outbox/event-item.ts';
import { channelId } from '../../../shared/domain/outbox/delivery.ts';
import type { OutboxEvent } from '../../../shared/domain/outbox/event.ts';
import { previousRelease, recordedJoinedDeliveries } from '../../support/releases/previous-release.ts';
import { DONE, outboxWorld } from '../outbox/outbox-world.ts';

const { dealerCode, rows } = recordedJoinedDeliveries();

/** Attributes of the release before in rows of a kind. */
const knownOf = (entity: string): ReadonlySet<string> =>
  new Set(
    previousRelease()
      .rows.filter((row) => row.entity === entity)
      .flatMap((row) => Object.keys(row)),
  );

/** What an earlier release passes over: it finds all that it needs in the attributes beside it. */
const PASSED_OVER = ['separate', 'writeId'];
/** That release writes them too; the deliveries of its record still waited. */
const OF_ENDED = ['endedAtMs', 'expiresAt'];

describe('Deliveries in the rows of their events, as they were recorded (rule 50)', () => {
  test('are read, as events and as deliveries', () => {
    expect(rows.length).toBeGreaterThan(0);
    const pairs = rows.map((row) => [readEvent(row), readDelivery(row)] as const);
    for (const [event, delivery] of pairs) {
      expect(delivery).toMatchObject({
        eventId: event.eventId,
        dealerCode,
        joined: true,
        channel: { kind: 'webhook' },
      });
    }
  });

  test('are carried on by a stage that writes rows of their own, each once', async () => {
    const { table, clock, sweep, started, worker, outbox, lane } = outboxWorld();
    for (const row of rows) await table.transact([{ put: row }]);
    const deliveries = rows.map(readDelivery);
    const waiting = deliveries.filter(({ state }) => state === 'waiting').map(({ eventId }) => eventId);
    expect(waiting.length).toBeGreaterThan(0);
    clock.advance(Math.max(...deliveries.map(({ dueAtMs }) => dueAtMs)) + 1 - clock.now());
    expect(await sweep()).toMatchObject({ due: waiting.length, failed: 0 });
    const sent: string[] = [];
    const send = async ({ eventId }: OutboxEvent) => {
      sent.push(eventId);
      return DONE;
    };
    expect(new Set(started.map((one) => one.lane))).not.toContain(lane);
    for (const start of started.splice(0)) await worker(send)(start.deliveries);
    expect(sent.toSorted()).toEqual(waiting.toSorted());
    for (const { eventId, channel } of deliveries) {
      expect(await outbox.findDelivery({ eventId, channel: channelId(channel) })).toMatchObject({ joined: true });
    }
    expect(await sweep()).toMatchObject({ due: 0 });
    expect(started).toEqual([]);
  });

  test('are written with the setting alone: without it rows have what the release before knows, and marks that it passes over', async () => {
    const written = async (joinsDeliveries: boolean) => {
      const { table, putEvent, sweep, worker, clock, started } = outboxWorld({ joinsDeliveries });
      await putEvent('e-1');
      clock.advance(300_000);
      await sweep();
      for (const { deliveries } of started) await worker(async () => DONE)(deliveries);
      return table.rows().filter(({ pk }) => pk === 'OUTBOX#e-1');
    };
    for (const row of await written(false)) {
      const unknown = Object.keys(row).filter((name) => !knownOf(String(row.entity)).has(name));
      expect(unknown.filter((name) => ![...PASSED_OVER, ...OF_ENDED].includes(name))).toEqual([]);
      expect(hasJoined(row)).toBe(false);
    }
    expect((await written(true)).map(hasJoined)).toEqual([true]);
  });
});
