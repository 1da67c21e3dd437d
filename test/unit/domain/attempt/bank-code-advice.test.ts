import { expect, test } from 'vitest';
import { bankCodeAdvice } from '../../../../shared/domain/attempt/bank-code-advice.ts';
import { bankCodes, UNDEFINED_CODE } from '../../../../shared/domain/attempt/bank-codes.ts';

test.each(bankCodes)(
  'a dealer can read what to do about the code %s, in sentences, and whether the card may go again',
  (code) => {
    const { sameCardAgain, advice } = bankCodeAdvice[code];
    expect(advice).toMatch(/^[A-Z3][^.]+\..*(?<=\.)$/);
    expect(['yes', 'later', 'after a correction', 'no']).toContain(sameCardAgain);
  },
);

test.each([
  ['what the payer can mend', '003', 'after a correction'],
  ['a card that is stolen', '019', 'no'],
  ['no room for the amount', '002', 'later'],
  ['a payer who gave up', '001', 'yes'],
] as const)('%s: the same card again %s %s', (_what, code, sameCardAgain) => {
  expect(bankCodeAdvice[code].sameCardAgain).toBe(sameCardAgain);
});

test('a decline without a reason has a code of its own', () => {
  expect(bankCodes).toContain(UNDEFINED_CODE);
});
