import { describe, expect, test } from 'vitest';
import {
  newRecoveryCodes,
  recoveryDigestOf,
  withoutRecoveryCode,
} from '../../../shared/desk/account/recovery-codes.ts';
import { returnPathOf } from '../../../shared/desk/call/return-path.ts';
import { formTokenOf, isFormToken, isSecret, newSecret } from '../../../shared/desk/call/secrets.ts';

describe('Recovery codes (rule 53)', () => {
  test('are ten of 80 bits, each another', () => {
    const codes = newRecoveryCodes();
    expect(codes).toHaveLength(10);
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^(?:[A-HJ-NP-Z2-9]{4}-){3}[A-HJ-NP-Z2-9]{4}$/);
  });

  test('are known by their digest, in whatever groups and letters they are typed', () => {
    const [code = ''] = newRecoveryCodes();
    const digest = recoveryDigestOf(code);
    for (const typed of [code.toLowerCase(), code.replaceAll('-', ''), ` ${code.replaceAll('-', ' ')}`]) {
      expect(recoveryDigestOf(typed)).toBe(digest);
    }
    expect(digest).not.toContain(code);
  });

  test('one that is used is left out, and what is none uses nothing', () => {
    const codes = newRecoveryCodes();
    const digests = codes.map(recoveryDigestOf);
    expect(withoutRecoveryCode(digests, codes[3] ?? '')).toEqual(digests.filter((_digest, index) => index !== 3));
    for (const typed of ['', '----', codes[3]?.slice(1) ?? '', digests[3] ?? '']) {
      expect(withoutRecoveryCode(digests, typed)).toBeUndefined();
    }
  });
});

describe('Secrets of the desk (rules 53 and 54)', () => {
  test('have 256 bits, and a form’s token follows from one and tells nothing of it', () => {
    const [one, other] = [newSecret(), newSecret()];
    expect(Buffer.from(one, 'base64url')).toHaveLength(32);
    expect(isSecret(one)).toBe(true);
    expect(['', one.slice(1), `${one}x`, `${one.slice(1)}=`].map(isSecret)).toEqual([false, false, false, false]);
    expect(isFormToken(formTokenOf(one), one)).toBe(true);
    for (const token of ['', one, formTokenOf(other), formTokenOf(one).slice(1), 'ö'.repeat(43)]) {
      expect(isFormToken(token, one)).toBe(false);
    }
  });
});

describe('The page that an address asks to go back to', () => {
  test.each(['/desk', '/desk/payments', '/desk/payments/5/refund?amount=1.50&x=%2F', '/desk?lang=tr'])(
    '%s is followed',
    (path) => {
      expect(returnPathOf(path)).toBe(path);
    },
  );

  test.each([
    undefined,
    '',
    '/',
    '/pay/1',
    '/deskevil',
    '//desk.evil.example',
    'https://evil.example/desk',
    '/desk/../pay',
    '/desk/%2e%2E/pay',
    '/desk\\evil',
    '/desk/\nx',
    '/desk/"onclick',
    `/desk/${'x'.repeat(4000)}`,
  ])('%j leads to the first page', (path) => {
    expect(returnPathOf(path)).toBe('/desk');
  });
});
