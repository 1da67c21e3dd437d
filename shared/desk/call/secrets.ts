import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { DeskUserId } from '../../domain/desk/user.ts';
import { isSameText } from '../../http/is-same-text.ts';

const SECRET_BYTES = 32;
const SECRET = /^[A-Za-z0-9_-]{43}$/;

/** 256 random bits as URL-safe text, for a cookie or a mailed link. */
export const newSecret = (): string => randomBytes(SECRET_BYTES).toString('base64url');

/** True for a text of the form of a secret: anything else is looked up nowhere. */
export const isSecret = (text: string): boolean => SECRET.test(text);

/** What the table knows of a secret: its SHA-256, as URL-safe text. */
export const digestOf = (secret: string): string => createHash('sha256').update(secret, 'utf8').digest('base64url');

/** Addresses are the same in small and capital letters. */
export const deskUserIdOf = (email: string): DeskUserId => digestOf(email.trim().toLowerCase());

/** The token of the forms that a browser with this cookie gets: nobody learns the cookie from it (rule 54). */
export const formTokenOf = (cookieSecret: string): string =>
  createHmac('sha256', cookieSecret).update('form of the desk', 'utf8').digest('base64url');

/** Compares in constant time. */
export const isFormToken = (given: string, cookieSecret: string): boolean =>
  isSameText(given, formTokenOf(cookieSecret));
