import { describe, expect, test } from 'vitest';
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
