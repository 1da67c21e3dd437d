import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  isTurn,
  mayBeginRow,
  nextTurn,
  type SweepTurn,
  scheduledTurn,
  worksOn,
} from '../../../../shared/domain/attempt/sweep-turn.ts';

const NOW_MS = 1_000_000;
const at = (second: number): number => NOW_MS + second * 1000;

describe('The turn of a run of the sweeper (rule 8)', () => {
  test('a scheduled run works on all gateways until the next schedule', () => {
    const turn = scheduledTurn(NOW_MS);
    expect(turn).toEqual({ handOns: 0, endsAtMs: at(60) });
    expect(worksOn(turn, 'any')).toBe(true);
  });

  test.each<[string, SweepTurn, number, readonly string[], SweepTurn | undefined]>([
    [
      'what is left of a bank that answers',
      scheduledTurn(NOW_MS),
      35,
      ['a'],
      { handOns: 1, endsAtMs: at(60), gateways: ['a'] },
    ],
    ['nothing where only silent banks have rows left', scheduledTurn(NOW_MS), 35, [], undefined],
    ['nothing for the last seconds of the minute', scheduledTurn(NOW_MS), 57, ['a'], undefined],
    ['for the last four seconds', scheduledTurn(NOW_MS), 56, ['a'], { handOns: 1, endsAtMs: at(60), gateways: ['a'] }],
    [
      '200 gateways at most',
      scheduledTurn(NOW_MS),
      35,
      Array.from({ length: 201 }, String),
      { handOns: 1, endsAtMs: at(60), gateways: Array.from({ length: 200 }, String) },
    ],
    [
      'once more',
      { handOns: 1, endsAtMs: at(60), gateways: ['a', 'b'] },
      50,
      ['b'],
      { handOns: 2, endsAtMs: at(60), gateways: ['b'] },
    ],
    ['nothing behind the second hand-on', { handOns: 2, endsAtMs: at(60), gateways: ['a'] }, 35, ['a'], undefined],
  ])('hands on %s', (_what, turn, second, unfinished, next) => {
    expect(nextTurn(turn, { nowMs: at(second), unfinished })).toEqual(next);
  });

  test.each([
    ['in time', 0, 20_000, true],
    ['no time for the row', 0, 19_999, false],
    ['the turn is over', 60, 60_000, false],
  ])('begins a row: %s', (_what, second, leftMs, may) => {
    const time = { nowMs: at(second), rowTimeMs: 20_000, deadlineMs: at(second) + leftMs };
    expect(mayBeginRow(scheduledTurn(NOW_MS), time)).toBe(may);
  });

  test('every chain ends with its minute, after two hand-ons at most, and each of its events is one that a run takes', () => {
    const step = fc.record({ afterMs: fc.nat(40_000), unfinished: fc.array(fc.constantFrom('a', 'b', 'c')) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        let [turn, nowMs, handOns] = [scheduledTurn(NOW_MS), NOW_MS, 0];
        for (const { afterMs, unfinished } of steps) {
          nowMs += afterMs;
          const next = nextTurn(turn, { nowMs, unfinished });
          if (next === undefined) continue;
          handOns += 1;
          turn = next;
          expect(nowMs).toBeLessThan(NOW_MS + 60_000);
          expect(next.endsAtMs).toBe(NOW_MS + 60_000);
          expect(isTurn(next, nowMs)).toBe(true);
        }
        expect(handOns).toBeLessThanOrEqual(2);
      }),
    );
  });

  test.each<[string, SweepTurn]>([
    ['a scheduled one', { handOns: 0, endsAtMs: at(30) }],
    ['one of a longer chain', { handOns: 3, endsAtMs: at(30), gateways: ['a'] }],
    ['one that lasts longer than a minute', { handOns: 1, endsAtMs: at(61), gateways: ['a'] }],
    [
      'one of more gateways than a run has',
      { handOns: 1, endsAtMs: at(30), gateways: Array.from({ length: 201 }, String) },
    ],
  ])('is not handed on: %s', (_what, turn) => {
    expect(isTurn(turn, NOW_MS)).toBe(false);
  });

  test('the longest and the largest that are handed on', () => {
    expect(isTurn({ handOns: 2, endsAtMs: at(60), gateways: Array.from({ length: 200 }, String) }, NOW_MS)).toBe(true);
    expect(isTurn({ handOns: 1, endsAtMs: at(60) }, NOW_MS)).toBe(true);
  });
});
