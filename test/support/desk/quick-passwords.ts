import { randomBytes, scryptSync, timingSafeEqual } from 'node:crypto';
import type { ScryptHash } from '../../../shared/domain/desk/user.ts';
import type { DeskPasswords } from '../../../shared/ports/desk-secrets.ts';

/** Far cheaper than those of people: a hundred sign-ins of tests would take half a minute of a processor. */
const QUICK = { algorithm: 'scrypt', cost: 16, blockSize: 8, parallelism: 1 } as const;

const derived = (password: string, { salt, cost, blockSize, parallelism }: Omit<ScryptHash, 'hash'>): Buffer =>
  scryptSync(password.normalize('NFKC'), Buffer.from(salt, 'base64url'), 32, {
    cost,
    blockSize,
    parallelization: parallelism,
  });

/** What is stored of a password, with parameters of little work. The service compares by the parameters beside a hash. */
export const quickHashOf = (password: string): ScryptHash => {
  const parameters = { ...QUICK, salt: randomBytes(16).toString('base64url') };
  return { ...parameters, hash: derived(password, parameters).toString('base64url') };
};

/** Passwords of the desk by scrypt, with little work. */
export const quickPasswords: DeskPasswords = {
  hash: async (password) => quickHashOf(password),
  isRight: async (password, stored) =>
    stored !== undefined && timingSafeEqual(Buffer.from(stored.hash, 'base64url'), derived(password, stored)),
};
