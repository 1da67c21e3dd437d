import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { istanbulDayOf } from '../../../shared/domain/calendar.ts';
import {
  addCounts,
  addGivenBack,
  countsOf,
  type FunnelCounts,
  givenBackCountsOf,
  mostFrequent,
  NO_GIVEN_BACK,
  NO_REQUESTS,
} from '../../../shared/domain/funnel/funnel-counts.ts';
import {
  addEntries,
  entriesOfRequest,
  type FunnelEntries,
  NO_ENTRIES,
  sumsBy,
} from '../../../shared/domain/funnel/funnel-group.ts';
import { givenBackOn } from '../../../shared/domain/funnel/given-back.ts';
import {
  addMinutes,
  binOf,
  LAST_BIN,
  leastOfBin,
  minutesCounted,
  NO_MINUTES,
  percentileOf,
} from '../../../shared/domain/funnel/minutes.ts';
import { type RequestStages, stagesOf } from '../../../shared/domain/funnel/request-stages.ts';
import { givenParts, type RequestFact, requestFact, requestOf } from '../../support/payment/drawn-requests.ts';
import { channelOfFact, plainFunnel, plainPercentile } from '../../support/payment/plain-funnel.ts';

/** Moments around the deaths of drawn requests. */
const nowMs = fc.constantFrom(Date.UTC(2027, 2, 10, 12), Date.UTC(2027, 2, 12), Date.UTC(2027, 3, 20));
const facts = fc.array(requestFact, { maxLength: 25 });

const stagesOfFact = (fact: RequestFact, atMs: number): RequestStages => {
  const { payment, messages } = requestOf(fact);
  const stages = stagesOf(payment, messages, atMs);
  if (stages === undefined) throw new Error('a payment request has stages');
  return stages;
};

const withoutNothing = (sums: Readonly<Record<string, number>>): Readonly<Record<string, number>> =>
  Object.fromEntries(Object.entries(sums).filter(([, sum]) => sum !== 0));

/** A percentile of bins is the exact one, or at most a 32nd below it. */
const expectNear = (told: number | undefined, exact: number | undefined): void => {
  if (exact === undefined || exact < 128) {
    expect(told).toBe(exact);
    return;
  }
  expect(told).toBeLessThanOrEqual(exact);
  expect(told).toBeGreaterThan(exact - exact / 32);
};

const expectEqual = (counts: FunnelCounts, plain: ReturnType<typeof plainFunnel>): void => {
  const { givenBack: _apart, ...numbers } = plain.numbers;
  expect(withoutNothing(counts.stages)).toEqual(withoutNothing(numbers));
  expect(counts.paid).toEqual(plain.paid);
  expect(counts.declines).toEqual(plain.declines);
  for (const percent of [50, 90]) {
    expectNear(percentileOf(counts.toOpened, percent), plainPercentile(plain.toOpened, percent));
    expectNear(percentileOf(counts.toPaid, percent), plainPercentile(plain.toPaid, percent));
  }
};

/** All requests once: what belongs to one reusable link stands in its group as well. */
const sumOf = (groups: FunnelEntries): FunnelCounts =>
  [...groups.values()]
    .filter(({ link }) => link === undefined)
    .reduce((sum, { counts }) => addCounts(sum, counts), NO_REQUESTS);

describe('The funnel equals a plain count over random lives of requests (decisions: funnel)', () => {
  test('of all requests, and of each group, in whatever pages and order they come', () => {
    const seen = { paid: 0, expired: 0, threeD: 0, delivered: 0, codes: 0, links: 0, groups: 0 };
    fc.assert(
      fc.property(facts, nowMs, fc.integer({ min: 1, max: 7 }), fc.boolean(), (drawn, atMs, size, isReversed) => {
        const requests = drawn.map((fact) => stagesOfFact(fact, atMs));
        const ordered = isReversed ? requests.toReversed() : requests;
        let groups = NO_ENTRIES;
        for (let first = 0; first < ordered.length; first += size) {
          const page = ordered.slice(first, first + size).flatMap(entriesOfRequest);
          groups = addEntries(groups, addEntries(NO_ENTRIES, page).values());
        }
        expectEqual(sumOf(groups), plainFunnel(drawn, atMs));
        for (const { day, definition, channel, link, counts } of groups.values()) {
          const own = drawn
            .filter((fact) => fact.definition === definition && channelOfFact(fact) === channel)
            .filter((fact) => istanbulDayOf(fact.createdAtMs) === day && (link === undefined || fact.madeOf === link));
          expectEqual(counts, plainFunnel(own, atMs));
        }
        const { numbers, declines } = plainFunnel(drawn, atMs);
        seen.paid += numbers.paid ?? 0;
        seen.expired += numbers.expired ?? 0;
        seen.threeD += numbers.threeDPassed ?? 0;
        seen.delivered += numbers.delivered ?? 0;
        seen.codes += Object.keys(declines).length > 3 ? 1 : 0;
        seen.links += requests.filter(({ link }) => link !== undefined).length;
        seen.groups += groups.size > 3 ? 1 : 0;
      }),
      { numRuns: 300 },
    );
    expect(Math.min(...Object.values(seen)), JSON.stringify(seen)).toBeGreaterThan(15);
  });

  test('of rows that are added up by day, definition or channel', () => {
    fc.assert(
      fc.property(facts, nowMs, fc.constantFrom('day', 'definition', 'channel'), (drawn, atMs, by) => {
        const rows = drawn.map((fact) => {
          const stages = stagesOfFact(fact, atMs);
          return { ...stages, counts: countsOf(stages), givenBack: NO_GIVEN_BACK };
        });
        const keyOf = (fact: RequestFact): string =>
          ({
            day: istanbulDayOf(fact.createdAtMs),
            definition: String(fact.definition),
            channel: channelOfFact(fact),
          })[by];
        const sums = sumsBy(rows, by);
        expect(sums.map(({ of }) => of).toSorted()).toEqual([...new Set(drawn.map(keyOf))].toSorted());
        for (const { of, counts } of sums) {
          expectEqual(
            counts,
            plainFunnel(
              drawn.filter((fact) => keyOf(fact) === of),
              atMs,
            ),
          );
        }
      }),
      { numRuns: 100 },
    );
  });

  test('of what was given back, day by day of the steps', () => {
    const seen = { parts: 0, whole: 0, days: 0 };
    fc.assert(
      fc.property(facts, (drawn) => {
        const days = [...new Set(drawn.flatMap(givenParts).map(({ atMs }) => istanbulDayOf(atMs)))];
        const counted = days.map((day) =>
          drawn
            .flatMap((fact) => givenBackOn(requestOf(fact).payment, day) ?? [])
            .map(givenBackCountsOf)
            .reduce(addGivenBack, NO_GIVEN_BACK),
        );
        for (const [index, day] of days.entries()) {
          const { givenBack, numbers } = plainFunnel(drawn, 0, (one) => one === day);
          expect(counted[index]?.sums).toEqual(givenBack);
          expect(counted[index]?.count).toBe(numbers.givenBack ?? 0);
        }
        const all = counted.reduce(addGivenBack, NO_GIVEN_BACK);
        expect(all.sums).toEqual(plainFunnel(drawn, 0).givenBack);
        seen.parts += drawn.flatMap(givenParts).length;
        seen.whole += all.count;
        seen.days += days.length > 2 ? 1 : 0;
      }),
      { numRuns: 200 },
    );
    expect(Math.min(...Object.values(seen)), JSON.stringify(seen)).toBeGreaterThan(15);
  });

  test('a request that is final never changes again, whenever it is counted', () => {
    fc.assert(
      fc.property(requestFact, nowMs, fc.integer({ min: 0, max: 10_000 }), (fact, atMs, laterHours) => {
        const stages = stagesOfFact(fact, atMs);
        fc.pre(stages.isFinal);
        // The drawn life is fixed: only the time could still move it.
        expect(stagesOfFact(fact, atMs + laterHours * 3_600_000)).toEqual(stages);
      }),
      { numRuns: 200 },
    );
  });
});

describe('Minutes in bins', () => {
  test('up to 127 minutes a bin is one minute, and behind that at most a 32nd of its time', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_000_000 }), (minutes) => {
        const bin = binOf(minutes);
        expect(bin).toBeLessThanOrEqual(LAST_BIN);
        const least = leastOfBin(bin);
        if (minutes < 128) {
          expect(least).toBe(minutes);
          return;
        }
        expect(least).toBeLessThanOrEqual(minutes);
        expect(minutes - least).toBeLessThan(least / 32);
        // The bin begins at its first minute, and the one before it ends there.
        expect(binOf(least)).toBe(bin);
        expect(binOf(least - 1)).toBe(bin - 1);
      }),
    );
  });

  test('a percentile of any sets that were added up is that of all their minutes, by nearest rank', () => {
    const minutes = fc.array(fc.integer({ min: 0, max: 30_000 }), { maxLength: 30 });
    fc.assert(
      fc.property(fc.array(minutes, { maxLength: 4 }), fc.integer({ min: 0, max: 100 }), (sets, percent) => {
        const counts = sets.flat().map(minutesCounted).reduce(addMinutes, NO_MINUTES);
        const ordered = sets.flat().toSorted((one, other) => one - other);
        expectNear(percentileOf(counts, percent), plainPercentile(ordered, percent));
      }),
    );
  });
});

describe('The most frequent decline codes', () => {
  test('come from full counts: a code that no row has among its first may be the first of all', () => {
    const one = { ...NO_REQUESTS, declines: { '002': 5, '030': 4 } };
    const other = { ...NO_REQUESTS, declines: { '012': 5, '030': 4 } };
    expect(mostFrequent(addCounts(one, other).declines, 2)).toEqual([
      { code: '030', count: 8 },
      { code: '002', count: 5 },
    ]);
  });
});
