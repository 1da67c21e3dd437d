import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { sellerOf } from '../../../../functions/sandbox/show-shop/seller.ts';
import { showShop } from '../../../../functions/sandbox/show-shop/show-shop.ts';
import { closeServer, listenOnLoopback } from '../../../../infra/local/http-body.ts';
import type { PageCall } from '../../../../shared/http/page-handler.ts';
import type { ShopOrders, ShopRecord } from '../../../../shared/ports/demo-shop.ts';
import { shopPasswordContext } from '../../../../shared/ports/vault.ts';
import { newOrderCode } from '../../../../shared/shop/own-orders.ts';
import type { Seller } from '../../../../shared/shop/serving.ts';

const NO_ORDERS: ShopOrders = {
  find: async () => undefined,
  list: async () => [],
  change: () => expect.unreachable('an order was changed'),
};

const SELLER: Seller = {
  api: async () => ({ kind: 'no-answer' }),
  terms: { dealerCustomerTypeId: 26, bankCode: '64' },
};

const shopAt = (baseUrl: string, orders = NO_ORDERS) => {
  const show = showShop({
    seller: async () => SELLER,
    orders,
    baseUrl,
    clock: { now: () => Date.UTC(2027, 0, 15, 9) },
  });
  return async (call: Partial<PageCall>) => {
    const answer = await show({ parameters: {}, posted: [], ...call } as PageCall);
    if (!('response' in answer)) throw new Error('the shop answers itself');
    return answer.response;
  };
};

describe('The demo shop (rule 49)', () => {
  test.each(['https://other.example', 'null', 'http://pay.example'])(
    'takes nothing that a page of %s posts',
    async (origin) => {
      const answer = await shopAt('https://pay.example')({ method: 'POST', parameters: { page: 'cart' }, origin });
      expect(answer).toEqual({
        statusCode: 403,
        headers: {
          'content-type': 'text/plain; charset=utf-8',
          'content-security-policy': "default-src 'none'",
          'cache-control': 'no-store',
          'x-content-type-options': 'nosniff',
        },
        body: 'Forbidden',
      });
    },
  );

  test('takes no form that is too large', async () => {
    const answer = await shopAt('https://pay.example')({ method: 'POST', posted: undefined });
    expect(answer).toMatchObject({ statusCode: 413, body: 'Request Entity Too Large' });
  });

  test('answers its own pages, by HEAD as by GET', async () => {
    const shop = shopAt('https://pay.example');
    for (const call of [{ method: 'GET' }, { method: 'HEAD' }, {}, { origin: 'https://pay.example' }] as const) {
      const { statusCode, body } = await shop(call);
      expect(statusCode).toBe(200);
      for (const does of [
        'asks for a code, then approves',
        'approves without a code',
        'declines: 002 Insufficient limit',
      ]) {
        expect(body).toContain(does);
      }
    }
    expect(await shop({ parameters: { page: 'style.css' } })).toMatchObject({
      statusCode: 200,
      headers: { 'content-type': 'text/css; charset=utf-8' },
    });
    expect((await shop({ parameters: { page: 'nothing' } })).statusCode).toBe(404);
  });

  test('reads what was posted to a way of paying, and the query of a page', async () => {
    const shop = shopAt('https://pay.example');
    const pay = { method: 'POST', parameters: { way: 'link' }, origin: 'https://pay.example' } as const;
    expect((await shop({ ...pay, posted: [['order', 'none']] })).body).toContain('Not an order');
    expect((await shop({ parameters: { page: 'frame' }, query: { order: 'none', other: undefined } })).statusCode).toBe(
      404,
    );
  });

  test('looks for the order that a page’s query names, whatever else has no value there', async () => {
    const asked: string[] = [];
    const find: ShopOrders['find'] = async (code) => {
      asked.push(code);
      return undefined;
    };
    const shop = shopAt('https://pay.example', { ...NO_ORDERS, find });
    const code = newOrderCode();
    await shop({ parameters: { page: 'frame' }, query: { other: undefined, order: code } });
    await shop({ parameters: { page: 'frame' }, query: { order: undefined } });
    expect(asked).toEqual([code]);
  });

  test('shows a result without its header in a frame alone', async () => {
    const shop = shopAt('https://pay.example');
    const verify = { method: 'POST', parameters: { page: 'verify' } } as const;
    for (const [destination, framed] of [
      ['iframe', true],
      ['document', false],
      [undefined, false],
    ] as const) {
      expect((await shop({ ...verify, destination })).body.includes('<body class="framed">')).toBe(framed);
    }
  });

  test.each([
    ['https://pay.example', '/docs', 'API reference'],
    ['http://127.0.0.1:3000', '/', 'Service'],
  ])('of %s leads back to the %s of its service', async (baseUrl, path, name) => {
    const { body } = await shopAt(baseUrl)({});
    expect(body).toMatch(new RegExp(`href="(?:${new URL(baseUrl).origin})?${path}"[^>]*>[^<]*${name}`));
  });

  test('on one machine takes what its other name posts', async () => {
    const shop = shopAt('http://127.0.0.1:3000');
    const post = { method: 'POST', parameters: { page: 'verify' } } as const;
    expect((await shop({ ...post, origin: 'http://localhost:3000' })).statusCode).toBe(200);
    expect((await shop({ ...post, origin: 'http://localhost:3001' })).statusCode).toBe(403);
  });
});

describe('The seller of the shop', () => {
  const record = {
    version: 1,
    dealerCode: 'D1',
    username: 'shop',
    sealedPassword: 'sealed',
    dealerCustomerTypeId: 26,
    bankCode: '64',
  } as ShopRecord;
  const scene = (stored: ShopRecord | undefined, baseUrl = 'https://pay.example') => {
    const opened: unknown[] = [];
    const now = { stored };
    const seller = sellerOf({
      records: { find: async () => now.stored },
      opener: {
        open: async (sealed, context) => {
          opened.push([sealed, context]);
          return 'password';
        },
      },
      baseUrl,
    });
    return { seller, opened, now };
  };

  test('is none before it is set up', async () => {
    const { seller, opened } = scene(undefined);
    expect(await seller()).toBeUndefined();
    expect(opened).toEqual([]);
  });

  test('has its password opened once for each version of its record', async () => {
    const { seller, opened, now } = scene(record);
    const first = await seller();
    expect(first).toMatchObject({ terms: { dealerCustomerTypeId: 26, bankCode: '64' } });
    expect(await seller()).toBe(first);
    expect(opened).toEqual([['sealed', shopPasswordContext(record)]]);
    now.stored = { ...record, version: 2, bankCode: '46' };
    expect(await seller()).toMatchObject({ terms: { bankCode: '46' } });
    expect(opened).toHaveLength(2);
  });

  test('calls the stage’s own service as the dealer of the record', async () => {
    const bodies: unknown[] = [];
    const server = createServer((request, response) => {
      void text(request).then((body) => {
        bodies.push([request.url, JSON.parse(body)]);
        response.end('{"Data":null,"ResultCode":"Success","ResultMessage":"","Exception":null}');
      });
    });
    const baseUrl = `http://127.0.0.1:${await listenOnLoopback(server, 0)}`;
    const seller = await scene(record, baseUrl).seller();
    const call = { path: '/Any', authenticationBlock: 'Auth', requestBlock: 'Request', request: {} } as const;
    expect(await seller?.api(call)).toMatchObject({ kind: 'answered', code: 'Success' });
    await closeServer(server, 0);
    const Auth = { DealerCode: 'D1', Username: 'shop', Password: 'password', CheckKey: expect.any(String) };
    expect(bodies).toEqual([['/Any', { Auth, Request: {} }]]);
  });
});
