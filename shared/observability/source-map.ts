/** A place of a file, line and column counted from 1. */
interface Place {
  readonly line: number;
  readonly column: number;
}

/** What a source map (ECMA-426) is read for: the rest of it is left alone. */
export interface SourceMapText {
  readonly sources: readonly string[];
  readonly mappings: string;
}

/** Finds a place of a bundle in its sources, as `file:line:column`; undefined where the map has no such place. */
export type SourcePlaces = (place: Place) => string | undefined;

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const NEXT_LINE = ';'.charCodeAt(0);
const NEXT_SEGMENT = ','.charCodeAt(0);
/** A digit holds five bits of a number, and whether another digit follows. */
const DIGIT_BITS = 5;
const DIGIT_MASK = 31;
const FOLLOWED = 32;
/** Numbers of a segment: column, source, line and column there; a fifth one names what stands there. */
const FIELDS = 5;
/** A segment without a source stands for code that the bundler made. */
const FIELDS_WITH_SOURCE = 4;

/** Numbers that are kept of a segment: line and column in the bundle, source or -1, line and column there, all from 0. */
const KEPT = 5;
const NO_SOURCE = -1;

const digitsByCode = (): Int8Array => {
  const values = new Int8Array(128);
  for (let digit = 0; digit < DIGITS.length; digit += 1) values[DIGITS.charCodeAt(digit)] = digit;
  return values;
};

/**
 * All segments in the order of the bundle. A bundle has a hundred thousand: their numbers stand in one array, because an object
 * for each, as in Node's own class, takes a cold function five times as long.
 */
const segmentsOf = (mappings: string): Int32Array => {
  const digits = digitsByCode();
  // A segment takes at least two characters, its separator included.
  const kept = new Int32Array((mappings.length + 2) * KEPT);
  const numbers = new Int32Array(FIELDS);
  let [length, line, field, bits, shift] = [0, 0, 0, 0, 0];
  for (let at = 0; at <= mappings.length; at += 1) {
    const code = at === mappings.length ? NEXT_LINE : mappings.charCodeAt(at);
    if (code === NEXT_LINE || code === NEXT_SEGMENT) {
      if (field > 0) {
        kept[length] = line;
        kept[length + 1] = numbers[0] ?? 0;
        kept[length + 2] = field < FIELDS_WITH_SOURCE ? NO_SOURCE : (numbers[1] ?? 0);
        kept[length + 3] = numbers[2] ?? 0;
        kept[length + 4] = numbers[3] ?? 0;
        length += KEPT;
      }
      field = 0;
      if (code === NEXT_LINE) {
        line += 1;
        numbers[0] = 0;
      }
      continue;
    }
    const digit = digits[code] ?? 0;
    bits |= (digit & DIGIT_MASK) << shift;
    shift += DIGIT_BITS;
    if ((digit & FOLLOWED) !== 0) continue;
    // The lowest bit is the sign. Each number is told as its distance from that of the segment before.
    numbers[field] = (numbers[field] ?? 0) + ((bits & 1) === 0 ? bits >>> 1 : -(bits >>> 1));
    [field, bits, shift] = [field + 1, 0, 0];
  }
  return kept.subarray(0, length);
};

/** The index of the last segment that begins at the place or before it; -1 if there is none. */
const lastBefore = (segments: Int32Array, line: number, column: number): number => {
  let [low, high] = [0, segments.length / KEPT];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const [atLine = 0, atColumn = 0] = segments.subarray(middle * KEPT, middle * KEPT + 2);
    if (atLine < line || (atLine === line && atColumn <= column)) low = middle + 1;
    else high = middle;
  }
  return low - 1;
};

/** Reads a source map for many questions. */
export const sourcePlacesOf = ({ sources, mappings }: SourceMapText): SourcePlaces => {
  const segments = segmentsOf(mappings);
  return ({ line, column }) => {
    const index = lastBefore(segments, line - 1, column - 1);
    if (index < 0) return undefined;
    const [, , source = NO_SOURCE, atLine = 0, atColumn = 0] = segments.subarray(index * KEPT, (index + 1) * KEPT);
    const file = sources[source]?.replace(/^(?:\.\.\/)+/, '');
    return file === undefined ? undefined : `${file}:${atLine + 1}:${atColumn + 1}`;
  };
};
