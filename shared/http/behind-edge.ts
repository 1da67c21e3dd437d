import { createHash, timingSafeEqual } from 'node:crypto';
import { isIP } from 'node:net';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { Invoked } from './deadline.ts';
import type { HttpResponse } from './envelope.ts';

/** The header in which the edge sends its secret. */
export const EDGE_SECRET_HEADER = 'x-origin-secret';
const VIEWER_ADDRESS_HEADER = 'cloudfront-viewer-address';

/** It tells nothing of the service: whoever gets it came around the edge. */
const FORBIDDEN: HttpResponse = {
  statusCode: 403,
  headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
  body: '{"message":"Forbidden"}',
};

/** Compares with every hash, whichever is equal, so that the time tells nothing. */
const isSecret = (given: string, hashes: readonly string[]): boolean => {
  const digest = createHash('sha256').update(given, 'utf8').digest();
  const equal = hashes.filter((hash) => timingSafeEqual(digest, Buffer.from(hash, 'hex')));
  return equal.length > 0;
};

/** The caller's address before the last colon, behind which stands the port; undefined for what is no address. */
const viewerAddress = (given: string): string | undefined => {
  const address = given.slice(0, given.lastIndexOf(':'));
  return isIP(address) === 0 ? undefined : address;
};

/** The event with the address of the caller in place of the edge's; undefined if it did not come through the edge. */
const throughEdge = (event: APIGatewayProxyEventV2, hashes: readonly string[]): APIGatewayProxyEventV2 | undefined => {
  const admitted = isSecret(event.headers[EDGE_SECRET_HEADER] ?? '', hashes);
  const sourceIp = viewerAddress(event.headers[VIEWER_ADDRESS_HEADER] ?? '');
  if (!admitted || sourceIp === undefined) return undefined;
  const { requestContext } = event;
  return { ...event, requestContext: { ...requestContext, http: { ...requestContext.http, sourceIp } } };
};

/**
 * Lets through only what the edge in front of the stage has sent, before anything else is looked at (rule 44). Of the
 * secrets that are valid it knows the SHA-256 alone, in hexadecimal; they are random and long, so a hash opens nothing. A
 * stage without hashes has no edge: its caller's address is the gateway's word.
 */
export const behindEdge = <Answer>(
  hashes: readonly string[],
  handler: Invoked<APIGatewayProxyEventV2, Answer>,
): Invoked<APIGatewayProxyEventV2, Answer | HttpResponse> => {
  if (hashes.length === 0) return handler;
  return async (event, context) => {
    const admitted = throughEdge(event, hashes);
    return admitted === undefined ? FORBIDDEN : handler(admitted, context);
  };
};
