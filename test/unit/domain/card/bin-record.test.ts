import { expect, test } from 'vitest';
import { brandOfRecord } from '../../../../shared/domain/card/bin-record.ts';

test.each([
  [{ bin: '454671' }, 'visa'],
  [{ bin: '540668' }, 'mastercard'],
  [{ bin: '979200' }, 'troy'],
  [{ bin: '454671', brand: 'a brand that nobody knows' }, 'visa'],
  [{ bin: '454671', brand: ' MC ' }, 'mastercard'],
] as const)('the brand of the BIN record %o is %s: the one that it names, else that of its digits', (record, brand) => {
  expect(brandOfRecord(record)).toBe(brand);
});
