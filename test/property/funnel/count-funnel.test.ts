import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { istanbulDayOf } from '../../../shared/domain/calendar.ts';
import { addCounts, addGivenBack, NO_GIVEN_BACK, NO_REQUESTS } from '../../../shared/domain/funnel/funnel-counts.ts';
import type { FunnelRow } from '../../../shared/domain/funnel/funnel-group.ts';
import { percentileOf } from '../../../shared/domain/funnel/minutes.ts';
import { DRAWN_LINKS, FUNNEL_DEALER, type RequestFact, requestFact } from '../../support/payment/drawn-requests.ts';
import { funnelScene } from '../../support/payment/funnel-scene.ts';
import { channelOfFact, plainFunnel, plainPercentile } from '../../support/payment/plain-funnel.ts';

/** Two in the night behind the last day on which a drawn request is made. */
const FIRST_NIGHT_MS = Date.UTC(2027, 2, 12, 23);
const DAY_MS = 86_400_000;
const DAYS = { from: '20270301', until: '20270331' };

const drawn = fc.array(requestFact, { maxLength: 15 });

const withoutNothing = (sums: Readonly<Record<string, number>>): Readonly<Record<string, number>> =>
  Object.fromEntries(Object.entries(sums).filter(([, sum]) => sum !== 0));

/** What rows say, and what a plain count over the same requests says of the same. */
const expectEqual = (rows: readonly FunnelRow[], facts: readonly RequestFact[], nowMs: number): void => {
  const counts = rows.map((row) => row.counts).reduce(addCounts, NO_REQUESTS);
  const givenBack = rows.map((row) => row.givenBack).reduce(addGivenBack, NO_GIVEN_BACK);
  const today = istanbulDayOf(nowMs);
  const plain = plainFunnel(facts, nowMs, (day) => day < today);
  expect(withoutNothing({ ...counts.stages, givenBack: givenBack.count })).toEqual(withoutNothing(plain.numbers));
  expect([counts.paid, givenBack.sums, counts.declines]).toEqual([plain.paid, plain.givenBack, plain.declines]);
  const median = plainPercentile(plain.toOpened, 50);
  if (median === undefined || median < 128) expect(percentileOf(counts.toOpened, 50)).toBe(median);
};

const isOf =
  ({ day, definition, channel }: FunnelRow) =>
  (fact: RequestFact): boolean =>
    istanbulDayOf(fact.createdAtMs) === day && fact.definition === definition && channelOfFact(fact) === channel;

type Scene = Awaited<ReturnType<typeof funnelScene>>;

/** All rows against all requests, each row against its own, and each reusable link against its own. */
const expectAllEqual = async ({ funnels, clock }: Scene, facts: readonly RequestFact[]): Promise<void> => {
  const nowMs = clock.now();
  const rows = (await funnels.rows(FUNNEL_DEALER, DAYS)) ?? expect.unreachable();
  expectEqual(rows, facts, nowMs);
  for (const row of rows) {
    const own = rows.filter((one) => isOfSame(one, row));
    expectEqual(own, facts.filter(isOf(row)), nowMs);
  }
  for (const link of DRAWN_LINKS) {
    const own = facts.filter(({ madeOf }) => madeOf === link);
    expectEqual(await funnels.rowsOfLink(link, DAYS), own, nowMs);
  }
};

const isOfSame = (one: FunnelRow, other: FunnelRow): boolean =>
  one.day === other.day && one.definition === other.definition && one.channel === other.channel;

const rowsNow = ({ store }: Scene) =>
  store
    .rows()
    .filter(({ entity }) => entity === 'funnel-counts' || entity === 'funnel-given-back')
    .map(({ writeId: _write, version: _version, countedAtMs: _moment, ...row }) => JSON.stringify(row))
    .toSorted();

describe('The nightly count of the funnel (decisions: funnel)', () => {
  test('equals a plain count over random lives, night after night, in every group and of each link', async () => {
    await fc.assert(
      fc.asyncProperty(drawn, fc.constantFrom(1, 3), async (facts, shards) => {
        const scene = await funnelScene(facts, FIRST_NIGHT_MS, shards);
        await scene.run();
        await expectAllEqual(scene, facts);
        // Links expire, news of messages end, and money is given back.
        for (const days of [1, 3, 9, 16]) {
          scene.setNow(FIRST_NIGHT_MS + days * DAY_MS);
          await scene.run();
          await expectAllEqual(scene, facts);
        }
      }),
      { numRuns: 25 },
    );
  });

  test('is the same when it is done again, and when each run stops after a page and goes on in the next', async () => {
    const seen = { stopped: 0, drafts: 0 };
    await fc.assert(
      fc.asyncProperty(fc.array(requestFact, { minLength: 3, maxLength: 15 }), async (facts) => {
        const whole = await funnelScene(facts, FIRST_NIGHT_MS);
        await whole.run();
        const rows = rowsNow(whole);
        await whole.run();
        expect(rowsNow(whole)).toEqual(rows);
        const slow = await funnelScene(facts, FIRST_NIGHT_MS);
        // A few pages of a night fit into one run.
        slow.slow.ms = 60_000;
        for (let runs = 0; runs < 90; runs += 1) {
          if ((await slow.counting.progress(FUNNEL_DEALER))?.countedUntil === '20270312') break;
          await slow.run();
          seen.stopped += 1;
        }
        expect((await slow.counting.progress(FUNNEL_DEALER))?.countedUntil).toBe('20270312');
        expect(rowsNow(slow)).toEqual(rows);
      }),
      { numRuns: 6 },
    );
    expect(seen.stopped).toBeGreaterThan(6);
  });
});
