import { describe, expect, test } from 'vitest';
import { type DeliverReport, deliver } from '../../../../functions/outbox/deliver/deliver.ts';
import { TRY_MS } from '../../../../functions/outbox/deliver/try-delivery.ts';
import { dynamoDeliveryLanes } from '../../../../shared/adapters/dynamodb/outbox/delivery-lanes.ts';
import { channelId, type DeliveryOutcome } from '../../../../shared/domain/outbox/delivery.ts';
import { newDelivery } from '../../../../shared/domain/outbox/delivery-moves.ts';
import type { OutboxEvent } from '../../../../shared/domain/outbox/event.ts';
import type { ChannelSender } from '../../../../shared/ports/channel-sender.ts';
import type { DeliveryLanes, DeliveryRef } from '../../../../shared/ports/outbox.ts';
import { StoreUnavailable } from '../../../../shared/ports/store-errors.ts';
import { AGAIN, DONE, outboxWorld } from '../outbox-world.ts';

const RUN_MS = 60_000;
const CHANNEL = 'webhook:e-1';
const NOTHING: DeliverReport = { kind: 'served', done: 0, again: 0, dead: 0, refused: 0 };

/** A world whose worker begins so long after it was started. */
const late = (ms: number, options: Parameters<typeof outboxWorld>[0] = {}) => {
  const world = outboxWorld(options);
  const lanes = dynamoDeliveryLanes(world.table);
  const take: typeof lanes.take = async (...given) => {
    world.clock.advance(ms);
    return lanes.take(...given);
  };
  return { ...world, lanes: { ...lanes, take } };
};

describe('A worker of a lane and its time', () => {
  test('takes the lane for five seconds longer than it runs, and prints what it did', async () => {
    const { addDelivery, worker, table, clock } = outboxWorld();
    const lanes = dynamoDeliveryLanes(table);
    const [times, printed]: [unknown[], unknown[]] = [[], []];
    const take: typeof lanes.take = async (lane, name, time, given) => {
      times.push(time);
      return lanes.take(lane, name, time, given);
    };
    const metrics = { delivered: (report: unknown) => void printed.push(report) };
    const nowMs = clock.now();
    const report = await worker(async () => DONE, { lanes: { ...lanes, take }, metrics })([await addDelivery('e-1')]);
    expect(report).toEqual({ ...NOTHING, done: 1 });
    expect([times, printed]).toEqual([[{ nowMs, untilMs: nowMs + RUN_MS + 5000 }], [report]]);
  });

  test.each([
    [RUN_MS - TRY_MS, 1],
    [RUN_MS - TRY_MS + 1, 0],
  ])('begins a delivery only if a whole try fits: after %i ms it sends %i', async (ms, done) => {
    const { addDelivery, worker, lanes, queue, outbox } = late(ms);
    const ref = await addDelivery('e-1');
    let reads = 0;
    const dueBeside: typeof queue.dueBeside = async (...given) => {
      reads += 1;
      return queue.dueBeside(...given);
    };
    const report = await worker(async () => DONE, { lanes, queue: { ...queue, dueBeside } })([ref]);
    expect([report, reads]).toEqual([{ ...NOTHING, done }, done]);
    expect(await outbox.findDelivery(ref)).toMatchObject({ state: done === 1 ? 'done' : 'waiting' });
  });

  test('whose time is over before it begins queues what stands nowhere yet', async () => {
    const { putEvent, worker, lanes, outbox } = late(RUN_MS, { joinsDeliveries: true });
    await putEvent('e-1');
    await worker(async () => DONE, { lanes })([{ eventId: 'e-1', channel: CHANNEL, joins: true }]);
    expect(await outbox.deliveriesOf('e-1')).toMatchObject([{ state: 'waiting', tries: 0 }]);
  });

  test('tells each sender until when its try must end', async () => {
    const { addDelivery, worker, clock } = outboxWorld();
    const times: unknown[] = [];
    const send: ChannelSender['send'] = async (_event, _delivery, time) => {
      times.push(time);
      return DONE;
    };
    await worker(async () => DONE, { senders: { webhook: { send } } })([await addDelivery('e-1')]);
    expect(times).toEqual([{ nowMs: clock.now(), untilMs: clock.now() + TRY_MS }]);
  });
});

describe('A worker of a lane and its retries', () => {
  test('makes each when it is due, and waits no longer for the first than it takes', async () => {
    const { addDelivery, worker, clock } = outboxWorld();
    const beganMs = clock.now();
    const [sent, waits]: [[string, number][], number[]] = [[], []];
    const send = async ({ eventId }: OutboxEvent): Promise<DeliveryOutcome> => {
      const isFirst = !sent.some(([id]) => id === eventId);
      sent.push([eventId, clock.now() - beganMs]);
      if (!isFirst) return DONE;
      if (eventId === 'e-2') {
        // The other one is written by then.
        await new Promise((resolve) => setImmediate(resolve));
        clock.advance(3000);
      }
      return AGAIN;
    };
    const pause = async (ms: number): Promise<void> => {
      waits.push(ms);
      clock.advance(ms);
    };
    const report = await worker(send, { pause })([await addDelivery('e-1'), await addDelivery('e-2')]);
    expect(report).toEqual({ ...NOTHING, done: 2, again: 2 });
    expect(sent.slice(2)).toEqual([
      ['e-1', 5000],
      ['e-2', 8000],
    ]);
    expect(waits).toEqual([2000, 3000]);
  });

  test('goes on after five waits where its timer ends early each time', async () => {
    const { addDelivery, worker, clock } = outboxWorld();
    const waits: number[] = [];
    const pause = async (ms: number): Promise<void> => {
      waits.push(ms);
      clock.advance(1);
    };
    expect(await worker(async () => AGAIN, { pause })([await addDelivery('e-1')])).toEqual({ ...NOTHING, again: 1 });
    expect(waits).toEqual([5000, 4999, 4998, 4997, 4996]);
  });

  test('looks no more at what has ended', async () => {
    const { addDelivery, worker, outbox } = outboxWorld();
    let reads = 0;
    const findToTell: typeof outbox.findToTell = async (ref) => {
      reads += 1;
      return outbox.findToTell(ref);
    };
    await worker(async () => DONE, { outbox: { ...outbox, findToTell } })([await addDelivery('e-1')]);
    expect(reads).toBe(1);
  });

  test('counts as refused what an endpoint wants no more, and as dead what it never took', async () => {
    const { addDelivery, worker, clock } = outboxWorld();
    const ref = await addDelivery('e-1');
    expect(await worker(async () => ({ kind: 'gone', detail: 'HTTP 410' }))([ref])).toEqual({ ...NOTHING, refused: 1 });
    const lost = await addDelivery('e-2');
    let report = NOTHING;
    for (let runs = 0; runs < 40 && report.dead === 0; runs += 1) {
      clock.advance(24 * 3_600_000);
      report = await worker(async () => AGAIN)([lost]);
    }
    expect(report).toEqual({ ...NOTHING, dead: 1 });
  });
});

describe('What a worker of a lane reads', () => {
  test('40 pages of other lanes are read in search of its own, each behind the one before', async () => {
    const { worker, queue, lines } = outboxWorld();
    const behind: (string | undefined)[] = [];
    const dueBeside: typeof queue.dueBeside = async (_lane, { after }) => {
      behind.push(after);
      if (behind.length > 50) throw new Error('the run does not end');
      const row = { eventId: 'f', channel: CHANNEL, lane: 'other1', dueAtMs: 0 };
      return Array.from({ length: 250 }, (_, index) => ({ ...row, position: `${behind.length}-${index}` }));
    };
    expect(await worker(async () => DONE, { queue: { ...queue, dueBeside } })()).toEqual(NOTHING);
    expect(behind).toEqual([undefined, ...Array.from({ length: 39 }, (_, index) => `${index + 1}-249`)]);
    expect(lines).toEqual([]);
  });

  test('a worker that finds its lane busy reads and writes nothing of what stands in the queue', async () => {
    const { addDelivery, worker, outbox } = outboxWorld();
    const ref = await addDelivery('e-1');
    const lanes: DeliveryLanes = {
      take: async (_lane, _worker, _time, queueGiven) => {
        await queueGiven?.();
        return 'busy';
      },
      leave: async () => expect.unreachable('it has no lane'),
    };
    const never = (): never => expect.unreachable('it stands in the queue');
    const report = await worker(async () => DONE, {
      lanes,
      outbox: { ...outbox, findToTell: never, addDelivery: never },
    })([ref]);
    expect(report).toEqual({ ...NOTHING, kind: 'busy' });
  });

  test('a delivery that cannot be queued stays with its event, and is in the log', async () => {
    const { putEvent, worker, lanes, outbox, lines, fields } = late(RUN_MS, { joinsDeliveries: true });
    await Promise.all(['e-1', 'e-2'].map(putEvent));
    const failing: typeof outbox = {
      ...outbox,
      findToTell: async (ref) => {
        if (ref.eventId === 'e-1') throw new StoreUnavailable('not-applied', 'Throttled');
        return outbox.findToTell(ref);
      },
    };
    const refs = ['e-1', 'e-2'].map((eventId): DeliveryRef => ({ eventId, channel: CHANNEL, joins: true }));
    expect(await worker(async () => DONE, { lanes, outbox: failing })(refs)).toEqual(NOTHING);
    expect([lines, fields]).toEqual([['delivery not recorded'], [{ eventId: 'e-1', errorName: 'StoreUnavailable' }]]);
    expect([await outbox.deliveriesOf('e-1'), await outbox.deliveriesOf('e-2')]).toMatchObject([[], [{ tries: 0 }]]);
  });

  test.each([['lane-12'], ['lane1'], ['lane 1'], ['']])('a lane called "%s" is refused', async (lane) => {
    await expect(deliver({} as never)({ lane, deliveries: [] }, 0)).rejects.toThrow();
  });
});

describe('A delivery that a worker is given', () => {
  test.each<readonly [string, DeliveryRef]>([
    ['stands nowhere and does not join', { eventId: 'e-1', channel: CHANNEL }],
    ['is of an event that is not there', { eventId: 'e-2', channel: CHANNEL, joins: true }],
    ['names no channel', { eventId: 'e-1', channel: 'pigeon', joins: true }],
  ])('and that %s is left alone', async (_what, ref) => {
    const { putEvent, worker, lines } = outboxWorld({ joinsDeliveries: true });
    await putEvent('e-1');
    const send = async (): Promise<DeliveryOutcome> => expect.unreachable('nothing is sent');
    expect([await worker(send)([ref]), lines]).toEqual([NOTHING, []]);
  });

  test('ends where its event is not kept any more', async () => {
    const { addDelivery, worker, outbox } = outboxWorld();
    const ref = await addDelivery('e-1');
    const findToTell: typeof outbox.findToTell = async (one) => ({
      ...(await outbox.findToTell(one)),
      event: () => undefined,
    });
    const send = async (): Promise<DeliveryOutcome> => expect.unreachable('nothing is sent');
    expect(await worker(send, { outbox: { ...outbox, findToTell } })([ref])).toEqual({ ...NOTHING, refused: 1 });
    expect(await outbox.findDelivery(ref)).toMatchObject({ detail: 'the event is not kept any more' });
  });

  const [mail, receipt] = [
    { type: 'link.created', channel: { kind: 'email', round: 1 } },
    { type: 'receipt.asked', channel: { kind: 'receipt', to: 'payer', round: 1 } },
  ] as const;
  test.each([
    ['an e-mail that joined its event in the row of the event', mail, true, true],
    ['a receipt that joined, and was not asked for in that row, in a row of its own', receipt, true, false],
    ['an e-mail with a row of its own in another row', mail, false, false],
    ['a receipt with a row of its own in another row', receipt, false, false],
  ])('finds its message where that stands: %s', async (_what, { type, channel }, joins, isThere) => {
    const { putEvent, worker, outbox, table } = outboxWorld({ joinsDeliveries: true });
    await putEvent('e-1');
    const key = { pk: 'OUTBOX#e-1', sk: 'EVENT' };
    await table.transact([{ put: { ...(await table.get(key)), ...key, type, payment: 'a'.repeat(26) } }]);
    const event = (await outbox.findEvent('e-1')) ?? expect.unreachable();
    if (!joins) await outbox.addDelivery(newDelivery(event, channel, event.occurredAtMs));
    const given: boolean[] = [];
    const send: ChannelSender['send'] = async (_event, _delivery, _time, messages) => {
      given.push(messages !== undefined);
      return DONE;
    };
    const ref = { eventId: 'e-1', channel: channelId(channel), ...(joins && { joins }) };
    expect(await worker(async () => DONE, { senders: { email: { send }, receipt: { send } } })([ref])).toMatchObject({
      done: 1,
    });
    expect(given).toEqual([isThere]);
  });
});
