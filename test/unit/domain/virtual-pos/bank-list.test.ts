import { describe, expect, test } from 'vitest';
import { bankNameOf, knownBankCodes, readBankCode } from '../../../../shared/domain/virtual-pos/bank-list.ts';

describe('The list of banks', () => {
  test('knows each of its codes by a name, without leading zeros', () => {
    for (const code of knownBankCodes) {
      expect(code).toMatch(/^[1-9]\d{1,2}$/);
      expect(bankNameOf(code)).toMatch(/\w/);
      expect(readBankCode(code)).toBe(code);
    }
    expect(new Set(knownBankCodes).size).toBe(knownBankCodes.length);
  });

  test.each([
    ['64', '64'],
    ['0064', '64'],
    ['064', '64'],
    ['0205', '205'],
    ['00064', undefined],
    ['7', undefined],
    ['0', undefined],
    ['9999', undefined],
    ['', undefined],
    ['64 ', undefined],
    ['isbank', undefined],
  ])('reads %j as %s', (text, code) => expect(readBankCode(text)).toBe(code));
});
