import { oneOf } from '../domain/ordered-rules.ts';
import type { AtMoment, CutList } from '../domain/payment-list/list-cut.ts';
import {
  type ListPeriod,
  MAX_LIST_DAYS,
  momentsOf,
  momentText,
  type PeriodProblem,
  type PeriodTexts,
  periodOf,
} from '../domain/payment-list/list-period.ts';
import { Refusal } from '../domain/refusal.ts';
import { text } from './fields.ts';

/** A moment of a list: `yyyy-MM-dd HH:mm`, finer, or a day. */
export const listMoment = () => text({ max: 30 });

/** How an operation calls the two ends of its period. */
export interface PeriodNames {
  readonly start: string;
  readonly end: string;
}

const FORM = 'must be a moment, written yyyy-MM-dd HH:mm, or a day, written YYYYMMDD';

const sentenceOf = (problem: PeriodProblem, { start, end }: PeriodNames): string => {
  if (problem === 'start') return `${start} ${FORM}.`;
  if (problem === 'end') return `${end} ${FORM}.`;
  if (problem === 'order') return `${end} must not be before ${start}.`;
  return `${start} and ${end} must be at most ${MAX_LIST_DAYS} days apart.`;
};

/** The period of a request. Throws the Refusal of one that cannot be listed. */
export const readPeriod = (texts: PeriodTexts, names: PeriodNames, nowMs: number): ListPeriod => {
  const period = periodOf(texts, nowMs);
  if (typeof period === 'string') throw new Refusal('InvalidRequest', sentenceOf(period, names));
  return period;
};

/** The same of a list whose entries are few whatever its period: an end that is absent is open. */
export const readOpenPeriod = ({ start, end }: PeriodTexts, names: PeriodNames): ListPeriod => {
  const first = start === undefined ? { fromMs: 0 } : momentsOf(start);
  const last = end === undefined ? { untilMs: Number.POSITIVE_INFINITY } : momentsOf(end);
  if (first === undefined) throw new Refusal('InvalidRequest', sentenceOf('start', names));
  if (last === undefined) throw new Refusal('InvalidRequest', sentenceOf('end', names));
  if (last.untilMs < first.fromMs) throw new Refusal('InvalidRequest', sentenceOf('order', names));
  return { fromMs: first.fromMs, untilMs: last.untilMs };
};

/** Refuses a filter that nothing can pass. */
export const refuseUnknown = (name: string, value: number | undefined, allowed: readonly number[]): void => {
  if (oneOf(value, allowed)) return;
  throw new Refusal('InvalidRequest', `${name} must be one of ${allowed.join(', ')}.`);
};

/** True where a filter is absent or names the value. */
export const passes = (wanted: number | undefined, value: number): boolean => wanted === undefined || wanted === value;

/** TrxStatus of what took money. */
const DONE = 1;

/**
 * True of a payment that a payer of a reusable link tried to make and that took no money: lists leave it out unless its status
 * is asked for (decisions: reusable links).
 */
export const isUnpaidOfLink = (shown: { readonly UserPosLinkId: number; readonly TrxStatus: number }): boolean =>
  shown.UserPosLinkId !== 0 && shown.TrxStatus !== DONE;

/** An entry of an answer with its moment. */
export interface ShownEntry<Shown> extends AtMoment {
  readonly shown: Shown;
}

/** What ResultMessage says of a list: with which end to ask on where it was cut. */
export const cutListSentence = (leftFromMs: number | undefined, { end }: PeriodNames): string =>
  leftFromMs === undefined ? '' : `The list was cut. Ask on with ${end} ${momentText(leftFromMs)} for what is older.`;

/**
 * The entries that a list is answered with, and what its ResultMessage says. An empty list is refused, unless a part of
 * its period was not read.
 */
export const listAnswer = <Shown>(
  { items, leftFromMs }: CutList<ShownEntry<Shown>>,
  names: PeriodNames,
): { readonly message: string; readonly entries: readonly Shown[] } => {
  if (items.length === 0 && leftFromMs === undefined) throw new Refusal('NoDataFound', 'Nothing was found.');
  return { message: cutListSentence(leftFromMs, names), entries: items.map(({ shown }) => shown) };
};
