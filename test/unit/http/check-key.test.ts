import { describe, expect, test } from 'vitest';
import { checkKeyOf, isCheckKeyRight } from '../../../shared/http/check-key.ts';
import { resultHashesOf } from '../../../shared/http/result-hash.ts';

const account = { dealerCode: '1001', username: 'apiuser', password: 'apipass' };
const VECTOR = '8cf4a2c66d780ae089549c8eb8783999e4ad63232ee22d1ab6ec1b46f535a3d0';

describe('CheckKey (dealer interface 5; decisions: authentication)', () => {
  test('is the SHA-256 of code, MK, user, PD and password', () => expect(checkKeyOf(account)).toBe(VECTOR));

  test('is right in lower and in upper case', () => {
    expect(isCheckKeyRight({ ...account, checkKey: VECTOR })).toBe(true);
    expect(isCheckKeyRight({ ...account, checkKey: VECTOR.toUpperCase() })).toBe(true);
  });

  test.each([
    '',
    VECTOR.slice(1),
    `${VECTOR}0`,
    `${VECTOR.slice(0, -1)}1`,
    `${VECTOR.slice(0, -1)}g`,
    ` ${VECTOR}`,
    `${VECTOR}\n`,
  ])('is wrong as %j', (checkKey) => expect(isCheckKeyRight({ ...account, checkKey })).toBe(false));

  test.each(['dealerCode', 'username', 'password'] as const)('is wrong when %s is another', (member) => {
    expect(isCheckKeyRight({ ...account, [member]: 'other', checkKey: VECTOR })).toBe(false);
  });
});

test('the hashes of a result are those of the published vectors (decisions: the report of a result)', () => {
  expect(resultHashesOf('9FDFBDFC-42C5-417E-AA93-E4D9D5312AAC')).toEqual({
    successHash: 'cdb7869505bdaaac2f4c891fc9ed889885fd7a0c880127ab5d508883efa3ee83',
    failureHash: 'acc929d261fdbf9c41de3db1ae854b1ee1e46344fad0292fd4bbbc43d094c2a3',
  });
});
