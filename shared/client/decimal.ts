import { moneyMembers, rateMembers } from './contract.ts';
import type { Decimal } from './wire-types.ts';

const DECIMAL = /^-?\d{1,12}(?:\.\d{1,4})?$/;

const isDecimal = (text: string): text is Decimal => DECIMAL.test(text);

/** The text as a decimal number, unchanged. Throws a RangeError for a comma, blanks, an exponent or anything else. */
export const decimal = (text: string): Decimal => {
  if (!isDecimal(text)) throw new RangeError(`Not a decimal number such as 27.50: ${JSON.stringify(text)}`);
  return text;
};

/** An amount in kurus or cents as a decimal number: 2750 becomes `27.50`. Throws a RangeError unless it is an integer. */
export const decimalOfMinor = (minor: number | bigint): Decimal => {
  if (typeof minor === 'number' && !Number.isSafeInteger(minor)) throw new RangeError('An amount is an integer.');
  const whole = BigInt(minor);
  const digits = (whole < 0n ? -whole : whole).toString().padStart(3, '0');
  return decimal(`${whole < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`);
};

/** An amount such as `27.5` in kurus or cents: 2750. Throws a RangeError for more than two decimals. */
export const minorOfDecimal = (amount: Decimal): number => {
  const [, sign = '', whole = '', part = ''] = /^(-?)(\d{1,12})(?:\.(\d{1,2}))?$/.exec(amount) ?? [];
  if (whole === '') throw new RangeError(`Not an amount with at most two decimals: ${JSON.stringify(amount)}`);
  return Number(`${sign}${whole}${part.padEnd(2, '0')}`);
};

const money = new Set(moneyMembers);
const rates = new Set(rateMembers);

/**
 * A reviver for JSON.parse: amounts become texts with two decimals, rates texts. Amounts of the service are below 10
 * digits before the dot, where a binary number still tells two decimals exactly.
 */
export const withDecimals = (name: string, value: unknown): unknown => {
  if (typeof value !== 'number') return value;
  if (money.has(name)) return value.toFixed(2);
  return rates.has(name) ? String(value) : value;
};
