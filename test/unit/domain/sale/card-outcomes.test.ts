import { describe, expect, test } from 'vitest';
import { outcomeOfAttempt, outcomeOfRefusal } from '../../../../shared/domain/sale/card-outcomes.ts';
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
  ] as const)('%s, told %s, code %s', (state, told, code, outcome) => {
    expect(outcomeOfAttempt({ state, told, ...(code === undefined ? {} : { bank: { code } }) })).toEqual(outcome);
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
