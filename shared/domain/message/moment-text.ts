import { type DayText, istanbulTimeOf } from '../calendar.ts';
import type { Language } from '../language.ts';

const ENGLISH_MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;
/** Beyond this distance day and month alone could be taken for those of another year. */
const YEAR_IS_CLEAR_MS = 300 * 86_400_000;

/** A day, as short as an SMS wants it: `29.11.2026`, `29 Nov 2026`. */
export const shortDay = (dueDay: DayText, language: Language): string => {
  const [year, month, day] = [dueDay.slice(0, 4), dueDay.slice(4, 6), dueDay.slice(6)];
  return language === 'tr' ? `${day}.${month}.${year}` : `${Number(day)} ${ENGLISH_MONTHS[Number(month) - 1]} ${year}`;
};

/**
 * A moment in Istanbul with its zone, as short as an SMS wants it: `29.11. 14:30 GMT+3`, `29 Nov 14:30 GMT+3`. The year
 * stands there where the moment is far from `nowMs`.
 */
export const shortMoment = (
  atMs: number,
  { language, nowMs }: { readonly language: Language; readonly nowMs: number },
): string => {
  const [date = '', time = ''] = istanbulTimeOf(atMs).split('T');
  const [year = '', month = '', day = ''] = date.split('-');
  const isNear = Math.abs(atMs - nowMs) < YEAR_IS_CLEAR_MS;
  const written =
    language === 'tr'
      ? `${day}.${month}.${isNear ? '' : year}`
      : `${Number(day)} ${ENGLISH_MONTHS[Number(month) - 1]}${isNear ? '' : ` ${year}`}`;
  return `${written} ${time.slice(0, 5)} GMT+3`;
};
