import { istanbulDayOf, istanbulDayRange, istanbulMomentOf } from '../../domain/calendar.ts';

const MOMENT = /^(\d{4})-?(\d{2})-?(\d{2})[ T](\d{2}:\d{2}(?::\d{2})?)(?:\.\d{1,9})?$/;

/**
 * The moment that the bank writes in the time of Istanbul: `20221101 13:14:19`, with hyphens and fractions too. Undefined
 * for anything else: it then decides nothing.
 */
export const bankMomentOf = (text: string): number | undefined => {
  const [, year, month, date, time] = MOMENT.exec(text) ?? [];
  return year === undefined ? undefined : istanbulMomentOf(`${year}-${month}-${date} ${time}`);
};

/** A moment as the list of a period names it: `dd/mm/yyyy hh:mm` on clocks in Istanbul. */
export const listMoment = (epochMs: number): string => {
  const day = istanbulDayOf(epochMs);
  const minutes = Math.floor((epochMs - istanbulDayRange(day).firstMs) / 60_000);
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0'));
  return `${day.slice(6)}/${day.slice(4, 6)}/${day.slice(0, 4)} ${hours}:${rest}`;
};
