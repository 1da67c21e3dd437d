import { expect, test } from 'vitest';
import { type SweepOutboxDependencies, sweepOutbox } from '../../../../functions/outbox/sweep-outbox/sweep-outbox.ts';
import type { SweepNumbers } from '../../../../shared/observability/log.ts';
import type { DeliveryRef, DueDelivery, LinkDueOutcome, Outbox } from '../../../../shared/ports/outbox.ts';
import { StoreUnavailable } from '../../../../shared/ports/store-errors.ts';
import { FakeClock } from '../../../fakes/clock.ts';
import { FakeLog } from '../../../fakes/log.ts';

const PAGE = 250;
const MINUTE_MS = 60_000;
const clock = new FakeClock();
const NOW = clock.now();
const NOTHING = { due: 0, late: 0, workers: 0, expired: 0, reminded: 0, failed: 0 };
const throttled = () => new StoreUnavailable('not-applied', 'Throttled');

type DuePage = Parameters<SweepOutboxDependencies['queue']['due']>[1];

const rowsOf = (count: number, more: Partial<DueDelivery> = {}): readonly DueDelivery[] =>
  Array.from({ length: count }, (_, index) => ({
    eventId: `e-${index}`,
    channel: 'webhook:e-1',
    lane: 'lane-1',
    dueAtMs: NOW,
    position: `p-${index}`,
    ...more,
  }));

interface Scene {
  readonly shards?: number;
  readonly due?: (shard: number, page: DuePage) => readonly DueDelivery[];
  readonly linkShards?: number;
  readonly links?: (shard: number) => readonly string[];
  readonly takeUp?: (link: string) => Promise<LinkDueOutcome>;
  readonly start?: (lane: string) => Promise<void>;
  readonly findStored?: () => Promise<undefined>;
}

const scene = (made: Scene) => {
  const { shards = 1, due = () => [], linkShards = 1, links = () => [], start = async () => undefined } = made;
  const { takeUp = async () => 'told', findStored = async () => undefined } = made;
  const log = new FakeLog();
  const pages: DuePage[] = [];
  const started: { readonly lane: string; readonly refs: readonly DeliveryRef[] }[] = [];
  const linkPages: unknown[] = [];
  const putOff: unknown[] = [];
  const printed: SweepNumbers[] = [];
  const outbox: Pick<Outbox, 'findStored' | 'postponeEvent'> = {
    findStored,
    postponeEvent: async (id, dueAtMs) => void putOff.push([id, dueAtMs - NOW]),
  };
  const sweep = sweepOutbox({
    outbox: outbox as Outbox,
    directories: [],
    eventsBehind: { behind: async () => undefined },
    workers: {
      start: async (lane, refs) => {
        await start(lane);
        started.push({ lane, refs });
      },
    },
    joinsDeliveries: false,
    laneTagOf: () => 'lane-1',
    queue: {
      shards,
      due: async (shard, page) => {
        pages.push(page);
        return due(shard, page);
      },
    },
    links: {
      shards: linkShards,
      due: async (shard, page) => {
        linkPages.push(page);
        return links(shard);
      },
      takeUp,
    },
    metrics: { swept: (numbers) => void printed.push(numbers) },
    clock,
    log,
  });
  return { sweep, pages, started, log, linkPages, putOff, printed };
};

test('a shard is read page by page until one is not full, each behind the one before', async () => {
  const { sweep, pages } = scene({
    due: (_shard, { after }) => rowsOf(after === undefined ? PAGE : PAGE - 1, { position: `${after}+` }),
  });
  expect(await sweep()).toEqual({ ...NOTHING, due: 2 * PAGE - 1, workers: 1 });
  expect(pages).toEqual([
    { nowMs: NOW, limit: PAGE, after: undefined },
    { nowMs: NOW, limit: PAGE, after: 'undefined+' },
  ]);
});

test('a run reads 40 pages of a shard, the next one goes on behind them, and the one after that begins anew', async () => {
  let page = 0;
  const { sweep, pages } = scene({
    due: () => {
      page += 1;
      return page <= 40 ? [...rowsOf(PAGE - 1), ...rowsOf(1, { position: `end-${page}` })] : rowsOf(1);
    },
  });
  expect(await sweep()).toMatchObject({ due: 40 * PAGE });
  expect(pages).toHaveLength(40);
  expect(await sweep()).toMatchObject({ due: 1 });
  expect(pages[40]?.after).toBe('end-40');
  await sweep();
  expect(pages.slice(41)).toEqual([{ nowMs: NOW, limit: PAGE, after: undefined }]);
});

test('one worker is started for each lane, with at most 100 deliveries; it finds the others in the queue', async () => {
  const rows = [...rowsOf(101), ...rowsOf(2, { lane: 'lane-2', channel: 'sms:1' })];
  const { sweep, started } = scene({ due: () => rows });
  expect(await sweep()).toEqual({ ...NOTHING, due: 103, workers: 2 });
  expect(started.map(({ lane, refs }) => [lane, refs.length])).toEqual([
    ['lane-1', 100],
    ['lane-2', 2],
  ]);
  expect(started[1]?.refs[0]).toEqual({ eventId: 'e-0', channel: 'sms:1' });
});

test('a row is late once it was due for more than ten minutes', async () => {
  const [late, justNot] = [
    rowsOf(1, { dueAtMs: NOW - 10 * MINUTE_MS - 1 }),
    rowsOf(1, { dueAtMs: NOW - 10 * MINUTE_MS }),
  ];
  const { sweep } = scene({ due: () => [...late, ...justNot] });
  expect(await sweep()).toEqual({ ...NOTHING, due: 2, late: 1, workers: 1 });
});

test('payers are reminded and ends of links told, ten links at once; what comes to nothing is not counted', async () => {
  const outcomes: Readonly<Record<string, LinkDueOutcome>> = { a: 'told', b: 'reminded', c: 'nothing' };
  const names = Array.from({ length: 25 }, (_, index) => 'abc'[index % 3] ?? '');
  let [running, most] = [0, 0];
  const { sweep, linkPages, printed } = scene({
    linkShards: 2,
    links: (shard) => (shard === 0 ? names : ['b']),
    takeUp: async (link) => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      return outcomes[link] ?? 'nothing';
    },
  });
  const report = { ...NOTHING, expired: 9, reminded: 9 };
  expect(await sweep()).toEqual(report);
  // Ten of the first shard, and the one of the second.
  expect(most).toBe(11);
  expect(linkPages).toEqual([
    { nowMs: NOW, limit: PAGE },
    { nowMs: NOW, limit: PAGE },
  ]);
  expect(printed).toEqual([report]);
});

test('what fails is counted and logged without its message, and keeps nothing else from its turn', async () => {
  const { sweep, log, started, putOff } = scene({
    shards: 3,
    due: (shard) => {
      if (shard === 1) throw throttled();
      return shard === 0
        ? rowsOf(1)
        : [...rowsOf(1, { lane: 'lane-2' }), { eventId: 'lost', channel: '', dueAtMs: NOW, position: 'x' }];
    },
    linkShards: 2,
    links: (shard) => {
      if (shard === 1) throw throttled();
      return ['damaged', 'fine'];
    },
    takeUp: async (link) => {
      if (link === 'damaged') throw new RangeError('4111111111111111');
      return 'told';
    },
    start: async (lane) => {
      if (lane === 'lane-1') throw throttled();
    },
    findStored: () => Promise.reject(throttled()),
  });
  expect(await sweep()).toEqual({ ...NOTHING, due: 3, workers: 1, expired: 1, failed: 5 });
  expect(started.map(({ lane }) => lane)).toEqual(['lane-2']);
  expect(putOff).toEqual([['lost', MINUTE_MS]]);
  const lines = log.lines.map(({ level, event, fields }) => [level, event, fields.errorName]);
  expect(lines.toSorted((one, other) => String(one[1]).localeCompare(String(other[1])))).toEqual([
    ['error', 'event not fanned out', 'StoreUnavailable'],
    ['error', 'link not taken up', 'RangeError'],
    ['error', 'links not read', 'StoreUnavailable'],
    ['error', 'outbox not read', 'StoreUnavailable'],
    ['error', 'worker not started', 'StoreUnavailable'],
  ]);
  expect(JSON.stringify(log.lines)).not.toContain('4111');
});

test('a run that can read no shard fails, and reports nothing: its heartbeat is missing', async () => {
  const { sweep, printed } = scene({
    shards: 2,
    due: () => {
      throw throttled();
    },
  });
  await expect(sweep()).rejects.toThrow(StoreUnavailable);
  expect(printed).toEqual([]);
});
