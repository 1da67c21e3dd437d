import { holdsCardNumber } from '../card/card-number-in-text.ts';

/** Most characters of what payers read of a dealer. */
export const MAX_LOOKS = { displayName: 60, address: 200, legalText: 300 } as const;
const MAX_SITE = 200;

const PHONE = /^\+?[\d ()-]{7,25}$/;
const EMAIL = /^[^\s@<>"]{1,64}@[^\s@<>"]{3,100}$/;
const COLOUR = /^#[0-9a-f]{6}$/i;

/** An https address as it is stored; undefined for any other text, and for one with a card number (rule 32). */
export const httpsAddressOf = (text: string): string | undefined => {
  if (holdsCardNumber(text)) return undefined;
  const parsed = text.length > MAX_SITE ? null : URL.parse(text);
  return parsed?.protocol === 'https:' && parsed.username === '' ? parsed.href : undefined;
};

/** A phone number as people write it; undefined for any other text, and for a card number (rule 32). */
export const phoneOf = (text: string): string | undefined =>
  PHONE.test(text) && !holdsCardNumber(text) ? text : undefined;

/** An e-mail address; undefined for any other text, and for one with a card number (rule 32). */
export const emailOf = (text: string): string | undefined =>
  EMAIL.test(text) && !holdsCardNumber(text) ? text : undefined;

/** A colour `#rrggbb` in small letters; undefined for any other text. */
export const colourOf = (text: string): string | undefined => (COLOUR.test(text) ? text.toLowerCase() : undefined);
