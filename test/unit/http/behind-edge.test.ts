import { createHash } from 'node:crypto';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { describe, expect, test } from 'vitest';
import { behindEdge } from '../../../shared/http/behind-edge.ts';
import { apiEvent, lambdaContext } from '../../support/app/api-event.ts';

const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex');
const EDGE = '198.51.100.1';

/** The address that the handler sees, or the status of the refusal. */
const sentThrough = async (headers: Record<string, string>, secrets: readonly string[] = ['new', 'old']) => {
  const handler = behindEdge(secrets.map(hashOf), async (event: APIGatewayProxyEventV2) => ({
    statusCode: 200,
    headers: {},
    body: event.requestContext.http.sourceIp,
  }));
  const { statusCode, body } = await handler(apiEvent({ headers }, EDGE), lambdaContext);
  return statusCode === 200 ? body : statusCode;
};

const viewer = { 'cloudfront-viewer-address': '203.0.113.9:46532' };

describe('A function behind an edge (rule 44)', () => {
  test.each(['new', 'old'])('takes requests with the %s secret: two are valid while it changes', async (secret) => {
    expect(await sentThrough({ ...viewer, 'x-origin-secret': secret })).toBe('203.0.113.9');
  });

  test.each([
    ['none', {}],
    ['an empty one', { 'x-origin-secret': '' }],
    ['another', { 'x-origin-secret': 'other' }],
    ['the beginning of one', { 'x-origin-secret': 'ne' }],
    ['both at once, as a header that was sent twice', { 'x-origin-secret': 'new,old' }],
    ['its hash', { 'x-origin-secret': hashOf('new') }],
  ])('refuses a request with %s instead of the secret', async (_what, headers) => {
    expect(await sentThrough({ ...viewer, ...headers })).toBe(403);
  });

  test.each([
    ['203.0.113.9:46532', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6:443', '2001:db8:1:2:3:4:5:6'],
    ['2001:db8::9:443', '2001:db8::9'],
  ])('reads the address of the caller in %s up to the last colon', async (given, address) => {
    expect(await sentThrough({ 'cloudfront-viewer-address': given, 'x-origin-secret': 'new' })).toBe(address);
  });

  test.each(['', '203.0.113.9', 'unknown:1', '203.0.113.9, 192.0.2.1:443'])(
    'refuses what the edge never sends as an address: "%s"',
    async (given) => {
      expect(await sentThrough({ 'cloudfront-viewer-address': given, 'x-origin-secret': 'new' })).toBe(403);
    },
  );
});

describe('A function without an edge', () => {
  test('takes the gateway’s word for the address, and nothing that a caller wrote', async () => {
    expect(await sentThrough({ ...viewer, 'x-origin-secret': 'new' }, [])).toBe(EDGE);
  });
});
