import { describe, expect, test } from 'vitest';
import { fanOutEvents } from '../../../functions/outbox/fan-out-events/fan-out-events.ts';
import type { DeliveryOutcome } from '../../../shared/domain/outbox/delivery.ts';
import {
  beginTry,
  DELIVERY_LEASE_MS,
  EVENT_WAITS_MS,
  newJoinedDelivery,
} from '../../../shared/domain/outbox/delivery-moves.ts';
import type { OutboxEvent } from '../../../shared/domain/outbox/event.ts';
import { AGAIN, DONE, outboxWorld } from './outbox-world.ts';

const recordsOf = (...ids: readonly string[]) => ({
  Records: ids.map((id) => ({
    eventName: 'INSERT',
    dynamodb: { Keys: { pk: { S: `OUTBOX#${id}` }, sk: { S: 'EVENT' } } },
  })),
});

const CHANNEL = 'webhook:e-1';

/** A stage that writes a lone delivery into its event's row, with events that one endpoint wants. */
const joining = async (...ids: readonly string[]) => {
  const all = outboxWorld({ joinsDeliveries: true });
  await Promise.all(ids.map(all.putEvent));
  const fan = fanOutEvents(all.fanning);
  const sent: string[] = [];
  const takes = async ({ eventId }: OutboxEvent): Promise<DeliveryOutcome> => {
    sent.push(eventId);
    return DONE;
  };
  const rowOf = (id: string) => all.table.get({ pk: `OUTBOX#${id}`, sk: 'EVENT' });
  const rows = () => all.table.rows().filter(({ pk }) => String(pk).startsWith('OUTBOX#'));
  /** Runs the worker that was started last. */
  const runStarted = (send = takes) => all.worker(send)(all.started.pop()?.deliveries ?? expect.unreachable());
  return { ...all, fan, sent, takes, rowOf, rows, runStarted };
};

describe('A delivery that is the only one of its event', () => {
  test('is handed over by the fan-out without a write, and stands in the row of the event', async () => {
    const { fan, started, lane, rows, rowOf, runStarted, sent, outbox } = await joining('e-1');
    const before = rows();
    expect(await fan(recordsOf('e-1'))).toEqual({ events: 1, deliveries: 1, failed: [] });
    expect(rows()).toEqual(before);
    expect(started).toEqual([{ lane, deliveries: [{ eventId: 'e-1', channel: CHANNEL, joins: true }] }]);
    expect(await runStarted()).toMatchObject({ kind: 'served', done: 1 });
    expect(rows()).toHaveLength(1);
    expect(await rowOf('e-1')).toMatchObject({ type: 'link.paid', state: 'done', version: 3, tries: 1 });
    expect(await rowOf('e-1')).not.toHaveProperty('duePk');
    // A record that the stream repeats changes nothing.
    expect(await fan(recordsOf('e-1'))).toEqual({ events: 1, deliveries: 0, failed: [] });
    expect([started.length, sent]).toEqual([0, ['e-1']]);
    expect(await outbox.deliveriesOf('e-1')).toMatchObject([{ state: 'done', joined: true }]);
  });

  test('has rows of its own where the stage does not say so, or where a second channel wants the event', async () => {
    const off = outboxWorld();
    await off.putEvent('e-1');
    await fanOutEvents(off.fanning)(recordsOf('e-1'));
    const { fan, channels, outbox, started } = await joining('e-1');
    channels.push({ kind: 'notice' });
    await fan(recordsOf('e-1'));
    expect(started).toHaveLength(2);
    for (const [world, count] of [[off.outbox, 1] as const, [outbox, 2] as const]) {
      const deliveries = await world.deliveriesOf('e-1');
      expect(deliveries.map(({ joined }) => joined)).toEqual(Array.from({ length: count }, () => undefined));
    }
  });

  test('is handed over by the sweep where its worker never ran', async () => {
    const { fan, sweep, clock, started, runStarted, sent } = await joining('e-1');
    await fan(recordsOf('e-1'));
    started.pop();
    clock.advance(EVENT_WAITS_MS);
    expect(await sweep()).toMatchObject({ due: 1, failed: 0 });
    expect(await runStarted()).toMatchObject({ done: 1 });
    expect([sent, await sweep()]).toMatchObject([['e-1'], { due: 0 }]);
  });

  test('is passed by while a worker has it, and taken up once that one is dead', async () => {
    const { fan, sweep, clock, started, runStarted, outbox, sent } = await joining('e-1');
    await fan(recordsOf('e-1'));
    const ref = started[0]?.deliveries[0] ?? expect.unreachable();
    clock.advance(EVENT_WAITS_MS);
    const { delivery, event } = await outbox.findToTell(ref);
    expect([delivery, event()?.eventId]).toEqual([undefined, 'e-1']);
    const { promise: neverAnswered } = Promise.withResolvers<DeliveryOutcome>();
    void runStarted(() => neverAnswered);
    await expect.poll(async () => (await outbox.findDelivery(ref))?.underWay).toBe(true);
    expect(await sweep()).toMatchObject({ due: 1 });
    expect(started).toEqual([]);
    clock.advance(DELIVERY_LEASE_MS);
    expect(await sweep()).toMatchObject({ due: 1 });
    expect(await runStarted()).toMatchObject({ done: 1 });
    expect(await outbox.findDelivery(ref)).toMatchObject({ state: 'done', tries: 2, unheard: 1 });
    expect(sent).toEqual(['e-1']);
  });

  test('waits for its retry in the queue of its lane, where the sweep finds it', async () => {
    const { fan, sweep, clock, started, runStarted, rowOf, lane, sent } = await joining('e-1');
    await fan(recordsOf('e-1'));
    expect(await runStarted(async () => AGAIN)).toMatchObject({ again: 2 });
    expect((await rowOf('e-1'))?.dueSk).toContain(`#${lane}#e-1#${CHANNEL}`);
    clock.advance(300_000);
    expect(await sweep()).toMatchObject({ due: 1, workers: 1 });
    expect(started).toMatchObject([{ lane, deliveries: [{ eventId: 'e-1', channel: CHANNEL }] }]);
    expect([await runStarted(), sent]).toMatchObject([{ done: 1 }, ['e-1']]);
  });

  test('is queued by a worker that finds its lane busy, and sent by the one that has it', async () => {
    const { fan, started, worker, takes, sent } = await joining('e-1', 'e-2');
    await fan(recordsOf('e-1'));
    await fan(recordsOf('e-2'));
    const [first, second] = started.map(({ deliveries }) => deliveries);
    const report = await worker(async (event) => {
      if (event.eventId === 'e-1') expect(await worker(takes)(second)).toMatchObject({ kind: 'busy' });
      return takes(event);
    })(first);
    expect([report, sent]).toMatchObject([{ done: 2 }, ['e-1', 'e-2']]);
  });

  test('is queued by a worker whose time is over, for the next one', async () => {
    const ids = Array.from({ length: 20 }, (_, index) => `e-${index}`);
    const { fan, runStarted, worker, takes, sent, clock } = await joining(...ids);
    await fan(recordsOf(...ids));
    await runStarted(async (event) => {
      clock.advance(45_000);
      return takes(event);
    });
    expect(sent.length).toBeLessThan(10);
    await worker(takes)();
    expect(sent.toSorted()).toEqual(ids.toSorted());
  });

  test('is queued by the fan-out where no worker starts, and beyond what one worker is given', async () => {
    const ids = Array.from({ length: 120 }, (_, index) => `e-${index}`);
    const { fan, fanning, started, worker, runStarted, takes, sent } = await joining('f-1', ...ids);
    const workers = { start: () => Promise.reject(new Error('throttled')) };
    await fanOutEvents({ ...fanning, workers })(recordsOf('f-1'));
    expect(await worker(takes)()).toMatchObject({ done: 1 });
    await fan(recordsOf(...ids));
    expect(started[0]?.deliveries).toHaveLength(100);
    await runStarted();
    expect(sent.toSorted()).toEqual(['f-1', ...ids].toSorted());
  });

  test('an endpoint that comes in between is told, by rows of their own; the worker that was handed the event sends nothing', async () => {
    const { fan, channels, started, worker, takes, sent, outbox } = await joining('e-1');
    await fan(recordsOf('e-1'));
    const handedOver = started.pop()?.deliveries;
    channels.push({ kind: 'notice' });
    // The stream repeats its record.
    expect(await fan(recordsOf('e-1'))).toMatchObject({ deliveries: 2 });
    // It takes the delivery by its channel alone, as it stands in a row of its own by now.
    await worker(takes)(handedOver);
    expect(sent).toEqual(['e-1']);
    expect((await outbox.deliveriesOf('e-1')).map(({ state, joined }) => [state, joined])).toEqual([
      ['waiting', undefined],
      ['done', undefined],
    ]);
  });

  test('an endpoint that comes after it was begun is not told of it', async () => {
    const { fan, channels, runStarted, outbox } = await joining('e-1');
    await fan(recordsOf('e-1'));
    await runStarted(async () => AGAIN);
    channels.push({ kind: 'notice' });
    expect(await fan(recordsOf('e-1'))).toMatchObject({ deliveries: 0, failed: [] });
    expect(await outbox.deliveriesOf('e-1')).toMatchObject([{ joined: true, state: 'waiting' }]);
  });

  test('is carried on by a release that writes rows of their own, and the other way round (rule 50)', async () => {
    const { fan, fanning, clock, runStarted, sweep, outbox, sent } = await joining('e-1', 'e-2');
    await fan(recordsOf('e-1'));
    await runStarted(async () => AGAIN);
    const off = { ...fanning, joinsDeliveries: false };
    const dies = { ...off, outbox: { ...outbox, endFanOut: () => Promise.reject(new Error('died')) } };
    expect(await fanOutEvents(dies)(recordsOf('e-1', 'e-2'))).toMatchObject({ failed: ['e-2'] });
    clock.advance(EVENT_WAITS_MS);
    await sweep();
    await runStarted();
    expect(sent.toSorted()).toEqual(['e-1', 'e-2']);
    expect(await outbox.deliveriesOf('e-1')).toMatchObject([{ joined: true, state: 'done' }]);
    const [separate, ...others] = await outbox.deliveriesOf('e-2');
    expect([separate?.state, separate?.joined, others]).toEqual(['done', undefined, []]);
  });

  test('one that cannot be read makes room in the queue for the others', async () => {
    const { table, rowOf, clock, sweep, started, outbox } = await joining('e-1');
    const event = (await outbox.findEvent('e-1')) ?? expect.unreachable();
    const channel = { kind: 'webhook', endpointId: 'e-1' } as const;
    const begun = beginTry(newJoinedDelivery(event, channel, clock.now()), clock.now());
    await outbox.writeDelivery(begun?.delivery ?? expect.unreachable());
    const row = await rowOf('e-1');
    await table.transact([{ put: { ...row, pk: 'OUTBOX#e-1', sk: 'EVENT', state: 'of the next release' } }]);
    clock.advance(EVENT_WAITS_MS);
    expect(await sweep()).toMatchObject({ due: 1, failed: 1 });
    expect([await sweep(), started]).toMatchObject([{ due: 0 }, []]);
  });
});
