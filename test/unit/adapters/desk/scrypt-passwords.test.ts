import { scryptSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { scryptPasswords } from '../../../../shared/adapters/desk/scrypt-passwords.ts';
import { DeskBusy } from '../../../../shared/ports/desk-secrets.ts';

const PASSWORD = 'a long walk by the sea';

describe('Passwords of the desk by scrypt (rule 53)', () => {
  test('the parameters stand beside the hash, and the hash is scrypt’s own', async () => {
    const stored = await scryptPasswords().hash(PASSWORD);
    expect(stored).toMatchObject({ algorithm: 'scrypt', cost: 32_768, blockSize: 8, parallelism: 3 });
    expect(Buffer.from(stored.salt, 'base64url')).toHaveLength(16);
    const expected = scryptSync(PASSWORD, Buffer.from(stored.salt, 'base64url'), 32, {
      N: 32_768,
      r: 8,
      p: 3,
      maxmem: 64 * 1024 * 1024,
    });
    expect(stored.hash).toBe(expected.toString('base64url'));
  });

  test('the right password is right, in any composition of its letters; any other is not', async () => {
    const passwords = scryptPasswords();
    const stored = await passwords.hash('kırk bir kere maşallah ö');
    expect(await passwords.isRight('kırk bir kere maşallah ö'.normalize('NFD'), stored)).toBe(true);
    expect(await passwords.isRight('kırk bir kere masallah ö', stored)).toBe(false);
    expect(await passwords.isRight('', stored)).toBe(false);
  });

  test('a hash by other parameters is compared by those', async () => {
    const salt = Buffer.from('salt of long ago');
    const hash = scryptSync(PASSWORD, salt, 32, { N: 1024, r: 8, p: 1 }).toString('base64url');
    const stored = {
      algorithm: 'scrypt',
      cost: 1024,
      blockSize: 8,
      parallelism: 1,
      salt: salt.toString('base64url'),
      hash,
    } as const;
    expect(await scryptPasswords().isRight(PASSWORD, stored)).toBe(true);
    expect(await scryptPasswords().isRight('another password', stored)).toBe(false);
  });

  test('without a hash nothing is right, also no empty one', async () => {
    const passwords = scryptPasswords();
    expect(await passwords.isRight(PASSWORD, undefined)).toBe(false);
    const empty = { algorithm: 'scrypt', cost: 1024, blockSize: 8, parallelism: 1, salt: '', hash: '' } as const;
    expect(await passwords.isRight(PASSWORD, empty)).toBe(false);
  });

  test('two run and twenty wait; one more is told to come again, and the others end as they should', async () => {
    const passwords = scryptPasswords();
    const cheap = { algorithm: 'scrypt', cost: 1024, blockSize: 8, parallelism: 1, salt: 's', hash: 'h' } as const;
    const asked = Array.from({ length: 22 }, () => passwords.isRight(PASSWORD, cheap));
    await expect(passwords.isRight(PASSWORD, cheap)).rejects.toThrow(DeskBusy);
    await expect(passwords.hash(PASSWORD)).rejects.toThrow(DeskBusy);
    expect(await Promise.all(asked)).toEqual(asked.map(() => false));
    expect(await passwords.isRight(PASSWORD, cheap)).toBe(false);
  });
});
