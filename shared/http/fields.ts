import * as z from 'zod/mini';
import { parseDecimal, scaledTo } from '../domain/money/decimal.ts';
import { type AmountProblem, type MinorUnits, parseAmount } from '../domain/money/money.ts';
import { parseRate, type Rate } from '../domain/money/rate.ts';
import { isJsonObject, JsonNumber } from './body.ts';

/**
 * Readers for the fields of a request, tolerant as the wire facts say: null and "" mean "not given", numbers may be
 * strings, flags may be booleans, texts may be numbers. Each answers undefined for "not given"; whether a field is
 * required is a rule of its operation, not of its reader.
 */

/** How a field is described in the published contract: a JSON Schema without its description. */
export interface FieldDocument {
  readonly type: 'string' | 'integer' | 'number' | 'array' | 'object';
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly multipleOf?: number;
  readonly pattern?: string;
  readonly items?: z.ZodMiniType;
  readonly properties?: z.ZodMiniType;
}

/** The published shape of every reader, for the OpenAPI document. */
export const fieldDocuments = new WeakMap<object, FieldDocument>();

const documented = <Schema extends object>(schema: Schema, document: FieldDocument): Schema => {
  fieldDocuments.set(schema, document);
  return schema;
};

const MAX_ID = 2_147_483_647;
const NUMBER_LENGTH = 40;
/** Control characters other than tab, line feed and carriage return. */
const CONTROL = /(?![\t\n\r])\p{Cc}/u;

type Read<Value> = { readonly value: Value } | { readonly problem: string };

const anything = z.unknown();

const reading = <Value>(read: (raw: unknown) => Read<Value>) =>
  z.pipe(
    anything,
    z.transform((raw: unknown, context): Value => {
      const result = read(raw);
      if ('value' in result) return result.value;
      context.issues.push({ code: 'custom', message: result.problem, input: raw });
      return z.NEVER;
    }),
  );

/** A reader of a single value; a member that is absent is not read at all. */
const reader = <Value>(read: (raw: unknown) => Read<Value | undefined>) => z.optional(reading(read));

const isGiven = (raw: unknown): boolean =>
  raw !== undefined && raw !== null && !(typeof raw === 'string' && raw.trim() === '');

const NOT_GIVEN = { value: undefined } as const;

// A reader holds nothing of the field that it reads, so one of a kind serves every field of it: a contract has up to a
// hundred fields, and each schema that is made at load costs a function's start.
const onceFor = <Settings extends readonly [max?: number], Schema>(make: (...settings: Settings) => Schema) => {
  const made = new Map<number | undefined, Schema>();
  return (...settings: Settings): Schema => {
    const [max] = settings;
    const known = made.get(max);
    if (known !== undefined) return known;
    const schema = make(...settings);
    made.set(max, schema);
    return schema;
  };
};

const textOf = onceFor((max: number) =>
  documented(
    reader<string>((raw) => {
      if (!isGiven(raw)) return NOT_GIVEN;
      const value = raw instanceof JsonNumber ? raw.text : raw;
      if (typeof value !== 'string') return { problem: 'must be text' };
      if (Array.from(value).length > max) return { problem: `must be at most ${max} characters long` };
      if (!value.isWellFormed()) return { problem: 'must be well-formed Unicode text' };
      return CONTROL.test(value) ? { problem: 'must not hold control characters' } : { value };
    }),
    { type: 'string', maxLength: max },
  ),
);

/** Text of at most `max` characters. Ill-formed Unicode and control characters are refused. */
export const text = ({ max }: { readonly max: number }) => textOf(max);

/** Longest text that `keptText` reads; a longer one is cut. */
const KEPT_LENGTH = 1000;

const keptTextReader = onceFor(() =>
  documented(
    reader<string>((raw) => {
      const value = raw instanceof JsonNumber ? raw.text : raw;
      if (typeof value !== 'string') return NOT_GIVEN;
      const kept = value
        .slice(0, KEPT_LENGTH)
        .toWellFormed()
        .replaceAll(/\p{Cc}/gu, ' ')
        .trim();
      return { value: kept === '' ? undefined : kept };
    }),
    { type: 'string' },
  ),
);

/** Text that is kept as far as it can be, and never a reason to refuse a request: what is no text is not given. */
export const keptText = () => keptTextReader();

/** JSON's own numbers may have an exponent, which some serializers write; in a text it is somebody's slip. */
const numberText = (raw: unknown): string | undefined => {
  if (raw instanceof JsonNumber) return raw.text;
  return typeof raw === 'string' && raw.length <= NUMBER_LENGTH && !/e/i.test(raw) ? raw.trim() : undefined;
};

const flagText = (raw: unknown): string | undefined => {
  const word = typeof raw === 'string' ? raw.trim() : raw;
  if (word === true || word === 'true') return '1';
  return word === false || word === 'false' ? '0' : undefined;
};

const wholeNumberIn = (digits: string | undefined): number | undefined => {
  const decimal = digits === undefined ? undefined : parseDecimal(digits);
  const whole = decimal === undefined ? undefined : scaledTo(decimal, 0);
  return whole === undefined || whole > MAX_ID || whole < -MAX_ID ? undefined : Number(whole);
};

/** Flags are whole numbers too; an id or an amount is none, so `true` must not become 1 there. */
const wholeNumber = (raw: unknown): number | undefined => wholeNumberIn(flagText(raw) ?? numberText(raw));

/** A whole number within 32 bits. */
export const integer = onceFor(() =>
  documented(
    reader<number>((raw) => {
      if (!isGiven(raw)) return NOT_GIVEN;
      const value = wholeNumber(raw);
      return value === undefined ? { problem: 'must be a whole number' } : { value };
    }),
    { type: 'integer' },
  ),
);

/** A whole number that has a result code of its own: what cannot be read is NaN, and the code's rule refuses it. */
export const codedInteger = onceFor(() =>
  documented(
    reader<number>((raw) => (isGiven(raw) ? { value: wholeNumber(raw) ?? Number.NaN } : NOT_GIVEN)),
    { type: 'integer' },
  ),
);

/** An id of the service. Strongly typed clients send 0 for an id they do not have, so 0 means "not given". */
export const recordId = onceFor(() =>
  documented(
    reader<number>((raw) => {
      if (!isGiven(raw)) return NOT_GIVEN;
      const value = wholeNumberIn(numberText(raw));
      if (value === undefined || value < 0) return { problem: `must be a whole number from 1 to ${MAX_ID}` };
      return { value: value === 0 ? undefined : value };
    }),
    { type: 'integer', minimum: 1, maximum: MAX_ID },
  ),
);

const amountProblems: Record<AmountProblem, string> = {
  'not-a-number': 'must be a number with a dot before its decimals',
  'too-many-decimals': 'must have at most two decimals',
  negative: 'must not be negative',
  'too-large': 'must be at most 999999999.99',
};

/** An amount of money with at most two decimals, read from the number's text into minor units. */
export const amount = onceFor(() =>
  documented(
    reader<MinorUnits>((raw) => {
      if (!isGiven(raw)) return NOT_GIVEN;
      const digits = numberText(raw);
      const parsed = digits === undefined ? 'not-a-number' : parseAmount(digits);
      return typeof parsed === 'string' ? { problem: amountProblems[parsed] } : { value: parsed };
    }),
    { type: 'number', minimum: 0, maximum: 999_999_999.99, multipleOf: 0.01 },
  ),
);

/** A percentage of 0 to 100 with at most four decimals (wire facts, "Rates"), read from the number's text. */
export const rate = onceFor(() =>
  documented(
    reader<Rate>((raw) => {
      if (!isGiven(raw)) return NOT_GIVEN;
      const digits = numberText(raw);
      const value = digits === undefined ? undefined : parseRate(digits);
      return value === undefined
        ? { problem: 'must be a percentage of 0 to 100 with at most four decimals' }
        : { value };
    }),
    { type: 'number', minimum: 0, maximum: 100, multipleOf: 0.0001 },
  ),
);

/** A list of at most `max` entries; absent, null and "" are the empty list. */
export const list = <Entry extends z.ZodMiniType>(entry: Entry, { max }: { readonly max: number }) =>
  documented(
    z.prefault(
      z.pipe(
        reading<readonly unknown[]>((raw) => {
          if (!isGiven(raw)) return { value: [] };
          // The parser's number is an object to the entry's schema, which would take it for one without members.
          if (!Array.isArray(raw) || !raw.every(isJsonObject)) return { problem: 'must be a list of objects' };
          return raw.length > max ? { problem: `must have at most ${max} entries` } : { value: raw };
        }),
        z.array(entry),
      ),
      [],
    ),
    { type: 'array', maxItems: max, items: entry },
  );

/** A nested object; absent, null, "" and the empty list, as PHP writes an empty object, are the object with no members. */
export const nested = <Members extends z.ZodMiniType>(members: Members) =>
  documented(
    z.prefault(
      z.pipe(
        reading<unknown>((raw) => {
          if (!isGiven(raw) || (Array.isArray(raw) && raw.length === 0)) return { value: {} };
          return isJsonObject(raw) ? { value: raw } : { problem: 'must be an object' };
        }),
        members,
      ),
      {},
    ),
    { type: 'object', properties: members },
  );
