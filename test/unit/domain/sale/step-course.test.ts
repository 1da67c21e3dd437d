import { describe, expect, test } from 'vitest';
import { bankCodes } from '../../../../shared/domain/attempt/bank-codes.ts';
import { istanbulMomentOf } from '../../../../shared/domain/calendar.ts';
import { firstSlotOf, slotAfter } from '../../../../shared/domain/sale/slots.ts';
import {
  type CardOutcome,
  type CardPlace,
  courseOf,
  type TriedStep,
} from '../../../../shared/domain/sale/step-course.ts';

const at = (text: string): number => istanbulMomentOf(text) ?? Number.NaN;
const NOON = at('2026-11-23 12:00');
const EVENING = at('2026-11-23 18:00');

const FRESH = { tries: 0, endedCards: [] } as const;
const tried = (given: Partial<TriedStep> = {}): TriedStep => ({
  progress: FRESH,
  card: 1,
  cards: [1, 2, 3],
  howManyTrial: 1,
  nowMs: NOON,
  ...given,
});
const declined = (code: (typeof bankCodes)[number]): CardOutcome => ({ kind: 'declined', code });

describe('Slots (decisions: recurring sales)', () => {
  test.each([
    ['2026-11-23 11:59:59', '2026-11-23 12:00'],
    ['2026-11-23 12:00', '2026-11-23 18:00'],
    ['2026-11-23 18:00', '2026-11-24 12:00'],
  ])('after %s comes %s', (moment, slot) => {
    expect(slotAfter(at(moment))).toBe(at(slot));
  });

  test('a step is charged at noon of its due day, or at the next slot if that has passed', () => {
    expect(firstSlotOf('20261125', NOON)).toBe(at('2026-11-25 12:00'));
    expect(firstSlotOf('20261101', NOON)).toBe(EVENING);
  });
});

describe('What follows from the outcome of a card (decisions: recurring sales)', () => {
  test('an approval pays the step', () => {
    expect(courseOf({ kind: 'approved' }, tried())).toEqual({ kind: 'paid' });
  });

  test('an unknown outcome stops the chain: no second card while the first may have been charged', () => {
    expect(courseOf({ kind: 'unknown' }, tried())).toEqual({ kind: 'in-doubt', progress: FRESH });
  });

  test('a pause is no try', () => {
    expect(courseOf({ kind: 'paused' }, tried())).toEqual({ kind: 'wait', slotMs: EVENING, progress: FRESH });
  });

  test('each bank code: the next card, an end of this card, or the same card at the next slot', () => {
    const meanings = bankCodes.map((code) => {
      const course = courseOf(declined(code), tried());
      if (course.kind !== 'next-card') return [code, course.kind];
      return [code, course.progress.endedCards.length > 0 ? 'card ended' : 'next card'];
    });
    const codesOf = (meaning: string) => meanings.filter(([, one]) => one === meaning).map(([code]) => code);
    expect(codesOf('card ended')).toEqual(['003', '014', '018', '019', '020', '030']);
    expect(codesOf('wait')).toEqual(['008', '010', '016', '017', '021', '022']);
    expect(codesOf('next card')).toHaveLength(bankCodes.length - 12);
  });

  test.each(['limit', 'virtual-pos', 'bank', 'permission'] as const)(
    '%s is no card’s fault: the slot is a try',
    (because) => {
      const progress = { tries: 1, endedCards: [] };
      expect(courseOf({ kind: 'not-charged', because }, tried())).toEqual({ kind: 'wait', slotMs: EVENING, progress });
    },
  );

  test('the last card’s decline ends the slot, and a card that ended is not tried again', () => {
    const progress = { tries: 0, endedCards: [1] as readonly CardPlace[] };
    expect(courseOf(declined('002'), tried({ card: 3, progress }))).toEqual({
      kind: 'wait',
      slotMs: EVENING,
      progress: { tries: 1, endedCards: [1] },
    });
    expect(courseOf(declined('018'), tried({ card: 2, cards: [1, 2], progress }))).toMatchObject({ kind: 'failed' });
  });

  test('a card that was tried too often this month is passed over, and may be tried in a later slot', () => {
    expect(courseOf({ kind: 'card-used-up' }, tried())).toEqual({ kind: 'next-card', card: 2, progress: FRESH });
    expect(courseOf({ kind: 'card-used-up' }, tried({ cards: [1] }))).toMatchObject({ kind: 'wait' });
  });

  test.each([
    [0, 2],
    [1, 2],
    [3, 6],
  ])('HowManyTrial %d: failed after %d slots', (howManyTrial, slots) => {
    let [progress, nowMs, count] = [FRESH as TriedStep['progress'], NOON, 0];
    for (;;) {
      count += 1;
      const course = courseOf(declined('002'), tried({ cards: [1], howManyTrial, progress, nowMs }));
      if (course.kind !== 'wait') {
        expect(course.kind).toBe('failed');
        break;
      }
      expect(course.slotMs).toBeGreaterThan(nowMs);
      [progress, nowMs] = [course.progress, course.slotMs];
    }
    expect(count).toBe(slots);
  });
});
