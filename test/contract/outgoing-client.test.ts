import { once } from 'node:events';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import https from 'node:https';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import {
  MAX_OUTGOING_ANSWER_BYTES,
  type OutgoingClientOptions,
  outgoingClient,
} from '../../shared/adapters/outgoing/outgoing-client.ts';
import { certificateFor } from '../support/bank/bank-certificate.ts';

const LOCAL = '127.0.0.1';
const ours = certificateFor(LOCAL);
const running: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  await Promise.all(running.splice(0).map((stop) => stop()));
});

const listening = async (server: Server, host = LOCAL): Promise<number> => {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
  });
  server.listen(0, host);
  await once(server, 'listening');
  running.push(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, 'close');
  });
  return (server.address() as AddressInfo).port;
};

type Receive = (request: IncomingMessage, response: ServerResponse) => void;

/** A receiver over TLS with a certificate that only a client of `ours` trusts. */
const secure = async (receive: Receive, { key, certificate } = ours): Promise<string> => {
  const port = await listening(https.createServer({ key, cert: certificate }, receive));
  return `https://${LOCAL}:${port}/in?a=1`;
};

const plain = async (receive: Receive): Promise<number> => listening(http.createServer(receive));

const answering =
  (status: number, body = ''): Receive =>
  (request, response) => {
    request.resume();
    request.on('end', () => response.writeHead(status, { location: 'https://elsewhere.example/' }).end(body));
  };

const client = (options: Partial<OutgoingClientOptions> = {}) =>
  outgoingClient({
    rules: { ownAddresses: ['https://pay.example.com'], loopback: true },
    extraAuthority: ours.certificate,
    resolve: () => Promise.reject(new Error('no name is looked up')),
    ...options,
  });

const call = (address: string) => ({ address, headers: { 'content-type': 'text/plain' }, body: 'çağrı' });

describe('The outgoing client (rule 41)', () => {
  test('posts once and tells status and body', async () => {
    const seen: unknown[] = [];
    const address = await secure((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { 'content-type': type, 'content-length': length } = request.headers;
        seen.push([request.method, request.url, type, length, Buffer.concat(chunks).toString('utf8')]);
        response.writeHead(202).end('şükür');
      });
    });
    expect(await client().post(call(address))).toEqual({ kind: 'answered', status: 202, body: 'şükür' });
    expect(seen).toEqual([['POST', '/in?a=1', 'text/plain', '8', 'çağrı']]);
  });

  test.each([301, 302, 303, 307, 308])('does not follow a redirect (%i)', async (status) => {
    let requests = 0;
    const address = await secure((request, response) => {
      requests += 1;
      answering(status)(request, response);
    });
    expect(await client().post(call(address))).toEqual({ kind: 'answered', status, body: '' });
    expect(requests).toBe(1);
  });

  test.each([
    ['64 kB are read', MAX_OUTGOING_ANSWER_BYTES, 'answered'],
    ['a byte more is not', MAX_OUTGOING_ANSWER_BYTES + 1, 'answer-too-long'],
  ])('%s', async (_title, size, outcome) => {
    const answer = await client().post(call(await secure(answering(200, 'x'.repeat(size)))));
    expect(answer.kind === 'failed' ? answer.cause : answer.kind).toBe(outcome);
  });

  test('an answer without an end is given up at its 64 kB', async () => {
    const address = await secure((request, response) => {
      request.resume();
      response.writeHead(200);
      const more = (): void => {
        if (!response.destroyed) response.write('x'.repeat(10_000), more);
      };
      more();
    });
    expect(await client().post(call(address))).toEqual({ kind: 'failed', cause: 'answer-too-long', sent: true });
  });

  test('time ends a call whose answer does not come', async () => {
    const end = new AbortController();
    const address = await secure(() => end.abort());
    const answer = await client({ deadline: () => end.signal }).post(call(address));
    expect(answer).toEqual({ kind: 'failed', cause: 'time-out', sent: true });
  });

  test('time ends a call whose answer does not end', async () => {
    const end = new AbortController();
    const address = await secure((_request, response) => {
      response.writeHead(200, { 'content-length': '10' });
      response.write('x', () => end.abort());
    });
    const answer = await client({ deadline: () => end.signal }).post(call(address));
    expect(answer).toEqual({ kind: 'failed', cause: 'time-out', sent: true });
  });

  test('time ends a call whose name is not found, and whose TLS does not begin', async () => {
    const asking = new AbortController();
    const resolve = () => {
      asking.abort();
      return new Promise<never>(() => undefined);
    };
    const unnamed = client({ deadline: () => asking.signal, resolve });
    const late = { kind: 'failed', cause: 'time-out', sent: false };
    expect(await unnamed.post(call('https://hooks.example.com/'))).toEqual(late);

    const connecting = new AbortController();
    const port = await listening(createServer(() => connecting.abort()));
    const silent = client({ deadline: () => connecting.signal });
    expect(await silent.post(call(`https://${LOCAL}:${port}/`))).toEqual(late);
  });

  test('a connection that breaks: before the call nothing was sent, after it nobody knows', async () => {
    const reset = await secure((request) => request.socket.destroy());
    const lost = { kind: 'failed', cause: 'connection-lost', sent: true };
    expect(await client().post(call(reset))).toEqual(lost);
    const half = await secure((_request, response) => {
      response.writeHead(200, { 'content-length': '10' });
      response.write('x', () => response.destroy());
    });
    expect(await client().post(call(half))).toEqual(lost);

    const gone = createServer();
    const port = await listening(gone);
    gone.close();
    await once(gone, 'close');
    running.splice(0);
    const refused = { kind: 'failed', cause: 'no-connection', sent: false };
    expect(await client().post(call(`https://${LOCAL}:${port}/`))).toEqual(refused);
  });

  test('what is not HTTP is unreadable', async () => {
    const port = await listening(createServer((socket) => socket.end('SSH-2.0-x\r\n\r\n')));
    const answer = await client().post(call(`http://${LOCAL}:${port}/`));
    expect(answer).toEqual({ kind: 'failed', cause: 'unreadable', sent: true });
  });

  test('a certificate that nobody vouches for, or of another host, ends the call before it is sent', async () => {
    const noTls = { kind: 'failed', cause: 'no-tls', sent: false };
    let requests = 0;
    const receive: Receive = () => {
      requests += 1;
    };
    expect(await client().post(call(await secure(receive, certificateFor(LOCAL))))).toEqual(noTls);
    const other = certificateFor('127.0.0.2');
    const misnamed = client({ extraAuthority: other.certificate });
    expect(await misnamed.post(call(await secure(receive, other)))).toEqual(noTls);
    expect(requests).toBe(0);
  });
});

describe('Names (rule 41)', () => {
  test('the connection goes to the address that was checked, not to the one that the system finds for the name', async () => {
    // The system finds 127.0.0.1 for localhost, where nothing listens on this port.
    const port = await listening(http.createServer(answering(200, 'here')), '127.0.0.2');
    const pinned = client({ resolve: () => Promise.resolve(['127.0.0.2']) });
    expect(await pinned.post(call(`http://localhost:${port}/`))).toEqual({
      kind: 'answered',
      status: 200,
      body: 'here',
    });
  });

  test('a name is looked up once, and the connection goes where that look-up said', async () => {
    const port = await plain(answering(200, 'here'));
    const answers = [[LOCAL], ['169.254.169.254']];
    let asked = 0;
    const resolve = () => Promise.resolve(answers[asked++] ?? []);
    const rebinding = client({ resolve });
    const address = `http://localhost:${port}/`;
    expect(await rebinding.post(call(address))).toEqual({ kind: 'answered', status: 200, body: 'here' });
    expect(asked).toBe(1);
    expect(await rebinding.post(call(address))).toEqual({ kind: 'refused', problem: 'not-public' });
  });

  test('of several addresses the next one is tried where the first does not answer', async () => {
    const port = await plain(answering(200, 'here'));
    // Nothing listens at the second loopback address, on that port.
    const two = client({ resolve: () => Promise.resolve(['127.0.0.2', LOCAL]) });
    const answer = await two.post(call(`http://localhost:${port}/`));
    expect(answer).toEqual({ kind: 'answered', status: 200, body: 'here' });
  });

  test.each([
    ['a private address', ['10.0.0.1']],
    ['a private address behind a public one', ['8.8.8.8', LOCAL]],
    ['an IPv4 address inside an IPv6 one', ['::ffff:127.0.0.1']],
    ['no address', []],
    ['what is no address', ['hooks.example.com']],
  ])('a name that leads to %s is not called', async (_title, addresses) => {
    let connections = 0;
    const port = await listening(
      createServer(() => {
        connections += 1;
      }),
    );
    const outward = client({ resolve: () => Promise.resolve(addresses) });
    const answer = await outward.post(call(`https://hooks.example.com:${port}/`));
    expect(answer).toEqual({ kind: 'refused', problem: 'not-public' });
    expect(connections).toBe(0);
  });

  test('a name without an address: nothing was sent', async () => {
    const answer = await client().post(call('https://hooks.example.com/'));
    expect(answer).toEqual({ kind: 'failed', cause: 'name-not-found', sent: false });
  });

  test('without the setting of a sandbox the machine itself is out of reach', async () => {
    const port = await plain(answering(200));
    const production = client({
      rules: { ownAddresses: [], loopback: false },
      resolve: () => Promise.resolve([LOCAL]),
    });
    const secured = await secure(answering(200));
    for (const [address, problem] of [
      [`http://${LOCAL}:${port}/`, 'not-https'],
      [secured, 'not-public'],
      [`https://localhost:${port}/`, 'not-public'],
      [`https://hooks.example.com:${port}/`, 'not-public'],
    ] as const) {
      expect(await production.post(call(address)), address).toEqual({ kind: 'refused', problem });
    }
  });

  test('our own host is not called, whatever it resolves to', async () => {
    const own = client({ resolve: () => Promise.resolve(['8.8.8.8']) });
    expect(await own.post(call('https://pay.example.com/'))).toEqual({ kind: 'refused', problem: 'own-host' });
  });
});
