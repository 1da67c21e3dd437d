import { describe, expect, test } from 'vitest';
import { TRY_MS } from '../../../functions/outbox/deliver/try-delivery.ts';
import { fanOutEvents } from '../../../functions/outbox/fan-out-events/fan-out-events.ts';
import { dynamoDeliveryLanes } from '../../../shared/adapters/dynamodb/outbox/delivery-lanes.ts';
import type { DeliveryOutcome } from '../../../shared/domain/outbox/delivery.ts';
import { DELIVERY_LEASE_MS } from '../../../shared/domain/outbox/delivery-moves.ts';
import type { OutboxEvent } from '../../../shared/domain/outbox/event.ts';
import type { DeliveryRef } from '../../../shared/ports/outbox.ts';
import { StoreUnavailable } from '../../../shared/ports/store-errors.ts';

import { AGAIN, DONE, outboxWorld as world } from './outbox-world.ts';

const recordsOf = (...ids: readonly string[]) => ({
  Records: ids.map((id) => ({
    eventName: 'INSERT',
    dynamodb: { Keys: { pk: { S: `OUTBOX#${id}` }, sk: { S: 'EVENT' } } },
  })),
});

describe('The fan-out after an outage', () => {
  test('starts a worker of one lane with no more than it reads, and the worker finds the others in the queue', async () => {
    const all = world();
    const ids = Array.from({ length: 1100 }, (_, index) => `e-${index}`);
    await Promise.all(ids.map(all.putEvent));
    expect(await fanOutEvents(all.fanning)(recordsOf(...ids))).toMatchObject({ deliveries: 1100, failed: [] });
    const [start] = all.started;
    expect(await all.worker(async () => DONE)(start?.deliveries)).toMatchObject({ kind: 'served', done: 1100 });
  });
});

describe('A worker of a lane', () => {
  test('sends eight at once, and the next one as soon as one has ended', async () => {
    const { addDelivery, worker } = world();
    const refs = await Promise.all(Array.from({ length: 30 }, (_, index) => addDelivery(`e-${index}`)));
    let [running, most] = [0, 0];
    const report = await worker(async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      return DONE;
    })(refs);
    expect({ most, ...report }).toMatchObject({ most: 8, kind: 'served', done: 30, again: 0 });
  });

  test('finds in the queue what it was not given', async () => {
    const { addDelivery, worker } = world();
    await Promise.all(Array.from({ length: 5 }, (_, index) => addDelivery(`e-${index}`)));
    expect(await worker(async () => DONE)()).toMatchObject({ done: 5 });
  });

  test('makes the retry of the first seconds itself, and leaves the later ones to the sweep', async () => {
    const { addDelivery, worker, outbox, clock } = world();
    const startedAtMs = clock.now();
    const ref = await addDelivery('e-1');
    expect(await worker(async () => AGAIN)([ref])).toMatchObject({ done: 0, again: 2, dead: 0 });
    const delivery = await outbox.findDelivery(ref);
    expect(delivery).toMatchObject({ tries: 2, state: 'waiting', detail: 'HTTP 500' });
    expect(clock.now() - startedAtMs).toBe(5000);
    expect((delivery?.dueAtMs ?? 0) - clock.now()).toBe(300_000);
  });

  test('a second worker of the lane only makes the first look once more', async () => {
    const { addDelivery, worker } = world();
    const first = await addDelivery('e-1');
    const sent: string[] = [];
    const second = worker(async () => DONE);
    const report = await worker(async ({ eventId }) => {
      sent.push(eventId);
      if (eventId === 'e-1') expect(await second([await addDelivery('e-2')])).toMatchObject({ kind: 'busy', done: 0 });
      return DONE;
    })([first]);
    expect([sent, report.done]).toEqual([['e-1', 'e-2'], 2]);
  });

  test('a sender that throws, and a channel that the stage does not have, end no other delivery', async () => {
    const { addDelivery, worker, outbox, lines } = world();
    const [broken, fine] = [await addDelivery('e-1'), await addDelivery('e-2')];
    const failing = async ({ eventId }: OutboxEvent): Promise<DeliveryOutcome> => {
      if (eventId === 'e-1') throw new Error('a defect');
      return DONE;
    };
    expect(await worker(failing)([broken, fine])).toMatchObject({ done: 1 });
    expect(lines).toContain('delivery failed unexpectedly');
    expect(await outbox.findDelivery(broken)).toMatchObject({ state: 'waiting', unheard: 2 });
    const third = await addDelivery('e-3');
    expect(await worker(failing, { senders: {} })([third])).toMatchObject({ refused: 1 });
  });

  test('an unexpected error of a sender is logged by its name, without its message (rule 29)', async () => {
    const { addDelivery, worker, fields } = world();
    const failing = async (): Promise<DeliveryOutcome> => {
      throw new RangeError('4111111111111111');
    };
    await worker(failing)([await addDelivery('e-1')]);
    expect(fields).toContainEqual({ eventId: 'e-1', errorName: 'RangeError' });
    expect(JSON.stringify(fields)).not.toContain('4111');
  });

  test('deals once with a row that the index shows for longer than it is due', async () => {
    const { addDelivery, worker, queue } = world();
    const refs = [await addDelivery('e-1'), await addDelivery('e-2')];
    const shown: Awaited<ReturnType<typeof queue.dueBeside>>[number][] = [];
    const lagging: typeof queue.dueBeside = async (...asked) => {
      const now = await queue.dueBeside(...asked);
      if (shown.length === 0) shown.push(...now);
      return shown;
    };
    const report = await worker(async () => DONE, { queue: { ...queue, dueBeside: lagging } })();
    expect([report.done, refs.length, shown.length]).toEqual([2, 2, 2]);
  });

  test('begins no row of the queue when less than a try is left', async () => {
    const { addDelivery, worker, outbox, clock } = world();
    const ref = await addDelivery('e-1');
    const late: DeliveryRef[] = [];
    await worker(async () => {
      clock.advance(60_000 - TRY_MS + 1);
      late.push(await addDelivery('e-2'));
      return DONE;
    })([ref]);
    expect(late).toHaveLength(1);
    expect(await outbox.findDelivery({ eventId: 'e-2', channel: 'webhook:e-1' })).toMatchObject({ state: 'waiting' });
  });

  test('a delivery that cannot be recorded ends no other, and stays in the queue', async () => {
    const { addDelivery, worker, outbox, lines } = world();
    const [lost, fine] = [await addDelivery('e-1'), await addDelivery('e-2')];
    const failing: typeof outbox = {
      ...outbox,
      findToTell: async (ref) => {
        if (ref.eventId === 'e-1') throw new StoreUnavailable('not-applied', 'Throttled');
        return outbox.findToTell(ref);
      },
    };
    expect(await worker(async () => DONE, { outbox: failing })([lost, fine])).toMatchObject({ done: 1 });
    expect(lines).toContain('delivery not recorded');
    expect(await outbox.findDelivery(lost)).toMatchObject({ state: 'waiting', tries: 0 });
  });

  test('finds its rows behind pages of other lanes, and sends none of theirs', async () => {
    const { addDelivery, worker, queue, lane } = world();
    const [mine] = [await addDelivery('e-last'), await addDelivery('f-0')];
    const foreign = Array.from({ length: 250 }, (_, index) => ({ ...mine, eventId: `f-${index}`, lane: 'other1' }));
    const dueBeside: typeof queue.dueBeside = async (asked, page) => {
      await queue.dueBeside(asked, page);
      const rows = page.after === undefined ? foreign : [{ ...mine, lane }];
      return rows.map((row, index) => ({ ...row, position: `${row.eventId}-${index}` }) as never);
    };
    const sent: string[] = [];
    const send = async ({ eventId }: OutboxEvent): Promise<DeliveryOutcome> => {
      sent.push(eventId);
      return DONE;
    };
    await worker(send, { queue: { ...queue, dueBeside } })();
    expect(sent).toEqual(['e-last']);
  });

  test('sends what comes while it leaves its lane', async () => {
    const { table, addDelivery, worker, outbox } = world();
    const lanes = dynamoDeliveryLanes(table);
    const late: DeliveryRef[] = [];
    const leave: typeof lanes.leave = async (...given) => {
      if (late.length > 0) return lanes.leave(...given);
      late.push(await addDelivery('e-2'));
      return 'asked-again';
    };
    await worker(async () => DONE, { lanes: { ...lanes, leave } })([await addDelivery('e-1')]);
    const [ref] = late;
    expect(ref && (await outbox.findDelivery(ref))).toMatchObject({ state: 'done' });
  });

  test('a delivery is leased for longer than a try and a worker take, so nothing is sent twice', () => {
    const longestWorkerMs = 60_000;
    expect(DELIVERY_LEASE_MS).toBeGreaterThan(longestWorkerMs + TRY_MS);
  });

  test('begins nothing that it cannot finish', async () => {
    const { addDelivery, worker, outbox, clock } = world();
    const ref = await addDelivery('e-1');
    const slow = worker(async () => {
      clock.advance(45_000);
      return DONE;
    });
    const more = await Promise.all(Array.from({ length: 20 }, (_, index) => addDelivery(`f-${index}`)));
    await slow([ref, ...more]);
    const waiting = await Promise.all(more.map((one) => outbox.findDelivery(one)));
    expect(waiting.filter((one) => one?.state === 'waiting').length).toBeGreaterThan(10);
  });
});

describe('Fanning out', () => {
  test('writes a delivery for each channel and starts one worker for a lane; a repeated record changes nothing', async () => {
    const { fanning, putEvent, started, outbox, lane } = world();
    await Promise.all(['e-1', 'e-2'].map(putEvent));
    const fan = fanOutEvents(fanning);
    expect(await fan(recordsOf('e-1', 'e-2', 'e-1'))).toEqual({ events: 2, deliveries: 2, failed: [] });
    expect(started).toEqual([
      { lane, deliveries: ['e-1', 'e-2'].map((eventId) => ({ eventId, channel: 'webhook:e-1' })) },
    ]);
    const before = await outbox.deliveriesOf('e-1');
    expect(await fan(recordsOf('e-1'))).toEqual({ events: 1, deliveries: 0, failed: [] });
    expect([started.length, await outbox.deliveriesOf('e-1')]).toEqual([1, before]);
  });

  test('an event that fails holds up no other, and a worker that does not start is no failure', async () => {
    const { fanning, putEvent, table } = world();
    await Promise.all(['e-1', 'e-2'].map(putEvent));
    await table.transact([{ put: { pk: 'OUTBOX#e-3', sk: 'EVENT', eventId: 'e-3', type: 'of the next release' } }]);
    const workers = { start: () => Promise.reject(new Error('throttled')) };
    const fan = fanOutEvents({ ...fanning, workers });
    expect(await fan(recordsOf('e-1', 'e-3', 'e-2'))).toEqual({ events: 2, deliveries: 2, failed: ['e-3'] });
  });
});

describe('An event', () => {
  test('leaves the queue after its deliveries are written: one that failed in between is fanned out again', async () => {
    const { table, fanning, putEvent, outbox } = world();
    await putEvent('e-1');
    const failing = { ...outbox, addDelivery: () => Promise.reject(new StoreUnavailable('not-applied', 'Throttled')) };
    expect(await fanOutEvents({ ...fanning, outbox: failing })(recordsOf('e-1'))).toMatchObject({ failed: ['e-1'] });
    expect(await table.get({ pk: 'OUTBOX#e-1', sk: 'EVENT' })).toMatchObject({ duePk: expect.any(String) });
    expect(await fanOutEvents(fanning)(recordsOf('e-1'))).toMatchObject({ deliveries: 1, failed: [] });
  });
});

describe('The sweep', () => {
  test('takes events after five minutes, and starts a worker for what is due in each lane', async () => {
    const { sweep, putEvent, clock, started, lane } = world();
    await putEvent('e-1');
    expect(await sweep()).toMatchObject({ due: 0, workers: 0 });
    clock.advance(300_000);
    expect(await sweep()).toMatchObject({ due: 1, failed: 0 });
    expect(started).toMatchObject([{ lane, deliveries: [{ eventId: 'e-1' }] }]);
    expect(await sweep()).toMatchObject({ due: 1, workers: 1, late: 0 });
    clock.advance(660_000);
    expect(await sweep()).toMatchObject({ due: 1, workers: 1, late: 1 });
  });

  test('an event that cannot be read is put off and counted', async () => {
    const { sweep, putEvent, table, clock } = world();
    await putEvent('e-1');
    const row = await table.get({ pk: 'OUTBOX#e-1', sk: 'EVENT' });
    await table.transact([{ put: { ...row, pk: 'OUTBOX#e-1', sk: 'EVENT', type: 'of the next release' } }]);
    clock.advance(300_000);
    expect(await sweep()).toMatchObject({ due: 1, failed: 1 });
    expect(await sweep()).toMatchObject({ due: 0, failed: 0 });
    clock.advance(60_000);
    expect(await sweep()).toMatchObject({ due: 1, failed: 1 });
  });

  test('a store that cannot be read at all fails the run: the heartbeat is missing', async () => {
    const { sweep, table } = world();
    table.due = () => Promise.reject(new StoreUnavailable('not-applied', 'ThrottlingException'));
    await expect(sweep()).rejects.toThrow(StoreUnavailable);
  });
});
