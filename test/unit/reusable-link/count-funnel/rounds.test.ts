import { describe, expect, test } from 'vitest';
import { countFunnel } from '../../../../functions/reusable-link/count-funnel/count-funnel.ts';
import { countToday } from '../../../../functions/reusable-link/count-funnel/count-today.ts';
import type { CountedPart } from '../../../../shared/domain/funnel/funnel-days.ts';
import { closedFromMs } from '../../../../shared/domain/statement/statement-days.ts';
import type { FunnelProgress } from '../../../../shared/ports/funnels.ts';
import type { FakeLog } from '../../../fakes/log.ts';
import { left, NIGHT_MS, RUN_MS, roundsScene, STAGE, UNTIL } from './rounds-scene.ts';

const MINUTE_MS = 60_000;
const codes = (count: number) => Array.from({ length: count }, (_, index) => `D${String(index + 1).padStart(2, '0')}`);
const ON_TIME = { counted: 0, failed: 0, late: 0 };

describe('A round over all dealers (decisions: funnel)', () => {
  test.each([0, 1, 5, 7])(
    'of %d is done with a night in one run that has the time, and the next run writes nothing',
    async (count) => {
      const { run, stage, met, progress } = roundsScene(codes(count));
      expect(await run()).toEqual(ON_TIME);
      expect(stage()).toEqual({ version: 1, sinceDay: '20270309', countedUntil: UNTIL, givenBackUntil: '20270309' });
      for (const code of codes(count)) expect(progress.get(code)).toMatchObject({ version: 2, countedUntil: UNTIL });
      const saved = met.saved.length;
      expect(await run()).toEqual(ON_TIME);
      expect(met.saved.length).toBe(saved);
    },
  );

  test('goes on in the next run, and again over all of them where some were left open', async () => {
    const { run, stage, met } = roundsScene(codes(7));
    met.pageMs = 100_000;
    expect(await run()).toEqual(ON_TIME);
    expect(stage()).toMatchObject({
      version: 1,
      countedUntil: '20270309',
      round: { until: UNTIL, after: 'D05', open: 5 },
    });
    await run();
    expect(stage()).toMatchObject({ version: 2, countedUntil: '20270309' });
    expect(stage()).not.toHaveProperty('round');
    met.pageMs = 50_000;
    await run();
    expect(stage()).toMatchObject({ version: 3, round: { after: 'D05', open: 0 } });
    await run();
    expect(stage()).toMatchObject({ version: 4, countedUntil: UNTIL });
    expect(stage()).not.toHaveProperty('round');
  });

  test('begins anew where the round before was of another night', async () => {
    const { run, stage, progress } = roundsScene(codes(2));
    const round = { until: '20270309', after: 'D01', open: 4 };
    progress.set(STAGE, { ...left, version: 7, countedUntil: '20270308', round });
    await run();
    expect(stage()).toMatchObject({ version: 8, countedUntil: UNTIL });
    expect(progress.get('D01')).toMatchObject({ countedUntil: UNTIL });
  });

  test('is not done while a dealer fails, whom nobody else waits for; and is late at six in the morning', async () => {
    const { run, stage, met, progress, clock, deps } = roundsScene(codes(7));
    met.failing.add('D02');
    expect(await run()).toEqual({ counted: 0, failed: 1, late: 0 });
    expect(stage()?.countedUntil ?? '20270309').toBe('20270309');
    expect([progress.get('D02'), progress.get('D03'), progress.get('D07')]).toMatchObject([
      { countedUntil: '20270309' },
      { countedUntil: UNTIL },
      { countedUntil: UNTIL },
    ]);
    expect((deps.log as FakeLog).lines).toMatchObject([
      { level: 'error', fields: { dealerCode: 'D02', errorName: 'Error' } },
    ]);
    clock.advance(5 * 60 * MINUTE_MS);
    expect(await run()).toEqual({ counted: 0, failed: 1, late: 1 });
    met.failing.clear();
    expect(await run()).toEqual(ON_TIME);
    expect(stage()).toMatchObject({ countedUntil: UNTIL });
  });
});

describe('A run of the job', () => {
  const listedDealers = (scene: ReturnType<typeof roundsScene>) => {
    const asked: object[] = [];
    const { dealerDirectory } = scene.deps;
    const page: typeof dealerDirectory.page = (query) => {
      asked.push(query);
      return dealerDirectory.page(query);
    };
    Object.assign(scene.deps, { dealerDirectory: { page } });
    return asked;
  };

  test('lists no dealer once the night is done, nor with a clock behind the one that did it', async () => {
    for (const countedUntil of [UNTIL, '20270311']) {
      const scene = roundsScene(codes(2));
      const asked = listedDealers(scene);
      const stage = { ...left, countedUntil };
      scene.progress.set(STAGE, stage);
      await scene.run();
      expect([asked, scene.stage()]).toEqual([[], stage]);
    }
  });

  test('that has no time left keeps no place, since it came to nobody', async () => {
    const scene = roundsScene(codes(2));
    await countFunnel(scene.deps)(scene.clock.now());
    expect([scene.stage(), scene.met.ran]).toEqual([undefined, [ON_TIME]]);
  });
});

describe('Dealers with more requests today than a question counts', () => {
  test('are counted page by page until their last moment, each with its own lists', async () => {
    const { run, met } = roundsScene([]);
    met.busy = codes(27).map((dealerCode, index) => ({ dealerCode, untilMs: NIGHT_MS + (index === 0 ? 0 : 1) }));
    expect(await run()).toEqual(ON_TIME);
    const counted = new Set(met.written.map((one) => (one as { dealerCode: string }).dealerCode));
    expect([counted.size, counted.has('D01'), counted.has('D27')]).toEqual([26, false, true]);
    expect(met.asked).toContainEqual({
      dealerCode: 'D27',
      day: '20270311',
      part: 'links',
      after: '1',
      listingShards: 3,
    });
  });

  test('of whom one is left for want of time make the job late', async () => {
    const { run, met } = roundsScene([]);
    met.busy = [{ dealerCode: 'D1', untilMs: NIGHT_MS + 1 }];
    met.pageMs = RUN_MS;
    expect(await run()).toEqual({ ...ON_TIME, late: 1 });
  });

  test('are five hundred at most in one run', async () => {
    const { run, met } = roundsScene([]);
    met.busy = Array.from({ length: 510 }, (_, index) => ({ dealerCode: `B${1000 + index}`, untilMs: NIGHT_MS + 1 }));
    await run();
    expect(new Set(met.written.map((one) => (one as { dealerCode: string }).dealerCode)).size).toBe(500);
  });

  const today = (scene: ReturnType<typeof roundsScene>) =>
    countToday(scene.deps, { dealerCode: 'D1', listingShards: 1, deadlineMs: scene.clock.now() + RUN_MS });

  test('are counted for each day that no night has counted, and again once that is eight minutes old', async () => {
    const scene = roundsScene();
    expect(await today(scene)).toBe(true);
    const days = { from: '20270310', until: '20270311' };
    expect(scene.met.asked).toContainEqual({ dealerCode: 'D1', ...days });
    const whole = scene.met.written.map((one) => one as CountedPart);
    expect(whole.map(({ day, part }) => `${day} ${part}`)).toEqual(
      ['20270310', '20270311'].flatMap((day) => [`${day} links`, `${day} requests`]),
    );
    scene.met.parts = whole;
    scene.clock.advance(8 * MINUTE_MS - 1);
    await today(scene);
    expect(scene.met.written).toHaveLength(4);
    scene.met.parts = whole.filter(({ day, part }) => day === '20270310' || part === 'links');
    await today(scene);
    expect(scene.met.written.slice(4)).toMatchObject([{ day: '20270311', part: 'requests' }]);
    scene.met.parts = whole;
    scene.clock.advance(1);
    await today(scene);
    expect(scene.met.written).toHaveLength(9);
  });

  test('are counted for today alone once a night has counted yesterday, and for no day that is counted', async () => {
    const scene = roundsScene();
    scene.progress.set('D1', { ...left, countedUntil: UNTIL });
    expect(await today(scene)).toBe(true);
    expect(scene.met.written).toMatchObject([
      { day: '20270311', part: 'links' },
      { day: '20270311', part: 'requests' },
    ]);
    const done = roundsScene();
    done.progress.set('D1', { ...left, countedUntil: '20270311' });
    expect([await today(done), done.met.asked]).toEqual([true, []]);
  });

  test('are left open where the last part of today is not whole', async () => {
    const scene = roundsScene();
    await today(scene);
    scene.met.parts = scene.met.written.slice(0, 3) as CountedPart[];
    Object.assign(scene.met, { pages: 3, pageMs: RUN_MS - 20_000 });
    expect(await today(scene)).toBe(false);
    expect(scene.met.written).toHaveLength(4);
  });

  test('have nothing written of a part that is not whole', async () => {
    const scene = roundsScene();
    scene.met.pages = 3;
    scene.met.pageMs = RUN_MS - 20_000;
    expect(await today(scene)).toBe(false);
    expect(scene.met.written).toEqual([]);
    const late = roundsScene();
    late.met.pageMs = RUN_MS - 20_000;
    expect(await today(late)).toBe(false);
    expect(late.met.written).toHaveLength(1);
  });
});

describe('A night of one dealer', () => {
  test('stops between two parts for want of time, and begins the next run there', async () => {
    const { ofDealer, met, progress } = roundsScene();
    met.pageMs = RUN_MS - 20_000;
    expect(await ofDealer()).toEqual({ counted: 0, isDone: false });
    expect(progress.get('D1')).toEqual({ ...left, version: 2 });
    met.parts = [{ day: UNTIL, part: 'links', requests: 0, isFinal: true, countedAtMs: NIGHT_MS }];
    expect(await ofDealer()).toEqual({ counted: 0, isDone: true });
    expect(progress.get('D1')).toEqual({ ...left, version: 3, countedUntil: UNTIL });
    expect(met.asked.filter((one) => 'part' in one)).toMatchObject([{ part: 'links' }, { part: 'requests' }]);
  });

  test('keeps its place within a part, and what it had counted up to there', async () => {
    const { ofDealer, met, progress, clock } = roundsScene();
    Object.assign(met, { pages: 2, pageMs: RUN_MS - 20_000 });
    const begunAtMs = clock.now();
    expect(await ofDealer()).toEqual({ counted: 0, isDone: false });
    const draft = `${UNTIL}-links-2-${clock.now()}`;
    const place = { task: 'links', day: UNTIL, after: '2', draft, entries: 0, requests: 0, isFinal: true, begunAtMs };
    expect(progress.get('D1')).toEqual({ ...left, version: 2, place });
    expect([...met.drafts.keys()]).toEqual([draft]);
    met.pageMs = 0;
    expect(await ofDealer()).toEqual({ counted: 0, isDone: true });
    const pages = met.asked.filter((one) => 'part' in one).map((one) => Object.values(one).slice(2, 4).join(' '));
    expect(pages).toEqual(['links 1', 'links 2', 'requests 1', 'requests 2']);
    expect(progress.get('D1')).toEqual({ ...left, version: 3, countedUntil: UNTIL });
  });

  const kept = {
    task: 'links',
    day: UNTIL,
    after: '2',
    draft: 'DRAFT',
    entries: 0,
    requests: 7,
    isFinal: true,
    begunAtMs: NIGHT_MS,
  } as const;

  test.each<[string, Partial<NonNullable<FunnelProgress['place']>>, number, number]>([
    ['goes on behind it', {}, 2, 7],
    ['begins anew where a draft is not whole any more', { entries: 1 }, 1, 0],
    ['goes on where it was begun as the day was over', { begunAtMs: closedFromMs(UNTIL) }, 2, 0],
    ['begins anew where it was begun before the day was over', { begunAtMs: NIGHT_MS - 3 * 60 * MINUTE_MS }, 1, 0],
    ['begins anew where it is of another part', { task: 'requests' }, 1, 0],
    ['begins anew where it is of another day', { day: '20270309' }, 1, 0],
  ])('with a place that an earlier run kept %s', async (_what, changes, page, requests) => {
    const { ofDealer, met, progress } = roundsScene();
    met.pages = 2;
    const place = { ...kept, ...changes };
    progress.set('D1', { ...left, place });
    // Counted in this run alone: what was kept is not counted twice.
    expect(await ofDealer()).toEqual({ counted: 0, isDone: true });
    expect(met.asked.find((one) => 'part' in one && one.part === 'links')).toMatchObject({ after: String(page) });
    if (requests > 0)
      expect(met.written).toMatchObject([{ day: UNTIL, part: 'links', requests, countedAtMs: NIGHT_MS }]);
    expect(progress.get('D1')).not.toHaveProperty('place');
  });

  test('leaves nothing behind of a day without requests, but what is there from before it replaces', async () => {
    const { ofDealer, met } = roundsScene();
    await ofDealer();
    expect(met.written).toEqual([]);
    const again = roundsScene();
    again.met.parts = [{ day: UNTIL, part: 'links', requests: 4, isFinal: false, countedAtMs: 1 }];
    await again.ofDealer();
    expect(again.met.written).toMatchObject([{ day: UNTIL, part: 'links', requests: 0, countedAtMs: NIGHT_MS }]);
  });

  test('with nothing left writes nothing; where a question counted its last parts, that they are counted', async () => {
    const done = roundsScene();
    done.progress.set('D1', { ...left, countedUntil: UNTIL });
    expect(await done.ofDealer()).toEqual({ counted: 0, isDone: true });
    expect(done.met.saved).toEqual([]);
    const asked = roundsScene();
    const part = { day: UNTIL, requests: 0, isFinal: true, countedAtMs: NIGHT_MS };
    asked.met.parts = [
      { ...part, part: 'links' },
      { ...part, part: 'requests' },
    ];
    await asked.ofDealer();
    expect(asked.progress.get('D1')).toEqual({ ...left, version: 2, countedUntil: UNTIL });
    const placed = roundsScene();
    placed.progress.set('D1', { ...left, countedUntil: UNTIL, place: kept });
    await placed.ofDealer();
    expect(placed.progress.get('D1')).toEqual({ ...left, version: 2, countedUntil: UNTIL });
  });

  test('looks at no day before the first that is counted, nor at one that is over for good', async () => {
    const { ofDealer, met, progress } = roundsScene();
    await ofDealer();
    expect(met.asked).toContainEqual({ dealerCode: 'D1', from: '20270301', until: UNTIL });
    progress.set('D1', { ...left, sinceDay: '20250101' });
    await ofDealer();
    expect(met.asked).toContainEqual({ dealerCode: 'D1', from: '20260203', until: UNTIL });
  });
});
