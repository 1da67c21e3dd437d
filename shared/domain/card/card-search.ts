/** The secrets of a card that no browser may get. */
export interface SearchedCard {
  readonly number: string;
  /** `MM` */
  readonly expiryMonth: string;
  /** `YYYY` */
  readonly expiryYear: string;
  readonly cvc?: string;
}

/** A form that somebody else wrote, and that a browser is going to get. */
export interface SearchedForm {
  readonly action: string;
  readonly fields: readonly (readonly [name: string, value: string])[];
}

/** So many times a text is decoded: a number in base64 in base64 in a percent-encoded address is found. */
const MOST_DECODINGS = 4;
/** Shortest run of base64 that is decoded: a card number of 12 digits takes 16 characters of it. */
const BASE64_RUN = /[A-Za-z0-9+/_-]{16,}/g;
const PERCENT = /%([0-9A-Fa-f]{2})/g;
/** A run that begins amid other letters of the alphabet decodes from one of its first four characters on. */
const BASE64_STARTS = [0, 1, 2, 3] as const;

const NOT_A_DIGIT = /[^0-9]+/g;
/** Names of a CVC and of an expiry, without case and without anything but letters and digits. */
const CVC_NAME = /cvc|cvv|cv2|cav2|cid$|securitycode|guvenlikkodu/;
const EXPIRY_NAME = /exp|valid(?:to|thru|until)|skt|sonkullanma|(?:card|kart).*(?:month|year|date|ay|yil)/;
/**
 * `name=value` and `"name":"value"`, `<name>value<`: how addresses, JSON and XML name a few digits. Quotes are escaped in
 * JSON inside JSON. What stands between is bounded: a page of blanks must not hold up a payment.
 */
const NAMED_DIGITS = /([A-Za-z][\w.-]{0,60})[\\"'\s]{0,20}[=:>][\\"'\s]{0,20}([0-9][0-9 ./-]{1,9})(?![0-9])/g;

const foldedName = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '');
const digitsOf = (text: string): string => text.normalize('NFKC').replaceAll(NOT_A_DIGIT, '');

const percentDecoded = (text: string): readonly string[] =>
  text.includes('%')
    ? [text.replaceAll(PERCENT, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))]
    : [];

/** Line breaks inside base64, and what JSON makes of them and of slashes. */
const BREAKS = /\\[nrt]|[\s\\]/g;

/** Both alphabets, whatever line breaks stand inside. */
const base64Decoded = (text: string): readonly string[] =>
  [...text.replaceAll(BREAKS, '').matchAll(BASE64_RUN)].flatMap(([run]) =>
    BASE64_STARTS.map((start) => Buffer.from(run.slice(start), 'base64url').toString('latin1')),
  );

/** The text, and whatever it holds in percent encoding or base64, again and again up to the bound. */
const readings = (text: string): ReadonlySet<string> => {
  const found = new Set([text]);
  let latest: readonly string[] = [text];
  for (let times = 0; times < MOST_DECODINGS; times += 1) {
    latest = latest.flatMap((one) => [...percentDecoded(one), ...base64Decoded(one)]).filter((one) => !found.has(one));
    for (const one of latest) found.add(one);
  }
  return found;
};

/** The ways to write an expiry of its digits: `MM`, `YY`, `YYYY`, and both in either order. */
const expiriesOf = ({ expiryMonth, expiryYear }: SearchedCard): ReadonlySet<string> => {
  const years = [expiryYear, expiryYear.slice(-2)];
  const pairs = years.flatMap((year) => [`${expiryMonth}${year}`, `${year}${expiryMonth}`]);
  return new Set([expiryMonth, String(Number(expiryMonth)), ...years, ...pairs]);
};

/** A day of the month in which the card ends, as `YYYY-MM-DD`. More digits are a moment, at which a session ends. */
const isDayOf = (digits: string, { expiryMonth, expiryYear }: SearchedCard): boolean =>
  digits.length === 8 && digits.startsWith(`${expiryYear}${expiryMonth}`);

/** Whether a field of this name tells CVC or expiry. Elsewhere so few digits mean nothing. */
const tells = (name: string, value: string, card: SearchedCard): boolean => {
  const [folded, digits] = [foldedName(name), digitsOf(value)];
  if (digits === '') return false;
  if (CVC_NAME.test(folded)) return digits === card.cvc;
  return EXPIRY_NAME.test(folded) && (expiriesOf(card).has(digits) || isDayOf(digits, card));
};

const tellsInside = (text: string, card: SearchedCard): boolean =>
  [...text.matchAll(NAMED_DIGITS)].some(([, name = '', value = '']) => tells(name, value, card));

/**
 * Whether a form tells a card: its number in any name, value or the action, with whatever stands between its digits, or
 * spread over values that follow each other; its CVC or expiry in a field that is named for it. Percent encoding and
 * base64 of both alphabets are decoded, four times over.
 */
export const tellsCard = ({ action, fields }: SearchedForm, card: SearchedCard): boolean => {
  const texts = [action, ...fields.flat()];
  const all = texts.flatMap((text) => [...readings(text)]);
  const inSequence = digitsOf(fields.map(([, value]) => value).join(''));
  return (
    inSequence.includes(card.number) ||
    all.some((text) => digitsOf(text).includes(card.number) || tellsInside(text, card)) ||
    fields.some(([name, value]) => [...readings(value)].some((reading) => tells(name, reading, card)))
  );
};
