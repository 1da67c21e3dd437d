import { describe, expect, test } from 'vitest';
import { type GatewayRequest, gatewayEvent } from '../../infra/local/gateway-event.ts';

const match = { routeKey: 'POST /a/{b}', functionName: 'f', pathParameters: { b: 'c' } };
const address = { host: '127.0.0.1:3000', port: 3000 };
const now = new Date('2026-03-04T05:06:07.089Z');

const eventOf = (change: Partial<GatewayRequest> = {}) => {
  const request: GatewayRequest = {
    method: 'POST',
    target: '/a/c',
    protocol: 'HTTP/1.1',
    rawHeaders: [],
    sourceIp: '127.0.0.1',
    body: Buffer.alloc(0),
    ...change,
  };
  return gatewayEvent(request, match, address, now);
};
const withBody = (contentType: string, body: Buffer) => eventOf({ rawHeaders: ['Content-Type', contentType], body });

describe('A request becomes an event of payload format 2.0', () => {
  test('with the version, route, path and context of an HTTP API', () => {
    expect(eventOf()).toMatchObject({
      version: '2.0',
      routeKey: 'POST /a/{b}',
      rawPath: '/a/c',
      rawQueryString: '',
      pathParameters: { b: 'c' },
      isBase64Encoded: false,
      requestContext: {
        domainName: '127.0.0.1:3000',
        http: { method: 'POST', path: '/a/c', protocol: 'HTTP/1.1', sourceIp: '127.0.0.1', userAgent: '' },
        routeKey: 'POST /a/{b}',
        stage: '$default',
        time: '04/Mar/2026:05:06:07 +0000',
        timeEpoch: now.getTime(),
      },
    });
    expect(eventOf()).not.toHaveProperty('body');
    expect(eventOf()).not.toHaveProperty('queryStringParameters');
  });

  test('header names in small letters, repeated ones joined, cookies apart', () => {
    const event = eventOf({ rawHeaders: ['X-One', 'a', 'x-one', 'b', 'Cookie', 'k=1; l=2', 'User-Agent', 'me'] });
    expect(event).toMatchObject({ headers: { 'x-one': 'a,b', 'user-agent': 'me' }, cookies: ['k=1', 'l=2'] });
    expect(event).not.toHaveProperty('headers.cookie');
    expect(event).toMatchObject({ requestContext: { http: { userAgent: 'me' } } });
  });

  test('the caller’s address is the connection’s, whatever the caller claims', () => {
    const event = eventOf({
      rawHeaders: ['X-Forwarded-For', '9.9.9.9', 'Host', 'evil.example'],
      sourceIp: '127.0.0.5',
    });
    expect(event).toMatchObject({
      headers: { 'x-forwarded-for': '9.9.9.9, 127.0.0.5' },
      requestContext: { http: { sourceIp: '127.0.0.5' }, domainName: '127.0.0.1:3000' },
    });
  });

  test('the query as it came and parsed', () => {
    expect(eventOf({ target: '/a/c?x=1&y=%20&x=2?' })).toMatchObject({
      rawPath: '/a/c',
      rawQueryString: 'x=1&y=%20&x=2?',
      queryStringParameters: { x: '1,2?', y: ' ' },
    });
  });

  test.each(['application/json', 'application/json; charset=utf-8', 'Text/XML', 'application/problem+json'])(
    'a body of %s in UTF-8 as text',
    (type) => {
      const event = withBody(type, Buffer.from('{"ad":"Işık"}'));
      expect(event).toMatchObject({ body: '{"ad":"Işık"}', isBase64Encoded: false });
    },
  );

  test.each([
    ['application/json; charset=utf-16', Buffer.from('\ufeff{"a":1}', 'utf16le')],
    ['application/x-www-form-urlencoded', Buffer.from('a=1')],
    ['application/octet-stream', Buffer.from([0, 1, 2])],
    ['', Buffer.from('no type')],
  ])('a body of %s, or one that is not UTF-8, as base64', (type, body) => {
    const event = withBody(type, body);
    expect(event).toMatchObject({ body: body.toString('base64'), isBase64Encoded: true });
  });
});
