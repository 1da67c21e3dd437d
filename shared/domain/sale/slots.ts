import { type DayText, istanbulDayRange, nextTimeOfDay } from '../calendar.ts';

/** The two times of a day, on clocks in Istanbul, at which recurring steps are charged. */
const SLOT_TIMES = ['12:00', '18:00'] as const;

/** A day has as many slots, so a step with n days of trials has n times as many tries. */
export const SLOTS_A_DAY = SLOT_TIMES.length;

/** The first slot after a moment. */
export const slotAfter = (epochMs: number): number =>
  Math.min(...SLOT_TIMES.map((time) => nextTimeOfDay(epochMs, time)));

/**
 * How long a slot lasts: the time to charge all that is due in it. What is not begun by then, as after an outage, waits
 * for the next slot.
 */
export const SLOT_LASTS_MS = 2 * 3_600_000;

/** The start of the slot that is under way at a moment; undefined between slots. */
export const slotAt = (epochMs: number): number | undefined => {
  const startMs = slotAfter(epochMs - SLOT_LASTS_MS);
  return startMs <= epochMs ? startMs : undefined;
};

/** The slot in which a new step is charged first: the first one of its due day, or the next one if that has passed. */
export const firstSlotOf = (dueDay: DayText, nowMs: number): number =>
  slotAfter(Math.max(istanbulDayRange(dueDay).firstMs, nowMs));

/**
 * The slot of a step that follows another one: as of a new step, but a missed day is made up for in the slot that is under
 * way, so that all missed days are charged in one slot, oldest first.
 */
export const firstSlotBehind = (dueDay: DayText, nowMs: number): number => {
  const slotMs = slotAfter(istanbulDayRange(dueDay).firstMs);
  return slotMs > nowMs ? slotMs : (slotAt(nowMs) ?? slotAfter(nowMs));
};
