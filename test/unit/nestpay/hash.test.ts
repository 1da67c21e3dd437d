import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { hashVer3, isHashVer3 } from '../../../shared/adapters/nestpay/hash-ver3.ts';
import type { FormField } from '../../../shared/domain/form-field.ts';
import { compareNames, hashVer3Input } from '../../../shared/nestpay/hash-input.ts';

const VECTOR = '4aUsG5hqlIFLc9s8PKc5rWb2OLhmxDDewNgKa2XrwoYCIxlyVq8Fjl4IVaZzoqL983CfTseicmnTA0PjZr74xg==';
const fields: readonly FormField[] = [
  ['clientid', '190100000'],
  ['storetype', '3d'],
  ['amount', '100.25'],
  ['oid', 'order222'],
  ['okUrl', 'https://domain.com/success'],
  ['failUrl', 'https://domain.com/fail_url'],
  ['rnd', '12345'],
  ['hashAlgorithm', 'ver3'],
  ['lang', 'tr'],
  ['currency', '949'],
  ['islemtipi', 'Auth'],
  ['taksit', ''],
];

describe('Hash ver3', () => {
  test('gives the bank’s own example', () => {
    expect(hashVer3(fields, '123456')).toBe(VECTOR);
    expect(isHashVer3(VECTOR, fields, '123456')).toBe(true);
  });

  test('leaves out hash, encoding and nationalidno in any case, and nothing else', () => {
    const uncovered: readonly FormField[] = [
      ['HASH', 'x'],
      ['Encoding', 'UTF-8'],
      ['NationalIdNo', '1'],
    ];
    expect(hashVer3([...uncovered, ...fields], '123456')).toBe(VECTOR);
    expect(hashVer3([['hashes', ''], ...fields], '123456')).not.toBe(VECTOR);
  });

  test('orders digits in names as numbers, and names without regard to case', () => {
    expect(['x10', 'X2', 'x1', 'a', 'Z', 'x02b', 'x'].toSorted(compareNames)).toEqual([
      'a',
      'x',
      'x1',
      'X2',
      'x02b',
      'x10',
      'Z',
    ]);
  });

  test('sorts by no locale: dotted and dotless i of Turkish stay where ASCII has them', () => {
    const names = ['islemtipi', 'Instalment', 'ID', 'j', 'hashAlgorithm'];
    expect(names.toSorted(compareNames)).toEqual(['hashAlgorithm', 'ID', 'Instalment', 'islemtipi', 'j']);
    const source = readFileSync(new URL('../../../shared/nestpay/hash-input.ts', import.meta.url), 'utf8');
    expect(source).not.toMatch(/localeCompare|toLocale|Intl|toLowerCase|toUpperCase/);
  });

  test('escapes the backslash before the bar, in values and in the store key', () => {
    expect(hashVer3Input([['a', 'x\\|y']], 'k|e\\y')).toBe('x\\\\\\|y|k\\|e\\\\y');
    expect(hashVer3Input([['a', 'x|y']], 'k')).not.toBe(
      hashVer3Input(
        [
          ['a', 'x'],
          ['b', 'y'],
        ],
        'k',
      ),
    );
    expect(hashVer3Input([['a', 'x\\']], '|k')).not.toBe(hashVer3Input([['a', 'x|']], '\\k'));
  });

  test('takes an absent value as the empty string, in its place', () => {
    expect(
      hashVer3Input(
        [
          ['b', '2'],
          ['a', ''],
        ],
        'k',
      ),
    ).toBe('|2|k');
  });

  test('has no meaning when a name is repeated, and says so', () => {
    expect(() =>
      hashVer3(
        [
          ['oid', '1'],
          ['OID', '2'],
        ],
        'k',
      ),
    ).toThrow(RangeError);
  });

  test('is compared in constant time, whatever was posted', () => {
    for (const posted of ['', 'x', VECTOR.slice(1), VECTOR.toLowerCase(), `${VECTOR} `, 'ş'.repeat(5000)]) {
      expect(isHashVer3(posted, fields, '123456')).toBe(false);
    }
    const source = readFileSync(new URL('../../../shared/adapters/bank/same-hash.ts', import.meta.url), 'utf8');
    expect(source).toContain('timingSafeEqual(');
  });
});
