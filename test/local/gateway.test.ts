import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createGateway, type GatewayBackend } from '../../infra/local/gateway.ts';
import { closeServer, listenOnLoopback } from '../../infra/local/http-body.ts';
import { routeMatcher } from '../../infra/local/routes.ts';
import type { InvocationResult } from '../../infra/local/workers.ts';

let answer: InvocationResult = { payload: 'null', failed: false };
let ready = true;
const backend: GatewayBackend = {
  address: { host: 'here', port: 1 },
  match: routeMatcher([
    { routeKey: 'GET /a', functionName: 'a' },
    { routeKey: 'HEAD /a', functionName: 'a' },
    { routeKey: 'POST /a', functionName: 'a' },
    { routeKey: 'GET /never', functionName: 'never' },
  ]),
  invoke: async (name) => (name === 'never' ? new Promise(() => {}) : answer),
  timeoutMs: 200,
  ready: async (name) => readiness.get(name)?.(),
};
/** What a function still waits for. */
const readiness = new Map<string, () => Promise<void>>();
const server = createGateway(() => (ready ? backend : undefined));
let address = '';

beforeAll(async () => {
  address = `http://127.0.0.1:${await listenOnLoopback(server, 0)}`;
});
afterAll(() => closeServer(server, 100));

const get = async (value: unknown, init: RequestInit = {}) => {
  answer = { payload: JSON.stringify(value), failed: false };
  const response = await fetch(`${address}/a`, init);
  return { status: response.status, headers: response.headers, text: await response.text() };
};

describe('The gateway answers as an HTTP API', () => {
  test('status, headers, cookies and body of a response object', async () => {
    const { status, headers, text } = await get({
      statusCode: 201,
      headers: { 'X-One': 'a' },
      cookies: ['k=1', 'l=2; HttpOnly'],
      body: 'Işık',
    });
    expect({ status, text }).toEqual({ status: 201, text: 'Işık' });
    expect(headers.get('x-one')).toBe('a');
    expect(headers.getSetCookie()).toEqual(['k=1', 'l=2; HttpOnly']);
    expect(headers.get('content-length')).toBe('6');
  });

  test('a base64 body is decoded', async () => {
    const { text } = await get({ statusCode: 200, body: Buffer.from('hey').toString('base64'), isBase64Encoded: true });
    expect(text).toBe('hey');
  });

  test('a value without a status code is JSON with status 200', async () => {
    const { status, headers, text } = await get({ a: 1 });
    expect([status, headers.get('content-type'), text]).toEqual([200, 'application/json', '{"a":1}']);
  });

  test('HEAD gets the headers and no body', async () => {
    const { headers, text } = await get({ statusCode: 200, body: 'hey' }, { method: 'HEAD' });
    expect([headers.get('content-length'), text]).toEqual(['3', '']);
  });

  test('a function’s own framing headers are not passed on', async () => {
    const { headers, text } = await get({ statusCode: 200, headers: { 'Content-Length': '99' }, body: 'hey' });
    expect([headers.get('content-length'), text]).toEqual(['3', 'hey']);
  });

  test.each([
    ['a status that is none', { statusCode: 'many' }],
    ['a header that HTTP does not allow', { statusCode: 200, headers: { 'x-a': 'one\r\ntwo' } }],
  ])('%s is 500', async (_what, value) => {
    const { status, text } = await get(value);
    expect([status, text]).toEqual([500, '{"message":"Internal Server Error"}']);
  });

  test('a failed function is 500, without its message', async () => {
    answer = { payload: '{"errorMessage":"secret"}', failed: true };
    const response = await fetch(`${address}/a`);
    expect([response.status, await response.text()]).toEqual([500, '{"message":"Internal Server Error"}']);
  });

  test('a function that takes longer than the API waits is 503', async () => {
    const response = await fetch(`${address}/never`);
    expect([response.status, await response.text()]).toEqual([503, '{"message":"Service Unavailable"}']);
  });

  test('no route is 404', async () => {
    const response = await fetch(`${address}/b`);
    expect([response.status, await response.text()]).toEqual([404, '{"message":"Not Found"}']);
  });

  test('10 MB of body pass, one byte more is 413', async () => {
    const limit = 10 * 1024 * 1024;
    const post = (bytes: number) => get({ statusCode: 200 }, { method: 'POST', body: Buffer.alloc(bytes) });
    expect((await post(limit)).status).toBe(200);
    const { status, text } = await post(limit + 1);
    expect([status, text]).toEqual([413, '{"message":"Request Entity Too Large"}']);
  });

  test('before the functions are loaded it is 503', async () => {
    ready = false;
    const { status, text } = await get({});
    ready = true;
    expect([status, text]).toEqual([503, '{"message":"Service Unavailable"}']);
  });

  test('a path is taken as it came, also one that looks like an address', async () => {
    const { port } = new URL(address);
    const status = await new Promise((resolve, reject) => {
      const call = request({ host: '127.0.0.1', port, path: '//a', timeout: 5_000 }, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      call.once('error', reject);
      call.end();
    });
    expect(status).toBe(404);
  });
});

test('A call waits for its function to be ready, however long that takes, and then gets the function’s own time', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  readiness.set('a', () => promise);
  const waiting = get({ statusCode: 200, body: 'late' });
  // This one takes as long as a function may take.
  expect((await fetch(`${address}/never`)).status).toBe(503);
  resolve();
  expect((await waiting).status).toBe(200);
  readiness.set('a', () => Promise.reject(new Error('no bundle')));
  expect((await get({ statusCode: 200, body: 'its failure is the call’s' })).status).toBe(200);
  readiness.delete('a');
});
