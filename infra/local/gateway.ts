import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import * as z from 'zod';
import { type GatewayAddress, gatewayEvent, gatewayRequest, rawPathOf } from './gateway-event.ts';
import { readBody } from './http-body.ts';
import type { OwnPages } from './own-pages.ts';
import type { RouteMatcher } from './routes.ts';
import type { InvocationResult } from './workers.ts';

/** The functions behind the gateway. */
export interface GatewayBackend {
  readonly address: GatewayAddress;
  readonly match: RouteMatcher;
  readonly invoke: (functionName: string, payload: string) => Promise<InvocationResult>;
  /** Fulfilled when a function can be called: its time begins then. Absent: at once. */
  readonly ready?: (functionName: string) => Promise<void>;
  /** Time limit of a function; 30 s as in an HTTP API by default. */
  readonly timeoutMs?: number;
}

const BODY_LIMIT_BYTES = 10 * 1024 * 1024;
const API_TIMEOUT_MS = 30_000;

const responseSchema = z.object({
  statusCode: z.coerce.number().int().min(100).max(599),
  headers: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).nullish(),
  cookies: z.array(z.string()).nullish(),
  body: z.string().nullish(),
  isBase64Encoded: z.boolean().nullish(),
});

/** A request that a function answered, as the runner saw it. Its bodies hold whatever the caller sent, secrets included. */
export interface Exchange {
  readonly atMs: number;
  readonly method: string;
  /** Path and query as on the request line. */
  readonly target: string;
  readonly routeKey: string;
  readonly functionName: string;
  readonly contentType: string;
  readonly body: Buffer;
  readonly status: number;
  readonly answerType: string;
  readonly answer: Buffer;
  readonly durationMs: number;
}

/** What the gateway serves and tells besides the functions. */
export interface GatewayOptions {
  /** What only this machine has. */
  readonly ownPages?: OwnPages;
  /** Hears of each request that a route took. */
  readonly answered?: (exchange: Exchange) => void;
}

/**
 * An HTTP server that behaves like an HTTP API with Lambda integrations (payload format 2.0). `backend` answers
 * undefined while the functions are starting; until then requests get 503.
 */
export const createGateway = (
  backend: () => GatewayBackend | undefined,
  { ownPages = () => false, answered = () => undefined }: GatewayOptions = {},
): Server => {
  const server = createServer((request, response) => {
    if (ownPages(request, response)) return;
    serve(request, response, { backend: backend(), answered }).catch(() => {
      // The client has gone, or sent half a request: nobody reads an answer.
      response.destroy();
    });
  });
  // Longer than the keep-alive of clients, so that the client ends an idle connection and not the server.
  server.keepAliveTimeout = 65_000;
  server.requestTimeout = 30_000;
  return server;
};

const serve = async (
  request: IncomingMessage,
  response: ServerResponse,
  { backend, answered }: Behind,
): Promise<void> => {
  send(request, response, await answerTo(request, { backend, answered }));
};

interface Behind {
  readonly backend: GatewayBackend | undefined;
  readonly answered: (exchange: Exchange) => void;
}

const answerTo = async (request: IncomingMessage, { backend, answered }: Behind): Promise<Answer> => {
  const atMs = Date.now();
  const startedMs = performance.now();
  const body = await readBody(request, BODY_LIMIT_BYTES);
  if (body === 'too-large') return refusal(413, 'Request Entity Too Large');
  if (backend === undefined) return refusal(503, 'Service Unavailable');
  const match = backend.match(request.method ?? 'GET', rawPathOf(request.url ?? '/'));
  if (match === undefined) return refusal(404, 'Not Found');
  const event = gatewayEvent(gatewayRequest(request, body), match, backend.address, new Date(atMs));
  const answer = await answerOf(backend, match.functionName, event);
  answered({
    atMs,
    method: request.method ?? 'GET',
    target: request.url ?? '/',
    routeKey: match.routeKey,
    functionName: match.functionName,
    contentType: request.headers['content-type'] ?? '',
    body,
    status: answer.status,
    answerType: answer.headers.get('content-type') ?? '',
    answer: answer.body,
    durationMs: Math.round(performance.now() - startedMs),
  });
  return answer;
};

const answerOf = async (backend: GatewayBackend, functionName: string, event: unknown): Promise<Answer> => {
  // A bundle that is still made takes nothing of the gateway's patience. That it cannot be made is the call's failure.
  await backend.ready?.(functionName).catch(() => undefined);
  const running = backend.invoke(functionName, JSON.stringify(event));
  const result = await withTimeout(running, backend.timeoutMs ?? API_TIMEOUT_MS);
  if (result === 'timed-out') return refusal(503, 'Service Unavailable');
  if (result.failed) return refusal(500, 'Internal Server Error');
  return answerFrom(result.payload);
};

const withTimeout = async (
  running: Promise<InvocationResult>,
  timeoutMs: number,
): Promise<InvocationResult | 'timed-out'> => {
  const { promise, resolve } = Promise.withResolvers<'timed-out'>();
  const timer = setTimeout(() => resolve('timed-out'), timeoutMs);
  try {
    return await Promise.race([running, promise]);
  } finally {
    clearTimeout(timer);
  }
};

interface Answer {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly cookies?: readonly string[];
  readonly body: Buffer;
}

const refusal = (status: number, message: string): Answer => ({
  status,
  headers: JSON_HEADERS,
  body: Buffer.from(JSON.stringify({ message })),
});

const JSON_HEADERS = new Map([['content-type', 'application/json']]);

/** Turns a function's value into a response: a response object as it is, any other value as JSON with status 200. */
const answerFrom = (payload: string): Answer => {
  const value: unknown = JSON.parse(payload);
  if (typeof value !== 'object' || value === null || !('statusCode' in value)) {
    return { status: 200, headers: JSON_HEADERS, body: Buffer.from(typeof value === 'string' ? value : payload) };
  }
  const parsed = responseSchema.safeParse(value);
  if (!parsed.success) return refusal(500, 'Internal Server Error');
  const { statusCode, headers, cookies, body, isBase64Encoded } = parsed.data;
  const lowerCased = new Map([['content-type', 'text/plain;charset=UTF-8']]);
  for (const [name, text] of Object.entries(headers ?? {})) lowerCased.set(name.toLowerCase(), String(text));
  return {
    status: statusCode,
    headers: lowerCased,
    cookies: cookies ?? [],
    body: Buffer.from(body ?? '', isBase64Encoded === true ? 'base64' : 'utf8'),
  };
};

// The server sets these itself. A function's own values could contradict what is sent.
const CONNECTION_HEADERS = new Set(['content-length', 'transfer-encoding', 'connection', 'keep-alive']);

const send = (request: IncomingMessage, response: ServerResponse, answer: Answer): void => {
  const { status, cookies = [], body } = answer;
  const hasContent = status >= 200 && status !== 204 && status !== 304;
  try {
    for (const [name, value] of answer.headers) {
      if (!CONNECTION_HEADERS.has(name)) response.setHeader(name, value);
    }
    if (cookies.length > 0) response.setHeader('set-cookie', cookies);
  } catch {
    // The function set a header that HTTP does not allow. API Gateway answers its own failure then, and so do we.
    for (const name of response.getHeaderNames()) response.removeHeader(name);
    send(request, response, refusal(500, 'Internal Server Error'));
    return;
  }
  if (hasContent) response.setHeader('content-length', body.length);
  response.writeHead(status);
  response.end(request.method === 'HEAD' || !hasContent ? undefined : body);
};
