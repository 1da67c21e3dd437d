import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { TypedByPayer } from '../domain/reusable-link/payer-request.ts';
import type { ReusableLink } from '../domain/reusable-link/reusable-link.ts';

/*
 * The one-time value in the form of a reusable link (rule 52): `<value>.<time>.<mac>.<mac of the browser>`. Both MACs are by
 * the link's own key, so no value of one link is good for another.
 */

type Signer = Pick<ReusableLink, 'name' | 'formKey'>;

/** How long a form can be posted. */
export const FORM_LIFE_MS = 3_600_000;
/** A clock of another instance may be ahead by so much. */
const CLOCK_SKEW_MS = 60_000;

const BITS_128 = 16;
const VALUE = /^([A-Za-z0-9_-]{22})\.([0-9a-z]{8,9})\.([A-Za-z0-9_-]{43})\.([A-Za-z0-9_-]{43})$/;

/** 128 random bits, as URL-safe text. */
export const random128 = (): string => randomBytes(BITS_128).toString('base64url');

/** What is signed is a list of texts in JSON, its purpose first: no two lists are written alike. */
const macOf = ({ name, formKey }: Signer, purpose: 'form' | 'browser' | 'code', ...texts: readonly string[]): Buffer =>
  createHmac('sha256', formKey)
    .update(JSON.stringify([purpose, name, ...texts]))
    .digest();

const isMac = (given: string, expected: Buffer): boolean => {
  const bytes = Buffer.from(given, 'base64url');
  return bytes.length === expected.length && timingSafeEqual(bytes, expected);
};

/** What the name of a request follows from, where no form's value is to name it. */
export const freshSigned = (nowMs: number): string => `${random128()}.${nowMs.toString(36)}`;

/** A fresh value for the form of a link, bound to the cookie of the browser that it is shown in. */
export const newFormValue = (
  link: Signer,
  { browser, nowMs }: { readonly browser: string; readonly nowMs: number },
): string => {
  const signed = freshSigned(nowMs);
  const [own, bound] = [macOf(link, 'form', signed), macOf(link, 'browser', signed, browser)];
  return `${signed}.${own.toString('base64url')}.${bound.toString('base64url')}`;
};

/** A posted value. `isOfBrowser`: the browser still has the cookie that it was made for. */
export type CheckedFormValue =
  | { readonly kind: 'good'; readonly signed: string; readonly isOfBrowser: boolean }
  | { readonly kind: 'bad' };

/** Whether a posted value is one of this link's, and not older than an hour. Compares in constant time. */
export const checkFormValue = (
  link: Signer,
  posted: string,
  { browser, nowMs }: { readonly browser: string | undefined; readonly nowMs: number },
): CheckedFormValue => {
  const [, value, time, own = '', bound = ''] = VALUE.exec(posted) ?? [];
  if (value === undefined || time === undefined) return { kind: 'bad' };
  const signed = `${value}.${time}`;
  const ageMs = nowMs - Number.parseInt(time, 36);
  const isGenuine = isMac(own, macOf(link, 'form', signed));
  if (!isGenuine || ageMs >= FORM_LIFE_MS || ageMs < -CLOCK_SKEW_MS) return { kind: 'bad' };
  return {
    kind: 'good',
    signed,
    isOfBrowser: browser !== undefined && isMac(bound, macOf(link, 'browser', signed, browser)),
  };
};

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';
const NAME_CHARACTERS = 16;
const BITS_OF_CHARACTER = 5;

/** The first 80 bits as 16 characters. */
const asName = (mac: Buffer): string => {
  const bits = Array.from(mac, (byte) => byte.toString(2).padStart(8, '0')).join('');
  return Array.from({ length: NAME_CHARACTERS }, (_, index) => {
    const character = bits.slice(index * BITS_OF_CHARACTER, (index + 1) * BITS_OF_CHARACTER);
    return ALPHABET[Number.parseInt(character, 2)];
  }).join('');
};

/**
 * The OtherTrxCode of the request that a post makes. It follows from the form's value and everything that was typed: the
 * same post twice names one request, another amount another one. 117 characters at most.
 */
export const codeOfPost = (
  link: Signer & Pick<ReusableLink, 'linkCode'>,
  signed: string,
  { amount, fullName = '', email = '', gsmNumber = '', answers }: TypedByPayer,
): string => {
  const typed = [amount, fullName, email, gsmNumber, answers.map(({ label, text }) => [label, text])];
  return `${link.linkCode}-${asName(macOf(link, 'code', signed, JSON.stringify(typed)))}`;
};
