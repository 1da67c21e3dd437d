import { describe, expect, test } from 'vitest';
import { brandNames, brandOfRecord, readBin, readBrandName } from '../../../../shared/domain/card/bin-record.ts';

test.each([
  [{ bin: '454671' }, 'visa'],
  [{ bin: '540668' }, 'mastercard'],
  [{ bin: '979200' }, 'troy'],
  [{ bin: '454671', brand: 'a brand that nobody knows' }, 'visa'],
  [{ bin: '454671', brand: ' MC ' }, 'mastercard'],
] as const)('the brand of the BIN record %o is %s: the one that it names, else that of its digits', (record, brand) => {
  expect(brandOfRecord(record)).toBe(brand);
});

describe('The brand as the lists of banks spell it', () => {
  test.each([
    ['visa', 'Visa'],
    ['VISA', 'Visa'],
    ['mastercard', 'Mastercard'],
    ['Master', 'Mastercard'],
    ['MC', 'Mastercard'],
    ['maestro', 'Maestro'],
    ['American Express', 'American Express'],
    ['amex', 'American Express'],
    [' Troy ', 'Troy'],
    ['other', undefined],
    ['', undefined],
  ])('%j is %s', (text, name) => expect(readBrandName(text)).toBe(name));

  test('has one name in records', () => {
    expect(brandNames).toEqual(['Visa', 'Mastercard', 'Maestro', 'American Express', 'Troy']);
  });
});

describe('A BIN in a request', () => {
  test.each([
    ['454360', '454360'],
    [' 45436012 ', '45436012'],
  ])('%j is read', (text, bin) => expect(readBin(text)).toBe(bin));

  test.each(['', '45436', '4543601', '454360123', 'x454360', '454360x', 'x45436012', '45436012x', '4', '45436a'])(
    '%j is none',
    (text) => expect(readBin(text)).toBeUndefined(),
  );
});
