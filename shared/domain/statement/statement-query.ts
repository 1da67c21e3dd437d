import { DAY_MS, type DayText, istanbulDayOf, istanbulDayRange, istanbulMomentOf } from '../calendar.ts';

/** Most days that one question is about. */
const MOST_STATEMENT_DAYS = 366;
/** Days up to the last one, where no first day is given. */
const USUAL_DAYS = 31;

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const SHORT_DATE = /^(\d{4})(\d{2})(\d{2})$/;

/** The day that a text names: `2026-11-22`, with a time of day behind it or without, or `20261122`. */
const statementDayOf = (text: string): DayText | undefined => {
  const [, year, month, date] = SHORT_DATE.exec(text) ?? [];
  const long = year === undefined ? text : `${year}-${month}-${date}`;
  const moment = istanbulMomentOf(DATE.test(long) ? `${long} 00:00` : long);
  return moment === undefined ? undefined : istanbulDayOf(moment);
};

/** First and last day, as they were asked for. */
export interface AskedDays {
  readonly start?: string | undefined;
  readonly end?: string | undefined;
}

export type DaysDecision =
  | { readonly kind: 'days'; readonly from: DayText; readonly until: DayText }
  | { readonly kind: 'refused'; readonly sentence: string };

const refused = (sentence: string): DaysDecision => ({ kind: 'refused', sentence });

const startOf = (day: DayText): number => istanbulDayRange(day).firstMs;

/** The names of the two fields, for refusals, and how many days they may be apart. */
interface DayFields {
  readonly start: string;
  readonly end: string;
  readonly mostDays?: number;
}

const STATEMENT_FIELDS: DayFields = { start: 'StatementStartDate', end: 'StatementEndDate' };

/** The days that a question is about: up to today, and 31 of them, where it names none. */
export const statementDays = (
  { start, end }: AskedDays,
  today: DayText,
  fields: DayFields = STATEMENT_FIELDS,
): DaysDecision => {
  const until = end === undefined ? today : statementDayOf(end);
  if (until === undefined) return refused(`${fields.end} is not a date such as 2026-11-22.`);
  const usualFrom = istanbulDayOf(startOf(until) - (USUAL_DAYS - 1) * DAY_MS);
  const from = start === undefined ? usualFrom : statementDayOf(start);
  if (from === undefined) return refused(`${fields.start} is not a date such as 2026-11-22.`);
  if (from > until) return refused(`${fields.end} is before ${fields.start}.`);
  const { mostDays = MOST_STATEMENT_DAYS } = fields;
  if (startOf(until) - startOf(from) >= mostDays * DAY_MS) {
    return refused(`${fields.start} and ${fields.end} are more than ${mostDays} days apart.`);
  }
  return { kind: 'days', from, until };
};
