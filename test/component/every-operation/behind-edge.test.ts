import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FaultyStack, startFaultyStack } from '../../support/app/own-stack.ts';
import { authenticationOf, newDealer, type TestDealer } from '../../support/dealer/dealers.ts';

const SECRET = 'the secret of the edge';
const EDGE_SECRET_HASHES = createHash('sha256').update(SECRET).digest('hex');
/** What CloudFront adds to a request of 203.0.113.9. */
const byEdge = { 'x-origin-secret': SECRET, 'cloudfront-viewer-address': '203.0.113.9:46532' };

/** The dealer was recognized, and nothing else was wrong: the request asks for no sale. */
const NOT_FOUND = 'DealerSale.GetSale.SaleCodeOrDealerSaleIdMustBeGiven';

let stack: FaultyStack;
let dealer: TestDealer;
beforeAll(async () => {
  stack = await startFaultyStack({ EDGE_SECRET_HASHES }, { streams: false });
  dealer = await newDealer({ stack: stack.address, dealer: { allowedAddresses: ['203.0.113.9'] } });
});
afterAll(() => stack.stop());

/** A client as dealers write them: this one sends no User-Agent. */
const send = async (
  path: string,
  { method = 'POST', headers = {}, body = '' }: { method?: string; headers?: Record<string, string>; body?: string },
): Promise<{ readonly status: number | undefined; readonly body: string }> => {
  const type = { 'content-type': 'application/json' };
  const call = request(new URL(stack.address.baseUrl).origin + path, { method, headers: { ...type, ...headers } });
  expect(call.getHeader('user-agent')).toBeUndefined();
  call.end(method === 'POST' ? body : undefined);
  const [response] = (await once(call, 'response')) as [IncomingMessage];
  return { status: response.statusCode, body: await text(response) };
};

const saleOf = (padding = 0): string =>
  JSON.stringify({
    DealerSaleAuthentication: authenticationOf(dealer.account),
    DealerSaleRequest: { OtherTrxCode: 'none', Note: `https://shop.example/${'x'.repeat(padding)}` },
  });

describe('A stage behind an edge (rule 44)', () => {
  test.each([
    ['a few bytes', 0],
    ['200 kB of JSON with an address in it', 200_000],
  ])('takes what its edge sends on, also of a client without User-Agent: %s', async (_what, padding) => {
    const answer = await send('/DealerSale/GetSale', { headers: byEdge, body: saleOf(padding) });
    expect(answer.status).toBe(200);
    // The dealer may call from this address alone: the edge's own is not looked at.
    expect(JSON.parse(answer.body).ResultCode).toBe(NOT_FOUND);
  });

  test('judges the address that the edge names, not the one that it calls from', async () => {
    const elsewhere = { ...byEdge, 'cloudfront-viewer-address': '203.0.113.10:46532' };
    const { body } = await send('/DealerSale/GetSale', { headers: elsewhere, body: saleOf() });
    expect(JSON.parse(body)).toMatchObject({
      ResultCode: expect.not.stringContaining('SaleCode'),
      ResultMessage: expect.stringMatching(/IP address/),
    });
  });

  test('passes doubled slashes on behind the edge as well', async () => {
    const { body } = await send('//DealerSale/GetSale', { headers: byEdge, body: saleOf() });
    expect(JSON.parse(body).ResultCode).toBe(NOT_FOUND);
  });

  test.each([
    ['POST', '/DealerSale/GetSale'],
    ['POST', '//DealerSale/GetSale'],
    ['GET', '/pay/AAAAAAAAAAAAAAAAAAAAAA'],
    ['POST', '/3d/AAAAAAAAAAAAAAAAAAAAAA'],
    ['GET', '/nowhere'],
    ['POST', '/fim/api'],
  ])('refuses %s %s around the edge, whatever address it claims', async (method, path) => {
    const claimed = { 'cloudfront-viewer-address': '203.0.113.9:46532', 'x-forwarded-for': '203.0.113.9' };
    const before = stack.proxy.count();
    const answer = await send(path, { method, headers: claimed, body: saleOf() });
    expect(answer).toEqual({ status: 403, body: '{"message":"Forbidden"}' });
    expect(stack.proxy.count()).toBe(before);
  });
});
