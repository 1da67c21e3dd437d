import type { Attempt } from '../attempt/attempt.ts';
import { holdsCardNumber } from '../card/card-number-in-text.ts';
import type { Language } from '../language.ts';
import type { PaymentRequest } from '../link/payment-request.ts';
import { type Currency, currencies } from '../money/money.ts';
import { readTypedAmount } from '../money/typed-amount.ts';
import { type AttemptLookedFor, fitsFilter, mayFitFilter, type PaymentFilter } from '../payment-list/payment-filter.ts';

/**
 * What somebody looks for. `code`: a code or id, which is looked up at once. The rest is compared with the payments of the
 * chosen days; `anything` is looked up first, and then compared with all of them.
 */
export const searchKinds = ['anything', 'code', 'payer', 'card', 'amount'] as const;
export type SearchKind = (typeof searchKinds)[number];

/** As long as the longest OtherTrxCode. */
export const MAX_WORDS = 128;

/**
 * Why words are searched for nowhere. `card-number`: they hold a card number, which is not shown again either (rule 32).
 * `four-digits`: a card is found by its last four digits alone.
 */
export type WordsProblem = 'too-long' | 'too-short' | 'card-number' | 'four-digits' | 'amount';

/** One way to understand the words. A payment is found that fits any of them. */
interface Reading extends PaymentFilter {
  readonly currency?: Currency;
}

export interface SearchWords {
  readonly text: string;
  readonly kind: SearchKind;
  /** Empty for a code: it is compared with no list. */
  readonly readings: readonly Reading[];
}

const FOUR_DIGITS = /^\d{4}$/;
/** A part of a name, mail or phone has so many characters: one letter would find nearly everybody. */
const LEAST_CHARACTERS = 2;
/** Where nobody said that it is a phone, fewer digits are rather an amount or a card. */
const LEAST_PHONE_DIGITS = 7;

/** The amount that somebody typed; with its currency where a sign says so. */
const amountReadings = (text: string, language: Language): readonly Reading[] => {
  const read = currencies.flatMap((currency) => {
    const amount = readTypedAmount(text, { language, currency });
    return typeof amount === 'number' ? [{ amount, currency }] : [];
  });
  const [first] = read;
  return first !== undefined && read.length === currencies.length ? [{ amount: first.amount }] : read;
};

const isDigits = (text: string): boolean => /^[\d\s.,+()-]+$/.test(text);

/** Every way to understand words of which nobody said what they are. */
const allReadings = (text: string, language: Language): readonly Reading[] => {
  const mayBePayer = !isDigits(text) || text.replaceAll(/\D/g, '').length >= LEAST_PHONE_DIGITS;
  return [
    ...(mayBePayer ? [{ payer: text }] : []),
    ...(FOUR_DIGITS.test(text) ? [{ lastFour: text }] : []),
    ...amountReadings(text, language),
  ];
};

const readingsOf = (text: string, kind: SearchKind, language: Language): readonly Reading[] | WordsProblem => {
  if (kind === 'code') return [];
  if (kind === 'card') return FOUR_DIGITS.test(text) ? [{ lastFour: text }] : 'four-digits';
  if (kind === 'amount') {
    const amounts = amountReadings(text, language);
    return amounts.length > 0 ? amounts : 'amount';
  }
  if (text.length < LEAST_CHARACTERS) return 'too-short';
  return kind === 'payer' ? [{ payer: text }] : allReadings(text, language);
};

/** Reads what somebody typed to find a payment; undefined where nothing was typed. */
export const readWords = (
  typed: string,
  { kind, language }: { readonly kind: SearchKind; readonly language: Language },
): SearchWords | WordsProblem | undefined => {
  const text = typed.trim();
  if (text === '') return undefined;
  if (text.length > MAX_WORDS) return 'too-long';
  if (holdsCardNumber(text)) return 'card-number';
  const readings = readingsOf(text, kind, language);
  return typeof readings === 'string' ? readings : { text, kind, readings };
};

/** True for a payment that the words may mean. */
export const fitsWords = (
  { readings }: Pick<SearchWords, 'readings'>,
  attempt: Attempt,
  link: PaymentRequest | undefined,
): boolean =>
  readings.some(
    ({ currency = attempt.terms.currency, ...filter }) =>
      attempt.terms.currency === currency && fitsFilter(filter, attempt, link),
  );

/** True of an attempt whose payment the words may mean, as far as the attempt tells by itself: nothing of the payer. */
export const mayFitWords = ({ readings }: Pick<SearchWords, 'readings'>, attempt: AttemptLookedFor): boolean =>
  readings.some(
    ({ currency = attempt.terms.currency, ...filter }) =>
      attempt.terms.currency === currency && mayFitFilter(filter, attempt),
  );
