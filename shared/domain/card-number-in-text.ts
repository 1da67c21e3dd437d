/** Lengths and leading digits of the brands: Visa, Mastercard, American Express, Discover, Troy, JCB, Diners, UnionPay, Maestro. */
const BRAND_PREFIX = /^(?:4|5[0-8]|2[2-7]|3[0-9]|6|9792)/;
const GROUPS = /\d+/g;
const SEPARATED_BY = /^[ \-./]?$/;
const MIN_DIGITS = 13;
const MAX_DIGITS = 19;

const passesLuhn = (digits: string): boolean => {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = Number(digits[digits.length - 1 - index]);
    const doubled = digit * 2;
    sum += index % 2 === 0 ? digit : doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
};

/** True for 13 to 19 digits that pass Luhn and begin like a card brand. */
export const isCardNumber = (digits: string): boolean =>
  digits.length >= MIN_DIGITS && digits.length <= MAX_DIGITS && BRAND_PREFIX.test(digits) && passesLuhn(digits);

/**
 * True when free text holds something that reads as a card number, also when it is written in groups
 * (`4111 1111-1111.1111`). Such text is refused by field name, so that no card number is stored (rule 32).
 */
export const holdsCardNumber = (text: string): boolean => {
  const groups = [...text.matchAll(GROUPS)];
  for (let first = 0; first < groups.length; first += 1) {
    let digits = '';
    let end: number | undefined;
    for (let next = first; next < groups.length && digits.length < MAX_DIGITS; next += 1) {
      const group = groups[next];
      if (group === undefined) break;
      if (end !== undefined && !SEPARATED_BY.test(text.slice(end, group.index))) break;
      digits += group[0];
      end = group.index + group[0].length;
      if (isCardNumber(digits)) return true;
    }
  }
  return false;
};
