import * as z from 'zod/mini';
import type { MinorUnits } from '../domain/money/money.ts';
import type { Rate } from '../domain/money/rate.ts';
import { isJsonObject, JsonNumber } from './body.ts';
import {
  MAX_ID,
  numberText,
  type Read,
  readAmount,
  readEntries,
  readRate,
  readTextValue,
  wholeNumberIn,
  wholeNumberProblem,
} from './values.ts';

/**
 * Readers for the fields of a request (decisions: tolerant reading): null and "" mean "not given", numbers may be
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
  /** Of a list of objects: the members of each. */
  readonly items?: z.ZodMiniType;
  /** Of a list of single values: the reader of each. */
  readonly values?: z.ZodMiniType;
  readonly properties?: z.ZodMiniType;
}

/** The published shape of every reader, for the OpenAPI document. */
export const fieldDocuments = new WeakMap<object, FieldDocument>();

const documented = <Schema extends object>(schema: Schema, document: FieldDocument): Schema => {
  fieldDocuments.set(schema, document);
  return schema;
};

/** Control characters other than tab, line feed and carriage return. */
const CONTROL = /(?![\t\n\r])\p{Cc}/u;

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

// A reader knows nothing of its field, so one reader of a kind serves all fields of that kind. A contract has up to a
// hundred fields, and each schema made at load slows the start of a function.
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
      return readTextValue(value, { max, control: CONTROL });
    }),
    { type: 'string', maxLength: max },
  ),
);

/** Text of at most `max` characters. Ill-formed Unicode and control characters are refused. */
export const text = ({ max }: { readonly max: number }) => textOf(max);

/** What `codedText` makes of a value that is no text: no rule takes it. */
const NO_TEXT = '\u{FFFD}';

/** Text with a result code of its own: what is no text becomes one that the rule of that code refuses. */
export const codedText = onceFor((max = KEPT_LENGTH) =>
  documented(
    reader<string>((raw) => {
      if (!isGiven(raw)) return NOT_GIVEN;
      const value = raw instanceof JsonNumber ? raw.text : raw;
      if (typeof value !== 'string') return { value: NO_TEXT };
      const read = readTextValue(value, { max, control: CONTROL });
      return 'value' in read ? read : { value: NO_TEXT };
    }),
    { type: 'string', maxLength: max },
  ),
);

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

/** Text that never refuses a request: too much is cut, and what is no text counts as not given. */
export const keptText = () => keptTextReader();

const flagText = (raw: unknown): string | undefined => {
  const word = typeof raw === 'string' ? raw.trim() : raw;
  if (word === true || word === 'true') return '1';
  return word === false || word === 'false' ? '0' : undefined;
};

/** Flags are whole numbers too. Ids and amounts are not flags: `true` must not become 1 there. */
const wholeNumber = (raw: unknown): number | undefined => wholeNumberIn(flagText(raw) ?? numberText(raw));

/** A whole number within 32 bits. */
export const integer = onceFor(() =>
  documented(
    reader<number>((raw) => {
      if (!isGiven(raw)) return NOT_GIVEN;
      const value = wholeNumber(raw);
      return value === undefined ? { problem: 'must be a whole number, or true or false' } : { value };
    }),
    { type: 'integer' },
  ),
);

/**
 * A whole number with a result code of its own: an unreadable one becomes NaN, so that the rule of that code refuses
 * it.
 */
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
      if (value === undefined || value < 0) return { problem: wholeNumberProblem(1, MAX_ID) };
      return { value: value === 0 ? undefined : value };
    }),
    { type: 'integer', minimum: 1, maximum: MAX_ID },
  ),
);

/** An amount of money with at most two decimals, read from the number's text into minor units. */
export const amount = onceFor(() =>
  documented(
    reader<MinorUnits>((raw) => (isGiven(raw) ? readAmount(raw) : NOT_GIVEN)),
    { type: 'number', minimum: 0, maximum: 999_999_999.99, multipleOf: 0.01 },
  ),
);

/** A list of at most `max` amounts; absent, null and "" are the empty list. */
export const amounts = (max: number) =>
  documented(
    z.prefault(
      reading<readonly MinorUnits[]>((raw) => {
        if (!isGiven(raw)) return { value: [] };
        if (!Array.isArray(raw)) return { problem: 'must be a list of amounts' };
        const entries = readEntries(raw, max);
        if ('problem' in entries) return entries;
        const read: MinorUnits[] = [];
        for (const entry of entries.value) {
          const one = readAmount(entry);
          if ('problem' in one) return { problem: `holds a value that ${one.problem}` };
          read.push(one.value);
        }
        return { value: read };
      }),
      [],
    ),
    { type: 'array', maxItems: max, values: amount() },
  );

/** An amount with a result code of its own: an unreadable one becomes NaN, so that the rule of that code refuses it. */
export const codedAmount = onceFor(() =>
  documented(
    reader<MinorUnits>((raw) => {
      if (!isGiven(raw)) return NOT_GIVEN;
      const read = readAmount(raw);
      return 'value' in read ? read : { value: Number.NaN as MinorUnits };
    }),
    { type: 'number', minimum: 0, maximum: 999_999_999.99, multipleOf: 0.01 },
  ),
);

/** A percentage of 0 to 100 with at most four decimals, read from the number's text. */
export const rate = onceFor(() =>
  documented(
    reader<Rate>((raw) => (isGiven(raw) ? readRate(raw) : NOT_GIVEN)),
    { type: 'number', minimum: 0, maximum: 100, multipleOf: 0.0001 },
  ),
);

/**
 * A list of at most `max` entries; absent, null and "" are the empty list. With `orOne` a single object counts as the list
 * of it alone.
 */
export const list = <Entry extends z.ZodMiniType>(
  entry: Entry,
  { max, orOne = false }: { readonly max: number; readonly orOne?: boolean },
) =>
  documented(
    z.prefault(
      z.pipe(
        reading<readonly unknown[]>((raw) => {
          if (!isGiven(raw)) return { value: [] };
          const entries: unknown = orOne && isJsonObject(raw) ? [raw] : raw;
          // A JsonNumber is an object too, so the schema of an entry would read it as an object without members.
          if (!Array.isArray(entries) || !entries.every(isJsonObject)) return { problem: 'must be a list of objects' };
          return readEntries(entries, max);
        }),
        z.array(entry),
      ),
      [],
    ),
    { type: 'array', maxItems: max, items: entry },
  );

const nestedObject = <Members extends z.ZodMiniType>(members: Members, ofText: (text: string) => unknown) =>
  documented(
    z.prefault(
      z.pipe(
        reading<unknown>((raw) => {
          if (!isGiven(raw) || (Array.isArray(raw) && raw.length === 0)) return { value: {} };
          if (isJsonObject(raw)) return { value: raw };
          const value = typeof raw === 'string' ? ofText(raw) : undefined;
          return value === undefined ? { problem: 'must be an object' } : { value };
        }),
        members,
      ),
      {},
    ),
    { type: 'object', properties: members },
  );

/**
 * A nested object. Absent, null, "" and the empty list (PHP writes an empty object so) are the object with no members.
 */
export const nested = <Members extends z.ZodMiniType>(members: Members) => nestedObject(members, () => undefined);

/** The same, where some clients write a text: it stands for one member, cut to `max` characters, and refuses nothing. */
export const nestedOrText = <Members extends z.ZodMiniType>(
  members: Members,
  { member, max }: { readonly member: string; readonly max: number },
) =>
  nestedObject(members, (given) => {
    const kept = Array.from(
      given
        .toWellFormed()
        .replaceAll(/\p{Cc}/gu, ' ')
        .trim(),
    );
    return { [member]: kept.slice(0, max).join('') };
  });
