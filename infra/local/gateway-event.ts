import { isUtf8 } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { LOCAL_ACCOUNT } from './resolver.ts';
import type { RouteMatch } from './routes.ts';

/** One HTTP request as it came. */
export interface GatewayRequest {
  readonly method: string;
  /** Path and query as on the request line. */
  readonly target: string;
  readonly protocol: string;
  /** Names and values in turn, as in `IncomingMessage.rawHeaders`. */
  readonly rawHeaders: readonly string[];
  readonly sourceIp: string;
  readonly body: Buffer;
}

/** The runner's own host and port, which stand for the API's domain name. */
export interface GatewayAddress {
  readonly host: string;
  readonly port: number;
}

const TEXT_TYPES = /^(text\/.*|application\/(.+\+)?(json|xml)|application\/javascript)$/;

/** Takes what the event needs from Node's request. */
export const gatewayRequest = (message: IncomingMessage, body: Buffer): GatewayRequest => ({
  method: message.method ?? 'GET',
  target: message.url ?? '/',
  protocol: `HTTP/${message.httpVersion}`,
  rawHeaders: message.rawHeaders,
  sourceIp: (message.socket.remoteAddress ?? '127.0.0.1').replace(/^::ffff:/, ''),
  body,
});

/** Path of a request target, without the query and without any decoding. */
export const rawPathOf = (target: string): string => {
  const query = target.indexOf('?');
  return query < 0 ? target : target.slice(0, query);
};

/**
 * The event of payload format 2.0. A body goes over as text when its type is text, JSON or XML and its bytes are valid
 * UTF-8, and as base64 otherwise, forms included, as an HTTP API does it.
 */
export const gatewayEvent = (
  request: GatewayRequest,
  match: RouteMatch,
  address: GatewayAddress,
  now: Date,
): Record<string, unknown> => {
  const { headers, cookies } = headersOf(request, address);
  const rawPath = rawPathOf(request.target);
  const rawQueryString = request.target.slice(rawPath.length + 1);
  const isText = request.body.length > 0 && isTextBody(headers['content-type'] ?? '', request.body);
  return {
    version: '2.0',
    routeKey: match.routeKey,
    rawPath,
    rawQueryString,
    ...(cookies.length > 0 ? { cookies } : {}),
    headers,
    ...(rawQueryString === '' ? {} : { queryStringParameters: queryParameters(rawQueryString) }),
    ...(Object.keys(match.pathParameters).length > 0 ? { pathParameters: match.pathParameters } : {}),
    requestContext: {
      accountId: LOCAL_ACCOUNT,
      apiId: 'local',
      domainName: address.host,
      domainPrefix: 'local',
      http: {
        method: request.method,
        path: rawPath,
        protocol: request.protocol,
        sourceIp: request.sourceIp,
        userAgent: headers['user-agent'] ?? '',
      },
      requestId: randomUUID(),
      routeKey: match.routeKey,
      stage: '$default',
      time: clfTime(now),
      timeEpoch: now.getTime(),
    },
    ...(request.body.length > 0 ? { body: request.body.toString(isText ? 'utf8' : 'base64') } : {}),
    isBase64Encoded: request.body.length > 0 && !isText,
  };
};

const headersOf = (
  request: GatewayRequest,
  address: GatewayAddress,
): { headers: Record<string, string>; cookies: string[] } => {
  const headers = new Map<string, string>();
  const cookies: string[] = [];
  for (let index = 0; index + 1 < request.rawHeaders.length; index += 2) {
    const name = (request.rawHeaders[index] ?? '').toLowerCase();
    const value = request.rawHeaders[index + 1] ?? '';
    if (name === 'cookie') cookies.push(...value.split(/; */).filter((cookie) => cookie !== ''));
    else headers.set(name, headers.has(name) ? `${headers.get(name)},${value}` : value);
  }
  const forwardedFor = headers.get('x-forwarded-for');
  headers.set('x-forwarded-for', forwardedFor ? `${forwardedFor}, ${request.sourceIp}` : request.sourceIp);
  headers.set('x-forwarded-proto', 'http');
  headers.set('x-forwarded-port', String(address.port));
  return { headers: Object.fromEntries(headers), cookies };
};

const isTextBody = (contentType: string, body: Buffer): boolean => {
  const mediaType = contentType.split(';')[0]?.trim().toLowerCase() ?? '';
  return TEXT_TYPES.test(mediaType) && isUtf8(body);
};

const queryParameters = (query: string): Record<string, string> => {
  const parameters = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(query)) {
    parameters.set(name, parameters.has(name) ? `${parameters.get(name)},${value}` : value);
  }
  return Object.fromEntries(parameters);
};

/** `21/Nov/2026:10:00:00 +0000`, as access logs write it. */
const clfTime = (date: Date): string => {
  const [, day, month, year, time] = date.toUTCString().split(' ');
  return `${day}/${month}/${year}:${time} +0000`;
};
