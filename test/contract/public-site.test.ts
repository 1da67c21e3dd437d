import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fetchedSite } from '../../shared/adapters/public-site/fetched-site.ts';
import type { PublicSite, SiteRequest } from '../../shared/ports/public-site.ts';
import { FakeSite } from '../fakes/site.ts';

let server: Server;
let baseUrl = '';
const received: string[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    const path = request.url ?? '';
    if (path === '/silent') return;
    let text = '';
    request.on('data', (chunk: Buffer) => {
      text += chunk.toString('utf8');
    });
    request.on('end', () => {
      received.push(`${request.method} ${path} ${request.headers['content-type'] ?? ''} ${text}`);
      if (path === '/moved') response.writeHead(303, { location: '/page' }).end();
      else response.end(path === '/endless' ? 'x'.repeat(300 * 1024) : 'page');
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const fake = (): PublicSite =>
  new FakeSite(baseUrl, ({ address }) => {
    const path = new URL(address).pathname;
    if (path === '/silent' || path === '/endless') return path.slice(1) as 'silent' | 'endless';
    return path === '/moved' ? { status: 303, location: '/page', text: '' } : { status: 200, text: 'page' };
  });

describe.each([
  ['over HTTP', () => fetchedSite({ baseUrl })],
  ['the fake of tests', fake],
] as const)('The public address, %s', (_name, siteOf) => {
  const ask = (path: string, timeoutMs = 60_000, body?: SiteRequest['body']) =>
    siteOf().ask(
      { method: body === undefined ? 'GET' : 'POST', address: new URL(path, baseUrl).href, ...(body && { body }) },
      { timeoutMs },
    );

  test('answers a page, and a redirect without following it', async () => {
    expect(await ask('/page')).toEqual({ status: 200, text: 'page' });
    expect(await ask('/moved')).toEqual({ status: 303, location: '/page', text: '' });
    const body = { type: 'application/json', text: '{"a":1}' } as const;
    expect(await ask('/page', 60_000, body)).toEqual({ status: 200, text: 'page' });
  });

  test.each([
    ['/silent', 50, 'time-out'],
    ['/endless', 60_000, 'too-long'],
    ['http://127.0.0.2:9/page', 60_000, 'foreign'],
  ])('%s is told by its cause alone', async (path, timeoutMs, problem) => {
    await expect(ask(path, timeoutMs)).rejects.toMatchObject({ name: 'SiteUnreachable', problem });
  });
});

test('over HTTP a body is sent with its type, and a server that is gone gives no answer', async () => {
  expect(received).toContain('POST /page application/json {"a":1}');
  const gone = fetchedSite({ baseUrl: 'http://127.0.0.1:9' });
  const asking = gone.ask({ method: 'GET', address: 'http://127.0.0.1:9/' }, { timeoutMs: 60_000 });
  await expect(asking).rejects.toMatchObject({ problem: 'no-answer' });
});
