import { describe, expect, test } from 'vitest';
import { minor } from '../../../../shared/domain/money/money.ts';
import { shareByLargestRemainder } from '../../../../shared/domain/split/largest-remainder.ts';

const shared = (amount: number, weights: readonly (readonly [id: number, weight: number])[]) =>
  Object.fromEntries(
    shareByLargestRemainder(
      minor(amount),
      weights.map(([id, weight]) => ({ id, weight })),
    ),
  );

describe('Sharing by largest remainder (decisions: commission)', () => {
  test.each([
    [
      'who lost most by the rounding',
      10,
      [
        [1, 334],
        [2, 333],
        [3, 333],
      ],
      { 1: 4, 2: 3, 3: 3 },
    ],
    [
      'the lower id of equal losses, whatever the order is',
      5,
      [
        [3, 1],
        [1, 1],
        [2, 1],
      ],
      { 1: 2, 2: 2, 3: 1 },
    ],
    [
      'not the lower id where a higher one lost more',
      3,
      [
        [1, 2],
        [2, 5],
      ],
      { 1: 1, 2: 2 },
    ],
    [
      'nobody without a weight',
      7,
      [
        [1, 0],
        [2, 1],
      ],
      { 1: 0, 2: 7 },
    ],
  ] as const)('the rest goes to %s', (_who, amount, weights, expected) => {
    expect(shared(amount, weights)).toEqual(expected);
  });

  test('weights that are all 0, and ids that repeat, are a defect', () => {
    expect(() => shared(1, [[1, 0]])).toThrow('an amount is shared by weights that are not all 0');
    expect(() => shared(1, [])).toThrow('an amount is shared by weights that are not all 0');
    expect(() =>
      shared(1, [
        [1, 1],
        [1, 1],
      ]),
    ).toThrow('an amount is shared by ids that are unique');
  });
});
