import { CommandError, invalidField } from './command-error.ts';
import type { Fields, InputOf } from './fields.ts';
import { optional } from './fields.ts';
import { whole } from './kinds.ts';

const MAX_VERSION = 999_999;

/** The version field that every put has. */
export const versionField = optional(
  whole(0, MAX_VERSION),
  'The version that this put replaces, as show gives it; absent or 0 for a new record.',
);

/** Checks that a put replaces the stored version (rule 36). Answers the version that the put makes. */
export const nextVersion = (what: string, stored: number | undefined, given: number | null | undefined): number => {
  const replaced = given ?? 0;
  if (stored === undefined && replaced === 0) return 1;
  if (stored === undefined) {
    throw new CommandError(
      'NotFound',
      `Nothing is stored of ${what}, so there is no version ${replaced} to replace.`,
      'version',
    );
  }
  if (replaced === stored) return stored + 1;
  const said = typeof given === 'number' ? `version ${given} was given` : 'no version was given';
  const sentence = `The current version of ${what} is ${stored}, and ${said}: look at it, then put again with it.`;
  throw new CommandError('VersionConflict', sentence, 'version');
};

type Values = Readonly<Record<string, unknown>>;

const valueAfter = (
  name: string,
  field: Fields[string],
  { given, stored }: { given: unknown; stored: Values | undefined },
) => {
  if (given === undefined && stored !== undefined) return stored[name];
  if (given !== undefined && given !== null) return given;
  if (given === null && field.presence !== 'no') throw invalidField(name, 'cannot be removed');
  if (field.presence !== 'no') throw invalidField(name, 'is required for a new record');
  return field.fallback;
};

/**
 * The values of a record after a put. Absent means unchanged, null removes or restores the default, and a new record
 * gets its defaults. Members without a value are left out. Refuses a new record that lacks a required field.
 */
export const putValues = <Result extends object, All extends Fields>(
  fields: All,
  input: InputOf<All>,
  stored: Partial<Result> | undefined,
): Result => {
  const values = Object.entries(fields).map(([name, field]) => [
    name,
    valueAfter(name, field, { given: (input as Values)[name], stored }),
  ]);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined)) as Result;
};

/** Names of the members in which two versions of a record differ; all given members for a new record. */
export const changedFieldNames = (before: object | undefined, after: object): readonly string[] => {
  const [old, fresh] = [(before ?? {}) as Values, after as Values];
  const names = [...new Set([...Object.keys(old), ...Object.keys(fresh)])].filter((name) => name !== 'version');
  return names.filter((name) => canonical(old[name]) !== canonical(fresh[name])).toSorted();
};

/** JSON with sorted members: equal values give equal texts. */
export const canonical = (value: unknown): string =>
  JSON.stringify(value, (_name, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  ) ?? '';
