import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { JsonNumber, readBody } from '../../shared/http/body.ts';

const PROBLEMS = ['too-large', 'form-encoded', 'not-text', 'not-json', 'too-deep', 'not-an-object'];
const MAX_MS = 500;

const contentTypes = fc.constantFrom(undefined, 'application/json', 'application/json; charset=utf-16', 'text/plain');

/** Bytes that come close to a request: pieces of JSON, marks, NULs and arbitrary bytes. */
const bytes = fc
  .array(
    fc.oneof(
      fc.uint8Array({ maxLength: 8 }),
      fc
        .constantFrom('{', '}', '[', ']', '"', '\\', ':', ',', '{"a":1}', '\ufeff', '\0', '\ufffd')
        .map((text) => Buffer.from(text)),
      fc.constant(Buffer.from('{"a":"ç"}', 'utf16le')),
    ),
    { maxLength: 20 },
  )
  .map((parts) => Buffer.concat(parts));

const isAnswer = (read: ReturnType<typeof readBody>): boolean =>
  typeof read === 'object' ? !Array.isArray(read) : PROBLEMS.includes(read);

describe('reading a body (section 5 rule 3)', () => {
  test('never throws, whatever bytes arrive, as base64 or as text', () => {
    fc.assert(
      fc.property(bytes, contentTypes, (body, contentType) => {
        expect(isAnswer(readBody({ body: body.toString('base64'), isBase64Encoded: true, contentType }))).toBe(true);
        expect(isAnswer(readBody({ body: body.toString('utf8'), contentType }))).toBe(true);
        expect(isAnswer(readBody({ body: body.toString('latin1'), isBase64Encoded: true, contentType }))).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  test.each([
    ['brackets', '['.repeat(262_144)],
    ['objects in objects', '{"a":'.repeat(52_000)],
    ['escapes', `{"a":"${'\\\\'.repeat(131_000)}`],
    ['many members', `{${Array.from({ length: 20_000 }, (_, index) => `"${index}":0`).join()}}`],
    ['many equal members', `{${'"a":1,'.repeat(43_000)}"a":1}`],
    ['one long number', `{"a":${'9'.repeat(262_000)}}`],
    ['many small numbers', `{"a":[${'1,'.repeat(130_000)}1]}`],
    ['NULs', '\0'.repeat(262_144)],
    ['replacement characters', '\ufffd'.repeat(87_000)],
  ])('answers within half a second for 256 kB of %s', (_what, body) => {
    const startedAt = performance.now();
    readBody({ body });
    expect(performance.now() - startedAt).toBeLessThan(MAX_MS);
  });

  test('every JSON object reads the same in UTF-8 and in UTF-16', () => {
    const json = fc
      .dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }), { maxKeys: 5 })
      .map((value) => JSON.stringify(value));
    fc.assert(
      fc.property(json, (text) => {
        const utf8 = readBody({ body: text });
        expect(readBody({ body: Buffer.from(text).toString('base64'), isBase64Encoded: true })).toEqual(utf8);
        const wide = Buffer.from(`\ufeff${text}`, 'utf16le').toString('base64');
        expect(readBody({ body: wide, isBase64Encoded: true })).toEqual(utf8);
      }),
    );
  });

  test('every number keeps the text it was written in', () => {
    const number = fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }).map(String), fc.bigInt().map(String));
    fc.assert(
      fc.property(number, (text) => {
        expect(readBody({ body: `{"a":${text}}` })).toEqual({ a: new JsonNumber(text) });
      }),
    );
  });
});
