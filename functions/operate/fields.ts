import * as z from 'zod/mini';
import { invalidField } from './command-error.ts';
import type { Kind } from './kinds.ts';

/**
 * When a field must be given: always; for a new record; or never, and then a new record gets the default or goes
 * without.
 */
type Presence = 'always' | 'new' | 'no';

/** One field of a command's input. Both its reader and its help text come from this. */
export interface Field<Value, Given extends Presence = Presence> {
  readonly kind: Kind<Value>;
  readonly presence: Given;
  readonly meaning: string;
  readonly fallback?: Value;
  /** The default as the help shows it. */
  readonly fallbackText?: string;
  /** Read from stdin or a file only, and never shown again. */
  readonly secret?: true;
}

export type Fields = Readonly<Record<string, Field<unknown>>>;

type ValueOf<One> = One extends Field<infer Value> ? Value : never;

/** An input that was read. For a field that may be absent, undefined means "unchanged" and null means "remove". */
export type InputOf<All extends Fields> = {
  readonly [Name in keyof All as All[Name]['presence'] extends 'always' ? Name : never]: ValueOf<All[Name]>;
} & {
  readonly [Name in keyof All as All[Name]['presence'] extends 'always' ? never : Name]?:
    | ValueOf<All[Name]>
    | null
    | undefined;
};

export const required = <Value>(kind: Kind<Value>, meaning: string): Field<Value, 'always'> => ({
  kind,
  presence: 'always',
  meaning,
});

/** Required for a new record; later it can be changed and not removed. */
export const neededWhenNew = <Value>(kind: Kind<Value>, meaning: string): Field<Value, 'new'> => ({
  kind,
  presence: 'new',
  meaning,
});

/** null restores the default. */
export const defaulted = <Value>(
  kind: Kind<Value>,
  fallback: Value,
  texts: { readonly meaning: string; readonly shown?: string },
): Field<Value, 'no'> => ({
  kind,
  presence: 'no',
  meaning: texts.meaning,
  fallback,
  fallbackText: texts.shown ?? JSON.stringify(fallback),
});

/** null removes it. */
export const optional = <Value>(kind: Kind<Value>, meaning: string): Field<Value, 'no'> => ({
  kind,
  presence: 'no',
  meaning,
});

export const secret = <Value, Given extends Presence>(field: Field<Value, Given>): Field<Value, Given> => ({
  ...field,
  secret: true,
});

const schemaOf = ({ kind, presence }: Field<unknown>): z.ZodMiniType =>
  presence === 'always' ? kind.schema : z.optional(z.nullable(kind.schema));

/** Reads an input strictly. Throws InvalidInput with the name of the first field that is missing, unknown or wrong. */
export const readInput = <All extends Fields>(fields: All, raw: unknown): InputOf<All> => {
  const given = typeof raw === 'object' && raw !== null && !Array.isArray(raw) ? raw : undefined;
  if (given === undefined) throw invalidField('input', 'must be a JSON object');
  const missing = Object.entries(fields).find(
    ([name, { presence }]) => presence === 'always' && (given as Record<string, unknown>)[name] === undefined,
  );
  if (missing !== undefined) throw invalidField(missing[0], 'is required');
  const schema = z.strictObject(Object.fromEntries(Object.entries(fields).map(([name, one]) => [name, schemaOf(one)])));
  const read = schema.safeParse(given);
  if (read.success) return read.data as InputOf<All>;
  const unknownMember = read.error.issues.find(({ code }) => code === 'unrecognized_keys');
  const issue = unknownMember ?? read.error.issues[0];
  const path = issue?.path.join('.') ?? '';
  if (issue?.code !== 'unrecognized_keys') throw invalidField(path, issue?.message ?? 'is not valid');
  const name = [path, issue.keys[0]].filter(Boolean).join('.');
  throw invalidField(name, 'is not a field of this command');
};

/** A nested object of fields. A put replaces it as a whole, so every member must be given each time. */
export const objectOf = <All extends Fields>(fields: All): Kind<InputOf<All>> => ({
  type: `object of ${Object.keys(fields).join(', ')}`,
  schema: z.pipe(
    z.unknown(),
    z.transform((raw: unknown, context): InputOf<All> => {
      const entries = Object.entries(fields).map(([name, one]) => [name, schemaOf(one)] as const);
      const read = z.strictObject(Object.fromEntries(entries)).safeParse(raw);
      if (read.success) return read.data as InputOf<All>;
      for (const issue of read.error.issues) {
        const [extra] = issue.code === 'unrecognized_keys' ? issue.keys : [];
        context.issues.push({
          code: 'custom',
          message: extra === undefined ? problemOf(issue, raw) : 'is not a field of this command',
          path: extra === undefined ? [...issue.path] : [...issue.path, extra],
          input: raw,
        });
      }
      return z.NEVER;
    }),
  ),
});

const problemOf = (issue: z.core.$ZodIssue, raw: unknown): string => {
  if (issue.path.length === 0) return 'must be an object';
  const [name] = issue.path;
  const absent =
    typeof raw === 'object' && raw !== null && (raw as Record<PropertyKey, unknown>)[name ?? ''] === undefined;
  return absent ? 'is required' : issue.message;
};
