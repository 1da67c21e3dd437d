import { type DayText, isRealDay } from '../../domain/calendar.ts';

const FIELD_DAY = /^(\d{4})-(\d{2})-(\d{2})$/;
/** Day, month, year, as both languages write them with digits. */
const WRITTEN_DAY = /^(\d{1,2})[./](\d{1,2})[./](\d{4})$/;

/** A day as a date field of a browser posts it, or as people write it: `2026-11-29`, `29.11.2026`, `29/11/2026`. */
export const typedDay = (text: string): DayText | undefined => {
  const [, year = '', month = '', date = ''] = FIELD_DAY.exec(text) ?? [];
  const [, writtenDate = '', writtenMonth = '', writtenYear = ''] = WRITTEN_DAY.exec(text) ?? [];
  const day =
    year === ''
      ? `${writtenYear}${writtenMonth.padStart(2, '0')}${writtenDate.padStart(2, '0')}`
      : `${year}${month}${date}`;
  return isRealDay(day) ? day : undefined;
};
