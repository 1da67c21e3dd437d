import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import * as z from 'zod';
import { type GatewayAddress, gatewayEvent, gatewayRequest, rawPathOf } from './gateway-event.ts';
import { readBody } from './http-body.ts';
import type { RouteMatcher } from './routes.ts';
import type { InvocationResult } from './workers.ts';

/** What stands behind the gateway, once it is there. */
export interface GatewayBackend {
  readonly address: GatewayAddress;
  readonly match: RouteMatcher;
  readonly invoke: (functionName: string, payload: string) => Promise<InvocationResult>;
}

const bodyLimitBytes = 10 * 1024 * 1024;
const integrationTimeoutMs = 30_000;

const responseSchema = z.object({
  statusCode: z.coerce.number().int().min(100).max(599),
  headers: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).nullish(),
  cookies: z.array(z.string()).nullish(),
  body: z.string().nullish(),
  isBase64Encoded: z.boolean().nullish(),
});

/**
 * The HTTP server that behaves as an HTTP API with Lambda integrations (payload format 2.0). `backend` gives undefined
 * while the functions are still starting; requests get 503 until then.
 */
export function createGateway(backend: () => GatewayBackend | undefined): Server {
  const server = createServer((request, response) => {
    serve(request, response, backend()).catch(() => {
      // The client has gone away, or sent half a request: nobody is left to tell.
      response.destroy();
    });
  });
  // Longer than the clients' own keep-alive, so that it is the client who ends an idle connection.
  server.keepAliveTimeout = 65_000;
  server.requestTimeout = 30_000;
  return server;
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  backend: GatewayBackend | undefined,
): Promise<void> {
  const body = await readBody(request, bodyLimitBytes);
  if (body === 'too-large') return refuse(request, response, 413, 'Request Entity Too Large');
  if (backend === undefined) return refuse(request, response, 503, 'Service Unavailable');
  const match = backend.match(request.method ?? 'GET', rawPathOf(request.url ?? '/'));
  if (match === undefined) return refuse(request, response, 404, 'Not Found');
  const event = gatewayEvent(gatewayRequest(request, body), match, backend.address, new Date());
  const result = await withTimeout(backend.invoke(match.functionName, JSON.stringify(event)));
  if (result === 'timed-out') return refuse(request, response, 503, 'Service Unavailable');
  if (result.failed) return refuse(request, response, 500, 'Internal Server Error');
  answer(request, response, result.payload);
}

async function withTimeout(running: Promise<InvocationResult>): Promise<InvocationResult | 'timed-out'> {
  const { promise, resolve } = Promise.withResolvers<'timed-out'>();
  const timer = setTimeout(() => resolve('timed-out'), integrationTimeoutMs);
  try {
    return await Promise.race([running, promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Sends what the function returned: a response object, or any other value as JSON with status 200. */
function answer(request: IncomingMessage, response: ServerResponse, payload: string): void {
  const value: unknown = JSON.parse(payload);
  const isResponse = typeof value === 'object' && value !== null && 'statusCode' in value;
  if (!isResponse) {
    const text = typeof value === 'string' ? value : payload;
    return send(request, response, { status: 200, headers: { 'content-type': 'application/json' }, body: text });
  }
  const parsed = responseSchema.safeParse(value);
  if (!parsed.success) return refuse(request, response, 500, 'Internal Server Error');
  const { statusCode, headers, cookies, body, isBase64Encoded } = parsed.data;
  const lowerCased = Object.entries(headers ?? {}).map(([name, text]) => [name.toLowerCase(), String(text)] as const);
  try {
    send(request, response, {
      status: statusCode,
      headers: { 'content-type': 'text/plain;charset=UTF-8', ...Object.fromEntries(lowerCased) },
      cookies: cookies ?? [],
      body: Buffer.from(body ?? '', isBase64Encoded === true ? 'base64' : 'utf8'),
    });
  } catch {
    // A header that HTTP does not allow: the gateway's own failure answer, as in the account.
    refuse(request, response, 500, 'Internal Server Error');
  }
}

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies?: readonly string[];
  readonly body: string | Buffer;
}

function refuse(request: IncomingMessage, response: ServerResponse, status: number, message: string): void {
  const body = JSON.stringify({ message });
  send(request, response, { status, headers: { 'content-type': 'application/json' }, body });
}

function send(request: IncomingMessage, response: ServerResponse, { status, headers, cookies, body }: Answer): void {
  const content = Buffer.from(body);
  const hasContent = status >= 200 && status !== 204 && status !== 304;
  const { 'content-length': _ignored, 'transfer-encoding': _alsoIgnored, connection: _own, ...rest } = headers;
  response.writeHead(status, {
    ...rest,
    ...(hasContent ? { 'content-length': content.length } : {}),
    ...(cookies !== undefined && cookies.length > 0 ? { 'set-cookie': [...cookies] } : {}),
  });
  response.end(request.method === 'HEAD' || !hasContent ? undefined : content);
}
