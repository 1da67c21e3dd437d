import { describe, expect, test } from 'vitest';
import { hashPassword, isPassword, newPassword } from '../../../../shared/adapters/accounts/password-hash.ts';

describe('passwords of API users', () => {
  test('are made of at least 160 random bits, each time others', () => {
    const made = Array.from({ length: 100 }, () => newPassword());
    expect(new Set(made).size).toBe(100);
    for (const password of made) expect(Buffer.from(password, 'base64url').length * 8).toBeGreaterThanOrEqual(160);
  });

  test('are known again by their salted hash, and nothing else is', () => {
    const password = newPassword();
    const hashed = hashPassword(password);
    expect(isPassword(password, hashed)).toBe(true);
    for (const other of [
      '',
      ` ${password}`,
      `${password} `,
      password.slice(1),
      password.toUpperCase(),
      newPassword(),
    ]) {
      expect(isPassword(other, hashed)).toBe(false);
    }
  });

  test('hash differently each time, and the hash does not hold them', () => {
    const [one, other] = [hashPassword('same'), hashPassword('same')];
    expect(one.passwordHash).not.toBe(other.passwordHash);
    expect(JSON.stringify(one)).not.toContain('same');
  });

  test.each([
    ['an empty hash', { salt: 'c2FsdA', passwordHash: '' }],
    ['a truncated hash', { ...hashPassword('x'), passwordHash: hashPassword('x').passwordHash.slice(0, 20) }],
    ['a hash of other bytes', { salt: '', passwordHash: '%%%' }],
  ])('%s matches no password and does not throw', (_what, damaged) => {
    expect(isPassword('x', damaged)).toBe(false);
    expect(isPassword('', damaged)).toBe(false);
  });
});
