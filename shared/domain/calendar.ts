/** A calendar day as `YYYYMMDD`. */
export type DayText = string;

const DAY = /^(\d{4})(\d{2})(\d{2})$/;

/** True for eight digits that name a day which exists, from the year 1900 on. */
export const isRealDay = (text: string): boolean => {
  const match = DAY.exec(text);
  if (match === null) return false;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  if (year < 1900) return false;
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
};

export const DAY_MS = 86_400_000;
/** Turkey has been three hours ahead of UTC all year since September 2016. */
const ISTANBUL_AHEAD_MS = 3 * 3_600_000;
const YEAR_2017_MS = Date.UTC(2017, 0, 1);
const YEAR_9999_MS = Date.UTC(9999, 0, 1);

/**
 * Made at its first use and in the runtime's own locale. Making the first formatter takes a third of a function's load
 * time, and nearly twice that in a locale that is not loaded yet.
 */
let istanbulDay: Intl.DateTimeFormat | undefined;

/** The day of any moment, also before 2017, when clocks in Turkey were changed twice a year. */
const formattedDayOf = (epochMs: number): DayText => {
  istanbulDay ??= new Intl.DateTimeFormat('en-US', {
    timeZone: 'Europe/Istanbul',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  const [month, day, year] = istanbulDay.format(epochMs).split('/');
  return `${year}${month}${day}`;
};

/** The day in Europe/Istanbul, the calendar of every limit (decisions: limits). */
export const istanbulDayOf = (epochMs: number): DayText => {
  if (epochMs < YEAR_2017_MS || epochMs >= YEAR_9999_MS) return formattedDayOf(epochMs);
  return dayTextOf(Math.floor((epochMs + ISTANBUL_AHEAD_MS) / DAY_MS));
};

/** The end of the Istanbul day of a moment: the first moment of the next day. For moments from 2017 on. */
export const endOfIstanbulDay = (epochMs: number): number => {
  const local = epochMs + ISTANBUL_AHEAD_MS;
  return local - (local % DAY_MS) + DAY_MS - ISTANBUL_AHEAD_MS;
};

/** First and last moment of a day in Istanbul, counted from 1970 on. Exact from 2017 on. */
export const istanbulDayRange = (day: DayText): { readonly firstMs: number; readonly lastMs: number } => {
  const [year, month, date] = [Number(day.slice(0, 4)), Number(day.slice(4, 6)), Number(day.slice(6))];
  const firstMs = Date.UTC(year, month - 1, date) - ISTANBUL_AHEAD_MS;
  return { firstMs: Math.max(0, firstMs), lastMs: Math.max(0, firstMs + DAY_MS - 1) };
};

/** The day behind a day. Exact from 2017 on. */
export const dayAfter = (day: DayText): DayText => istanbulDayOf(istanbulDayRange(day).lastMs + 1);

/** The day before a day. Exact from 2017 on. */
export const dayBefore = (day: DayText): DayText => istanbulDayOf(istanbulDayRange(day).firstMs - 1);

/** A day as its number of days since 1 January 1970, to count with. */
export const numberOfDay = (day: DayText): number =>
  Date.UTC(Number(day.slice(0, 4)), Number(day.slice(4, 6)) - 1, Number(day.slice(6))) / DAY_MS;

/** The day with a number that `numberOfDay` gives. */
export const dayTextOf = (number: number): DayText =>
  new Date(number * DAY_MS).toISOString().slice(0, 10).replaceAll('-', '');

/** True from Monday to Friday. */
export const isWeekday = (day: DayText): boolean => {
  const [year, month, date] = [Number(day.slice(0, 4)), Number(day.slice(4, 6)), Number(day.slice(6))];
  return new Date(Date.UTC(year, month - 1, date)).getUTCDay() % 6 !== 0;
};

/** The month before a month, both `YYYYMM`. */
export const monthBefore = (month: string): string => {
  const [year, number] = [Number(month.slice(0, 4)), Number(month.slice(4))];
  return number === 1 ? `${year - 1}12` : `${year}${String(number - 1).padStart(2, '0')}`;
};

/** A month and those before it, the latest first, each `YYYYMM`; `count` in all. */
export const monthsUpTo = (month: string, count: number): readonly string[] => {
  const months = [month];
  while (months.length < count) months.push(monthBefore(months.at(-1) ?? month));
  return months;
};

/** A time of the day as `HH:MM`. */
export const TIME_OF_DAY = /^(?:[01][0-9]|2[0-3]):[0-5][0-9]$/;

/** The first moment after `epochMs` at which clocks in Istanbul show `timeOfDay` (`HH:MM`). For moments from 2017 on. */
export const nextTimeOfDay = (epochMs: number, timeOfDay: string): number => {
  if (!TIME_OF_DAY.test(timeOfDay)) throw new RangeError('a time of the day is HH:MM');
  const [hours, minutes] = timeOfDay.split(':').map(Number) as [number, number];
  const today = endOfIstanbulDay(epochMs) - DAY_MS + (hours * 60 + minutes) * 60_000;
  return today > epochMs ? today : today + DAY_MS;
};

const CLOCK_TIME = /^(\d{4})-(\d{2})-(\d{2})[ T]((?:[01]\d|2[0-3]):[0-5]\d)(?::([0-5]\d))?$/;

/**
 * The moment that a text names on clocks in Istanbul: `2026-11-22 14:42`, with seconds and a `T` if they are given, or
 * `20261122` for the end of that day. Undefined for anything else. For moments from 2017 on.
 */
export const istanbulMomentOf = (text: string): number | undefined => {
  if (isRealDay(text)) return istanbulDayRange(text).lastMs + 1;
  const [, year = '', month = '', date = '', time = '', seconds = '00'] = CLOCK_TIME.exec(text) ?? [];
  const day = `${year}${month}${date}`;
  if (!isRealDay(day)) return undefined;
  const [hours, minutes] = time.split(':').map(Number) as [number, number];
  return istanbulDayRange(day).firstMs + ((hours * 60 + minutes) * 60 + Number(seconds)) * 1000;
};

/** The month of a day, `YYYYMM`. */
export const monthOf = (day: DayText): string => day.slice(0, 6);

/** Date and time on clocks in Istanbul, without a zone: `2026-11-22T14:42:17.26`. For moments from 2017 on. */
export const istanbulTimeOf = (epochMs: number): string =>
  new Date(epochMs + ISTANBUL_AHEAD_MS).toISOString().replace(/\.?0*Z$/, '');

/** Date and time on clocks in Istanbul to the second, as people and spreadsheets read it: `2026-11-22 14:42:17`. */
export const istanbulClockOf = (epochMs: number): string => istanbulTimeOf(epochMs).slice(0, 19).replace('T', ' ');

/** Date and time in UTC, as computers exchange them: `2026-11-22T11:42:17.260Z`. */
export const isoTimeOf = (epochMs: number): string => new Date(epochMs).toISOString();
