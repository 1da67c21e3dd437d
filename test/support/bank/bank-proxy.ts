import { connect, createServer, type Socket } from 'node:net';

/** What a proxy does to the next connections. Everything else passes unchanged to the bank and back. */
export type ProxyFault =
  | { readonly kind: 'none' }
  /** Sends something that is neither TLS nor HTTP as soon as a client connects. */
  | { readonly kind: 'garbage-greeting' }
  /** Accepts the connection, and resets it before reading anything. */
  | { readonly kind: 'reset-at-connect' }
  /** Passes the request to the bank, and resets instead of passing the answer back. */
  | { readonly kind: 'reset-instead-of-answer' }
  /** Passes the first bytes of the answer back, then resets the connection, or with `ends: true` ends it. */
  | { readonly kind: 'cut-answer'; readonly afterBytes: number; readonly ends?: boolean }
  /** Passes the first bytes of the answer back and then nothing, as long as the caller waits. */
  | { readonly kind: 'stalled-answer'; readonly afterBytes: number }
  /** Passes a changed answer back. */
  | { readonly kind: 'other-answer'; readonly change: (answer: Buffer) => Buffer }
  /** Passes one answer back; the next request over the same connection is reset. */
  | { readonly kind: 'reset-second-request' }
  /** Holds the request, even after the caller has left: `deliver` passes it to the bank. */
  | { readonly kind: 'held-request' };

const NO_FAULT: ProxyFault = { kind: 'none' };

export interface FaultProxy {
  readonly port: number;
  readonly gateway: string;
  /** Number of connections so far. */
  connections(): number;
  /** The requests that arrived, head and body. */
  readonly requests: readonly string[];
  /** Fulfilled when the proxy has sent its part of a stalled answer. */
  readonly stalled: Promise<void>;
  /** `passing`: how many requests over open connections pass unchanged before. */
  behave(fault: ProxyFault, passing?: number): void;
  /** Passes a held request to the bank, counted from the oldest, 0. Nobody hears the answer. */
  deliver(index: number): Promise<void>;
  stop(): Promise<void>;
}

/** The length of the first HTTP message in the bytes; undefined while it is incomplete. */
const messageLength = (bytes: Buffer): number | undefined => {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const length = /\r\ncontent-length: *(\d+)/i.exec(bytes.subarray(0, end).toString('latin1'))?.[1] ?? '0';
  const whole = end + 4 + Number(length);
  return bytes.length < whole ? undefined : whole;
};

/** One request to the bank over a connection of its own. Answers the unchanged bytes. */
const exchange = (port: number, request: Buffer): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const bank = connect(port, '127.0.0.1');
    let answer = Buffer.alloc(0);
    bank.on('data', (chunk) => {
      answer = Buffer.concat([answer, chunk]);
      const length = messageLength(answer);
      if (length === undefined) return;
      bank.destroy();
      resolve(answer.subarray(0, length));
    });
    bank.on('error', reject);
    bank.write(request);
  });

const handBack = (client: Socket, answer: Buffer, fault: ProxyFault, onStalled: () => void): void => {
  switch (fault.kind) {
    case 'reset-instead-of-answer':
      client.resetAndDestroy();
      return;
    case 'cut-answer':
      client.write(answer.subarray(0, fault.afterBytes), () => {
        if (fault.ends === true) client.end();
        else client.resetAndDestroy();
      });
      return;
    case 'stalled-answer':
      client.write(answer.subarray(0, fault.afterBytes), onStalled);
      return;
    case 'other-answer':
      client.write(fault.change(answer));
      return;
    case 'none':
    case 'garbage-greeting':
    case 'reset-at-connect':
    case 'reset-second-request':
    case 'held-request':
      client.write(answer);
  }
};

/**
 * A TCP proxy in front of the embedded bank, for transport faults that a function cannot produce. It reads whole HTTP
 * messages. `onFault` is called for every fault as it happens.
 */
export const startFaultProxy = async (
  target: { readonly port: number },
  onFault: (kind: ProxyFault['kind']) => void = () => undefined,
): Promise<FaultProxy> => {
  let fault: ProxyFault = NO_FAULT;
  let passes = 0;
  let connections = 0;
  const requests: string[] = [];
  const onTheirWay: Buffer[] = [];
  const clients = new Set<Socket>();
  const stalled = Promise.withResolvers<void>();

  const serve = (client: Socket): void => {
    let pending = Buffer.alloc(0);
    let answered = 0;
    client.on('data', (chunk) => {
      pending = Buffer.concat([pending, chunk]);
      const length = messageLength(pending);
      if (length === undefined) return;
      const request = pending.subarray(0, length);
      pending = pending.subarray(length);
      requests.push(request.toString('latin1'));
      const passing = passes > 0;
      if (passing) passes -= 1;
      const faultNow = (): ProxyFault => (passing ? NO_FAULT : fault);
      if (faultNow().kind === 'reset-second-request' && answered > 0) {
        onFault(fault.kind);
        client.resetAndDestroy();
        return;
      }
      if (faultNow().kind === 'held-request') {
        onTheirWay.push(request);
        onFault(fault.kind);
        return;
      }
      answered += 1;
      exchange(target.port, request).then(
        (answer) => {
          const { kind } = faultNow();
          const spoils = kind !== 'none' && kind !== 'reset-second-request';
          handBack(client, answer, faultNow(), () => {
            stalled.resolve();
            onFault(kind);
          });
          if (spoils && kind !== 'stalled-answer') onFault(kind);
        },
        () => client.destroy(),
      );
    });
  };

  const server = createServer((client) => {
    connections += 1;
    clients.add(client);
    client.on('error', () => undefined);
    client.on('close', () => clients.delete(client));
    if (fault.kind === 'reset-at-connect') client.resetAndDestroy();
    else if (fault.kind === 'garbage-greeting') client.end('\0\x01 neither TLS nor HTTP \xff\r\n\r\n');
    else return serve(client);
    onFault(fault.kind);
  });
  const { promise: listening, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await listening;
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    port,
    gateway: `http://127.0.0.1:${port}`,
    connections: () => connections,
    requests,
    stalled: stalled.promise,
    behave: (next, passing = 0) => {
      fault = next;
      passes = passing;
    },
    deliver: async (index) => {
      const [request] = onTheirWay.splice(index, 1);
      if (request !== undefined) await exchange(target.port, request);
    },
    stop: async () => {
      for (const client of clients) client.destroy();
      await new Promise((done) => server.close(done));
    },
  };
};

/** Replaces the body of an answer, its length included. */
export const withBody = (answer: Buffer, body: string | Buffer): Buffer => {
  const head = answer.subarray(0, answer.indexOf('\r\n\r\n')).toString('latin1');
  const bytes = Buffer.from(body);
  const newHead = head.replace(/content-length: *\d+/i, `content-length: ${bytes.length}`);
  return Buffer.concat([Buffer.from(`${newHead}\r\n\r\n`, 'latin1'), bytes]);
};

/** A port on which nobody listens. */
export const closedPort = async (): Promise<number> => {
  const server = createServer();
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  const address = server.address();
  await new Promise((done) => server.close(done));
  return typeof address === 'object' && address !== null ? address.port : 0;
};
