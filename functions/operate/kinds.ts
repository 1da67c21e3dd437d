import { isRealDay, TIME_OF_DAY } from '../../shared/domain/calendar.ts';
import { holdsCardNumber } from '../../shared/domain/card/card-number-in-text.ts';
import type { MinorUnits } from '../../shared/domain/money/money.ts';
import type { Rate } from '../../shared/domain/money/rate.ts';
import { isJsonObject } from '../../shared/http/body.ts';
import {
  MAX_ID,
  numberText,
  type Problem,
  type Read,
  readAmount,
  readEntries,
  readRate,
  readTextValue,
  wholeNumberIn,
  wholeNumberProblem,
} from '../../shared/http/values.ts';
import { FIRST_GENERATED_ID } from '../../shared/ports/identifiers.ts';

/** A kind of value: how it is read from JSON, and how `--help` calls it. */
export interface Kind<Value> {
  readonly read: (raw: unknown) => Read<Value>;
  readonly type: string;
}

/** The problem of a member, named by its path from the value around it. */
export const problemAt = (name: string, { problem, path = [] }: Problem): Problem => ({
  problem,
  path: [name, ...path],
});

const CONTROL = /\p{Cc}/u;

/** The text of a JSON string, or of a number where someone wrote a code without quotation marks. */
const textOf = (raw: unknown): string | undefined => {
  if (typeof raw === 'string') return raw;
  return typeof raw === 'number' && Number.isSafeInteger(raw) ? String(raw) : undefined;
};

const readText = (raw: unknown, max: number): Read<string> => {
  const value = textOf(raw);
  if (value === undefined) return { problem: 'must be text' };
  if (value.trim() === '') return { problem: 'must not be empty' };
  if (value !== value.trim()) return { problem: 'must not begin or end with a blank' };
  return readTextValue(value, { max, control: CONTROL });
};

/** A code, a name or a key: stored exactly as given. */
export const code = (max: number): Kind<string> => ({
  type: `text, at most ${max} characters`,
  read: (raw) => readText(raw, max),
});

/** A code that a dealer may have written through the API, which takes outer blanks, tabs and line ends as they are. */
export const dealersCode = (max: number): Kind<string> => ({
  type: `text, at most ${max} characters`,
  read: (raw) => {
    const value = textOf(raw);
    if (value === undefined || Array.from(value).length > max) return readText(raw, max);
    const read = readText(value.replaceAll(/[\t\n\r]/g, ' ').trim(), max);
    return 'problem' in read ? read : { value };
  },
});

/** Why a code is not acceptable for a new record; undefined when it is. */
export const codeProblem = (text: string, max: number): string | undefined => {
  const read = readText(text, max);
  return 'problem' in read ? read.problem : undefined;
};

/** Text for people, in which a card number is refused (rule 32). */
export const freeText = (max: number): Kind<string> => ({
  type: `text, at most ${max} characters, without card numbers`,
  read: (raw) => {
    const read = readText(raw, max);
    return 'value' in read && holdsCardNumber(read.value) ? { problem: 'must not hold a card number' } : read;
  },
});

/** Text of one shape, normalized on the way; `read` answers undefined for anything else. */
export const shaped = (type: string, problem: string, read: (text: string) => string | undefined): Kind<string> => ({
  type,
  read: (raw) => {
    const text = textOf(raw);
    const value = text === undefined ? undefined : read(text);
    return value === undefined ? { problem } : { value };
  },
});

export const timeOfDay: Kind<string> = shaped('time of the day, HH:MM', 'must be a time such as 22:00', (text) =>
  TIME_OF_DAY.test(text) ? text : undefined,
);

export const flag: Kind<boolean> = {
  type: 'true or false',
  read: (raw) => {
    if (raw === true || raw === 'true') return { value: true };
    return raw === false || raw === 'false' ? { value: false } : { problem: 'must be true or false' };
  },
};

export const whole = (min: number, max: number): Kind<number> => ({
  type: `whole number, ${min} to ${max}`,
  read: (raw) => {
    const value = wholeNumberIn(numberText(raw));
    return value !== undefined && value >= min && value <= max ? { value } : { problem: wholeNumberProblem(min, max) };
  },
});

/** An id that the service may have generated. */
export const anyId: Kind<number> = { ...whole(1, MAX_ID), type: 'id' };
/** An id that an operator gives. */
export const givenId: Kind<number> = { ...whole(1, FIRST_GENERATED_ID - 1), type: `id below ${FIRST_GENERATED_ID}` };
export const isGivenId = (id: number): boolean => id < FIRST_GENERATED_ID;

export const day: Kind<string> = shaped('day, YYYYMMDD', 'must be a real day, written YYYYMMDD', (text) =>
  isRealDay(text) ? text : undefined,
);

export const amount: Kind<MinorUnits> = { type: 'amount, such as 27.50', read: readAmount };

export const amountAboveZero: Kind<MinorUnits> = {
  type: 'amount above 0, such as 27.50',
  read: (raw) => {
    const read = readAmount(raw);
    return 'value' in read && read.value === 0 ? { problem: 'must be above 0' } : read;
  },
};

/** A kind with one word beside it: "unlimited" is never said by leaving something out (rule 36). */
export const orWord = <Value, Word extends string>(word: Word, other: Kind<Value>): Kind<Value | Word> => ({
  type: `"${word}" or ${other.type}`,
  read: (raw) => {
    if (raw === word) return { value: word };
    const read = other.read(raw);
    if ('value' in read || read.path !== undefined) return read;
    return { problem: `${read.problem}, or the word "${word}"` };
  },
});

const oneOf = <Value extends string | number>(values: readonly Value[], asWritten: (raw: unknown) => unknown) => ({
  type: `one of ${values.join(', ')}`,
  read: (raw: unknown): Read<Value> => {
    const value = values.find((one) => one === asWritten(raw));
    return value === undefined ? { problem: `must be one of ${values.join(', ')}` } : { value };
  },
});

export const choice = <const Values extends readonly string[]>(values: Values): Kind<Values[number]> =>
  oneOf<Values[number]>(values, (raw) => raw);

/** One of a few whole numbers. */
export const numberChoice = <const Values extends readonly number[]>(values: Values): Kind<Values[number]> =>
  oneOf<Values[number]>(values, (raw) => wholeNumberIn(numberText(raw)));

/** A list without repetitions. */
export const list = <Value>(entry: Kind<Value>, max: number): Kind<readonly Value[]> => ({
  type: `list of: ${entry.type}`,
  read: (raw) => {
    if (!Array.isArray(raw)) return { problem: 'must be a list' };
    const entries = readEntries(raw, max);
    if ('problem' in entries) return entries;
    const values: Value[] = [];
    for (const [index, one] of entries.value.entries()) {
      const read = entry.read(one);
      if ('problem' in read) return problemAt(String(index), read);
      values.push(read.value);
    }
    return new Set(values).size === values.length ? { value: values } : { problem: 'must not name an entry twice' };
  },
});

const counts = list(whole(2, 12), 11);

/** Installment counts of 2 to 12, in ascending order; the single payment is not among them. */
export const installmentCounts: Kind<readonly number[]> = {
  type: 'list of counts from 2 to 12',
  read: (raw) => {
    const read = counts.read(raw);
    return 'value' in read ? { value: read.value.toSorted((a, b) => a - b) } : read;
  },
};

/** Percentages by installment count, `"1"` for the single payment. A put replaces the whole of it. */
export const ratesByCount: Kind<Readonly<Record<string, Rate>>> = {
  type: 'percentages by count, such as {"1": 1.79, "2": 3.85}',
  read: (raw) => {
    if (!isJsonObject(raw)) return { problem: 'must be an object with a percentage per count' };
    const rates: Record<string, Rate> = {};
    for (const [count, value] of Object.entries(raw)) {
      const read = /^(?:[1-9]|1[0-2])$/.test(count) ? readRate(value) : { problem: 'must be a count from 1 to 12' };
      if ('problem' in read) return problemAt(count, read);
      rates[count] = read.value;
    }
    return { value: rates };
  },
};
