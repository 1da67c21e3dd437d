import type { FormField } from '../domain/form-field.ts';

/** Names that hash ver3 leaves out. Whatever stands in them is not covered, so it is never read (rule 19). */
const UNCOVERED: readonly string[] = ['HASH', 'ENCODING', 'NATIONALIDNO'];

/**
 * A name without regard to case. Only A to Z are folded: a fold that knew more letters would depend on a locale
 * (Turkish has two letters i), or make one name of two (the Kelvin sign and k).
 */
export const foldName = (name: string): string =>
  name.replaceAll(/[a-z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - 32));

/** True for a field whose value the hash covers. */
export const isCovered = (name: string): boolean => !UNCOVERED.includes(foldName(name));

/** The first name that occurs twice without regard to case, or undefined. */
export const repeatedName = (fields: readonly FormField[]): string | undefined => {
  const seen = new Set<string>();
  for (const [name] of fields) {
    const folded = foldName(name);
    if (seen.has(folded)) return name;
    seen.add(folded);
  }
  return undefined;
};

const compareCodes = (one: string, other: string): number => {
  if (one === other) return 0;
  return one < other ? -1 : 1;
};

const isNumber = (part: string): boolean => /^[0-9]/.test(part);

/** Digits as numbers of any size: without leading zeros the longer one is larger. */
const compareNumbers = (one: string, other: string): number => {
  const [left, right] = [one.replace(/^0+(?=\d)/, ''), other.replace(/^0+(?=\d)/, '')];
  return left.length === right.length ? compareCodes(left, right) : left.length - right.length;
};

const partsOf = (name: string): readonly string[] => name.match(/[0-9]+|[^0-9]+/g) ?? [];

const compareParts = (one: string, other: string): number => {
  if (isNumber(one) && isNumber(other)) return compareNumbers(one, other);
  return compareCodes(one, other);
};

/**
 * The order of field names in hash ver3: without regard to case, digits as numbers (`x2` before `x10`). Names that
 * are equal in that sense but not the same (`x01`, `x1`) follow their characters, so that the order is total.
 */
export const compareNames = (one: string, other: string): number => {
  const [left, right] = [partsOf(foldName(one)), partsOf(foldName(other))];
  for (let index = 0; index < Math.min(left.length, right.length); index += 1) {
    const order = compareParts(left[index] ?? '', right[index] ?? '');
    if (order !== 0) return order;
  }
  return left.length - right.length || compareCodes(foldName(one), foldName(other)) || compareCodes(one, other);
};

/** `\` first, then `|`: the other way round, the backslash of an escaped bar would be escaped again. */
const escapeValue = (value: string): string => value.replaceAll('\\', '\\\\').replaceAll('|', '\\|');

/**
 * The text whose SHA-512 is hash ver3 of a form: the covered values in the order of their names, then the store key,
 * each escaped. An absent value is the empty string. A repeated name has no defined place and is a defect of the
 * caller: it throws.
 */
export const hashVer3Input = (fields: readonly FormField[], storeKey: string): string => {
  if (repeatedName(fields) !== undefined) throw new RangeError('a field name is repeated');
  return fields
    .filter(([name]) => isCovered(name))
    .toSorted(([one], [other]) => compareNames(one, other))
    .map(([, value]) => value)
    .concat(storeKey)
    .map(escapeValue)
    .join('|');
};
