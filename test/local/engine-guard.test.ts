import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callDynamoDb } from '../../infra/local/dynamodb-call.ts';
import { chooseEngine, type Engine, startGuardedEngine } from '../../infra/local/engine.ts';
import { type Isolation, isolationHere } from '../../infra/local/engine-guard.ts';

/** What one connection is answered to bytes that no HTTP client would send. */
const answerTo = async (endpoint: string, bytes: string): Promise<string> => {
  const { hostname, port } = new URL(endpoint);
  const socket = connect({ host: hostname, port: Number(port) });
  socket.write(bytes);
  let answer = '';
  for await (const chunk of socket.setEncoding('utf8') as AsyncIterable<string>) answer += chunk;
  return answer;
};

const listTables = (path: string, headers: readonly string[] = [], length = 2): string =>
  [
    `POST ${path} HTTP/1.1`,
    'Host: localhost',
    'X-Amz-Target: DynamoDB_20120810.ListTables',
    'Content-Type: application/x-amz-json-1.0',
    'Authorization: AWS4-HMAC-SHA256 Credential=local/20200101/eu-central-1/dynamodb/aws4_request, SignedHeaders=host, Signature=00',
    'X-Amz-Date: 20200101T000000Z',
    `Content-Length: ${length}`,
    ...headers,
    '',
    '{}',
  ].join('\r\n');

/** The loopback addresses at which something of this machine's network listens. */
const listeners = (): readonly string[] =>
  readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .slice(1)
    .map((line) => line.trim().split(/\s+/))
    .filter(([, , , state]) => state === '0A')
    .map(([, address = '']) => {
      const octets = (address.slice(0, 8).match(/../g) ?? []).toReversed().map((byte) => Number.parseInt(byte, 16));
      return `${octets.join('.')}:${Number.parseInt(address.slice(9), 16)}`;
    });

const isolations: Isolation[] = ['own-network', 'port-closed-to-browsers'];
describe.each(isolations)('The engine of npm start, guarded by its %s (rule 36)', (isolation) => {
  let engine: Engine | undefined;
  let before: readonly string[] = [];
  beforeAll(async () => {
    if (isolation === 'own-network' && (await isolationHere()) !== isolation) return;
    before = process.platform === 'linux' ? listeners() : [];
    engine = await startGuardedEngine(chooseEngine(), undefined, isolation);
  });
  afterAll(() => engine?.stop());

  test('answers who has the secret of this start, request after request of one connection', async ({ skip }) => {
    if (engine === undefined) skip('this machine makes no networks for its users');
    const { endpoint } = engine as Engine;
    expect(await callDynamoDb(endpoint, 'ListTables', {})).toEqual({ TableNames: [] });
    const { pathname } = new URL(endpoint);
    const both = await answerTo(endpoint, listTables(pathname) + listTables(pathname, ['Connection: close']));
    expect(both.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(2);
    expect(both.match(/\{"TableNames":\[\]\}/g)).toHaveLength(2);
  });

  test('refuses every other request, the second of a connection too', async ({ skip }) => {
    if (engine === undefined) skip('this machine makes no networks for its users');
    const { endpoint } = engine as Engine;
    const { origin, pathname } = new URL(endpoint);
    const refused = [
      listTables('/'),
      listTables(`${pathname}x`),
      listTables(pathname.slice(0, -1)),
      listTables(pathname, ['Origin: http://evil.example']),
      listTables(pathname, ['origin: null']),
      listTables(pathname, ['Transfer-Encoding: chunked']),
      listTables(pathname, ['Content-Length: 40']),
      listTables(pathname, [`X-Long: ${'x'.repeat(20_000)}`]),
      listTables(pathname).replace('POST', 'OPTIONS'),
    ];
    for (const bytes of refused) {
      const answer = await answerTo(endpoint, bytes);
      expect(answer, bytes.slice(0, 300)).toBe(
        'HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close\r\n\r\n',
      );
    }
    const second = await answerTo(endpoint, listTables(pathname) + listTables('/'));
    expect(second).toMatch(/^HTTP\/1\.1 (?:200 OK|403 Forbidden)/);
    expect(second).toContain('403 Forbidden');
    const preflight = await fetch(origin, { method: 'OPTIONS', headers: { origin: 'http://evil.example' } });
    expect(preflight.status).toBe(403);
    expect(preflight.headers.get('access-control-allow-origin')).toBeNull();
  });

  test.runIf(process.platform === 'linux')('listens itself where nobody finds it, or no page gets to', ({ skip }) => {
    if (engine === undefined) skip('this machine makes no networks for its users');
    const { port } = new URL((engine as Engine).endpoint);
    const own = listeners().filter((one) => !before.includes(one) && /^127\.(?!0\.0\.1:)/.test(one));
    expect(listeners()).toContain(`127.0.0.1:${port}`);
    if (isolation === 'own-network') expect(own).toEqual([]);
    else expect(own).toEqual([expect.stringMatching(/:(2049|3659|4045|506[01]|6566|666[5-9]|6697|10080)$/)]);
  });
});
