import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Breaker,
  breakerConcluded,
  breakerOpened,
  breakerProbed,
  breakersToOpen,
  verdictOf,
} from '../../../../shared/domain/breaker/breaker.ts';
import type { PosCounts } from '../../../../shared/domain/breaker/breaker-counts.ts';

const NOW_MS = 1_000_000;
const HOST = 'bank.example';
const PAUSE_MS = 30_000;
const POS = { dealerCode: 'D1', posId: 'isbank' };
const charged = { ...POS, host: HOST };

const openBreaker = (changes: Partial<Breaker> = {}): Breaker => ({
  host: HOST,
  state: 'open',
  version: 1,
  openedAtMs: NOW_MS,
  retryAtMs: NOW_MS + PAUSE_MS,
  ...changes,
});

const countsOf = (...counts: readonly [dealerCode: string, posId: string, failures: number, answers?: number][]) =>
  counts.map(([dealerCode, posId, failures, answers = 0]): PosCounts => ({ dealerCode, posId, failures, answers }));

describe('The breaker of a gateway opens (rule 46)', () => {
  test.each<[string, readonly PosCounts[], readonly object[]]>([
    [
      'at silence of 3 virtual POS of 2 dealers',
      countsOf(['D1', 'a', 2], ['D1', 'b', 2], ['D2', 'a', 1]),
      [{ host: HOST }],
    ],
    ['not at 3 virtual POS of one dealer', countsOf(['D1', 'a', 2], ['D1', 'b', 2], ['D1', 'c', 2]), []],
    ['not at 2 virtual POS of 2 dealers', countsOf(['D1', 'a', 3], ['D2', 'a', 3]), []],
    ['not at 4 calls', countsOf(['D1', 'a', 2], ['D1', 'b', 1], ['D2', 'a', 1]), []],
    ['not where most calls are answered', countsOf(['D1', 'a', 2, 2], ['D1', 'b', 2, 2], ['D2', 'a', 1, 2]), []],
    [
      'for one virtual POS alone, where that one is silent',
      countsOf(['D1', 'a', 5], ['D2', 'a', 0, 50]),
      [{ host: HOST, pos: { dealerCode: 'D1', posId: 'a' } }],
    ],
    ['for a virtual POS, whatever is silent at another of the same id', countsOf(['D1', 'a', 4], ['D2', 'a', 4]), []],
    ['for nothing without a failure', countsOf(['D1', 'a', 0, 9]), []],
  ])('%s', (_when, counts, names) => {
    expect(breakersToOpen(HOST, counts)).toEqual(names);
  });

  test('never by one dealer alone, and never while more calls are answered than not', () => {
    const one = fc.record({
      dealerCode: fc.constantFrom('D1', 'D2', 'D3'),
      posId: fc.constantFrom('a', 'b', 'c'),
      failures: fc.nat(9),
      answers: fc.nat(9),
    });
    fc.assert(
      fc.property(fc.uniqueArray(one, { selector: ({ dealerCode, posId }) => dealerCode + posId }), (counts) => {
        const failing = counts.filter(({ failures }) => failures > 0);
        const sum = (of: 'failures' | 'answers') => counts.reduce((all, count) => all + count[of], 0);
        for (const { pos } of breakersToOpen(HOST, counts)) {
          if (pos === undefined) {
            expect(new Set(failing.map(({ dealerCode }) => dealerCode)).size).toBeGreaterThan(1);
            expect(sum('failures')).toBeGreaterThanOrEqual(Math.max(5, sum('answers')));
          } else {
            expect(
              counts.find((count) => count.dealerCode === pos.dealerCode && count.posId === pos.posId)?.failures,
            ).toBeGreaterThan(4);
          }
        }
      }),
    );
  });
});

describe('A charge is judged (rule 46)', () => {
  const half = openBreaker({ retryAtMs: NOW_MS });
  const ofPos = openBreaker({ pos: POS });
  test.each<[string, readonly Breaker[], string]>([
    ['closed without a breaker', [], 'closed'],
    ['open by its gateway', [openBreaker()], 'open'],
    ['open by its virtual POS', [ofPos], 'open'],
    ['half-open after the pause', [half], 'half-open'],
    ['open while one of both is', [half, ofPos], 'open'],
    ['closed once closed', [openBreaker({ state: 'closed' })], 'closed'],
    ['closed by another gateway', [openBreaker({ host: 'other.example' })], 'closed'],
    ['closed by the same id of another dealer', [openBreaker({ pos: { ...POS, dealerCode: 'D2' } })], 'closed'],
    ['closed by another virtual POS of the dealer', [openBreaker({ pos: { ...POS, posId: 'other' } })], 'closed'],
  ])('%s', (_how, breakers, kind) => {
    expect(verdictOf(breakers, charged, NOW_MS).kind).toBe(kind);
  });

  test('a probe needs the lease of each breaker that is half-open', () => {
    const both = [half, openBreaker({ pos: POS, retryAtMs: NOW_MS })];
    expect(verdictOf(both, charged, NOW_MS)).toEqual({ kind: 'half-open', breakers: both });
  });
});

describe('A breaker moves (rule 46)', () => {
  test('opens for half a minute, as the first version or the next, and once', () => {
    expect(breakerOpened({ host: HOST }, undefined, NOW_MS)).toEqual(openBreaker());
    expect(breakerOpened({ host: HOST }, openBreaker({ state: 'closed', version: 4 }), NOW_MS)).toEqual(
      openBreaker({ version: 5 }),
    );
    expect(breakerOpened({ host: HOST }, openBreaker(), NOW_MS)).toBeUndefined();
  });

  test('is leased to a probe for a minute; then another may probe', () => {
    const leased = breakerProbed(openBreaker(), NOW_MS + PAUSE_MS);
    expect(leased).toMatchObject({ version: 2, retryAtMs: NOW_MS + PAUSE_MS + 60_000 });
    expect(verdictOf([leased], charged, NOW_MS + PAUSE_MS).kind).toBe('open');
    expect(verdictOf([leased], charged, NOW_MS + PAUSE_MS + 60_000).kind).toBe('half-open');
  });

  test('closes by an answer, and pauses anew after silence', () => {
    const leased = openBreaker({ version: 2 });
    expect(breakerConcluded(leased, 'answered', NOW_MS)).toMatchObject({
      state: 'closed',
      version: 3,
      closedAtMs: NOW_MS,
    });
    expect(breakerConcluded(leased, 'silent', NOW_MS)).toEqual(openBreaker({ version: 3 }));
  });

  test('whatever happens, its version grows by one, and it is never half-open at once', () => {
    const move = fc.constantFrom('open', 'probe', 'answered', 'silent');
    fc.assert(
      fc.property(fc.array(fc.tuple(move, fc.nat(100_000))), (moves) => {
        let [breaker, nowMs]: [Breaker, number] = [openBreaker(), NOW_MS];
        for (const [what, afterMs] of moves) {
          nowMs += afterMs;
          const isHalfOpen = verdictOf([breaker], charged, nowMs).kind === 'half-open';
          const next = what === 'open' ? breakerOpened({ host: HOST }, breaker, nowMs) : undefined;
          const after = what === 'probe' && isHalfOpen ? breakerProbed(breaker, nowMs) : next;
          const end = what === 'answered' || what === 'silent' ? breakerConcluded(breaker, what, nowMs) : after;
          if (end === undefined) continue;
          expect(end.version).toBe(breaker.version + 1);
          expect(verdictOf([end], charged, nowMs).kind).not.toBe('half-open');
          breaker = end;
        }
      }),
    );
  });
});
