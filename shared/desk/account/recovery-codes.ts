import { randomBytes } from 'node:crypto';
import { isSameText } from '../../http/is-same-text.ts';
import { digestOf } from '../call/secrets.ts';

/** Recovery codes that a user gets at once. */
const RECOVERY_CODES = 10;

/** Capitals and digits that are not mistaken for each other: 32 of them, five bits each. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const CODE_LETTERS = 16;
const GROUP = /.{4}(?=.)/g;

/** 80 random bits in four groups, such as `ABCD-EFGH-JKLM-NPQR`. */
const newCode = (): string =>
  Array.from(randomBytes(CODE_LETTERS), (byte) => LETTERS[byte % LETTERS.length])
    .join('')
    .replaceAll(GROUP, '$&-');

/** Ten new recovery codes (rule 53). They are shown once; the table gets their digests. */
export const newRecoveryCodes = (): readonly string[] => Array.from({ length: RECOVERY_CODES }, newCode);

/** What the table knows of a recovery code: its SHA-256, in whatever groups and letters it was typed. */
export const recoveryDigestOf = (typed: string): string => digestOf(typed.toUpperCase().replaceAll(/[^A-Z0-9]/g, ''));

/** The digests that are left when a typed recovery code is used; undefined where it is none of them. Compares in constant time. */
export const withoutRecoveryCode = (recoveryCodes: readonly string[], typed: string): readonly string[] | undefined => {
  const used = recoveryDigestOf(typed);
  const left = recoveryCodes.filter((one) => !isSameText(one, used));
  return left.length < recoveryCodes.length ? left : undefined;
};
