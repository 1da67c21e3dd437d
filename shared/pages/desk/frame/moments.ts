import { type DayText, istanbulTimeOf } from '../../../domain/calendar.ts';
import type { Language } from '../../../domain/language.ts';
import { shortDay } from '../../../domain/message/moment-text.ts';

/** A moment on clocks in Istanbul, as short as a column wants it: `29.11.2026 14:30`, `29 Nov 2026 14:30`. */
export const deskMoment = (atMs: number, language: Language): string => {
  const [date = '', time = ''] = istanbulTimeOf(atMs).split('T');
  return `${shortDay(date.replaceAll('-', ''), language)} ${time.slice(0, 5)}`;
};

/** A day as people of the language write it: `29.11.2026`, `29 Nov 2026`. */
export const deskDay = (day: DayText, language: Language): string => shortDay(day, language);

/** A day as a date field of a browser has it: `2026-11-29`. */
export const fieldDay = (day: DayText): string => `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}`;
