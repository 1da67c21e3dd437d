import type { Write } from '../engine/writes.ts';
import type { Key } from '../keys.ts';

/** Counts a record that is added, unless there are `most` of them already. */
export const oneMore = (counter: Key, most: number): Write => ({
  update: counter,
  set: {
    expression: 'SET #count = if_not_exists(#count, :zero) + :one',
    names: { '#count': 'count' },
    values: { ':zero': 0, ':one': 1 },
  },
  onlyIf: {
    expression: 'attribute_not_exists(#count) OR #count < :most',
    names: { '#count': 'count' },
    values: { ':most': most },
  },
});

/** Counts a record that is removed: its transaction proves that it was there. */
export const oneLess = (counter: Key): Write => ({
  update: counter,
  set: {
    expression: 'SET #count = if_not_exists(#count, :one) - :one',
    names: { '#count': 'count' },
    values: { ':one': 1 },
  },
});
