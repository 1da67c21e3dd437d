import { passesLuhn } from './check-digit.ts';

/** Leading digits of the brands: Visa, Mastercard, Maestro, American Express, Diners, JCB, Discover, UnionPay, Troy. */
const BRAND_PREFIX = /^(?:4|5[0-8]|2[2-7]|3[0-9]|6|9792)/;
/** A run of digits of any script. Invisible marks inside, such as a zero-width blank, do not split it. */
const RUNS = /\p{Nd}(?:\p{Cf}*\p{Nd})*/gu;
/** What may stand between two groups of a printed card number: one blank or one hyphen. */
const SEPARATOR = /^[\s\p{Pd}]$/u;
/** The groups in which cards print their numbers. */
const PRINTED_GROUPS: readonly (readonly number[])[] = [
  [4, 4, 4, 4, 3],
  [4, 4, 4, 4],
  [4, 6, 5],
];
const MIN_DIGITS = 13;
const MAX_DIGITS = 19;

/** True for 13 to 19 digits that pass Luhn and begin like a card brand. */
export const isCardNumber = (digits: string): boolean =>
  digits.length >= MIN_DIGITS && digits.length <= MAX_DIGITS && BRAND_PREFIX.test(digits) && passesLuhn(digits);

/** A Turkish IBAN, in groups or not. The groups of about one in three contain a valid card number by chance. */
const IBAN = /TR(\d{2})((?:\s?\d{4}){5}\s?\d{2})(?!\d)/gi;
/** `TR` in digits, as the check sum of an IBAN counts it. */
const COUNTRY_DIGITS = '2927';

/** The text with every IBAN of a right check sum overwritten, so that positions stay the same. */
const withoutIbans = (text: string): string =>
  text.replaceAll(IBAN, (iban: string, check: string, account: string) =>
    BigInt(`${account.replaceAll(/\s/g, '')}${COUNTRY_DIGITS}${check}`) % 97n === 1n
      ? iban.replaceAll(/\d/g, 'x')
      : iban,
  );

interface Span {
  readonly start: number;
  readonly end: number;
}

interface Run extends Span {
  /** The digits of the run as ASCII. */
  readonly digits: string;
}

const NUMERAL = /^\p{Nd}$/u;
/** Unicode keeps the ten digits of a script together; neighbouring scripts follow in steps of ten. */
const DIGITS_OF_SCRIPT = 10;
const asciiDigits = new Map<string, string>();

/** The ASCII digit for a digit of any script. */
const asciiDigit = (digit: string): string => {
  const known = asciiDigits.get(digit);
  if (known !== undefined) return known;
  const code = digit.codePointAt(0) ?? 0;
  let first = code;
  while (NUMERAL.test(String.fromCodePoint(first - 1))) first -= 1;
  const value = String((code - first) % DIGITS_OF_SCRIPT);
  asciiDigits.set(digit, value);
  return value;
};

const runsIn = (text: string): readonly Run[] =>
  [...text.matchAll(RUNS)].map(({ 0: run, index }) => ({
    digits: run.replaceAll(/\p{Cf}/gu, '').replaceAll(/\p{Nd}/gu, asciiDigit),
    start: index,
    end: index + run.length,
  }));

/** The place of a number that the runs from `first` on form in the given groups; undefined if they do not form one. */
const printedAs = (
  groups: readonly number[],
  { text, runs, first }: { readonly text: string; readonly runs: readonly Run[]; readonly first: number },
): Run | undefined => {
  const parts = runs.slice(first, first + groups.length);
  const isPrinted =
    parts.length === groups.length &&
    parts.every(({ digits, start }, index) => {
      const before = parts[index - 1];
      return digits.length === groups[index] && (before === undefined || SEPARATOR.test(text.slice(before.end, start)));
    });
  const [head, tail] = [parts[0], parts.at(-1)];
  if (!isPrinted || head === undefined || tail === undefined) return undefined;
  return { digits: parts.map(({ digits }) => digits).join(''), start: head.start, end: tail.end };
};

/**
 * The place of a card number that begins at run `first`: one run of digits, or groups as cards print them, with single
 * blanks or hyphens between. An order number and a time stamp with a hyphen between are two numbers.
 */
const cardNumberFrom = (text: string, runs: readonly Run[], first: number): Span | undefined => {
  const whole = runs.slice(first, first + 1);
  const printed = PRINTED_GROUPS.map((groups) => printedAs(groups, { text, runs, first }));
  return [...whole, ...printed].find((number) => number !== undefined && isCardNumber(number.digits));
};

const cardNumbersIn = (whole: string): readonly Span[] => {
  const text = withoutIbans(whole);
  const runs = runsIn(text);
  return runs.map((_, first) => cardNumberFrom(text, runs, first)).filter((span) => span !== undefined);
};

/**
 * True if free text holds a card number, also in groups (`4111 1111-1111 1111`). Such a field is refused by name, so
 * that no card number is stored.
 */
export const holdsCardNumber = (text: string): boolean => cardNumbersIn(text).length > 0;

/** The text with the digits of every card number masked, for showing. */
export const maskCardNumbers = (text: string): string =>
  cardNumbersIn(text).reduce(
    (masked, { start, end }) =>
      `${masked.slice(0, start)}${masked.slice(start, end).replaceAll(/\p{Nd}/gu, '•')}${masked.slice(end)}`,
    text,
  );
