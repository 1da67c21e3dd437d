import { createHash } from 'node:crypto';
import { assert, constantFrom, property, string, uuid } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { verifyResult } from '../../../shared/shop/verify-result.ts';

const CODE = '6B4C2F0E-6B1D-4C39-8B5B-7E1D0A5C9F12';
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

describe('The shop verifies a result', () => {
  test.each([
    ['paid', sha256(`${CODE}T`)],
    ['paid', sha256(`${CODE}T`).toUpperCase()],
    ['not-paid', sha256(`${CODE}F`)],
    ['forged', sha256(CODE)],
    ['forged', sha256(`${CODE.toLowerCase()}T`)],
    ['forged', `${CODE}T`],
    ['forged', `${sha256(`${CODE}T`)}0`],
    ['forged', `${sha256(`${CODE}T`)} `],
    ['forged', ''],
  ])('as %s where hashValue is %s', (verdict, hashValue) => {
    expect(verifyResult(hashValue, CODE).verdict).toBe(verdict);
  });

  test('and tells the two strings, their digests, and which of them fits', () => {
    expect(verifyResult(sha256(`${CODE}F`), CODE).candidates).toEqual([
      { letter: 'T', text: `${CODE}T`, digest: sha256(`${CODE}T`), matches: false },
      { letter: 'F', text: `${CODE}F`, digest: sha256(`${CODE}F`), matches: true },
    ]);
  });

  test('and believes no hash that was made with another CodeForHash, or from anything else', () => {
    assert(
      property(uuid(), constantFrom('T', 'F', ''), string(), (other, letter, text) => {
        expect(verifyResult(sha256(`${other}${letter}`), CODE).verdict).toBe('forged');
        expect(verifyResult(text, CODE).verdict).toBe('forged');
      }),
    );
  });
});
