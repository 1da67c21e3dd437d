import {
  Agent,
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http';
import { closeServer, listenOnLoopback, readBody } from '../../infra/local/http-body.ts';
import { PATIENCE_MS } from './patience.ts';

/** What happens to a request instead of plain forwarding. */
export type FaultAction =
  /** Answers an error and forwards nothing: the engine never sees the request. Default status 400. */
  | { readonly kind: 'refuse'; readonly error: string; readonly status?: number; readonly members?: object }
  /** Forwards, throws the engine's answer away and answers an error. Default status 500. */
  | { readonly kind: 'refuse-after'; readonly error: string; readonly status?: number; readonly members?: object }
  /** Resets the connection; the engine never sees the request. */
  | { readonly kind: 'reset' }
  /** Forwards, throws the engine's answer away and resets the connection. */
  | { readonly kind: 'reset-after' }
  /** Forwards when `until` is fulfilled; for ever unanswered with a promise that never is. */
  | { readonly kind: 'hold'; readonly until: Promise<unknown> }
  /** Forwards at once and hands the answer over when `until` is fulfilled. */
  | { readonly kind: 'hold-answer'; readonly until: Promise<unknown> };

interface Fault {
  /** The operation, such as `TransactWriteItems`; any operation without one. */
  readonly on?: string;
  /** Narrows to requests whose JSON text holds this, such as a key. */
  readonly holding?: string;
  /** The first matching request, counted from 1 since the fault was set, that it befalls. Default 1. */
  readonly from?: number;
  /** How many requests it befalls. Default 1. */
  readonly times?: number;
  readonly action: FaultAction;
}

/** A request as the proxy saw it. */
export interface SeenRequest {
  readonly operation: string;
  readonly body: string;
  readonly headers: IncomingHttpHeaders;
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
  /** Names the engine to forward to, and answers the proxy's own address. */
  readonly inFrontOf: (engineEndpoint: string) => string;
  readonly inject: (fault: Fault) => void;
  /** Requests seen of an operation, or of all, faults included. */
  readonly count: (operation?: string) => number;
  readonly seen: () => readonly SeenRequest[];
  /** Fulfilled as soon as `count(operation)` reaches `times`. */
  readonly reached: (operation: string, times: number) => Promise<void>;
  /** Forgets faults and counts. */
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

const BODY_LIMIT_BYTES = 16 * 1024 * 1024;

const errorAnswer = (status: number, error: string, members: object = {}): Answer => ({
  status,
  headers: { 'content-type': 'application/x-amz-json-1.0' },
  body: Buffer.from(
    JSON.stringify({ __type: `com.amazonaws.dynamodb.v20120810#${error}`, message: 'injected', ...members }),
  ),
});

const forward = (endpoint: string, agent: Agent, { headers }: IncomingMessage, body: Buffer): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const options = { method: 'POST', headers: { ...headers, host: new URL(endpoint).host }, agent };
    const outgoing = request(endpoint, { ...options, timeout: PATIENCE_MS }, (answer) => {
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

const send = (response: ServerResponse, { status, headers, body }: Answer): void => {
  const { 'transfer-encoding': _chunked, connection: _connection, ...kept } = headers;
  response.writeHead(status, { ...kept, 'content-length': body.length });
  response.end(body);
};

/** Starts a proxy on a free loopback port. Stop it when done. */
export const startFaultProxy = async (): Promise<FaultProxy> => {
  const agent = new Agent({ keepAlive: true });
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
    const body = await readBody(incoming, BODY_LIMIT_BYTES);
    if (target === undefined || body === 'too-large') throw new Error('nothing can be forwarded');
    const endpoint = target;
    const operation = String(incoming.headers['x-amz-target'] ?? '').replace(/^.*\./, '');
    const one = { operation, body: body.toString('utf8'), headers: incoming.headers };
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
    const forwarded = await forward(endpoint, agent, incoming, body);
    if (action?.kind === 'hold-answer') await action.until;
    if (action?.kind === 'reset-after') incoming.socket.resetAndDestroy();
    else if (action?.kind === 'refuse-after') {
      send(response, errorAnswer(action.status ?? 500, action.error, action.members));
    } else send(response, forwarded);
  };

  const server = createServer((incoming, response) => {
    answer(incoming, response).catch(() => incoming.socket.destroy());
  });
  const port = await listenOnLoopback(server, 0);

  return {
    inFrontOf: (engineEndpoint) => {
      target = engineEndpoint;
      return `http://127.0.0.1:${port}`;
    },
    inject: (fault) => {
      faults.push({ ...fault, matched: 0 });
    },
    count,
    seen: () => [...seen],
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
