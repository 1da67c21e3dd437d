import { describe, expect, test } from 'vitest';
import { compareWithBank } from '../../../../functions/comparison/compare-with-bank/compare-with-bank.ts';
import type { ComparisonNumbers } from '../../../../shared/observability/log.ts';
import type { ComparisonProgress } from '../../../../shared/ports/comparisons.ts';
import { StoreUnavailable } from '../../../../shared/ports/store-errors.ts';
import { dealerWith } from '../../../support/dealer/dealers.ts';
import {
  attemptItem,
  capturedToday,
  HOUR_MS,
  type Night,
  nightOf,
  RUN_MS,
  stepItem,
  TIME_OUT,
} from './compared-day.ts';

/** The day that is compared in the night of these tests, and those around it. */
const [BEFORE, DAY, AFTER] = ['20270114', '20270115', '20270116'] as const;
const STAGE = '-';
const NOTHING = { compared: 0, unclear: 0, unanswered: 0, differences: 0, failed: 0 };

interface Stage extends Night {
  readonly dealers?: readonly string[];
  readonly progress?: Readonly<Record<string, ComparisonProgress>>;
  /** Owners whose progress another run writes first. */
  readonly lost?: readonly string[];
  readonly failing?: readonly string[];
  /** Time that the lists of a day take. */
  readonly listMs?: number;
}

/** A stage in the night of its comparison. */
const stageWith = ({ dealers = ['D1'], lost = [], failing = [], listMs = 0, ...stage }: Stage = {}) => {
  const night = nightOf(stage);
  const { deps, clock } = night;
  const stored = new Map<string, ComparisonProgress>(Object.entries(stage.progress ?? {}));
  const [days, asked, printed]: [[string, string, number][], unknown[], ComparisonNumbers[]] = [[], [], []];
  const run = compareWithBank({
    ...deps,
    lists: {
      countedOn: async (query) => {
        clock.advance(listMs);
        days.push([query.dealerCode, query.day, query.listingShards]);
        if (failing.includes(query.dealerCode)) throw new StoreUnavailable('not-applied', 'Throttled');
        return deps.lists.countedOn(query);
      },
    },
    comparisons: {
      ...deps.comparisons,
      progress: async (owner) => stored.get(owner),
      saveProgress: async (owner, progress) => {
        if (lost.includes(owner)) return false;
        expect(progress.version).toBe((stored.get(owner)?.version ?? 0) + 1);
        stored.set(owner, progress);
        return true;
      },
    },
    dealers: {
      load: async (dealerCode) =>
        dealerCode === 'gone' ? undefined : { dealer: dealerWith({ dealerCode, listingShards: 4 }), credentials: [] },
    },
    dealerDirectory: {
      page: async ({ after = '', limit }) => {
        asked.push(after);
        const page = dealers.filter((code) => code > after).slice(0, limit);
        return page.map((dealerCode) => ({ dealerCode, name: '', enabled: true }));
      },
    },
    metrics: { ran: (numbers) => void printed.push(numbers) },
    inquiriesPerSecond: 1000,
    pause: async (ms) => clock.advance(ms),
  });
  return { ...night, stored, days, pagesAsked: asked, printed, run: (runMs = RUN_MS) => run(clock.now() + runMs) };
};

const codes = (count: number): readonly string[] => Array.from({ length: count }, (_, index) => `D${10 + index}`);

describe('The comparison of a night (decisions: comparison with the bank)', () => {
  test('compares the latest day of every dealer, five at a time, and says when all are done', async () => {
    const { run, stored, days, pagesAsked, printed } = stageWith({ dealers: codes(7) });
    expect(await run()).toEqual({ ...NOTHING, doneDay: DAY, isDone: true });
    expect(days).toEqual(codes(7).map((code) => [code, DAY, 4]));
    expect(pagesAsked).toEqual(['', 'D14']);
    expect(stored.get('D10')).toEqual({ version: 1, doneDay: DAY });
    expect(stored.get(STAGE)).toEqual({ version: 1, doneDay: DAY });
    expect(printed).toEqual([{ ...NOTHING, late: 0 }]);
  });

  test('a full page of dealers is followed by another look, which finds nobody', async () => {
    const { run, pagesAsked } = stageWith({ dealers: codes(5) });
    expect(await run()).toMatchObject({ isDone: true });
    expect(pagesAsked).toEqual(['', 'D14']);
  });

  test('asks nobody and writes nothing where that day is done', async () => {
    const { run, pagesAsked, stored } = stageWith({ progress: { [STAGE]: { version: 4, doneDay: DAY } } });
    expect(await run()).toEqual({ ...NOTHING, doneDay: DAY, isDone: true });
    expect([pagesAsked, stored.get(STAGE)?.version]).toEqual([[], 4]);
  });

  test('adds up what it did for all dealers and days', async () => {
    const payments = [capturedToday(), capturedToday(), capturedToday({ steps: [] })];
    const [missing, undecided, sampled] = payments.map(({ attempts }) => attempts[0]?.orderId);
    const { run, printed } = stageWith({
      dealers: ['D1', 'D2'],
      payments,
      pages: [
        {
          items: payments.map((one, index) => (index < 2 ? stepItem(one) : attemptItem(one))),
        },
      ],
      inquire: (orderId) => {
        if (orderId === missing) return { kind: 'no-record' };
        if (orderId === undecided) return { kind: 'unknown', cause: 'pending' };
        expect(orderId).toBe(sampled);
        return TIME_OUT;
      },
      after: (payment) => payment,
    });
    // All dealers of this stage have the same lists.
    expect(await run()).toMatchObject({ compared: 2, differences: 2, unclear: 2, unanswered: 0, isDone: false });
    expect(printed).toMatchObject([{ compared: 2, differences: 2, unclear: 2 }]);
  });

  test('orders that wait for a silent gateway until noon are unanswered then', async () => {
    const payment = capturedToday();
    const stage = stageWith({ payments: [payment], pages: [{ items: [stepItem(payment)] }], inquire: () => TIME_OUT });
    expect(await stage.run()).toMatchObject({ unanswered: 0, isDone: false, doneDay: BEFORE });
    expect(stage.stored.get('D1')).toMatchObject({ version: 1, doneDay: BEFORE, place: { isRead: false } });
    stage.clock.advance(8 * HOUR_MS);
    expect(await stage.run()).toMatchObject({ unanswered: 1, isDone: true, doneDay: DAY });
    expect(stage.stored.get('D1')).toEqual({ version: 2, doneDay: DAY });
  });

  test('a dealer whose comparison fails keeps no other waiting, and the day is not done', async () => {
    const { run, stored, log, printed } = stageWith({ dealers: ['D1', 'D2'], failing: ['D1'] });
    expect(await run()).toEqual({ ...NOTHING, failed: 1, doneDay: BEFORE, isDone: false });
    expect([stored.get('D1'), stored.get('D2')]).toEqual([undefined, { version: 1, doneDay: DAY }]);
    expect(log.lines).toEqual([
      { level: 'error', event: 'day not compared', fields: { dealerCode: 'D1', errorName: 'StoreUnavailable' } },
    ]);
    expect(printed).toEqual([{ ...NOTHING, failed: 1, late: 0 }]);
  });

  test('is late from one in the afternoon on', async () => {
    const { run, clock, printed } = stageWith({ dealers: ['D1'], failing: ['D1'] });
    clock.advance(9 * HOUR_MS);
    await run();
    clock.advance(1);
    await run();
    expect(printed.map(({ late }) => late)).toEqual([0, 1]);
  });
});

describe('Days that are missing', () => {
  test('are compared one after the other, a week of them at most', async () => {
    const { run, stored, days } = stageWith({
      dealers: ['D1', 'D2', 'gone'],
      progress: { D1: { version: 3, doneDay: '20270112' }, D2: { version: 9, doneDay: '20261201' } },
    });
    expect(await run()).toMatchObject({ isDone: true });
    const ofD1 = days.filter(([code]) => code === 'D1').map(([, day]) => day);
    expect(ofD1).toEqual(['20270113', BEFORE, DAY]);
    expect(days.filter(([code]) => code === 'D2').map(([, day]) => day)).toHaveLength(7);
    expect(stored.get('D1')).toEqual({ version: 6, doneDay: DAY });
    expect(stored.get('D2')).toMatchObject({ doneDay: DAY });
    expect(days.filter(([code]) => code === 'gone')).toEqual([['gone', DAY, 1]]);
  });

  test('go on at the place of the run before, unless that day is too old by now', async () => {
    const payment = capturedToday();
    const place = { isRead: true, sample: {} };
    const scene = { payments: [payment], pages: [{ items: [stepItem(payment)] }] };
    const kept = stageWith({ ...scene, progress: { D1: { version: 2, doneDay: BEFORE, place } } });
    expect(await kept.run()).toMatchObject({ compared: 0, isDone: true });
    expect(kept.days).toEqual([]);
    const old = stageWith({ ...scene, progress: { D1: { version: 2, doneDay: '20261201', place } } });
    expect(await old.run()).toMatchObject({ compared: 7, isDone: true });
  });

  test('one that is ahead already is left alone', async () => {
    const { run, days, stored } = stageWith({ progress: { D1: { version: 2, doneDay: AFTER } } });
    expect(await run()).toMatchObject({ isDone: true });
    expect([days, stored.get('D1')?.version]).toEqual([[], 2]);
  });

  test('where another run writes a dealer’s progress first, this one leaves the dealer to it', async () => {
    const { run, days } = stageWith({ lost: ['D1'], progress: { D1: { version: 3, doneDay: '20270112' } } });
    expect(await run()).toMatchObject({ isDone: false });
    expect(days).toEqual([['D1', '20270113', 4]]);
  });
});

describe('A round over the dealers that does not fit into one run', () => {
  test('keeps its place, and the next run goes on behind it; dealers who are open keep the day open', async () => {
    const stage = stageWith({ dealers: codes(12), virtualPos: [], listMs: 10_000, failing: ['D10'] });
    expect(await stage.run(79_000)).toMatchObject({ isDone: false, doneDay: BEFORE, failed: 1 });
    expect(stage.stored.get(STAGE)).toEqual({
      version: 1,
      doneDay: BEFORE,
      round: { until: DAY, after: 'D14', open: 1 },
    });
    expect(await stage.run()).toMatchObject({ isDone: false, failed: 0 });
    expect(stage.pagesAsked).toEqual(['', 'D14', 'D19']);
    // The round is over. What is open is taken up by a new one.
    expect(stage.stored.get(STAGE)).toEqual({ version: 2, doneDay: BEFORE });
  });

  test('a place of another day is of no use any more', async () => {
    const round = { until: BEFORE, after: 'D19', open: 3 };
    const { run, pagesAsked, stored } = stageWith({
      dealers: ['D10'],
      progress: { [STAGE]: { version: 7, doneDay: '20270113', round } },
    });
    expect(await run()).toMatchObject({ isDone: true, doneDay: DAY });
    expect(pagesAsked).toEqual(['']);
    expect(stored.get(STAGE)).toEqual({ version: 8, doneDay: DAY });
  });

  test('a run without time asks nobody', async () => {
    const { run, pagesAsked, stored } = stageWith({ progress: { [STAGE]: { version: 7, doneDay: BEFORE } } });
    expect(await run(30_000)).toEqual({ ...NOTHING, doneDay: BEFORE, isDone: false });
    expect([pagesAsked, stored.get(STAGE)?.version]).toEqual([[], 7]);
  });
});
