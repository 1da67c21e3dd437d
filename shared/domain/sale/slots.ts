import { type DayText, istanbulDayRange, nextTimeOfDay } from '../calendar.ts';

/** The two times of a day, on clocks in Istanbul, at which recurring steps are charged. */
const SLOT_TIMES = ['12:00', '18:00'] as const;

/** A day has as many slots, so a step with n days of trials has n times as many tries. */
export const SLOTS_A_DAY = SLOT_TIMES.length;

/** The first slot after a moment. */
export const slotAfter = (epochMs: number): number =>
  Math.min(...SLOT_TIMES.map((time) => nextTimeOfDay(epochMs, time)));

/**
 * The slot in which a step is charged first: the first one of its due day, or the next one if that has passed, as after
 * an outage.
 */
export const firstSlotOf = (dueDay: DayText, nowMs: number): number =>
  slotAfter(Math.max(istanbulDayRange(dueDay).firstMs, nowMs));
