import { isJsonObject, type JsonObject } from '../../../shared/http/body.ts';
import type { Read } from '../../../shared/http/values.ts';
import { closestName } from './closest-name.ts';
import { invalidField } from './command-error.ts';
import { type Kind, problemAt } from './kinds.ts';

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
  /** Names that dealers and documents give the field; read as its own. */
  readonly alsoNamed?: readonly string[];
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

/** Another name of a field for the same value. */
export const alsoNamed = <Value, Given extends Presence>(
  field: Field<Value, Given>,
  names: readonly string[],
): Field<Value, Given> => ({ ...field, alsoNamed: names });

/** What was given, with the fields under their own names. A field that is given twice keeps its other name, which is refused. */
const underOwnNames = (fields: Fields, given: JsonObject): JsonObject => {
  const ownName = (name: string): string =>
    Object.keys(fields).find((own) => given[own] === undefined && fields[own]?.alsoNamed?.includes(name)) ?? name;
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [ownName(name), value]));
};

/**
 * Reads the members of an object strictly: the first that is missing, then unknown, then wrong is the problem. One that is
 * missing because its name was misspelt is told by what was written.
 */
const readMembers = <All extends Fields>(fields: All, given: JsonObject): Read<InputOf<All>> => {
  const missing = Object.keys(fields).find((name) => fields[name]?.presence === 'always' && given[name] === undefined);
  const unknowns = Object.keys(given).filter((name) => !Object.hasOwn(fields, name));
  const names = Object.keys(fields);
  const slip = unknowns.find((name) => missing !== undefined && closestName(name, names) === missing);
  if (missing !== undefined && slip === undefined) return problemAt(missing, { problem: 'is required' });
  const unknown = slip ?? unknowns[0];
  if (unknown !== undefined) {
    const closest = closestName(unknown, names);
    const meant = closest === undefined ? '' : `; did you mean ${closest}?`;
    return problemAt(unknown, { problem: `is not a field of this command${meant}` });
  }
  const values: Record<string, unknown> = {};
  for (const [name, { kind, presence }] of Object.entries(fields)) {
    const raw = given[name];
    if (raw === undefined) continue;
    const read = raw === null && presence !== 'always' ? { value: null } : kind.read(raw);
    if ('problem' in read) return problemAt(name, read);
    values[name] = read.value;
  }
  return { value: values as InputOf<All> };
};

/** Reads an input. The first field that is missing, unknown or wrong is named in an InvalidInput. */
export const readInput = <All extends Fields>(fields: All, raw: unknown): InputOf<All> => {
  if (!isJsonObject(raw)) throw invalidField('input', 'must be a JSON object');
  const read = readMembers(fields, underOwnNames(fields, raw));
  if ('value' in read) return read.value;
  throw invalidField((read.path ?? ['input']).join('.'), read.problem);
};

/** A nested object of fields. A put replaces it as a whole, so every member must be given each time. */
export const objectOf = <All extends Fields>(fields: All): Kind<InputOf<All>> => ({
  type: `object of ${Object.keys(fields).join(', ')}`,
  read: (raw) => (isJsonObject(raw) ? readMembers(fields, raw) : { problem: 'must be an object' }),
});
