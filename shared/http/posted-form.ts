import type { FormField } from '../domain/form-field.ts';

/** Largest form that is read, in bytes. */
export const MAX_FORM_BYTES = 64 * 1024;

/** A body as an event holds it. */
interface RawBody {
  readonly body?: string | undefined;
  readonly isBase64Encoded?: boolean | undefined;
}

/** `ignoreBOM` keeps a byte order mark in the text: values are hashed as they were posted. */
const decode = (encoding: 'utf-8' | 'iso-8859-9', bytes: Uint8Array): string | undefined => {
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
};

const bytesOf = (escaped: string): Uint8Array => {
  const characters = escaped
    .replaceAll('+', ' ')
    .replaceAll(/%([0-9A-Fa-f]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(characters, 'latin1');
};

/** The bytes of a body as they were posted. */
export const postedBytes = ({ body, isBase64Encoded }: RawBody): Buffer =>
  Buffer.from(body ?? '', isBase64Encoded === true ? 'base64' : 'utf8');

/** Name and value of each pair of an `application/x-www-form-urlencoded` body, in order, as bytes. */
export const pairsIn = (form: Buffer): readonly (readonly [name: Uint8Array, value: Uint8Array])[] =>
  form
    .toString('latin1')
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const end = pair.includes('=') ? pair.indexOf('=') : pair.length;
      return [bytesOf(pair.slice(0, end)), bytesOf(pair.slice(end + 1))] as const;
    });

/**
 * The fields of an `application/x-www-form-urlencoded` body, in order and with every repetition. The whole form is
 * UTF-8 where all of it is that, else ISO-8859-9, which older gates post. Answers undefined for a form past 64 kB.
 */
export const fieldsIn = (form: Buffer): readonly FormField[] | undefined => {
  if (form.length > MAX_FORM_BYTES) return undefined;
  const pairs = pairsIn(form);
  const encoding = pairs.flat().every((bytes) => decode('utf-8', bytes) !== undefined) ? 'utf-8' : 'iso-8859-9';
  return pairs.map(([name, value]) => [decode(encoding, name) ?? '', decode(encoding, value) ?? '']);
};

/** The fields of the form that an event holds, as `fieldsIn` reads them. */
export const postedForm = (raw: RawBody): readonly FormField[] | undefined => fieldsIn(postedBytes(raw));
