import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bindingOf, isUndecided } from '../../../shared/domain/attempt/code-binding.ts';
import type { AttemptState, Told } from '../../../shared/domain/attempt/states.ts';
import { maskCard } from '../../../shared/domain/card/card-rules.ts';
import { type DirectRepeat, directRepeatOf } from '../../../shared/domain/direct-payment/direct-repeat.ts';

const CARDS = ['4111111111111111', '5406675406675403'] as const;
const MOST_ATTEMPTS = 10;

/** An attempt of a code in a life that is played: what it asked for, and how it stands. */
interface Tried {
  readonly number: number;
  readonly fingerprint: string;
  readonly maskedCard: string;
  readonly direct: {
    readonly operation: 'DoDirectPayment';
    readonly pooled: false;
    readonly splits: [];
    readonly buyer: object;
    readonly basket: [];
    readonly caller: object;
  };
  readonly startedAtMs: number;
  state: AttemptState;
  told: Told;
  endedAtMs?: number;
}

/** Where an attempt may go: its bank answers, or the service or its dealer gives the charge back. */
const ENDS: Readonly<Partial<Record<AttemptState, readonly (readonly [AttemptState, Told])[]>>> = {
  charging: [
    ['approved', 'paid'],
    ['declined', 'failed'],
    ['in-doubt', 'nobody'],
  ],
  'in-doubt': [
    ['approved', 'paid'],
    ['declined', 'failed'],
    ['reversing', 'failed'],
  ],
  // A charge that was found late is given back, though another attempt may have begun.
  declined: [['reversing', 'failed']],
  reversing: [['voided', 'failed']],
  approved: [['voided', 'paid']],
};

type Move =
  | { readonly kind: 'request'; readonly fingerprint: string; readonly card: (typeof CARDS)[number] }
  | { readonly kind: 'moves'; readonly attempt: number; readonly way: number }
  | { readonly kind: 'time'; readonly ms: number };

const moves: fc.Arbitrary<readonly Move[]> = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant('request' as const),
        fingerprint: fc.constantFrom('A', 'B', 'C'),
        card: fc.constantFrom(...CARDS),
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record({ kind: fc.constant('moves' as const), attempt: fc.nat(9), way: fc.nat(2) }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('time' as const), ms: fc.constantFrom(1, 30_000, 60_000) }) },
  ),
  { maxLength: 60 },
);

const DIRECT: Tried['direct'] = {
  operation: 'DoDirectPayment',
  pooled: false,
  splits: [],
  buyer: {},
  basket: [],
  caller: {},
};

/** One code, whose requests get what the rule says; `asked` sees each of them with the attempts before it. */
class Code {
  readonly attempts: Tried[] = [];
  nowMs = 1000;

  begin(fingerprint: string, card: string): void {
    this.attempts.push({
      number: this.attempts.length + 1,
      fingerprint,
      maskedCard: maskCard(card),
      direct: DIRECT,
      startedAtMs: this.nowMs,
      state: 'charging',
      told: 'nobody',
    });
  }

  move({ attempt, way }: Extract<Move, { kind: 'moves' }>): void {
    const one = this.attempts[attempt % Math.max(1, this.attempts.length)];
    const ends = one === undefined ? [] : (ENDS[one.state] ?? []);
    const end = ends[way % Math.max(1, ends.length)];
    if (one === undefined || end === undefined) return;
    [one.state, one.told] = end;
    one.endedAtMs = this.nowMs;
  }

  ask(fingerprint: string, card: string): DirectRepeat<Tried> | undefined {
    const [first, ...others] = this.attempts;
    if (first === undefined) return undefined;
    return directRepeatOf([first, ...others], { request: { fingerprint, card: { number: card } }, nowMs: this.nowMs });
  }
}

/** Plays a life of a code, and shows each request with its answer before the answer is acted upon. */
const play = (
  life: readonly Move[],
  check: (code: Code, asked: Extract<Move, { kind: 'request' }>, repeat: DirectRepeat<Tried> | undefined) => void,
): Code => {
  const code = new Code();
  for (const move of life) {
    if (move.kind === 'time') code.nowMs += move.ms;
    else if (move.kind === 'moves') code.move(move);
    else {
      const repeat = code.ask(move.fingerprint, move.card);
      check(code, move, repeat);
      if (repeat === undefined || repeat.kind === 'new-attempt') code.begin(move.fingerprint, move.card);
    }
  }
  return code;
};

describe('A code whose requests change at any moment (rule 10)', () => {
  test('is never charged for two requests at once, and is paid for one alone', () => {
    fc.assert(
      fc.property(moves, (life) => {
        const { attempts } = play(life, (code, _asked, repeat) => {
          if (repeat?.kind !== 'new-attempt') return;
          expect(bindingOf(code.attempts)).toBe('free');
          expect(repeat.after).toBe(code.attempts.at(-1));
        });
        expect(attempts.length).toBeLessThanOrEqual(MOST_ATTEMPTS);
        expect(attempts.filter(({ told }) => told === 'paid').length).toBeLessThanOrEqual(1);
        expect(attempts.filter(({ state }) => state === 'charging' || state === 'in-doubt').length).toBeLessThanOrEqual(
          1,
        );
      }),
    );
  });

  test('tells no request the outcome of another one, and each of them its own again within a minute', () => {
    fc.assert(
      fc.property(moves, (life) => {
        play(life, ({ attempts, nowMs }, { fingerprint, card }, repeat) => {
          if (repeat?.kind === 'outcome-of') expect(repeat.attempt.fingerprint).toBe(fingerprint);
          const lately = attempts.some(
            (one) =>
              one.fingerprint === fingerprint &&
              one.maskedCard === maskCard(card) &&
              ['declined', 'voided'].includes(one.state) &&
              nowMs - (one.endedAtMs ?? 0) < 60_000,
          );
          if (lately) expect(repeat?.kind).toBe('outcome-of');
          const isBound = attempts.some(
            (one) => one.fingerprint === fingerprint && (isUndecided(one) || one.told === 'paid'),
          );
          if (isBound) expect(repeat?.kind).toBe('outcome-of');
        });
      }),
    );
  });
});
