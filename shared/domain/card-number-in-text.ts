/** Leading digits of the brands: Visa, Mastercard, Maestro, American Express, Diners, JCB, Discover, UnionPay, Troy. */
const BRAND_PREFIX = /^(?:4|5[0-8]|2[2-7]|3[0-9]|6|9792)/;
/** Full-width digits are digits too: keyboards of some languages write them. */
const GROUPS = /[0-9\uff10-\uff19]+/g;
/** What people and their clipboards put between the groups of a card number: blanks, dashes, dots, invisible marks. */
const SEPARATOR = /^[\s\p{Pd}\p{Cf}_./]{0,3}$/u;
const MIN_DIGITS = 13;
const MAX_DIGITS = 19;

/** True when the digits' check digit is right (ISO/IEC 7812). */
export const passesLuhn = (digits: string): boolean => {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = Number(digits[digits.length - 1 - index]);
    const doubled = digit * 2;
    if (index % 2 === 0) sum += digit;
    else sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
};

/** True for 13 to 19 digits that pass Luhn and begin like a card brand. */
export const isCardNumber = (digits: string): boolean =>
  digits.length >= MIN_DIGITS && digits.length <= MAX_DIGITS && BRAND_PREFIX.test(digits) && passesLuhn(digits);

/** A Turkish IBAN, in groups or not. About one in three has groups that add up to a card number by chance. */
const IBAN = /TR(\d{2})((?:\s?\d{4}){5}\s?\d{2})(?!\d)/gi;
/** `TR` as the digits that the check sum of an IBAN takes for it. */
const COUNTRY_DIGITS = '2927';

/** The text with every IBAN whose check sum is right made unreadable, each character in its place. */
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

/** Where a card number stands that begins with the group at `first`: the groups behind it are joined one by one. */
const cardNumberFrom = (text: string, groups: readonly RegExpExecArray[], first: number): Span | undefined => {
  let digits = '';
  let previousEnd: number | undefined;
  for (const group of groups.slice(first)) {
    if (previousEnd !== undefined && !SEPARATOR.test(text.slice(previousEnd, group.index))) return undefined;
    digits += group[0].normalize('NFKC');
    previousEnd = group.index + group[0].length;
    if (digits.length > MAX_DIGITS) return undefined;
    if (isCardNumber(digits)) return { start: groups[first]?.index ?? 0, end: previousEnd };
  }
  return undefined;
};

const cardNumbersIn = (whole: string): readonly Span[] => {
  const text = withoutIbans(whole);
  const groups = [...text.matchAll(GROUPS)];
  return groups.map((_, first) => cardNumberFrom(text, groups, first)).filter((span) => span !== undefined);
};

/**
 * True when free text holds something that reads as a card number, also when it is written in groups
 * (`4111 1111-1111.1111`). Such text is refused by field name, so that no card number is stored (rule 32).
 */
export const holdsCardNumber = (text: string): boolean => cardNumbersIn(text).length > 0;

/** The text with the digits of every card number in it made unreadable, for showing (rule 32). */
export const maskCardNumbers = (text: string): string =>
  cardNumbersIn(text).reduce(
    (masked, { start, end }) =>
      `${masked.slice(0, start)}${masked.slice(start, end).replaceAll(GROUPS, (group) => '•'.repeat(group.length))}${masked.slice(end)}`,
    text,
  );
