import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { JsonNumber, type RawBody, readBody } from '../../../shared/http/body.ts';
import { sentenceOfProblem } from '../../../shared/http/body-sentences.ts';

/** The size of the largest body, less some room for the text around it. */
const MOST = 262_000;
const [LEAST_ROUNDS, MOST_ROUNDS] = [8, 40];
/** A cost so small that a clock with ticks of some milliseconds cannot tell it from zero. */
const ANYHOW_MICROSECONDS = 50_000;

/** Processor time of this thread alone, so that other programs on a busy machine do not count. */
const costOf = (bodies: readonly string[]): number => {
  const before = process.threadCpuUsage();
  for (const body of bodies) readBody({ body });
  const { user, system } = process.threadCpuUsage(before);
  return user + system;
};

const contentTypes = fc.constantFrom(
  undefined,
  'application/json',
  'application/json; charset=utf-16',
  'text/plain',
  'application/x-www-form-urlencoded',
);

/** Bytes that resemble a request: pieces of JSON, byte order marks, NULs and arbitrary bytes. */
const bytes = fc
  .array(
    fc.oneof(
      fc.uint8Array({ maxLength: 8 }),
      fc
        .constantFrom('{', '}', '[', ']', '"', '\\', ':', ',', '{"a":1}', '\ufeff', '\0', '\ufffd', '&', '=', 'a[][b]=')
        .map((text) => Buffer.from(text)),
      fc.constant(Buffer.from('{"a":"ç"}', 'utf16le')),
    ),
    { maxLength: 20 },
  )
  .map((parts) => Buffer.concat(parts));

/** An object, or what is wrong, of which a sentence can be told. */
const isAnswer = (raw: RawBody): boolean => {
  const read = readBody(raw);
  return typeof read === 'object' ? !Array.isArray(read) : /^[A-Z].*\.$/.test(sentenceOfProblem(read, raw));
};

describe('reading a body (dealer interface 5)', () => {
  test('never throws, whatever bytes arrive, as base64 or as text', () => {
    fc.assert(
      fc.property(bytes, contentTypes, (body, contentType) => {
        expect(isAnswer({ body: body.toString('base64'), isBase64Encoded: true, contentType })).toBe(true);
        expect(isAnswer({ body: body.toString('utf8'), contentType })).toBe(true);
        expect(isAnswer({ body: body.toString('latin1'), isBase64Encoded: true, contentType })).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  test.each([
    ['brackets', (size: number) => '['.repeat(size)],
    ['objects in objects', (size: number) => '{"a":'.repeat(size / 5)],
    ['escapes', (size: number) => `{"a":"${'\\\\'.repeat(size / 2)}"`],
    ['many members', (size: number) => `{${Array.from({ length: size / 13 }, (_, index) => `"${index}":0`).join()}}`],
    ['many equal members', (size: number) => `{${'"a":1,'.repeat(size / 6)}"a":1}`],
    ['one long number', (size: number) => `{"a":${'9'.repeat(size)}}`],
    ['many small numbers', (size: number) => `{"a":[${'1,'.repeat(size / 2)}1]}`],
    ['NULs', (size: number) => '\0'.repeat(size)],
    ['replacement characters', (size: number) => '\ufffd'.repeat(size / 3)],
  ])('takes no more than in proportion for 256 kB of %s, as much as for four quarters of it', (_what, of) => {
    const [whole, quarter] = [of(MOST), of(MOST / 4)];
    let [ofWhole, ofQuarters] = [0, 0];
    const isInProportion = (): boolean => ofWhole <= Math.max(ANYHOW_MICROSECONDS, 2.5 * ofQuarters);
    for (let round = 0; round < LEAST_ROUNDS || (!isInProportion() && round < MOST_ROUNDS); round += 1) {
      ofWhole += costOf([whole]);
      ofQuarters += costOf([quarter, quarter, quarter, quarter]);
    }
    expect([ofWhole, ofQuarters, isInProportion()]).toEqual([ofWhole, ofQuarters, true]);
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
