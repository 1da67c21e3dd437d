import {
  Agent,
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { closeServer, listenOnLoopback, readBody } from '../../../infra/local/http-body.ts';
import { PATIENCE_MS } from '../app/patience.ts';
import { keyOf, writesIn } from './written-items.ts';

/** What happens to a request instead of plain forwarding. */
export type FaultAction =
  /** Answers an error and forwards nothing: the engine never sees the request. Default status 400. */
  | { readonly kind: 'refuse'; readonly error: string; readonly status?: number; readonly members?: object }
  /** Forwards, discards the engine's answer and answers an error. Default status 500. */
  | { readonly kind: 'refuse-after'; readonly error: string; readonly status?: number; readonly members?: object }
  /** Resets the connection; the engine never sees the request. */
  | { readonly kind: 'reset' }
  /** Forwards, discards the engine's answer and resets the connection. */
  | { readonly kind: 'reset-after' }
  /** Forwards when `until` is fulfilled, so never if it never is. */
  | { readonly kind: 'hold'; readonly until: Promise<unknown> }
  /** Forwards at once and passes the answer on when `until` is fulfilled. */
  | { readonly kind: 'hold-answer'; readonly until: Promise<unknown> }
  /** Forwards at once, and has the answer after so many milliseconds at the earliest, as a slow engine. */
  | { readonly kind: 'slow'; readonly ms: number }
  /** DynamoDB's conflicts, which no engine has: a transaction holds its items so long at least, and refuses others on them. */
  | { readonly kind: 'conflict'; readonly holdMs: number };

/** The reason of a cancelled transaction that met another one on the same item. */
export const CONFLICT = 'TransactionConflict';

interface Fault {
  /** The operation, such as `TransactWriteItems`; any operation without one. */
  readonly on?: string;
  /** Only requests whose JSON text contains this, such as a key. */
  readonly holding?: string;
  /** Number of the first matching request that is affected, counted from 1 since the fault was set. Default 1. */
  readonly from?: number;
  /** How many requests are affected. Default 1. */
  readonly times?: number;
  readonly action: FaultAction;
}

/** A request as the proxy saw it. The operation is that of an AWS service, and empty elsewhere. */
export interface SeenRequest {
  readonly operation: string;
  readonly path: string;
  readonly body: string;
  readonly headers: IncomingHttpHeaders;
  /** Milliseconds by `performance.now()`. */
  readonly startedAt: number;
  /** What the server answered; absent before it did. */
  answered?: { readonly body: string; readonly endedAt: number };
}

/**
 * A proxy between a client and a DynamoDB engine that counts requests by operation and does harm on demand:
 *
 * ```ts
 * const proxy = await startFaultProxy();
 * const stack = await startLocalStack({ ..., dynamodbEndpoint: proxy.inFrontOf });
 * proxy.inject({ on: 'TransactWriteItems', times: 3, action: { kind: 'refuse', error: 'ThrottlingException' } });
 * proxy.count('TransactWriteItems');  // since the start, or since reset()
 * ```
 */
export interface FaultProxy {
  readonly address: string;
  /** Sets the engine to forward to, and answers the proxy's own address. */
  readonly inFrontOf: (engineEndpoint: string) => string;
  readonly inject: (fault: Fault) => void;
  /** Number of requests of an operation, or of all, faults included. */
  readonly count: (operation?: string) => number;
  readonly seen: () => readonly SeenRequest[];
  /** Fulfilled when `count(operation)` reaches `times`. */
  readonly reached: (operation: string, times: number) => Promise<void>;
  /** The requests since the start, or since it was last asked; they are not counted any more. */
  readonly take: () => readonly SeenRequest[];
  /** Clears faults and counts. */
  readonly reset: () => void;
  readonly stop: () => Promise<void>;
}

interface PendingFault extends Fault {
  matched: number;
}

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export const BODY_LIMIT_BYTES = 16 * 1024 * 1024;

const errorAnswer = (status: number, error: string, members: object = {}): Answer => ({
  status,
  headers: { 'content-type': 'application/x-amz-json-1.0' },
  body: Buffer.from(
    JSON.stringify({ __type: `com.amazonaws.dynamodb.v20120810#${error}`, message: 'injected', ...members }),
  ),
});

/** Passes a request on to the server that it is for. */
export const forward = (endpoint: string, agent: Agent, incoming: IncomingMessage, body: Buffer): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const { method, headers, url = '/' } = incoming;
    const address = new URL(`${endpoint}${url === '/' ? '' : url}`);
    const changed = { ...headers, host: address.host, ...(method !== 'GET' && { 'content-length': body.length }) };
    const outgoing = request(address, { method, headers: changed, agent, timeout: PATIENCE_MS }, (answer) => {
      readBody(answer, BODY_LIMIT_BYTES).then(
        (read) =>
          read === 'too-large'
            ? reject(new Error('the engine answered too much'))
            : resolve({ status: answer.statusCode ?? 500, headers: answer.headers, body: read }),
        reject,
      );
    });
    outgoing.once('timeout', () => outgoing.destroy(new Error('the engine did not answer')));
    outgoing.once('error', reject);
    outgoing.end(body);
  });

export const send = (response: ServerResponse, { status, headers, body }: Answer): void => {
  const { 'transfer-encoding': _chunked, connection: _connection, ...kept } = headers;
  response.writeHead(status, { ...kept, 'content-length': body.length });
  response.end(body);
};

/** The operation of an AWS service that a request names; empty elsewhere. */
export const operationOf = (headers: IncomingHttpHeaders): string =>
  String(headers['x-amz-target'] ?? '').replace(/^.*\./, '');

/** Has DynamoDB say what a call consumes. */
const askingForCapacity = (body: Buffer): Buffer =>
  Buffer.from(JSON.stringify({ ...(JSON.parse(body.toString()) as object), ReturnConsumedCapacity: 'INDEXES' }));

/** Lets a transaction pass unless another one holds one of its items. */
const conflicts = () => {
  const held = new Set<string>();
  return async (keys: readonly string[], holdMs: number, pass: () => Promise<Answer>): Promise<Answer> => {
    const CancellationReasons = keys.map((key) => ({ Code: held.has(key) ? CONFLICT : 'None' }));
    if (keys.some((key) => held.has(key)))
      return errorAnswer(400, 'TransactionCanceledException', { CancellationReasons });
    for (const key of keys) held.add(key);
    const [answer] = await Promise.all([pass(), pause(holdMs)]);
    for (const key of keys) held.delete(key);
    return answer;
  };
};

interface ProxyOptions {
  /** DynamoDB says what calls consume. */
  readonly countsCapacity?: boolean;
  /** Told of each request before anything happens to it. */
  readonly heard?: (request: SeenRequest) => void;
}

/** Starts a proxy on a free loopback port. Stop it when done. */
export const startFaultProxy = async ({ countsCapacity = false, heard }: ProxyOptions = {}): Promise<FaultProxy> => {
  const agent = new Agent({ keepAlive: true });
  const transact = conflicts();
  let target: string | undefined;
  let seen: SeenRequest[] = [];
  let faults: PendingFault[] = [];
  let waiting: { readonly operation: string; readonly times: number; readonly resolve: () => void }[] = [];

  const count = (operation?: string): number =>
    seen.filter((one) => operation === undefined || one.operation === operation).length;

  const note = (one: SeenRequest): void => {
    seen.push(one);
    const done = waiting.filter(({ operation, times }) => count(operation) >= times);
    waiting = waiting.filter((waiter) => !done.includes(waiter));
    for (const { resolve } of done) resolve();
  };

  const faultFor = ({ operation, body }: SeenRequest): FaultAction | undefined => {
    const matching = faults.filter(
      ({ on, holding }) => (on === undefined || on === operation) && (holding === undefined || body.includes(holding)),
    );
    for (const fault of matching) fault.matched += 1;
    return matching.find(({ matched, from = 1, times = 1 }) => matched >= from && matched < from + times)?.action;
  };

  const answer = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const startedAt = performance.now();
    const body = await readBody(incoming, BODY_LIMIT_BYTES);
    if (target === undefined || body === 'too-large') throw new Error('nothing can be forwarded');
    const { headers, url: path = '/' } = incoming;
    const endpoint = target;
    const awsTarget = String(headers['x-amz-target'] ?? '');
    const one: SeenRequest = { operation: operationOf(headers), path, body: body.toString('utf8'), headers, startedAt };
    heard?.(one);
    note(one);
    const action = faultFor(one);
    if (action?.kind === 'refuse') {
      send(response, errorAnswer(action.status ?? 400, action.error, action.members));
      return;
    }
    if (action?.kind === 'reset') {
      incoming.socket.resetAndDestroy();
      return;
    }
    if (action?.kind === 'hold') await action.until;
    const sent = countsCapacity && awsTarget.startsWith('DynamoDB_') ? askingForCapacity(body) : body;
    const pass = async (): Promise<Answer> => {
      const late = action?.kind === 'slow' ? pause(action.ms) : undefined;
      const passed = await forward(endpoint, agent, incoming, sent);
      await late;
      return passed;
    };
    const isHeld = action?.kind === 'conflict';
    const forwarded = await (isHeld ? transact(writesIn(one.body).map(keyOf), action.holdMs, pass) : pass());
    one.answered = { body: forwarded.body.toString('utf8'), endedAt: performance.now() };
    if (action?.kind === 'hold-answer') await action.until;
    if (action?.kind === 'reset-after') incoming.socket.resetAndDestroy();
    else if (action?.kind === 'refuse-after') {
      send(response, errorAnswer(action.status ?? 500, action.error, action.members));
    } else send(response, forwarded);
  };

  const server = createServer((incoming, response) => {
    answer(incoming, response).catch(() => incoming.socket.destroy());
  });
  const address = `http://127.0.0.1:${await listenOnLoopback(server, 0)}`;

  return {
    address,
    inFrontOf: (engineEndpoint) => {
      target = engineEndpoint;
      return address;
    },
    inject: (fault) => {
      faults.push({ ...fault, matched: 0 });
    },
    count,
    seen: () => [...seen],
    take: () => seen.splice(0),
    reached: (operation, times) =>
      new Promise((resolve) => {
        if (count(operation) >= times) resolve();
        else waiting.push({ operation, times, resolve });
      }),
    reset: () => {
      seen = [];
      faults = [];
    },
    stop: async () => {
      server.closeAllConnections();
      await closeServer(server, 0);
      agent.destroy();
    },
  };
};
