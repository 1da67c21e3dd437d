import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rowOf, textAttributes } from '../../../shared/adapters/dynamodb/engine/attribute-values.ts';

/** Names of attributes, without those that every object has: two objects with a "constructor" of their own never equal. */
const names = (pattern: RegExp) => fc.stringMatching(pattern).filter((name) => !(name in {}));

/** What rows hold, and what they might: numbers beyond those that are exact, sets, bytes, nothing. */
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.string({ unit: 'binary' }),
    fc.maxSafeInteger(),
    fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e15, max: 1e15 }),
    fc.bigInt({ min: -(2n ** 100n), max: 2n ** 100n }),
    fc.boolean(),
    fc.constant(null),
    fc.constantFrom(new Set(['a', 'b']), new Set([1, 2]), new Uint8Array([1, 2])),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(names(/^[a-z#]{1,8}$/), tie('value'), { maxKeys: 5 }),
  ),
}));
const row = fc.dictionary(names(/^[a-zA-Z]{1,12}$/), value, { maxKeys: 12 });

describe('Rows as the store answers them', () => {
  test('are read as the SDK reads them', () => {
    fc.assert(
      fc.property(row, (written) => {
        const item = marshall(written);
        const wanted = unmarshall(structuredClone(item));
        expect(rowOf(item)).toEqual(wanted);
      }),
    );
  });

  test('an attribute of no kind that the store has is an error, never an absent value', () => {
    expect(() => rowOf({ state: { X: 'paid' } as never })).toThrow('Unsupported type');
    expect(() => rowOf({ state: {} as never })).toThrow('No value');
  });

  test('texts are given to the store as the SDK gives them', () => {
    const texts = { pk: 'PAY#a', ':until': '' };
    expect(textAttributes(texts)).toEqual(marshall(texts));
  });
});
