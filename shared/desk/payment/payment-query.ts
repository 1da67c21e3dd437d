import {
  DAY_MS,
  type DayText,
  dayTextOf,
  isRealDay,
  istanbulDayOf,
  istanbulDayRange,
  numberOfDay,
} from '../../domain/calendar.ts';
import { type AskedState, askedStates } from '../../domain/desk/payment-state.ts';
import { type PaymentWay, paymentWays } from '../../domain/desk/payment-way.ts';
import {
  readWords,
  type SearchKind,
  type SearchWords,
  searchKinds,
  type WordsProblem,
} from '../../domain/desk/payment-words.ts';
import type { Language } from '../../domain/language.ts';
import { omitUndefined } from '../../domain/omit-undefined.ts';
import { type ListPeriod, MAX_LIST_DAYS } from '../../domain/payment-list/list-period.ts';

/** Which payments are listed: those that began on some days, and of these whatever else was chosen. */
export interface PaymentQuery {
  readonly fromDay: DayText;
  readonly untilDay: DayText;
  readonly state?: AskedState;
  readonly way?: PaymentWay;
  readonly words?: SearchWords;
  /** The list goes on from this moment: what is newer was shown before. */
  readonly beforeMs?: number;
}

/** `day`: no day of the calendar. `order`: the last day is before the first. `length`: more than 31 days. */
type QueryProblem = 'day' | 'order' | 'length' | WordsProblem;

/** A query as it was read, with what its form shows again. */
export interface ReadQuery {
  readonly query: PaymentQuery;
  /** Why nothing is listed. The days of the query are those of a form that was left empty then. */
  readonly problem?: QueryProblem;
  readonly kind: SearchKind;
  /** What was typed; empty where it must not be shown again (rule 32). */
  readonly text: string;
}

/** Days before this one are in no list: exact times begin there. */
const FIRST_YEAR = 2017;
const MOMENT = /^\d{13}$/;

const chosen = <Choice extends string>(choices: readonly Choice[], text: string): Choice | undefined =>
  choices.find((choice) => choice === text);

/** The day of a text as forms and addresses write it, `2026-11-28`; undefined for any other text. */
const dayOf = (text: string): DayText | undefined => {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(text) ? text.replaceAll('-', '') : '';
  return isRealDay(day) && Number(day.slice(0, 4)) >= FIRST_YEAR ? day : undefined;
};

type Days = Pick<PaymentQuery, 'fromDay' | 'untilDay'>;

/** The last 31 days. */
const usualDays = (nowMs: number): Days => ({
  fromDay: istanbulDayOf(nowMs - (MAX_LIST_DAYS - 1) * DAY_MS),
  untilDay: istanbulDayOf(nowMs),
});

/** The days of a form. A first day alone means up to 31 days from it, a last day alone as many before it. */
const daysOf = (from: string, until: string, nowMs: number): Days | QueryProblem => {
  const [first, last] = [dayOf(from), dayOf(until)];
  if ((from !== '' && first === undefined) || (until !== '' && last === undefined)) return 'day';
  const usual = usualDays(nowMs);
  const reach = MAX_LIST_DAYS - 1;
  const fromDay = first ?? (last === undefined ? usual.fromDay : dayTextOf(numberOfDay(last) - reach));
  const furthest = dayTextOf(numberOfDay(fromDay) + reach);
  const untilDay = last ?? (furthest > usual.untilDay && fromDay <= usual.untilDay ? usual.untilDay : furthest);
  const days = numberOfDay(untilDay) - numberOfDay(fromDay);
  if (days < 0) return 'order';
  return days > reach ? 'length' : { fromDay, untilDay };
};

/** Words that must not, or need not, be shown again. */
const HIDDEN_PROBLEMS: readonly WordsProblem[] = ['card-number', 'four-digits', 'too-long'];

/** The moments of a query, those before its position alone. */
export const periodOfQuery = ({ fromDay, untilDay, beforeMs }: PaymentQuery): ListPeriod => {
  const { lastMs } = istanbulDayRange(untilDay);
  return { fromMs: istanbulDayRange(fromDay).firstMs, untilMs: Math.min(beforeMs ?? lastMs, lastMs) };
};

const positionOf = (text: string, days: Days): number | undefined => {
  const { fromMs, untilMs } = periodOfQuery(days);
  const moment = MOMENT.test(text) ? Number(text) : undefined;
  return moment !== undefined && moment >= fromMs && moment <= untilMs ? moment : undefined;
};

/**
 * Reads which payments somebody wants to see, from an address or a posted form. A state, way or position that there is not
 * counts as not given; days and words that cannot be read are a problem, and then nothing is listed.
 */
export const readPaymentQuery = (
  field: (name: string) => string,
  { language, nowMs }: { readonly language: Language; readonly nowMs: number },
): ReadQuery => {
  const kind = chosen(searchKinds, field('kind')) ?? 'anything';
  const words = readWords(field('text'), { kind, language });
  const days = daysOf(field('from'), field('until'), nowMs);
  const readable = typeof days === 'string' ? usualDays(nowMs) : days;
  const wordsProblem = typeof words === 'string' ? words : undefined;
  return {
    query: {
      ...readable,
      ...omitUndefined({
        state: chosen(askedStates, field('state')),
        way: chosen(paymentWays, field('way')),
        words: typeof words === 'string' ? undefined : words,
        beforeMs: positionOf(field('before'), readable),
      }),
    },
    kind,
    text: wordsProblem !== undefined && HIDDEN_PROBLEMS.includes(wordsProblem) ? '' : field('text').trim(),
    ...omitUndefined({ problem: typeof days === 'string' ? days : wordsProblem }),
  };
};
