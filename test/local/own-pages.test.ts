import { request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createGateway } from '../../infra/local/gateway.ts';
import { closeServer, listenOnLoopback } from '../../infra/local/http-body.ts';
import { type OwnPage, ownPages } from '../../infra/local/own-pages.ts';

const page = (path: string, more: Partial<OwnPage> = {}): OwnPage => ({
  path,
  serve: (_request, response) => void response.end(`page ${path}`),
  ...more,
});
const failing = page('/failing', { serve: () => Promise.reject(new Error('as the test wants')) });

// Without functions, whatever is no page is 503.
const server = createGateway(() => undefined, {
  ownPages: ownPages([page('/', { methods: ['GET'] }), page('/inbox'), failing]),
});
let port = 0;
beforeAll(async () => {
  port = await listenOnLoopback(server, 0);
});
afterAll(() => closeServer(server, 100));

/** With any Host, which fetch does not let a program set. */
const call = (
  path: string,
  headers: Readonly<Record<string, string>> = {},
  method = 'GET',
): Promise<readonly [status: number | undefined, text: string]> =>
  new Promise((resolve, reject) => {
    const calling = request({ host: '127.0.0.1', port, path, method, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => (text += part));
      response.once('end', () => resolve([response.statusCode, text]));
    });
    calling.once('error', reject);
    calling.end();
  });

test.each([
  ['/', 'page /'],
  ['/?a=1', 'page /'],
  ['/inbox', 'page /inbox'],
  ['/inbox/1', 'page /inbox'],
  ['/inbox.json', 'page /inbox'],
])('%s is served from the table', async (path, text) => expect(await call(path)).toEqual([200, text]));

test.each(['/inboxes', '/x', '//'])('%s is no page of this machine: the functions are asked', async (path) => {
  expect((await call(path))[0]).toBe(503);
});

test('a method that a page does not take goes to the functions', async () => {
  expect((await call('/', {}, 'POST'))[0]).toBe(503);
  expect((await call('/inbox', {}, 'POST'))[0]).toBe(200);
});

test.each([
  ['another name', { host: 'attacker.example' }],
  ['another port', { host: '127.0.0.1:1' }],
  ['no port', { host: 'localhost' }],
  ['a foreign origin', { origin: 'https://attacker.example' }],
  ['the origin of another port', { origin: 'http://localhost:1' }],
  ['an opaque origin', { origin: 'null' }],
])('a request with %s is refused (rule 49)', async (_what, headers) => {
  for (const path of ['/', '/inbox']) expect(await call(path, headers)).toEqual([403, 'Forbidden']);
});

test('both names of this machine are answered, with their own origins', async () => {
  for (const host of [`127.0.0.1:${port}`, `localhost:${port}`]) {
    expect(await call('/inbox', { host, origin: `http://${host}` })).toEqual([200, 'page /inbox']);
  }
});

test('a page that fails is 500, without its message', async () => {
  expect(await call('/failing')).toEqual([500, 'Internal Server Error']);
});
