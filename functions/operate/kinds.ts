import * as z from 'zod/mini';
import { isRealDay, TIME_OF_DAY } from '../../shared/domain/calendar.ts';
import { holdsCardNumber } from '../../shared/domain/card/card-number-in-text.ts';
import { type AmountProblem, type MinorUnits, parseAmount } from '../../shared/domain/money/money.ts';
import { parseRate, type Rate } from '../../shared/domain/money/rate.ts';
import { FIRST_GENERATED_ID } from '../../shared/ports/identifiers.ts';

/** A kind of value: how it is read from JSON, and how `--help` calls it. */
export interface Kind<Value> {
  readonly schema: z.ZodMiniType<Value>;
  readonly type: string;
}

type Read<Value> = { readonly value: Value } | { readonly problem: string };

/** A kind that is read by one function; `problem` completes a sentence that begins with the field's name. */
export const kind = <Value>(type: string, read: (raw: unknown) => Read<Value>): Kind<Value> => ({
  type,
  schema: z.pipe(
    z.unknown(),
    z.transform((raw: unknown, context): Value => {
      const result = read(raw);
      if ('value' in result) return result.value;
      context.issues.push({ code: 'custom', message: result.problem, input: raw });
      return z.NEVER;
    }),
  ),
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
  if (Array.from(value).length > max) return { problem: `must be at most ${max} characters long` };
  return !value.isWellFormed() || CONTROL.test(value) ? { problem: 'must not hold control characters' } : { value };
};

/** A code, a name or a key: stored exactly as given. */
export const code = (max: number): Kind<string> => kind(`text, at most ${max} characters`, (raw) => readText(raw, max));

/** A code that a dealer may have written through the API, which takes outer blanks, tabs and line ends as they are. */
export const dealersCode = (max: number): Kind<string> =>
  kind(`text, at most ${max} characters`, (raw) => {
    const value = textOf(raw);
    if (value === undefined || Array.from(value).length > max) return readText(raw, max);
    const read = readText(value.replaceAll(/[\t\n\r]/g, ' ').trim(), max);
    return 'problem' in read ? read : { value };
  });

/** What a code that an operator chooses may not be; undefined for a good one. */
export const codeProblem = (text: string, max: number): string | undefined => {
  const read = readText(text, max);
  return 'problem' in read ? read.problem : undefined;
};

/** Text for people, in which a card number is refused (rule 32). */
export const freeText = (max: number): Kind<string> =>
  kind(`text, at most ${max} characters, without card numbers`, (raw) => {
    const read = readText(raw, max);
    return 'value' in read && holdsCardNumber(read.value) ? { problem: 'must not hold a card number' } : read;
  });

/** Text of one shape, normalized on the way; `read` answers undefined for anything else. */
export const shaped = (type: string, problem: string, read: (text: string) => string | undefined): Kind<string> =>
  kind(type, (raw) => {
    const text = textOf(raw);
    const value = text === undefined ? undefined : read(text);
    return value === undefined ? { problem } : { value };
  });

export const timeOfDay: Kind<string> = shaped('time of the day, HH:MM', 'must be a time such as 22:00', (text) =>
  TIME_OF_DAY.test(text) ? text : undefined,
);

export const flag: Kind<boolean> = kind('true or false', (raw) => {
  if (raw === true || raw === 'true') return { value: true };
  return raw === false || raw === 'false' ? { value: false } : { problem: 'must be true or false' };
});

const readWhole = (raw: unknown, { min, max }: { readonly min: number; readonly max: number }): Read<number> => {
  const text = textOf(raw);
  const value = text !== undefined && /^-?\d{1,12}$/.test(text) ? Number(text) : Number.NaN;
  return value >= min && value <= max ? { value } : { problem: `must be a whole number from ${min} to ${max}` };
};

export const whole = (min: number, max: number): Kind<number> =>
  kind(`whole number, ${min} to ${max}`, (raw) => readWhole(raw, { min, max }));

const MAX_ID = 2_147_483_647;
/** An id that the service may have generated. */
export const anyId: Kind<number> = { ...whole(1, MAX_ID), type: 'id' };
/** An id that an operator gives. */
export const givenId: Kind<number> = { ...whole(1, FIRST_GENERATED_ID - 1), type: `id below ${FIRST_GENERATED_ID}` };
export const isGivenId = (id: number): boolean => id < FIRST_GENERATED_ID;

export const day: Kind<string> = shaped('day, YYYYMMDD', 'must be a real day, written YYYYMMDD', (text) =>
  isRealDay(text) ? text : undefined,
);

const amountProblems: Record<AmountProblem, string> = {
  'not-a-number': 'must be an amount with a dot before its decimals',
  'too-many-decimals': 'must have at most two decimals',
  negative: 'must not be negative',
  'too-large': 'must be at most 999999999.99',
};

/** JSON writes the shortest text that gives the same number back, so `27.5` is exact here. */
const numberText = (raw: unknown): string | undefined =>
  typeof raw === 'number' ? String(raw) : typeof raw === 'string' && !/e/i.test(raw) ? raw.trim() : undefined;

const readAmount = (raw: unknown): Read<MinorUnits> => {
  const text = numberText(raw);
  const parsed = text === undefined ? 'not-a-number' : parseAmount(text);
  return typeof parsed === 'string' ? { problem: amountProblems[parsed] } : { value: parsed };
};

export const amount: Kind<MinorUnits> = kind('amount, such as 27.50', readAmount);

export const amountAboveZero: Kind<MinorUnits> = kind('amount above 0, such as 27.50', (raw) => {
  const read = readAmount(raw);
  return 'value' in read && read.value === 0 ? { problem: 'must be above 0' } : read;
});

/** A kind with one word beside it: "unlimited" is never said by leaving something out (rule 36). */
export const orWord = <Value, Word extends string>(word: Word, other: Kind<Value>): Kind<Value | Word> => ({
  type: `"${word}" or ${other.type}`,
  schema: z.pipe(
    z.unknown(),
    z.transform((raw: unknown, context): Value | Word => {
      if (raw === word) return word;
      const read = other.schema.safeParse(raw);
      if (read.success) return read.data;
      for (const { message, path } of read.error.issues) {
        const problem = path.length === 0 ? `${message}, or the word "${word}"` : message;
        context.issues.push({ code: 'custom', message: problem, path: [...path], input: raw });
      }
      return z.NEVER;
    }),
  ),
});

export const choice = <const Values extends readonly string[]>(values: Values): Kind<Values[number]> =>
  kind(`one of ${values.join(', ')}`, (raw) => {
    const value = values.find((one) => one === raw);
    return value === undefined ? { problem: `must be one of ${values.join(', ')}` } : { value };
  });

/** One of a few whole numbers. */
export const numberChoice = <const Values extends readonly number[]>(values: Values): Kind<Values[number]> =>
  kind(`one of ${values.join(', ')}`, (raw) => {
    const value = values.find((one) => one === raw || String(one) === raw);
    return value === undefined ? { problem: `must be one of ${values.join(', ')}` } : { value };
  });

/** A list without repetitions. */
export const list = <Value>(entry: Kind<Value>, max: number): Kind<readonly Value[]> => ({
  type: `list of: ${entry.type}`,
  schema: z.pipe(
    kind('', (raw): Read<readonly unknown[]> => {
      if (!Array.isArray(raw)) return { problem: 'must be a list' };
      return raw.length > max ? { problem: `must have at most ${max} entries` } : { value: raw };
    }).schema,
    z
      .array(entry.schema)
      .check(z.refine((entries) => new Set(entries).size === entries.length, 'must not name an entry twice')),
  ),
});

/** Installment counts of 2 to 12, in ascending order; the single payment is not among them. */
export const installmentCounts: Kind<readonly number[]> = {
  type: 'list of counts from 2 to 12',
  schema: z.pipe(
    list(whole(2, 12), 11).schema,
    z.transform((counts: readonly number[]) => counts.toSorted((a, b) => a - b)),
  ),
};

const isObject = (raw: unknown): raw is Record<string, unknown> =>
  typeof raw === 'object' && raw !== null && !Array.isArray(raw);

const readRate = (raw: unknown): Read<Rate> => {
  const text = numberText(raw);
  const rate = text === undefined ? undefined : parseRate(text);
  return rate === undefined
    ? { problem: 'must be a percentage from 0 to 100 with at most four decimals' }
    : { value: rate };
};

/** Percentages by installment count, `"1"` for the single payment. A put replaces the whole of it. */
export const ratesByCount: Kind<Readonly<Record<string, Rate>>> = {
  type: 'percentages by count, such as {"1": 1.79, "2": 3.85}',
  schema: z.pipe(
    z.unknown(),
    z.transform((raw: unknown, context): Readonly<Record<string, Rate>> => {
      if (!isObject(raw)) {
        context.issues.push({ code: 'custom', message: 'must be an object with a percentage per count', input: raw });
        return z.NEVER;
      }
      const rates: Record<string, Rate> = {};
      for (const [count, value] of Object.entries(raw)) {
        const read = /^(?:[1-9]|1[0-2])$/.test(count) ? readRate(value) : { problem: 'must be a count from 1 to 12' };
        if ('value' in read) rates[count] = read.value;
        else context.issues.push({ code: 'custom', message: read.problem, path: [count], input: value });
      }
      return rates;
    }),
  ),
};
