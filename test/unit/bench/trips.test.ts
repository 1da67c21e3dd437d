import { describe, expect, test } from 'vitest';
import { leastTrips } from '../../bench/least-trips.ts';
import { tripsOf, type WireCall } from '../../bench/tap.ts';

type Span = readonly [name: string, startedAt: number, endedAt: number];

/** The names of calls by trip. */
const namesOf = (...spans: readonly Span[]): readonly string[] => {
  const call = ([operation, startedAt, endedAt]: Span): WireCall => {
    return { operation, startedAt, endedAt, path: '/', body: '', headers: {}, answer: '' };
  };
  return tripsOf(spans.map(call)).map((trip) => trip.map(({ operation }) => operation).join());
};

describe('Round trips of a call', () => {
  test('one after the other are as many', () => {
    expect(namesOf(['link', 0, 5], ['intent', 5, 9], ['outcome', 20, 21])).toEqual(['link', 'intent', 'outcome']);
  });

  test('side by side are one', () => {
    expect(namesOf(['customer', 0, 5], ['cards', 1, 9], ['dealer', 4, 7], ['link', 9, 10])).toEqual([
      'customer,cards,dealer',
      'link',
    ]);
  });

  test('a late read hides no trip of the calls beside it', () => {
    expect(namesOf(['customer', 0, 50], ['names of cards', 1, 20], ['cards', 22, 40])).toEqual([
      'customer,names of cards',
      'cards',
    ]);
  });

  test('none are none', () => {
    expect(namesOf()).toEqual([]);
  });
});

describe('The fewest trips of several calls', () => {
  const callOf = (name: string, startedAt: number, endedAt: number): WireCall => {
    return { operation: name, startedAt, endedAt, path: '/', body: '', headers: {}, answer: '' };
  };
  const apart = [callOf('customer', 0, 2), callOf('cards', 3, 5), callOf('write', 6, 7)];
  const meeting = [callOf('customer', 0, 50), callOf('cards', 3, 55), callOf('write', 56, 99)];

  test('reads side by side that a quick engine answers one by one meet where the engine is slowed', async () => {
    const slowed: number[] = [];
    const least = await leastTrips(async (slowMs) => {
      slowed.push(slowMs);
      return slowMs === 0 ? apart : meeting;
    });
    expect(least.map((trip) => trip.map(({ operation }) => operation))).toEqual([['customer', 'cards'], ['write']]);
    expect(slowed).toEqual([0, 50, 100, 200, 400, 800]);
  });

  test('no further call is made behind one that has no more trips than enough', async () => {
    let calls = 0;
    await leastTrips(
      async () => {
        calls += 1;
        return calls === 1 ? apart : meeting;
      },
      { enough: 2 },
    );
    expect(calls).toBe(2);
  });
});
