import { describe, expect, test } from 'vitest';
import { type MakeStageDependencies, makeStage } from '../../../../functions/statement/make-statements/make-stage.ts';
import type { StatementProgress } from '../../../../shared/ports/statements.ts';
import { FakeClock } from '../../../fakes/clock.ts';
import { FakeLog } from '../../../fakes/log.ts';
import { dealerWith } from '../../../support/dealer/dealers.ts';

/** Two in the night behind this day, in Istanbul. */
const UNTIL = '20270310';
const BEFORE = '20270309';
const NIGHT_MS = Date.UTC(2027, 2, 10, 23);
const RUN_MS = 55_000;
const HOUR_MS = 3_600_000;
const STAGE = '-';

const codes = (count: number) => Array.from({ length: count }, (_, index) => `D${String(index + 1).padStart(2, '0')}`);

/** A run over dealers whose statements are all there, but for those that fail; a look at a dealer takes some time. */
const sceneOf = (count: number, stored?: StatementProgress) => {
  const clock = new FakeClock(NIGHT_MS);
  const log = new FakeLog();
  const met = { failing: new Set<string>(), lookMs: 0, looked: [] as string[], saved: [] as StatementProgress[] };
  let ofStage = stored;
  const deps = {
    making: {
      progress: async (owner: string) => {
        if (owner === STAGE) return ofStage;
        met.looked.push(owner);
        clock.advance(met.lookMs);
        if (met.failing.has(owner)) throw new TypeError('a row that cannot be read');
        return { version: 1, doneDay: UNTIL };
      },
      saveProgress: async (_owner: string, progress: StatementProgress) => {
        met.saved.push(progress);
        ofStage = progress;
        return true;
      },
    },
    dealers: { load: async (dealerCode: string) => ({ dealer: dealerWith({ dealerCode }) }) },
    dealerDirectory: {
      page: async ({ after = '', limit }: { readonly after?: string; readonly limit: number }) =>
        codes(count)
          .filter((code) => code > after)
          .slice(0, limit)
          .map((dealerCode) => ({ dealerCode })),
    },
    clock,
    log,
  } as unknown as MakeStageDependencies;
  return { clock, log, met, run: () => makeStage(deps, clock.now() + RUN_MS) };
};

const DONE = { made: 0, failed: 0, isDone: true, doneDay: UNTIL, isLate: false };

describe('A round over all dealers (decisions: statements)', () => {
  test.each([0, 1, 5, 7])(
    'of %d is done in one run that has the time, and the next one looks at nobody',
    async (count) => {
      const { run, met } = sceneOf(count);
      expect(await run()).toEqual(DONE);
      expect([met.looked, met.saved]).toEqual([codes(count), [{ version: 1, doneDay: UNTIL }]]);
      expect(await run()).toMatchObject({ failed: 0, doneDay: UNTIL, isDone: true, isLate: false });
      expect([met.looked.length, met.saved.length]).toEqual([count, 1]);
    },
  );

  test('keeps its place where the time is over, and goes on there', async () => {
    const { run, met } = sceneOf(7);
    met.lookMs = RUN_MS;
    expect(await run()).toEqual({ ...DONE, isDone: false, doneDay: BEFORE });
    const round = { until: UNTIL, after: 'D05', open: 0 };
    expect(met.saved).toEqual([{ version: 1, doneDay: BEFORE, round }]);
    expect(await run()).toEqual(DONE);
    expect([met.looked, met.saved.at(-1)]).toEqual([codes(7), { version: 2, doneDay: UNTIL }]);
  });

  test('in which a dealer fails is not done, keeps nobody waiting, and begins anew', async () => {
    const { run, met, log } = sceneOf(7);
    met.failing.add('D02');
    met.lookMs = RUN_MS;
    expect(await run()).toMatchObject({ failed: 1, isDone: false });
    expect(met.saved.at(-1)).toMatchObject({ round: { after: 'D05', open: 1 } });
    met.lookMs = 0;
    // The rest of the round has nobody open; the dealer from its beginning still is.
    expect(await run()).toEqual({ ...DONE, isDone: false, doneDay: BEFORE });
    expect(met.saved.at(-1)).toEqual({ version: 2, doneDay: BEFORE });
    expect(await run()).toMatchObject({ failed: 1, doneDay: BEFORE });
    expect(met.saved).toHaveLength(2);
    expect(log.lines).toContainEqual(
      expect.objectContaining({ level: 'error', fields: { dealerCode: 'D02', errorName: 'TypeError' } }),
    );
    met.failing.clear();
    expect(await run()).toEqual(DONE);
  });

  test('of another night is not gone on with', async () => {
    const round = { until: BEFORE, after: 'D01', open: 3 };
    const { run, met } = sceneOf(2, { version: 6, doneDay: '20270308', round });
    expect(await run()).toEqual(DONE);
    expect([met.looked, met.saved]).toEqual([codes(2), [{ version: 7, doneDay: UNTIL }]]);
  });

  test('that is not begun for want of time writes nothing, and is late at six in the morning', async () => {
    const { run, met, clock } = sceneOf(1);
    met.failing.add('D01');
    expect(await run()).toMatchObject({ isLate: false });
    clock.advance(4 * HOUR_MS - 1);
    expect(await run()).toMatchObject({ isLate: false });
    clock.advance(HOUR_MS);
    expect(await run()).toMatchObject({ isLate: true });
    expect(met.saved).toEqual([]);
  });
});
