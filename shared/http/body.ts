import { type FormProblem, type RefusedForm, readForm } from './form-body.ts';
import { postedBytes } from './posted-form.ts';

/** Largest request body, in bytes. A larger one is answered 413 (decisions: answers). */
export const MAX_BODY_BYTES = 256 * 1024;
/** Deepest nesting of objects and lists that a request may have. */
export const MAX_DEPTH = 32;

/** The body of a request as API Gateway hands it over. */
export interface RawBody {
  readonly body?: string | undefined;
  readonly isBase64Encoded?: boolean | undefined;
  readonly contentType?: string | undefined;
}

/** A number with its JSON text: amounts are read from the text, because a binary float would change them. */
export class JsonNumber {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export type BodyProblem =
  | 'too-large'
  | 'multipart'
  | 'not-text'
  | 'not-json'
  | 'too-deep'
  | 'not-an-object'
  | FormProblem;

const FORM = /^\s*application\/x-www-form-urlencoded/i;
const MULTIPART = /^\s*multipart\/form-data/i;
const UTF16 = /charset\s*=\s*"?utf-?16(?:le)?"?/i;

const decodeStrictly = (encoding: 'utf-8' | 'utf-16le', bytes: Uint8Array): string | undefined => {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
};

const isUtf16 = (bytes: Uint8Array, contentType: string): boolean => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return true;
  // JSON begins with an ASCII character, so in UTF-16 (little endian) the second byte is zero whatever the header says.
  return bytes.length >= 2 && bytes[0] !== 0 && bytes[1] === 0 && (UTF16.test(contentType) || bytes.length % 2 === 0);
};

const decodeBytes = (bytes: Uint8Array, contentType: string): string | undefined =>
  decodeStrictly(isUtf16(bytes, contentType) ? 'utf-16le' : 'utf-8', bytes);

/**
 * Two replacement characters in front are a lost byte order mark. It held nothing but the encoding, so they are
 * dropped.
 */
const LOST_BYTE_ORDER_MARK = /^\ufffd\ufffd(?=[^\ufffd]\0)/;

/**
 * Text with a NUL behind its first character is UTF-16 that the gateway read as UTF-8. It is restored from its bytes
 * only when no byte was lost on the way, which a replacement character would show.
 */
const restoreUtf16 = (text: string, contentType: string): string | undefined => {
  const rest = text.replace(LOST_BYTE_ORDER_MARK, '');
  if (rest.charCodeAt(1) !== 0) return text;
  return rest.includes('\ufffd') ? undefined : decodeBytes(Buffer.from(rest, 'utf8'), contentType);
};

/** Length of the body in bytes, as the caller sent it. */
const byteLength = (raw: RawBody): number =>
  raw.isBase64Encoded === true
    ? Buffer.byteLength(raw.body ?? '', 'base64')
    : Buffer.byteLength(raw.body ?? '', 'utf8');

/** Nesting is counted before parsing: the parser's reviver recurses, and a deep body must not exhaust the stack. */
const isTooDeep = (text: string): boolean => {
  let depth = 0;
  let inString = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charCodeAt(index);
    if (inString) {
      if (character === 0x5c) index += 1;
      else if (character === 0x22) inString = false;
    } else if (character === 0x22) inString = true;
    else if (character === 0x7b || character === 0x5b) {
      depth += 1;
      if (depth > MAX_DEPTH) return true;
    } else if (character === 0x7d || character === 0x5d) depth -= 1;
  }
  return false;
};

interface ReviverContext {
  readonly source?: string;
}

type ParseWithSource = (
  text: string,
  reviver: (this: unknown, key: string, value: unknown, context: ReviverContext) => unknown,
) => unknown;

const keepNumberText = (_key: string, value: unknown, context: ReviverContext): unknown =>
  typeof value === 'number' ? new JsonNumber(context.source ?? String(value)) : value;

const parse = (text: string): unknown => (JSON.parse as ParseWithSource)(text, keepNumberText);

/** A JSON object whose members are not known yet. Made by the parser, so a member `__proto__` is plain data. */
export type JsonObject = Readonly<Record<string, unknown>>;

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof JsonNumber);

/** The text of a body without its byte order mark; undefined where it is none. */
const textOf = ({ body = '', isBase64Encoded, contentType = '' }: RawBody): string | undefined => {
  const text =
    isBase64Encoded === true ? decodeBytes(Buffer.from(body, 'base64'), contentType) : restoreUtf16(body, contentType);
  return text?.startsWith('\ufeff') === true ? text.slice(1) : text;
};

/**
 * A sentence about where a body stops being JSON, or nothing where the parser does not tell. The parser's own sentence
 * quotes the body, which may hold a card number, so its position alone is taken.
 */
export const placeOfJsonError = (raw: RawBody): string => {
  const text = textOf(raw) ?? '';
  if (text.trim() === '') return ' It is empty.';
  try {
    JSON.parse(text);
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    const place = /at position (\d+)/.exec(message)?.[1];
    const position = place === undefined ? undefined : Number(place);
    const isCutOff = position !== undefined && position >= text.trimEnd().length;
    if (isCutOff || /end of JSON|Unterminated/.test(message)) return ' It ends too early.';
    if (position === undefined) return '';
    const lines = text.slice(0, position).split('\n');
    return ` It breaks at line ${lines.length}, column ${(lines.at(-1) ?? '').length + 1}.`;
  }
  return '';
};

/** The form that a body holds and that is refused; undefined where Content-Type names no form, or the form is read. */
export const refusedForm = (raw: RawBody): RefusedForm | undefined => {
  if (!FORM.test(raw.contentType ?? '')) return undefined;
  const read = readForm(postedBytes(raw));
  return 'problem' in read ? read : undefined;
};

/**
 * Reads a request body as one JSON object. Content-Type decides one thing: an `application/x-www-form-urlencoded` form
 * is read as the object that it stands for, and a multipart form is refused. Every other body is read as JSON, in UTF-8
 * or UTF-16 (little endian), with or without a byte order mark. Answers what is wrong instead of throwing.
 */
export const readBody = (raw: RawBody): JsonObject | BodyProblem => {
  if (byteLength(raw) > MAX_BODY_BYTES) return 'too-large';
  if (MULTIPART.test(raw.contentType ?? '')) return 'multipart';
  if (FORM.test(raw.contentType ?? '')) {
    const read = readForm(postedBytes(raw));
    return 'problem' in read ? read.problem : read.value;
  }
  const json = textOf(raw);
  if (json === undefined) return 'not-text';
  if (isTooDeep(json)) return 'too-deep';
  try {
    const value = parse(json);
    return isJsonObject(value) ? value : 'not-an-object';
  } catch {
    return 'not-json';
  }
};
