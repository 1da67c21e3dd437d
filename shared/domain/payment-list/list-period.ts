import { endOfIstanbulDay, isRealDay, istanbulDayOf, istanbulDayRange, istanbulTimeOf, monthOf } from '../calendar.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** Most days of a list. */
export const MAX_LIST_DAYS = 31;

/** The moments that a list is about, both included. */
export interface ListPeriod {
  readonly fromMs: number;
  readonly untilMs: number;
}

/** The period of a list as a request writes it. Absent means not given. */
export interface PeriodTexts {
  readonly start?: string | undefined;
  readonly end?: string | undefined;
}

/** Why a period cannot be listed. */
export type PeriodProblem = 'start' | 'end' | 'order' | 'length';

const MOMENT = /^(\d{4})-(\d{2})-(\d{2})(?:[ T]([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.(\d{1,3}))?)?)?$/;

/** A day as programs write it where days are asked for. */
const PLAIN_DAY = /^(\d{4})(\d{2})(\d{2})$/;

/** How long a text lasts that ends behind its date, minutes, seconds or fraction. */
const lengthOf = (time?: string, seconds?: string, fraction?: string): number => {
  if (fraction !== undefined) return 1;
  if (seconds !== undefined) return 1000;
  return time === undefined ? DAY_MS : MINUTE_MS;
};

/**
 * The first and last moment that a text means on clocks in Istanbul: `2026-11-22 14:42` is a whole minute. A day alone,
 * `2026-11-22` or `20261122`, is all of it, and seconds and thousandths may follow. Undefined for any other text. For moments from 2017 on.
 */
export const momentsOf = (text: string): ListPeriod | undefined => {
  const [, year = '', month = '', date = '', hour, minute = '0', second, fraction] =
    MOMENT.exec(text.trim().replace(PLAIN_DAY, '$1-$2-$3')) ?? [];
  const day = `${year}${month}${date}`;
  if (!isRealDay(day)) return undefined;
  const { firstMs } = istanbulDayRange(day);
  const minutes = Number(hour ?? 0) * 60 + Number(minute);
  const thousandths = Number(second ?? 0) * 1000 + Number((fraction ?? '').padEnd(3, '0'));
  const fromMs = firstMs + minutes * MINUTE_MS + thousandths;
  return { fromMs, untilMs: fromMs + lengthOf(hour, second, fraction) - 1 };
};

/** A moment as a request may name it: `2026-11-22 14:42:17.260`. For moments from 2017 on. */
export const momentText = (epochMs: number): string => {
  const [time = '', fraction = ''] = istanbulTimeOf(epochMs).replace('T', ' ').split('.');
  return `${time}.${fraction.padEnd(3, '0')}`;
};

/**
 * The period that a request names. Without an end it ends now; without a start it begins 31 days before its end. At most
 * 31 days lie between the first moments of both texts.
 */
export const periodOf = ({ start, end }: PeriodTexts, nowMs: number): ListPeriod | PeriodProblem => {
  const last = end === undefined ? { fromMs: nowMs, untilMs: nowMs } : momentsOf(end);
  if (last === undefined) return 'end';
  const first = start === undefined ? { fromMs: last.fromMs - MAX_LIST_DAYS * DAY_MS } : momentsOf(start);
  if (first === undefined) return 'start';
  const fromMs = Math.max(0, first.fromMs);
  if (last.untilMs < fromMs) return 'order';
  if (last.fromMs - fromMs > MAX_LIST_DAYS * DAY_MS) return 'length';
  return { fromMs, untilMs: last.untilMs };
};

/** The Istanbul months of a period, the newest first: two at most, and three around a February. */
export const monthsOf = ({ fromMs, untilMs }: ListPeriod): readonly string[] => {
  const months = new Set([monthOf(istanbulDayOf(untilMs))]);
  for (let ms = endOfIstanbulDay(fromMs) - 1; ms < untilMs; ms += DAY_MS) months.add(monthOf(istanbulDayOf(ms)));
  return [...months].toSorted().toReversed();
};
