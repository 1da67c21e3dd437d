import { describe, expect, test } from 'vitest';
import {
  mayStillHold,
  outcomeOfAttempt,
  outcomeOfRefusal,
  wasFoundCharged,
} from '../../../../shared/domain/sale/card-outcomes.ts';
import { type CardTries, withoutPaid, withTry } from '../../../../shared/domain/sale/card-tries.ts';

const DAY_MS = 86_400_000;

describe('What a refusal before the intent means for a card (decisions: recurring sales)', () => {
  test.each([
    ['CardTokenNotFound', { kind: 'no-card' }],
    ['InvalidCardInfo', { kind: 'no-card' }],
    ['DailyCardLimitExceeded', { kind: 'not-charged', because: 'limit' }],
    ['VirtualPosNotAvailable', { kind: 'not-charged', because: 'virtual-pos' }],
    ['DealerCommissionRateNotFound', { kind: 'not-charged', because: 'virtual-pos' }],
    ['ThisInstallmentNumberNotAvailableForVirtualPos', { kind: 'not-charged', because: 'virtual-pos' }],
    ['ThreeDRequired', { kind: 'not-charged', because: 'permission' }],
    ['InvalidRequest', { kind: 'not-charged', because: 'permission' }],
    ['StillRunning', undefined],
    ['PaymentNotFound', undefined],
  ] as const)('%s', (reason, outcome) => {
    expect(outcomeOfRefusal(reason)).toEqual(outcome);
  });
});

describe('What an attempt tells of its card', () => {
  test.each([
    ['approved', 'paid', undefined, { kind: 'approved' }],
    ['voided', 'paid', undefined, { kind: 'approved' }],
    ['declined', 'failed', '005', { kind: 'declined', code: '005' }],
    ['declined', 'failed', undefined, { kind: 'declined', code: '021' }],
    ['voided', 'failed', undefined, { kind: 'declined', code: '021' }],
    ['refunded', 'failed', undefined, { kind: 'declined', code: '021' }],
    ['charging', 'nobody', undefined, { kind: 'unknown' }],
    ['in-doubt', 'nobody', undefined, { kind: 'unknown' }],
    ['reversing', 'failed', undefined, { kind: 'unknown' }],
  ] as const)('%s, told %s, code %s', (state, reportedOutcome, code, outcome) => {
    expect(outcomeOfAttempt({ state, reportedOutcome, ...(code === undefined ? {} : { bank: { code } }) })).toEqual(
      outcome,
    );
  });
});

describe('An earlier charge of a plan (decisions: recurring sales)', () => {
  const ended = { number: 2, state: 'declined', reportedOutcome: 'failed', bank: { code: '016' } } as const;

  test.each([
    ['declined for good', ended, [], false],
    ['declined, and asked about once more', { ...ended, recheckAtMs: 1 }, [], true],
    ['ended on "no record", and asked about once more', { ...ended, bank: {}, recheckAtMs: 1 }, [], true],
    [
      'refused by the gateway, and asked about once more',
      { ...ended, bank: { code: '003' }, recheckAtMs: 1 },
      [],
      false,
    ],
    ['being reversed', { ...ended, state: 'reversing' }, [], true],
    [
      'given back by a credit that a late Void may undo',
      { ...ended, state: 'refunded' },
      [{ attempt: 2, recheckAtMs: 1 }],
      true,
    ],
    [
      'given back, while a step of another attempt is asked about',
      { ...ended, state: 'refunded' },
      [{ attempt: 1, recheckAtMs: 1 }],
      false,
    ],
    ['given back', { ...ended, state: 'voided' }, [{ attempt: 2 }], false],
  ] as const)('%s: whether it may still hold money', (_what, attempt, steps, mayHold) => {
    expect(mayStillHold(attempt, steps)).toBe(mayHold);
  });

  test.each([
    ['a decline that was found charged and given back', { ...ended, state: 'voided' }, true],
    ['one that was refunded', { ...ended, state: 'refunded' }, true],
    [
      'a charge in doubt that differed from its order, which no bank had declined',
      { ...ended, state: 'voided', bank: {} },
      false,
    ],
    ['a decline', ended, false],
    ['a paid charge that its dealer voided', { ...ended, state: 'voided', reportedOutcome: 'paid' }, false],
  ] as const)('%s: whether its card is left alone', (_what, attempt, isFound) => {
    expect(wasFoundCharged(attempt)).toBe(isFound);
  });
});

describe('Tries of one card in 30 days (decisions: recurring sales)', () => {
  const NOW_MS = 100 * DAY_MS;
  const tryAt = (atMs: number) => ({ atMs, attempt: `p#${atMs}` });
  const triesAt = (timesMs: readonly number[]): CardTries => {
    return { dealerCode: 'D1', cardHash: 'h', version: 4, tries: timesMs.map(tryAt) };
  };

  test('the fifteenth is made, the sixteenth is not', () => {
    const fourteen = Array.from({ length: 14 }, (_, index) => NOW_MS - index * DAY_MS).toReversed();
    const fifteen = withTry(triesAt(fourteen), tryAt(NOW_MS));
    expect(fifteen).toEqual({ ...triesAt([...fourteen, NOW_MS]), version: 5 });
    expect(withTry(fifteen ?? triesAt([]), tryAt(NOW_MS))).toBeUndefined();
  });

  test('a try of 30 days ago counts no more, and is forgotten', () => {
    const fifteen = Array.from({ length: 15 }, (_, index) => NOW_MS - (30 - index) * DAY_MS);
    expect(withTry(triesAt(fifteen), tryAt(NOW_MS))?.tries).toEqual([...fifteen.slice(1), NOW_MS].map(tryAt));
    expect(withTry(triesAt(fifteen), tryAt(NOW_MS - 1))).toBeUndefined();
  });

  test('one that was paid does not count', () => {
    const fifteen = triesAt(Array.from({ length: 15 }, (_, index) => NOW_MS - index));
    const paid = new Set([tryAt(NOW_MS - 3).attempt]);
    expect(withTry(withoutPaid(fifteen, paid), tryAt(NOW_MS + 1))?.tries).toHaveLength(15);
    expect(withTry(withoutPaid(fifteen, new Set()), tryAt(NOW_MS + 1))).toBeUndefined();
  });
});
