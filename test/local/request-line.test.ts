import { assert, constantFrom, property, string } from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Exchange } from '../../infra/local/gateway.ts';
import { requestLine, shownLine } from '../../infra/local/request-line.ts';

const SALE = 'POST /DealerSale/GetSale';
const exchange = (changes: Partial<Exchange> & { readonly sent?: string; readonly got?: string } = {}): Exchange => {
  const { sent = '{}', got = '{}', ...others } = changes;
  const types = { contentType: 'application/json', answerType: 'application/json' };
  const route = { method: 'POST', target: '/DealerSale/GetSale', routeKey: SALE, functionName: 'get-sale' };
  const bodies = { body: Buffer.from(sent), answer: Buffer.from(got) };
  return {
    atMs: Date.UTC(2026, 10, 23, 9, 5, 7),
    status: 200,
    durationMs: 12,
    ...types,
    ...route,
    ...bodies,
    ...others,
  };
};
const lineOf = (changes: Parameters<typeof exchange>[0]) => requestLine(exchange(changes));

const sent = (code: unknown) => JSON.stringify({ DealerSaleAuthentication: { DealerCode: code, Password: 'secret' } });
const got = (Data: unknown, ResultCode: string) =>
  JSON.stringify({ Data, ResultCode, ResultMessage: '', Exception: null });

describe('The line of a request', () => {
  test.each([
    [
      'an answer',
      { sent: sent('1001'), got: got({ SaleCode: 'x' }, 'Success') },
      { dealerCode: '1001', code: 'Success' },
    ],
    ['a number for the dealer', { sent: sent(1001), got: got(null, 'A.B') }, { dealerCode: '1001', code: 'A.B' }],
    ['a code inside of Data', { sent: '{}', got: got({ ResultCode: '002' }, 'Success') }, { code: 'Success' }],
    ['a sentence with braces', { sent: '{}', got: '{"ResultCode":"A.B","ResultMessage":"{x}"}' }, { code: 'A.B' }],
    ['text that is no code', { sent: sent('a b"'), got: '{"ResultCode":"a b"}' }, { code: '200' }],
    [
      'a card number in place of a dealer',
      { sent: sent('4111-1111-1111-1111') },
      { dealerCode: '••••-••••-••••-••••', code: '200' },
    ],
    ['one with dots', { sent: sent('4111.1111_1111.1111') }, { dealerCode: '••••.••••_••••.••••', code: '200' }],
    ['bodies that are no JSON', { sent: 'DealerCode', got: 'Service Unavailable', status: 503 }, { code: '503' }],
  ])('tells operation, dealer and code of %s', (_what, bodies, told) => {
    expect(lineOf(bodies)).toEqual({ atMs: expect.any(Number), operation: 'GetSale', ms: 12, ...told });
  });

  test('names a page by its route, never by its address, which is a secret', () => {
    const line = lineOf({ method: 'GET', target: '/pay/s3cret?lang=tr', routeKey: 'GET /pay/{token}', status: 404 });
    expect(line).toEqual({ atMs: expect.any(Number), operation: 'GET /pay/{token}', code: '404', ms: 12 });
  });

  test.each([
    ['POST /fim/api', 'POST /fim/api', '200'],
    ['$default', 'POST unknown path', 'UnknownPath'],
  ])('names what comes by %s as %s', (routeKey, operation, code) => {
    const line = lineOf({ routeKey, target: '/pay/s3cret/x', got: got(null, 'UnknownPath') });
    expect(line).toEqual({ atMs: expect.any(Number), operation, code, ms: 12 });
  });

  test('is text for people and JSON for machines', () => {
    const line = lineOf({ sent: sent('1001'), got: got(null, 'Success') });
    expect(shownLine(line, 'text')).toMatch(/^\d\d:\d\d:\d\d {2}GetSale +1001 +Success {2}12 ms$/);
    expect(JSON.parse(shownLine(line, 'json'))).toEqual({
      time: '2026-11-23T09:05:07.000Z',
      operation: 'GetSale',
      dealerCode: '1001',
      code: 'Success',
      ms: 12,
    });
  });

  test('shows nothing else of what was sent or answered, and stays one line', () => {
    const names = constantFrom(
      'Password',
      'CheckKey',
      'CardNumber',
      'CvcNumber',
      'DealerCode',
      'ResultCode',
      'CodeForHash',
    );
    const value = string({ minLength: 1, maxLength: 40 }).map((text) => `~${text}~`);
    assert(
      property(names, value, constantFrom('text', 'json'), (name, secret, form) => {
        const body = JSON.stringify({ PaymentDealerAuthentication: { [name]: secret }, PaymentDealerRequest: {} });
        const shown = shownLine(lineOf({ sent: body, got: body }), form);
        expect(shown).not.toContain(secret);
        expect(shown).not.toMatch(/[\n\r~]/);
      }),
    );
  });
});
