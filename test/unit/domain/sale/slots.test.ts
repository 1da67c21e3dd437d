import { describe, expect, test } from 'vitest';
import { istanbulMomentOf, istanbulTimeOf } from '../../../../shared/domain/calendar.ts';
import { firstSlotBehind, firstSlotOf, slotAfter, slotAt } from '../../../../shared/domain/sale/slots.ts';

/** The moment at which clocks in Istanbul show this. */
const at = (text: string): number => istanbulMomentOf(text) ?? expect.unreachable(text);
const shown = (epochMs: number | undefined): string | undefined =>
  epochMs === undefined ? undefined : istanbulTimeOf(epochMs).replace('T', ' ').slice(0, 16);

describe('Slots (decisions: recurring sales)', () => {
  test.each([
    ['2026-01-15 00:00', undefined],
    ['2026-01-15 11:59:59', undefined],
    ['2026-01-15 12:00', '2026-01-15 12:00'],
    ['2026-01-15 13:59:59', '2026-01-15 12:00'],
    ['2026-01-15 14:00', undefined],
    ['2026-01-15 17:59:59', undefined],
    ['2026-01-15 18:00', '2026-01-15 18:00'],
    ['2026-01-15 19:59:59', '2026-01-15 18:00'],
    ['2026-01-15 20:00', undefined],
    ['2026-01-15 23:59:59', undefined],
  ])('at %s the slot that is under way is %s: a slot lasts two hours', (now, slot) => {
    expect(shown(slotAt(at(now)))).toBe(slot);
  });

  test.each([
    ['2026-01-15 11:59:59', '2026-01-15 12:00'],
    ['2026-01-15 12:00', '2026-01-15 18:00'],
    ['2026-01-15 18:00', '2026-01-16 12:00'],
  ])('after %s the next slot is %s', (now, slot) => {
    expect(shown(slotAfter(at(now)))).toBe(slot);
  });

  test.each([
    ['a day ahead begins in its first slot', '20260120', '2026-01-15 13:00', '2026-01-20 12:00', '2026-01-20 12:00'],
    ['today, before its first slot', '20260115', '2026-01-15 10:00', '2026-01-15 12:00', '2026-01-15 12:00'],
    ['today, while a slot is under way', '20260115', '2026-01-15 13:00', '2026-01-15 18:00', '2026-01-15 12:00'],
    ['today, between slots', '20260115', '2026-01-15 15:00', '2026-01-15 18:00', '2026-01-15 18:00'],
    ['a missed day, while a slot is under way', '20260110', '2026-01-15 18:30', '2026-01-16 12:00', '2026-01-15 18:00'],
    ['a missed day, at night', '20260110', '2026-01-15 23:00', '2026-01-16 12:00', '2026-01-16 12:00'],
  ])('%s: a new step and one that follows another one', (_what, day, now, ofNew, behind) => {
    expect(shown(firstSlotOf(day, at(now)))).toBe(ofNew);
    expect(shown(firstSlotBehind(day, at(now)))).toBe(behind);
  });
});
