import { describe, expect, test } from 'vitest';
import { bankCodeAdvice } from '../../../../shared/domain/attempt/bank-code-advice.ts';
import { bankCodes } from '../../../../shared/domain/attempt/bank-codes.ts';
import { declineClasses, declineClassOf } from '../../../../shared/domain/attempt/decline-classes.ts';

describe('The class of a decline (dealer interface 7.7)', () => {
  test.each([
    ['002', 'issuer'],
    ['012', 'card-details'],
    ['019', 'fraud'],
    ['001', 'three-d'],
    ['022', 'bank'],
    ['008', 'bank'],
  ] as const)('of %s is %s', (code, wanted) => {
    expect(declineClassOf(code)).toBe(wanted);
  });

  test('every class has codes, and what the operator must look at is of the class of the bank', () => {
    expect(new Set(bankCodes.map(declineClassOf))).toEqual(new Set(declineClasses));
    for (const code of bankCodes.filter((one) => /[Tt]ell the operator/.test(bankCodeAdvice[one].advice))) {
      expect([code, declineClassOf(code)]).toEqual([code, 'bank']);
    }
  });
});
