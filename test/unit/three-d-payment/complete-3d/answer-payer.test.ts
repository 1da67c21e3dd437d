import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { answerPayer } from '../../../../functions/three-d-payment/complete-3d/answer-payer.ts';
import type { FormField } from '../../../../shared/domain/form-field.ts';
import type { HttpResponse } from '../../../../shared/http/envelope.ts';
import { pageHandler } from '../../../../shared/http/page-handler.ts';
import { fieldsIn } from '../../../../shared/http/posted-form.ts';
import { FakeLog, FakeMetrics } from '../../../fakes/log.ts';
import { apiEvent, lambdaContext } from '../../../support/app/api-event.ts';
import { formsOf } from '../../../support/bank/bank-payer.ts';

const FORM = 'application/x-www-form-urlencoded';
const ADDRESS = `${'a'.repeat(26)}.01.${'S'.repeat(22)}`;
const MOST = 64 * 1024;
const MOVED = 'https://pay.example/pay/link?lang=en';

interface Post {
  readonly body: Buffer | string;
  readonly contentType?: string;
  readonly address?: string;
}

/** The callback's address, where every callback is completed by a note of its fields. */
const newAddress = () => {
  const completed: (readonly FormField[])[] = [];
  const complete = async ({ posted }: { readonly posted: readonly FormField[] }) => {
    completed.push(posted);
    return { location: MOVED };
  };
  const handler = pageHandler({
    name: 'complete-3d',
    serviceName: 'Test',
    sandbox: false,
    edgeSecretHashes: [],
    show: answerPayer(complete),
    clock: { now: () => 0 },
    log: new FakeLog(),
    metrics: new FakeMetrics(),
  });
  const post = ({ body, contentType = FORM, address = ADDRESS }: Post): Promise<HttpResponse> => {
    const encoded = { body: Buffer.from(body).toString('base64'), isBase64Encoded: true };
    const headers = { 'accept-language': 'en', 'content-type': contentType };
    return handler(apiEvent({ pathParameters: { address }, headers, ...encoded }), lambdaContext);
  };
  return { completed, post };
};

/** What the browser posts by the form of a page. */
const postedBy = ({ body }: HttpResponse): string => {
  const [{ fields } = { fields: [] }, ...others] = formsOf(body);
  expect(others).toEqual([]);
  return new URLSearchParams(fields.map(([name, value]): [string, string] => [name, value])).toString();
};

describe('What the bank has the browser post to the callback address (rule 2)', () => {
  test('is answered by a page of ours, and completed by what that page posts', async () => {
    const { completed, post } = newAddress();
    const page = await post({ body: 'oid=ORDER-1&HASH=x%2By&oid=again' });
    expect([page.statusCode, completed]).toEqual([200, []]);
    expect(page.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'strict-origin' });
    expect(page.headers['content-security-policy']).toContain("form-action 'self'; script-src 'sha256-");
    const moved = await post({ body: postedBy(page) });
    expect([moved.statusCode, moved.headers.location]).toEqual([303, MOVED]);
    // Repeated names are judged where the callback is verified (rule 19).
    const asPosted = [
      ['oid', 'ORDER-1'],
      ['HASH', 'x+y'],
      ['oid', 'again'],
    ];
    expect(completed).toEqual([asPosted]);
  });

  test('arrives byte by byte, in whatever encoding it is, up to the limit of forms', async () => {
    const pieces = fc.oneof(
      fc.constantFrom('a=', '&', '%DE', '%C4%B0', '+', '&callback=', '%zz', '\r\n').map((text) => Buffer.from(text)),
      fc.uint8Array({ minLength: 1, maxLength: 6 }).map((bytes) => Buffer.from(bytes)),
    );
    const bodies = fc.array(pieces, { minLength: 1, maxLength: 12 }).map((parts) => Buffer.concat(parts));
    const arrives = async (body: Buffer): Promise<void> => {
      const { completed, post } = newAddress();
      const page = await post({ body });
      expect(page.statusCode).toBe(200);
      await post({ body: postedBy(page) });
      expect(completed).toEqual([fieldsIn(body)]);
    };
    await fc.assert(fc.asyncProperty(bodies, arrives), { numRuns: 60 });
    for (const filler of ['x', '\xff']) await arrives(Buffer.from(`a=${filler.repeat(MOST - 2)}`, 'latin1'));
  });

  test.each([
    ['en', 'oid=1&lang=en'],
    ['tr', 'oid=1&LANG=tr'],
    ['en', 'oid=1'],
    ['en', 'oid=1&lang=%3Cb%3E'],
    ['tr', 'lang=tr&lang=en'],
  ])('is answered in the payer’s language, %s: %s', async (language, body) => {
    const page = await newAddress().post({ body });
    expect(page.body).toContain(`<html lang="${language}">`);
    expect(page.body).toContain(`action="?lang=${language}"`);
  });
});

describe('What can be no callback', () => {
  const carriedTwice = `callback=${Buffer.from('callback=b2lkPTE').toString('base64url')}`;

  test.each([
    ['nothing', { body: '' }],
    ['no form by its type', { body: 'oid=1', contentType: 'text/plain' }],
    ['another kind of form', { body: 'oid=1', contentType: 'multipart/form-data; boundary=x' }],
    ['JSON', { body: '{"oid":1}', contentType: 'application/json' }],
    ['a form past 64 kB', { body: `a=${'x'.repeat(MOST)}` }],
    ['what carries more than 64 kB', { body: `callback=${'A'.repeat((MOST * 4) / 3 + 4)}` }],
  ])('goes to the page of the link as a callback without fields: %s', async (_what, post) => {
    const address = newAddress();
    expect((await address.post(post)).headers.location).toBe(MOVED);
    expect(address.completed).toEqual([[]]);
  });

  test('is carried once: a callback inside a callback is a field like any other', async () => {
    const { completed, post } = newAddress();
    expect((await post({ body: carriedTwice })).statusCode).toBe(303);
    expect(completed).toEqual([[['callback', 'b2lkPTE']]]);
  });

  test('is nothing at an address that is none', async () => {
    const { completed, post } = newAddress();
    for (const address of ['', 'x', `${ADDRESS}x`, ADDRESS.replace('.01.', '.1.')]) {
      for (const body of ['', 'oid=1', 'callback=b2lkPTE']) {
        const answer = await post({ body, address });
        expect([answer.statusCode, answer.body.includes('Link not found')]).toEqual([404, true]);
      }
    }
    expect(completed).toEqual([]);
  });
});
