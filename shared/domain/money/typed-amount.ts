import type { Language } from '../language.ts';
import { type Currency, MAX_AMOUNT_MINOR, type MinorUnits, minor } from './money.ts';

/** `missing`: nothing was typed. `unclear`: it is no amount, or it could be read as two different ones. */
export type TypedAmountProblem = 'missing' | 'unclear';

/** Longest text that is read: the largest amount with its marks and sign has fewer characters. */
export const MAX_AMOUNT_TEXT = 30;

/** The mark between thousands, and the one before the fraction, as writers of a language use them. */
const marks: Readonly<Record<Language, { readonly group: '.' | ','; readonly decimal: '.' | ',' }>> = {
  tr: { group: '.', decimal: ',' },
  en: { group: ',', decimal: '.' },
};

/** What may stand before or behind the number. Another currency's sign is none of it: its writer means another amount. */
const signs: Readonly<Record<Currency, string>> = { TL: '₺|TRY|TL', USD: '\\$|USD', EUR: '€|EUR', GBP: '£|GBP' };

/** Blanks inside a number are between thousands alone: `12 50` may mean 12.50. */
const BLANKS_BETWEEN_THOUSANDS = /^\d{1,3}(?:\s\d{3})+(?:[.,]\d{1,2})?$/;
const PLAIN = /^\d{1,12}$/;
const SHORT_FRACTION = /^(\d{1,12})[.,](\d{1,2})$/;
const GROUPED = { '.': /^[1-9]\d{0,2}(?:\.\d{3})+$/, ',': /^[1-9]\d{0,2}(?:,\d{3})+$/ } as const;
const GROUPED_WITH_FRACTION = {
  '.': /^([1-9]\d{0,2}(?:\.\d{3})+),(\d{1,2})$/,
  ',': /^([1-9]\d{0,2}(?:,\d{3})+)\.(\d{1,2})$/,
} as const;

const withoutMarks = (text: string): string => text.replaceAll(/[.,]/g, '');

const partsOf = (text: string, language: Language): readonly [whole: string, fraction: string] | undefined => {
  if (PLAIN.test(text)) return [text, ''];
  const fraction =
    SHORT_FRACTION.exec(text) ?? GROUPED_WITH_FRACTION['.'].exec(text) ?? GROUPED_WITH_FRACTION[','].exec(text);
  if (fraction !== null) return [withoutMarks(fraction[1] ?? ''), fraction[2] ?? ''];
  const { group, decimal } = marks[language];
  if (GROUPED[group].test(text)) return [withoutMarks(text), ''];
  // Two of the other language's marks can only be between thousands; one alone could begin a fraction of three digits.
  const isRepeated = text.indexOf(decimal) !== text.lastIndexOf(decimal);
  return isRepeated && GROUPED[decimal].test(text) ? [withoutMarks(text), ''] : undefined;
};

/** The number without its sign, and without blanks between thousands. */
const numberIn = (text: string, currency: Currency): string => {
  const sign = `(?:${signs[currency]})?`;
  const [, number = ''] = new RegExp(`^${sign}\\s*(\\d[\\d\\s.,]*?)\\s*${sign}$`, 'i').exec(text.trim()) ?? [];
  return BLANKS_BETWEEN_THOUSANDS.test(number) ? number.replaceAll(/\s/g, '') : number;
};

/**
 * Reads an amount that a payer typed (decisions: amounts that payers type). One or two digits behind the last mark are a
 * fraction, in either language. A mark with three digits behind it is between thousands where the page's language writes
 * thousands so: `1.250` is 1250 in Turkish, and unclear in English. Nothing is guessed, and nothing is rounded.
 */
export const readTypedAmount = (
  text: string,
  { language, currency }: { readonly language: Language; readonly currency: Currency },
): MinorUnits | TypedAmountProblem => {
  if (text.trim() === '') return 'missing';
  const parts = text.length > MAX_AMOUNT_TEXT ? undefined : partsOf(numberIn(text, currency), language);
  if (parts === undefined) return 'unclear';
  const amount = Number(`${parts[0]}${parts[1].padEnd(2, '0')}`);
  return amount > MAX_AMOUNT_MINOR ? 'unclear' : minor(amount);
};

/** An amount as a writer of the language types it, without marks between thousands: `1250,50`, `1250.50`. */
export const typedAmountText = (amount: MinorUnits, language: Language): string => {
  const digits = String(amount).padStart(3, '0');
  const fraction = digits.slice(-2);
  return `${digits.slice(0, -2)}${fraction === '00' ? '' : `${marks[language].decimal}${fraction}`}`;
};
