import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** Passwords are made by the service with 192 random bits, so one salted SHA-256 is as good as a slow hash. */
const PASSWORD_BYTES = 24;
const SALT_BYTES = 16;

export interface HashedPassword {
  readonly salt: string;
  readonly passwordHash: string;
}

const digest = (password: string, salt: string): Buffer =>
  createHash('sha256').update(Buffer.from(salt, 'base64url')).update(password, 'utf8').digest();

/** A new password for a dealer's API user; it is shown once and kept nowhere. */
export const newPassword = (): string => randomBytes(PASSWORD_BYTES).toString('base64url');

export const hashPassword = (password: string): HashedPassword => {
  const salt = randomBytes(SALT_BYTES).toString('base64url');
  return { salt, passwordHash: digest(password, salt).toString('base64url') };
};

/** Compares in constant time. */
export const isPassword = (password: string, { salt, passwordHash }: HashedPassword): boolean => {
  const expected = Buffer.from(passwordHash, 'base64url');
  const actual = digest(password, salt);
  return expected.length === actual.length && timingSafeEqual(expected, actual);
};
