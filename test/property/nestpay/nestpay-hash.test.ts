import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hashVer3 } from '../../../shared/adapters/nestpay/hash-ver3.ts';
import type { FormField } from '../../../shared/domain/form-field.ts';
import { compareNames, foldName, hashVer3Input } from '../../../shared/nestpay/hash-input.ts';

const name = fc.stringMatching(/^[A-Za-z_.]{1,4}[0-9]{0,3}[A-Za-z]{0,2}$/);
const value = fc.oneof(fc.string(), fc.stringMatching(/^[\\|a]{0,6}$/));
const form = fc.uniqueArray(fc.tuple(name, value), { selector: ([one]) => foldName(one), maxLength: 12 });
const shuffledForm = form.chain((fields) =>
  fc.tuple(fc.constant(fields), fc.shuffledSubarray(fields, { minLength: fields.length })),
);
const covered = (fields: readonly FormField[]): readonly FormField[] =>
  fields.map(([one, text]) => [`f${one}`, text] as const);

describe('Hash ver3, whatever the form', () => {
  test('does not depend on the order of the fields, nor on the case of their names', () => {
    fc.assert(
      fc.property(shuffledForm, fc.string(), ([fields, shuffled], key) => {
        const otherCase = shuffled.map(([one, text]) => [foldName(one), text] as const);
        expect(hashVer3(shuffled, key)).toBe(hashVer3(fields, key));
        // Names that differ only in leading zeros are ordered by their characters, which folding keeps.
        expect(hashVer3Input(otherCase, key)).toBe(hashVer3Input(fields, key));
      }),
    );
  });

  test('orders names totally: antisymmetric, transitive, and equal only for the same name', () => {
    fc.assert(
      fc.property(name, name, name, (one, other, third) => {
        expect(Math.sign(compareNames(one, other)) + Math.sign(compareNames(other, one))).toBe(0);
        expect(compareNames(one, other) === 0).toBe(one === other);
        if (compareNames(one, other) < 0 && compareNames(other, third) < 0) {
          expect(compareNames(one, third)).toBeLessThan(0);
        }
      }),
    );
  });

  test('orders numbers in names by their value', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 30n }), fc.bigInt({ min: 0n, max: 10n ** 30n }), (one, other) => {
        fc.pre(one !== other);
        expect(compareNames(`Taksit${one}x`, `taksit${other}x`) < 0).toBe(one < other);
      }),
    );
  });

  test('gives two forms with the same names the same text only when every value is the same', () => {
    const twoForms = fc
      .uniqueArray(name, { selector: foldName, minLength: 1, maxLength: 5 })
      .chain((names) =>
        fc.tuple(...[0, 1].map(() => fc.tuple(...names.map((one) => value.map((text): FormField => [one, text]))))),
      );
    fc.assert(
      fc.property(twoForms, value, value, ([one = [], other = []], key, otherKey) => {
        const same = JSON.stringify([one, key]) === JSON.stringify([other, otherKey]);
        expect(hashVer3Input(covered(one), key) === hashVer3Input(covered(other), otherKey)).toBe(same);
      }),
    );
  });
});
