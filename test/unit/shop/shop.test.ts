import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { dynamoShopOrders } from '../../../shared/adapters/dynamodb/sandbox/shop-orders.ts';
import type { ApiAnswer, ApiCall } from '../../../shared/shop/service-api.ts';
import type { ShopRequest } from '../../../shared/shop/serving.ts';
import { demoShop } from '../../../shared/shop/shop.ts';
import { clearVault } from '../../fakes/clear-vault.ts';
import { FakeClock } from '../../fakes/clock.ts';
import { MemoryTable } from '../../support/store/memory-table.ts';

const ORIGIN = 'http://localhost:3000';
const CODE_FOR_HASH = '6B4C2F0E-6B1D-4C39-8B5B-7E1D0A5C9F12';
const CARD = '4111111111111111';
const URL_OF_PAYMENT = 'http://127.0.0.1:3000/pay/abc';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const [PAID, NOT_PAID] = [sha256(`${CODE_FOR_HASH}T`), sha256(`${CODE_FOR_HASH}F`)];

const success = (data: unknown): ApiAnswer => ({ kind: 'answered', code: 'Success', message: '', data });
const made = success({ Url: URL_OF_PAYMENT, CodeForHash: CODE_FOR_HASH });
const charge = (IsSuccessful: boolean, ResultCode = '', ResultMessage = ''): ApiAnswer =>
  success({ IsSuccessful, ResultCode, ResultMessage, VirtualPosOrderId: 'ORDER-1' });

/** A shop over a service that answers as it is told. */
const newShop = (answer: ApiAnswer = made, { hasSeller = true }: { readonly hasSeller?: boolean } = {}) => {
  const calls: ApiCall[] = [];
  const clock = new FakeClock();
  const orders = dynamoShopOrders({ store: new MemoryTable(), sealer: clearVault, opener: clearVault, clock });
  const service = { answer };
  const api = async (call: ApiCall): Promise<ApiAnswer> => {
    calls.push(call);
    return service.answer;
  };
  const shop = demoShop({
    seller: async () => (hasSeller ? { api, terms: { dealerCustomerTypeId: 26, bankCode: '64' } } : undefined),
    orders,
    serviceOrigins: ['http://127.0.0.1:3000'],
    cards: [{ number: CARD, does: 'approves' }],
    home: 'http://127.0.0.1:3000',
    service: { path: '/docs', name: 'API reference' },
    now: () => clock.now(),
  });
  const ask = (path: string, request: Partial<ShopRequest> = {}) => {
    const defaults = { method: 'GET', query: new URLSearchParams(), form: new URLSearchParams(), cookies: [] };
    return shop({ ...defaults, path, origin: ORIGIN, inFrame: false, ...request });
  };
  const post = (path: string, fields: Readonly<Record<string, string>>) =>
    ask(path, { method: 'POST', form: new URLSearchParams(fields) });
  return { ask, post, calls, orders, service, clock };
};

const order = `shop-${'0123456789abcdef'.repeat(2)}`;
const card = { order, number: '4111 1111 1111 1111', holder: 'Elif Deneme', expiry: '12 / 49', cvc: '947' };
const result = (hashValue: string, OtherTrxCode = order) => ({
  hashValue,
  resultCode: '',
  resultMessage: '',
  trxCode: 'ORDER-1',
  OtherTrxCode,
});
const headingOf = ({ body }: { readonly body: string }) => /<h1>([^<]*)/.exec(body)?.[1];

describe('The shop makes a payment', () => {
  test.each([
    ['link', '/PaymentUserPos/CreateUserPosPayment', URL_OF_PAYMENT, { RedirectUrl: `${ORIGIN}/shop/result` }],
    [
      'frame',
      '/PaymentDealer/DoDirectPaymentThreeDMobile',
      `/shop/frame?order=${order}`,
      { RedirectURL: `${ORIGIN}/shop/result?order=${order}`, RedirectType: 1 },
    ],
  ])('by %s: it calls %s and leads to %s', async (way, path, location, fields) => {
    const { post, ask, calls, orders } = newShop();
    const answer = await post(`/pay/${way}`, { order });
    expect([answer.statusCode, answer.headers.location]).toEqual([303, location]);
    expect(calls).toMatchObject([{ path, request: { OtherTrxCode: order, Amount: 349.9, ...fields } }]);
    expect(await orders.find(order)).toMatchObject({ way, state: 'waiting', codeForHash: CODE_FOR_HASH });
    const frame = await ask('/frame', { query: new URLSearchParams({ order }) });
    expect(frame.body).toContain(`src="${URL_OF_PAYMENT}"`);
    expect(frame.body).not.toContain(CODE_FOR_HASH);
  });

  test.each([
    ['12 / 49', '12', '2049'],
    ['1/2049', '01', '2049'],
    ['1249', '12', '2049'],
    ['soon', 'soon', ''],
  ])('by card: the expiry %s is sent as %s and %s', async (expiry, ExpMonth, ExpYear) => {
    const { post, calls } = newShop(charge(true));
    await post('/pay/card', { ...card, expiry });
    const request = { CardNumber: CARD, ExpMonth, ExpYear, CvcNumber: '947' };
    expect(calls).toMatchObject([{ path: '/PaymentDealer/DoDirectPayment', request }]);
  });

  test('by card with 3D: it leads to the address that it gets', async () => {
    const { post, calls } = newShop();
    const { headers } = await post('/pay/card', { ...card, threeD: '1' });
    expect(headers.location).toBe(URL_OF_PAYMENT);
    expect(calls).toMatchObject([
      {
        path: '/PaymentDealer/DoDirectPaymentThreeD',
        request: { RedirectUrl: `${ORIGIN}/shop/result`, ReturnHash: 1 },
      },
    ]);
  });

  test.each<readonly [string, ApiAnswer, string, string]>([
    ['charges', charge(true), 'Paid', 'paid'],
    ['declines', charge(false, '002', 'Insufficient limit'), 'Not paid', 'not-paid'],
    ['refuses', { kind: 'answered', code: 'A.InvalidRequest', message: 'Amount', data: null }, 'Refused', 'not-paid'],
    [
      'does not know',
      { kind: 'answered', code: 'A.OutcomeUnknown', message: '', data: null },
      'Outcome not known',
      'unknown',
    ],
    [
      'is still running',
      { kind: 'answered', code: 'A.StillRunning', message: '', data: null },
      'Outcome not known',
      'unknown',
    ],
    ['fails', { kind: 'answered', code: 'EX', message: '', data: null }, 'Outcome not known', 'unknown'],
    ['answers what nobody can read', success({ paid: 'maybe' }), 'Outcome not known', 'unknown'],
    ['does not answer', { kind: 'no-answer' }, 'Outcome not known', 'unknown'],
  ])('whose service %s', async (_what, answered, heading, state) => {
    const { post, orders } = newShop(answered);
    const answer = await post('/pay/card', card);
    expect(headingOf(answer)).toBe(heading);
    expect(await orders.find(order)).toMatchObject({ state });
    for (const secret of [CARD, card.number, card.cvc]) {
      expect(answer.body).not.toContain(secret);
      expect(JSON.stringify(await orders.list([order]))).not.toContain(secret);
    }
  });

  test('of the same order once: a second press repeats the call, and leaves a proved result', async () => {
    const { post, calls, orders, service } = newShop();
    await post('/pay/link', { order });
    await post('/result', result(PAID));
    await post('/pay/link', { order });
    expect(calls[1]).toEqual(calls[0]);
    service.answer = { kind: 'answered', code: 'InvalidRequest', message: '', data: null };
    await post('/pay/link', { order });
    expect(await orders.find(order)).toMatchObject({ state: 'paid' });
  });

  test.each([
    ['a code that the shop did not make', '/pay/link', { order: 'first-link-1' }],
    ['no code', '/pay/link', {}],
    ['the code of an order that is paid another way', '/pay/frame', { order }],
  ])('never for %s', async (_what, path, fields) => {
    const { post, calls } = newShop();
    await post('/pay/link', { order });
    expect((await post(path, fields)).statusCode).toBe(400);
    expect(calls).toHaveLength(1);
  });
});

describe('The shop takes a result', () => {
  const paying = async () => {
    const shop = newShop();
    await shop.post('/pay/link', { order });
    return shop;
  };

  test.each([
    [PAID, 'Paid', 'paid', 'T'],
    [NOT_PAID, 'Not paid', 'not-paid', 'F'],
  ])('%s: it says %s, and shows the string, the hash and the letter', async (hashValue, heading, state, letter) => {
    const { post, orders } = await paying();
    const answer = await post('/result', result(hashValue));
    expect(headingOf(answer)).toBe(heading);
    expect(await orders.find(order)).toMatchObject({ state });
    for (const shown of [
      `${CODE_FOR_HASH}<mark>${letter}</mark>`,
      hashValue,
      `printf %s &#39;${CODE_FOR_HASH}${letter}&#39;`,
    ]) {
      expect(answer.body.replaceAll("'", '&#39;')).toContain(shown);
    }
  });

  test.each([
    ['a forged one', result('a'.repeat(64))],
    ['one without a hash', { ...result(''), resultCode: '' }],
    ['CodeForHash itself for a hash', result(`${CODE_FOR_HASH.slice(0, -1)}0T`)],
  ])('%s: nothing changes, and nothing is shown that would make the next one pass', async (_what, fields) => {
    const { post, orders } = await paying();
    const answer = await post('/result', fields);
    expect(headingOf(answer)).toBe('Not proved');
    expect(await orders.find(order)).toMatchObject({ state: 'waiting' });
    for (const secret of [CODE_FOR_HASH, PAID, NOT_PAID]) expect(answer.body).not.toContain(secret);
  });

  test('once: after the first, whose page showed CodeForHash, the other one proves nothing', async () => {
    const { post, orders } = await paying();
    await post('/result', result(NOT_PAID));
    expect(headingOf(await post('/result', result(PAID)))).toBe('Not proved');
    expect(await orders.find(order)).toMatchObject({ state: 'not-paid' });
    expect(headingOf(await post('/result', result(NOT_PAID)))).toBe('Not paid');
  });

  test('of a payment that it did not make: it asks for CodeForHash, and changes no order by it', async () => {
    const { post, orders } = await paying();
    const fields = result(PAID, 'first-link-1');
    const asked = await post('/result', fields);
    expect(headingOf(asked)).toBe('A result has arrived');
    expect(asked.body).toContain('name="codeForHash"');
    expect(headingOf(await post('/verify', { ...fields, codeForHash: ` ${CODE_FOR_HASH}\n` }))).toBe('Paid');
    expect(headingOf(await post('/verify', { ...fields, codeForHash: 'another' }))).toBe('Not proved');
    expect(headingOf(await post('/verify', { ...result(PAID), codeForHash: CODE_FOR_HASH }))).toBe('Paid');
    expect(await orders.find(order)).toMatchObject({ state: 'waiting' });
  });

  test('and shows no markup, no foreign field and no endless text that somebody posted', async () => {
    const { post } = await paying();
    const fields = { ...result('"><script>x</script>'), resultMessage: 'x'.repeat(5000), 'card-no': CARD };
    const { body } = await post('/result', fields);
    expect(body).not.toContain('<script>');
    expect(body).not.toContain(CARD);
    expect(body).not.toContain('x'.repeat(300));
  });
});

describe('The shop', () => {
  test('shows a browser the orders that it made, and nobody else any', async () => {
    const { ask, post } = newShop(charge(true));
    const orders = Array.from({ length: 10 }, (_, index) => `shop-${String(index).repeat(32)}`);
    let cookies: readonly string[] = ['other=1'];
    for (const code of orders) {
      const form = new URLSearchParams({ ...card, order: code });
      const { headers } = await ask('/pay/card', { method: 'POST', form, cookies });
      expect(headers['set-cookie']).toMatch(/; Path=\/shop; Max-Age=86400; HttpOnly; SameSite=Lax$/);
      cookies = [headers['set-cookie']?.split(';')[0] ?? ''];
    }
    const codesIn = ({ body }: { readonly body: string }) =>
      [...body.matchAll(/<td><code>(shop-[^<]*)/g)].map(([, code]) => code);
    expect(new Set(codesIn(await ask('', { cookies })))).toEqual(new Set(orders.slice(2)));
    expect(codesIn(await ask(''))).toEqual([]);
    expect(codesIn(await ask('', { cookies: ['shop-orders=..shop-1.<b>'] }))).toEqual([]);
    const overTls = { method: 'POST', origin: 'https://shop.example', form: new URLSearchParams({ ...card }) };
    expect((await ask('/pay/card', overTls)).headers['set-cookie']).toMatch(/; Secure$/);
    expect((await post('/result', result(PAID, orders[0]))).headers['set-cookie']).toBeUndefined();
  });

  test('forgets an order after a day, whether or not the table deleted it', async () => {
    const { ask, post, orders, clock } = newShop();
    await post('/pay/frame', { order });
    const frame = () => ask('/frame', { query: new URLSearchParams({ order }) });
    expect((await frame()).statusCode).toBe(200);
    clock.advance(24 * 60 * 60 * 1000);
    expect((await frame()).statusCode).toBe(404);
    expect(await orders.list([order])).toEqual([]);
    expect((await post('/pay/link', { order })).statusCode).toBe(303);
  });

  test('without a dealer says what the operator has to do, and still verifies results', async () => {
    const { ask, post, calls } = newShop(made, { hasSeller: false });
    for (const answer of [await ask(''), await post('/pay/link', { order })]) {
      expect(answer.statusCode).toBe(503);
      expect(answer.body).toContain('npm run operator -- put-shop');
    }
    expect(calls).toEqual([]);
    expect(headingOf(await post('/verify', { ...result(PAID), codeForHash: CODE_FOR_HASH }))).toBe('Paid');
  });

  test('makes a new order for every button, and knows its own pages alone', async () => {
    const { ask } = newShop();
    const pages = await Promise.all([ask(''), ask('/')]);
    const codes = pages.flatMap(({ body }) =>
      [...body.matchAll(/name="order" value="([^"]*)"/g)].map(([, code]) => code),
    );
    expect(new Set(codes).size).toBe(6);
    for (const path of ['/pay/link', '/verify', '/nowhere', '/__proto__'])
      expect((await ask(path)).statusCode).toBe(404);
    expect((await ask('/result')).statusCode).toBe(200);
  });

  test('has a policy without script, and lets its own frame alone show a result', async () => {
    const { ask, post } = newShop();
    const policyOf = (answer: { readonly headers: Readonly<Record<string, string>> }) =>
      answer.headers['content-security-policy'] ?? '';
    expect(policyOf(await ask(''))).toMatch(/^default-src 'none'; style-src 'self';.* frame-ancestors 'none'$/);
    expect(policyOf(await ask(''))).not.toMatch(/script|unsafe|https?:\/\/(?!127)/);
    expect(policyOf(await post('/result', result(PAID)))).toContain("frame-ancestors 'none'");
    const framed = await ask('/result', { method: 'POST', inFrame: true });
    expect(policyOf(framed)).toContain("frame-ancestors 'self'");
  });
});
