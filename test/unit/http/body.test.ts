import { describe, expect, test } from 'vitest';
import {
  JsonNumber,
  MAX_BODY_BYTES,
  MAX_DEPTH,
  placeOfJsonError,
  type RawBody,
  readBody,
} from '../../../shared/http/body.ts';

const TEXT = '{"Name":"Iğdır","Amount":27.50,"Slash":"a\\/b","Escaped":"\\u0131"}';
const READ = { Name: 'Iğdır', Amount: new JsonNumber('27.50'), Slash: 'a/b', Escaped: 'ı' };

const BOM = '\ufeff';
const base64 = (bytes: Buffer, contentType?: string): RawBody => ({
  body: bytes.toString('base64'),
  isBase64Encoded: true,
  contentType,
});
/** The text that remains of bytes that the gateway read as UTF-8. */
const asText = (bytes: Buffer, contentType?: string): RawBody => ({ body: bytes.toString('utf8'), contentType });
const utf16 = (text: string): Buffer => Buffer.from(text, 'utf16le');

const nested = (levels: number): string => `${'{"a":'.repeat(levels - 1)}{}${'}'.repeat(levels - 1)}`;
const ofBytes = (bytes: number): string => `{"a":"${'x'.repeat(bytes - 8)}"}`;
const read = (body: string) => readBody({ body });

describe('encodings (decisions: tolerant reading)', () => {
  const same: readonly (readonly [string, RawBody])[] = [
    ['UTF-8 text', { body: TEXT }],
    ['UTF-8 text with a byte order mark', { body: `${BOM}${TEXT}` }],
    ['UTF-8 in base64', base64(Buffer.from(TEXT))],
    ['UTF-8 in base64 with a byte order mark', base64(Buffer.from(`${BOM}${TEXT}`))],
    ['UTF-16 in base64', base64(utf16(TEXT), 'application/json; charset=utf-16')],
    ['UTF-16 in base64 with a byte order mark', base64(utf16(`${BOM}${TEXT}`))],
    ['UTF-16 in base64 without a word about it', base64(utf16(TEXT))],
  ];
  test.each(same)('%s reads as the same request', (_what, raw) => {
    expect(readBody(raw)).toEqual(READ);
  });

  test.each(['', BOM])('UTF-16 handed over as text is restored when nothing was lost, byte order mark %j', (mark) => {
    const text = '{"Name":"İstanbul","Amount":1}';
    const raw = asText(utf16(`${mark}${text}`), 'application/json; charset=utf-16');
    expect(readBody(raw)).toEqual({ Name: 'İstanbul', Amount: new JsonNumber('1') });
  });

  test('UTF-16 handed over as text that lost bytes on the way is refused, not guessed', () => {
    // The "ç" is the byte E7, which is invalid UTF-8, so a replacement character stands there.
    expect(readBody(asText(utf16('{"Name":"çay"}'), 'application/json; charset=utf-16'))).toBe('not-text');
  });

  test('bytes that are neither are refused', () => {
    expect(readBody(base64(Buffer.from([0x7b, 0xff, 0xfe, 0x7d])))).toBe('not-text');
  });

  test.each(['application/json', 'text/plain', 'application/xml', '', 'nonsense', undefined])(
    'the body is JSON whatever Content-Type says: %j',
    (contentType) => expect(readBody({ body: '{"a":"b"}', contentType })).toEqual({ a: 'b' }),
  );

  test('a multipart form is refused', () => {
    expect(readBody({ body: '{"a":"b"}', contentType: 'multipart/form-data; boundary=x' })).toBe('multipart');
  });
});

describe('what is no JSON object (dealer interface 5)', () => {
  test.each([
    '',
    ' ',
    '{',
    '{"a":}',
    '{"a":1}}',
    "{'a':1}",
    '{"a":1,}',
    'NaN',
    '{"a":NaN}',
    '{"a":Infinity}',
    '{"a":+1}',
    '{"a":01}',
    '{"a":"\n"}',
    '\0',
  ])('broken JSON is refused: %j', (body) => expect(readBody({ body })).toBe('not-json'));

  test.each(['null', '[]', '[{}]', '1', '"text"', 'true'])('JSON that is no object is refused: %s', (body) => {
    expect(readBody({ body })).toBe('not-an-object');
  });

  test('no body at all is refused', () => {
    expect(readBody({})).toBe('not-json');
    expect(readBody({ isBase64Encoded: true })).toBe('not-json');
  });
});

describe('limits', () => {
  test('256 kB exactly is read, and one byte more is too large', () => {
    expect(readBody({ body: ofBytes(MAX_BODY_BYTES) })).toBeTypeOf('object');
    expect(readBody({ body: ofBytes(MAX_BODY_BYTES + 1) })).toBe('too-large');
    expect(readBody(base64(Buffer.from(ofBytes(MAX_BODY_BYTES))))).toBeTypeOf('object');
    expect(readBody(base64(Buffer.from(ofBytes(MAX_BODY_BYTES + 1))))).toBe('too-large');
  });

  test('bytes are counted, not characters', () => {
    expect(readBody({ body: `{"a":"${'ş'.repeat(MAX_BODY_BYTES / 2)}"}` })).toBe('too-large');
  });

  test('size is refused before anything else is looked at', () => {
    const body = 'x'.repeat(MAX_BODY_BYTES + 1);
    expect(readBody({ body, contentType: 'multipart/form-data' })).toBe('too-large');
  });

  test(`${MAX_DEPTH} levels are read, and one more is too deep`, () => {
    expect(readBody({ body: nested(MAX_DEPTH) })).toBeTypeOf('object');
    expect(readBody({ body: nested(MAX_DEPTH + 1) })).toBe('too-deep');
    expect(readBody({ body: '['.repeat(100_000) })).toBe('too-deep');
  });

  test('brackets inside texts are no levels', () => {
    expect(readBody({ body: JSON.stringify({ a: `${'{['.repeat(100)}"\\` }) })).toBeTypeOf('object');
  });
});

describe('members', () => {
  test('a number keeps its text, so that no amount goes through a binary float (decisions: commission)', () => {
    const body = '{"a":0.10,"b":1e400,"c":-0,"d":123456789012345678901234567890,"e":[1.50]}';
    expect(read(body)).toEqual({
      a: new JsonNumber('0.10'),
      b: new JsonNumber('1e400'),
      c: new JsonNumber('-0'),
      d: new JsonNumber('123456789012345678901234567890'),
      e: [new JsonNumber('1.50')],
    });
  });

  test('of a member that stands twice the last one counts', () => {
    expect(read('{"a":1,"b":2,"a":3.0}')).toEqual({ a: new JsonNumber('3.0'), b: new JsonNumber('2') });
    expect(read('{"a":{"x":1},"a":4}')).toEqual({ a: new JsonNumber('4') });
  });

  test('__proto__ and constructor are plain members and change no other object', () => {
    const value = read('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}');
    expect(Object.keys(value)).toEqual(['__proto__', 'constructor']);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect({}).not.toHaveProperty('polluted');
    expect(value).not.toHaveProperty('polluted');
  });

  test('a lone surrogate is read here and refused by its field', () => {
    expect(read('{"a":"\\ud800"}')).toEqual({ a: '\ud800' });
  });
});

describe('where a body stops being JSON', () => {
  const broken: readonly (readonly [string, RawBody, string])[] = [
    ['nothing', {}, ' It is empty.'],
    ['blanks behind a byte order mark', { body: `${BOM} \n` }, ' It is empty.'],
    ['single quotes', { body: "{'Amount': 1}" }, ' It breaks at line 1, column 2.'],
    ['a comma too many', { body: '{\n  "Amount": 1,\n}' }, ' It breaks at line 3, column 1.'],
    ['UTF-16', base64(utf16('{\n "a": 1 "b": 2}')), ' It breaks at line 2, column 9.'],
    ['a brace too few', { body: '{"Amount": 1' }, ' It ends too early.'],
    ['a text without its end', { body: '{"Amount": "1}' }, ' It ends too early.'],
  ];
  test.each(broken)('is told of %s', (_what, raw, place) => {
    expect(readBody(raw)).toBe('not-json');
    expect(placeOfJsonError(raw)).toBe(place);
  });

  test('quotes nothing of the body', () => {
    for (const body of ['{"CardNumber": 4111111111111111x}', 'x4111111111111111', '{"Password": "a" secret}']) {
      expect(placeOfJsonError({ body })).toMatch(/^(?: It breaks at line 1, column \d{1,2}\.)?$/);
    }
  });
});
