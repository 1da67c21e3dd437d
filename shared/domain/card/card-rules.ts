import type { BankCode } from '../attempt/bank-codes.ts';
import type { DayText } from '../calendar.ts';
import { cardBrandOf } from './bank-card-brand.ts';
import type { CardField, CardInput, PayerAdvice } from './card-input.ts';
import { holdsCardNumber } from './card-number-in-text.ts';
import { passesLuhn } from './check-digit.ts';

/** The card form as it was posted: any field may be missing, and none is trusted. */
export interface RawCardFields {
  readonly number?: string | undefined;
  /** `MM` */
  readonly expiryMonth?: string | undefined;
  /** `YYYY` or `YY` */
  readonly expiryYear?: string | undefined;
  readonly cvc?: string | undefined;
  readonly holderName?: string | undefined;
}

/** Longer than any card number with blanks between its digits. */
export const MAX_NUMBER_TEXT = 64;
const CARD_NUMBER = /^\d{13,19}$/;
const MONTH = /^(?:0?[1-9]|1[0-2])$/;
const YEAR = /^(?:20)?\d{2}$/;
const MIN_NAME = 2;
const MAX_NAME = 100;
const CONTROL = /\p{Cc}/u;

/** The digits of a number that was typed with blanks or hyphens between its groups; undefined for anything else. */
const numberIn = (text: string): string | undefined => {
  if (text.length > MAX_NUMBER_TEXT) return undefined;
  const digits = text.replaceAll(/[\s-]/g, '');
  return CARD_NUMBER.test(digits) && passesLuhn(digits) ? digits : undefined;
};

/** A card is valid through the end of its month, by the calendar of Istanbul. */
const expiryIn = (
  { expiryMonth = '', expiryYear = '' }: RawCardFields,
  today: DayText,
): { readonly expiryMonth: string; readonly expiryYear: string } | undefined => {
  const [month, year] = [expiryMonth.trim(), expiryYear.trim()];
  if (!MONTH.test(month) || !YEAR.test(year)) return undefined;
  const read = { expiryMonth: month.padStart(2, '0'), expiryYear: year.padStart(4, '20') };
  return `${read.expiryYear}${read.expiryMonth}` < today.slice(0, 6) ? undefined : read;
};

/** Three digits, four for American Express. If the card number cannot be read, both lengths are accepted. */
const cvcIn = (text: string, number: string | undefined): string | undefined => {
  const cvc = text.trim();
  const lengths = number === undefined ? [3, 4] : [cardBrandOf(number) === 'american-express' ? 4 : 3];
  return /^\d+$/.test(cvc) && lengths.includes(cvc.length) ? cvc : undefined;
};

/** The name is stored and shown, so a card number that was typed into this field is refused (rule 32). */
const holderNameIn = (text: string, number: string | undefined): string | undefined => {
  const name = text.trim();
  const length = Array.from(name).length;
  if (length < MIN_NAME || length > MAX_NAME || !name.isWellFormed() || CONTROL.test(name)) return undefined;
  const holdsThisNumber = number !== undefined && name.replaceAll(/\D/g, '').includes(number);
  return holdsThisNumber || holdsCardNumber(name) ? undefined : name;
};

/** A card without the name of its holder. */
export type CardDetails = Omit<CardInput, 'holderName'>;

/** The same for dealers who may charge a card without the CVC. */
export type CardDetailsWithoutCvc = Omit<CardDetails, 'cvc'> & { readonly cvc?: string };

type CardRead<Card> = { readonly card: Card } | { readonly problems: readonly CardField[] };

/**
 * Reads number, expiry and CVC. Answers the card, or every field that is wrong, never the typed text of a wrong field.
 * `todayInIstanbul` is `YYYYMMDD`.
 */
export const readCardDetails = (raw: RawCardFields, todayInIstanbul: DayText): CardRead<CardDetails> => {
  const number = numberIn(raw.number ?? '');
  const expiry = expiryIn(raw, todayInIstanbul);
  const cvc = cvcIn(raw.cvc ?? '', number);
  if (number !== undefined && expiry !== undefined && cvc !== undefined) return { card: { number, ...expiry, cvc } };
  const read = { number, expiry, cvc };
  return { problems: (['number', 'expiry', 'cvc'] as const).filter((field) => read[field] === undefined) };
};

/** Reads number, expiry, and the CVC if it is given: for dealers who may charge a card without it. */
export const readCardWithoutCvc = (raw: RawCardFields, todayInIstanbul: DayText): CardRead<CardDetailsWithoutCvc> => {
  if (raw.cvc !== undefined) return readCardDetails(raw, todayInIstanbul);
  const number = numberIn(raw.number ?? '');
  const expiry = expiryIn(raw, todayInIstanbul);
  if (number !== undefined && expiry !== undefined) return { card: { number, ...expiry } };
  const read = { number, expiry };
  return { problems: (['number', 'expiry'] as const).filter((field) => read[field] === undefined) };
};

/**
 * Reads the card form. Answers the card, or every wrong field in the order of the form, never the typed text of a wrong
 * field. `todayInIstanbul` is `YYYYMMDD`.
 */
export const readCardInput = (raw: RawCardFields, todayInIstanbul: DayText): CardRead<CardInput> => {
  const details = readCardDetails(raw, todayInIstanbul);
  const holderName = holderNameIn(raw.holderName ?? '', numberIn(raw.number ?? ''));
  const problems = 'problems' in details ? details.problems : [];
  if (holderName === undefined) return { problems: [...problems, 'holderName'] };
  return 'problems' in details ? details : { card: { ...details.card, holderName } };
};

/** Leading digits that tell the bank of a card, and with it the payer's installment choices and price. */
const BIN_LENGTH = 8;

/**
 * The first 8 digits of a card number that may be typed in part; the rest is cut off. Undefined for fewer digits, and
 * for anything but digits with blanks or hyphens between them.
 */
export const binIn = (text = ''): string | undefined => {
  const digits = text.slice(0, MAX_NUMBER_TEXT).replaceAll(/[\s-]/g, '');
  return /^\d+$/.test(digits) && digits.length >= BIN_LENGTH ? digits.slice(0, BIN_LENGTH) : undefined;
};

const FIRST_SHOWN = 6;
const LAST_SHOWN = 4;

/** The first six and last four digits, with a star for each digit between: all that may be kept of a number. */
export const maskCard = (number: string): string =>
  `${number.slice(0, FIRST_SHOWN)}${'*'.repeat(Math.max(0, number.length - FIRST_SHOWN - LAST_SHOWN))}${number.slice(-LAST_SHOWN)}`;

/**
 * The advice after each decline (rule 33). Stolen, lost, restricted and suspected cards get the same advice as an
 * ordinary refusal, so that this page does not tell what a bank knows about a card.
 */
const advices: Readonly<Record<BankCode, PayerAdvice>> = {
  '000': 'try-later',
  '001': 'ask-bank',
  '002': 'try-another-card',
  '003': 'check-card',
  '004': 'ask-bank',
  '005': 'ask-bank',
  '006': 'check-card',
  '007': 'try-another-card',
  '008': 'try-later',
  '009': 'ask-bank',
  '010': 'try-later',
  '011': 'ask-bank',
  '012': 'check-card',
  '013': 'try-another-card',
  '014': 'try-another-card',
  '015': 'check-card',
  '016': 'try-later',
  '017': 'try-later',
  '018': 'ask-bank',
  '019': 'ask-bank',
  '020': 'ask-bank',
  '021': 'try-later',
  '022': 'try-another-card',
  '023': 'ask-bank',
  '024': 'ask-bank',
  '025': 'try-later',
  '026': 'try-another-card',
  '027': 'ask-bank',
  '028': 'ask-bank',
  '029': 'ask-bank',
  '030': 'ask-bank',
};

export const adviceFor = (code: BankCode): PayerAdvice => advices[code];
