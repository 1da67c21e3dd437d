import { parseDecimal, scaledTo } from '../domain/money/decimal.ts';
import { type AmountProblem, type MinorUnits, parseAmount } from '../domain/money/money.ts';
import { parseRate, type Rate } from '../domain/money/rate.ts';
import { JsonNumber } from './body.ts';

/**
 * How a single value is read, and the sentence for one that is not accepted. The fields of a dealer's request and those
 * of an operator's command are both made of these.
 */

/** What is wrong with a value: a sentence without its subject, which is the name of the field. */
export interface Problem {
  readonly problem: string;
  /** Leads to the member or entry that is wrong; absent for the value itself. */
  readonly path?: readonly string[];
}

/** A value that was read, or what is wrong with it. */
export type Read<Value> = { readonly value: Value } | Problem;

/** Largest id: 32 bits, since clients keep ids in such integers. */
export const MAX_ID = 2_147_483_647;
const NUMBER_LENGTH = 40;

/** Text of at most `max` characters, without the control characters that the pattern finds. */
export const readTextValue = (
  value: string,
  { max, control }: { readonly max: number; readonly control: RegExp },
): Read<string> => {
  if (Array.from(value).length > max) return { problem: `must be at most ${max} characters long` };
  if (!value.isWellFormed()) return { problem: 'must be well-formed Unicode text' };
  return control.test(value) ? { problem: 'must not hold control characters' } : { value };
};

/**
 * The digits of a number, which may be written as text. JSON's own numbers may have an exponent, which some serializers
 * write; in a text it is somebody's slip. JavaScript writes the shortest text that gives a number back, so `27.5` is exact.
 */
export const numberText = (raw: unknown): string | undefined => {
  if (raw instanceof JsonNumber) return raw.text;
  if (typeof raw === 'number') return String(raw);
  return typeof raw === 'string' && raw.length <= NUMBER_LENGTH && !/e/i.test(raw) ? raw.trim() : undefined;
};

/** A whole number within 32 bits; undefined for anything else. */
export const wholeNumberIn = (digits: string | undefined): number | undefined => {
  const decimal = digits === undefined ? undefined : parseDecimal(digits);
  const whole = decimal === undefined ? undefined : scaledTo(decimal, 0);
  return whole === undefined || whole > MAX_ID || whole < -MAX_ID ? undefined : Number(whole);
};

export const wholeNumberProblem = (min: number, max: number): string => `must be a whole number from ${min} to ${max}`;

const amountProblems: Record<AmountProblem, string> = {
  'not-a-number': 'must be a number with a dot before its decimals',
  'too-many-decimals': 'must have at most two decimals',
  negative: 'must not be negative',
  'too-large': 'must be at most 999999999.99',
};

/** An amount of money with at most two decimals, read from the number's text into minor units. */
export const readAmount = (raw: unknown): Read<MinorUnits> => {
  const digits = numberText(raw);
  const parsed = digits === undefined ? 'not-a-number' : parseAmount(digits);
  return typeof parsed === 'string' ? { problem: amountProblems[parsed] } : { value: parsed };
};

/** A percentage of 0 to 100 with at most four decimals, read from the number's text. */
export const readRate = (raw: unknown): Read<Rate> => {
  const digits = numberText(raw);
  const value = digits === undefined ? undefined : parseRate(digits);
  return value === undefined ? { problem: 'must be a percentage of 0 to 100 with at most four decimals' } : { value };
};

/** The entries of a list that is not too long. */
export const readEntries = (raw: readonly unknown[], max: number): Read<readonly unknown[]> =>
  raw.length > max ? { problem: `must have at most ${max} entries` } : { value: raw };
