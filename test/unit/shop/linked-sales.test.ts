import { describe, expect, test } from 'vitest';
import { dynamoShopOrders } from '../../../shared/adapters/dynamodb/sandbox/shop-orders.ts';
import { istanbulTimeOf } from '../../../shared/domain/calendar.ts';
import type { ApiAnswer, ApiCall } from '../../../shared/shop/service-api.ts';
import type { ShopRequest } from '../../../shared/shop/serving.ts';
import { demoShop } from '../../../shared/shop/shop.ts';
import { clearVault } from '../../fakes/clear-vault.ts';
import { FakeClock } from '../../fakes/clock.ts';
import { MemoryTable } from '../../support/store/memory-table.ts';

const HOME = 'http://127.0.0.1:3000';
/** Thursday, 26 November 2026, noon in Istanbul. */
const THURSDAY_MS = Date.UTC(2026, 10, 26, 9);
const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
const REQUEST_PART = 'abcdefghij234567';
const MADE = '/PaymentUserPos/CreateUserPosLink';
const ASKED = '/PaymentUserPos/GetUserPosPayment';

const success = (data: unknown): ApiAnswer => ({ kind: 'answered', code: 'Success', message: '', data });
const refusal = (code: string, message = ''): ApiAnswer => ({ kind: 'answered', code, message, data: null });
const noAnswer: ApiAnswer = { kind: 'no-answer' };

/** A service that keeps links by their LinkCode, and payments by OtherTrxCode, and answers otherwise where it is told to. */
const newService = () => {
  const calls: ApiCall[] = [];
  const links = new Map<string, number>();
  const payments = new Map<string, Readonly<Record<string, unknown>>>();
  const instead = new Map<string, ApiAnswer>();
  const idOf = (linkCode: string): number => {
    links.set(linkCode, links.get(linkCode) ?? 100_000 + links.size);
    return links.get(linkCode) ?? 0;
  };
  const answerTo = ({ path, request }: ApiCall): ApiAnswer => {
    if (path === MADE) {
      const linkCode = String(request.LinkCode);
      return success({ UserPosLinkId: idOf(linkCode), Url: `${HOME}/link/${linkCode}` });
    }
    const payment = payments.get(String(request.OtherTrxCode));
    return payment === undefined
      ? refusal('PaymentUserPos.GetUserPosPayment.UserPosPaymentNotFound')
      : success(payment);
  };
  const api = async (call: ApiCall): Promise<ApiAnswer> => {
    calls.push(call);
    return instead.get(call.path) ?? answerTo(call);
  };
  return { api, calls, payments, instead, idOf };
};

const newShop = ({ hasSeller = true }: { readonly hasSeller?: boolean } = {}) => {
  const service = newService();
  const clock = new FakeClock(THURSDAY_MS);
  const orders = dynamoShopOrders({ store: new MemoryTable(), sealer: clearVault, opener: clearVault, clock });
  const seller = { api: service.api, terms: { dealerCustomerTypeId: 26, bankCode: '64' } };
  const shop = demoShop({
    seller: async () => (hasSeller ? seller : undefined),
    orders,
    serviceOrigins: [HOME],
    cards: [],
    home: HOME,
    service: { path: '/docs', name: 'API reference' },
    now: () => clock.now(),
  });
  const ask = (path: string, request: Partial<ShopRequest> = {}) => {
    const defaults = { method: 'GET', query: new URLSearchParams(), form: new URLSearchParams(), cookies: [] };
    return shop({ ...defaults, path, origin: HOME, inFrame: false, ...request });
  };
  const post = (path: string, fields: Readonly<Record<string, string>> = {}) =>
    ask(path, { method: 'POST', form: new URLSearchParams(fields) });
  /** LinkCode of the link that a button leads to. */
  const linkCodeOf = async (product: string): Promise<string> =>
    (await post(`/pay/${product}`)).headers.location?.split('/').at(-1) ?? '';
  /** A payment of a product's link, as the service tells it; paid in full if not told otherwise. */
  const payment = async (product: string, changes: Readonly<Record<string, unknown>> = {}): Promise<string> => {
    const linkCode = await linkCodeOf(product);
    const code = `${linkCode}-${REQUEST_PART}`;
    const told = { State: 'Paid', CurrencyCode: 'TL', Amount: product === 'course' ? 1250 : 10 };
    const CreateDate = istanbulTimeOf(clock.now() + 10);
    service.payments.set(code, { ...told, CreateDate, UserPosLinkId: service.idOf(linkCode), ...changes });
    service.calls.length = 0;
    return code;
  };
  return { ask, post, payment, linkCodeOf, service, clock, orders };
};

const headingOf = ({ body }: { readonly body: string }) => /<h1>([^<]*)/.exec(body)?.[1];
const result = (OtherTrxCode: string) => ({
  hashValue: 'a'.repeat(64),
  resultCode: '',
  resultMessage: '',
  trxCode: 'ORDER-1',
  OtherTrxCode,
});

describe('The shop sells by a reusable link', () => {
  test('a course: for one amount, by as many places, until it begins on the next Saturday', async () => {
    const { post, service } = newShop();
    const { statusCode, headers } = await post('/pay/course');
    const code = expect.stringMatching(/^course-20261128-[0-9a-f]{10}$/) as unknown;
    expect(service.calls).toMatchObject([
      {
        path: MADE,
        request: {
          LinkCode: code,
          DealerCustomerTypeId: 26,
          Title: 'Pottery course, Saturday 28 November',
          Amount: 1250,
          CurrencyCode: 'TL',
          MaxPayments: 12,
          ExpireDate: '2026-11-28 10:00',
          RedirectUrl: `${HOME}/shop/course-result`,
        },
      },
    ]);
    expect([statusCode, headers.location?.split('/').at(-1)]).toEqual([303, code]);
  });

  test('a gift: for what its payer likes', async () => {
    const { post, service } = newShop();
    await post('/pay/gift');
    const OpenAmount = { Min: 10, Max: 1000, Suggested: [25, 50, 100] };
    expect(service.calls).toMatchObject([{ request: { OpenAmount, RedirectUrl: `${HOME}/shop/gift-result` } }]);
    expect(service.calls[0]?.request).not.toHaveProperty('Amount');
  });

  test('by the same link whenever somebody asks, under each name of the machine, until the day of the course', async () => {
    const { ask, linkCodeOf, service, clock } = newShop();
    const first = await linkCodeOf('course');
    await ask('/pay/course', { method: 'POST', origin: 'http://localhost:3000' });
    expect(service.calls[1]).toEqual(service.calls[0]);
    clock.advance(DAY_MS);
    expect(await linkCodeOf('course')).toBe(first);
    clock.advance(DAY_MS);
    expect(await linkCodeOf('course')).toMatch(/^course-20261205-/);
    expect((await ask('')).body).toContain('Saturday 5 December');
  });

  test.each<readonly [string, ApiAnswer, string]>([
    [
      'refuses it',
      refusal('PaymentUserPos.CreateUserPosLink.InvalidRequest', 'Title is required.'),
      'Title is required.',
    ],
    ['does not answer', noAnswer, 'did not answer in time'],
    ['answers what no browser may be led to', success({ UserPosLinkId: 1, Url: 'javascript:alert(1)' }), 'Success'],
  ])('and says why there is none, where the service %s', async (_what, answer, says) => {
    const { post, service } = newShop();
    service.instead.set(MADE, answer);
    const { statusCode, headers, body } = await post('/pay/gift');
    expect([statusCode, headers.location]).toEqual([503, undefined]);
    expect(body).toContain(says);
  });
});

describe('The shop takes a payer back from a reusable link', () => {
  test.each(['course', 'gift'])(
    'of the %s: it asks the service, and believes its answer (rule 52)',
    async (product) => {
      const { post, payment, service, orders } = newShop();
      const code = await payment(product);
      const answer = await post(`/${product}-result`, result(code));
      expect(headingOf(answer)).toBe('Paid');
      expect(service.calls).toMatchObject([{ path: ASKED, request: { OtherTrxCode: code } }, { path: MADE }]);
      expect(await orders.find(code)).toMatchObject({ way: product, state: 'paid' });
      expect(answer.headers['set-cookie']).toContain(`shop-orders=${code};`);
    },
  );

  test.each<readonly [string, Readonly<Record<string, unknown>>, string, string]>([
    ['is open', { State: 'Open' }, 'Not paid yet', 'name="OtherTrxCode"'],
    ['failed', { State: 'Failed' }, 'Not paid', 'nothing was paid'],
    ['expired', { State: 'Expired' }, 'Not paid', 'nothing was paid'],
    ['is of another link', { UserPosLinkId: 99 }, 'Not believed', 'another link'],
    ['is of no link', { UserPosLinkId: 0 }, 'Not believed', 'another link'],
    ['is a kurus less', { Amount: 1249.99 }, 'Not believed', 'less than this link asks'],
    ['is in another currency', { CurrencyCode: 'USD' }, 'Not believed', 'less than this link asks'],
    ['is told without an amount', { Amount: null }, 'Not known yet', 'did not tell'],
    ['is told with an amount that is none', { Amount: 1250.001 }, 'Not known yet', 'did not tell'],
    ['is told without its time', { CreateDate: 'soon' }, 'Not known yet', 'did not tell'],
  ])('and hands nothing out for a payment that %s', async (_what, changes, heading, says) => {
    const { post, payment, orders } = newShop();
    const code = await payment('course', changes);
    const answer = await post('/course-result', result(code));
    expect(headingOf(answer)).toBe(heading);
    expect(answer.body).toContain(says);
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(await orders.find(code)).toBeUndefined();
  });

  test('once for each OtherTrxCode, also where two browsers bring it at once', async () => {
    const { post, payment } = newShop();
    const fields = result(await payment('gift'));
    const answers = await Promise.all([post('/gift-result', fields), post('/gift-result', fields)]);
    expect(new Set(answers.map(headingOf))).toEqual(new Set(['Not believed', 'Paid']));
    const again = await post('/gift-result', fields);
    expect(headingOf(again)).toBe('Not believed');
    expect(again.body).toContain('took it before');
    expect(again.headers['set-cookie']).toBeUndefined();
  });

  test('and not again when it has forgotten the order', async () => {
    const { post, payment, clock, orders } = newShop();
    const code = await payment('gift');
    clock.advance(HOUR_MS);
    expect(headingOf(await post('/gift-result', result(code)))).toBe('Paid');
    clock.advance(DAY_MS);
    expect(await orders.find(code)).toBeUndefined();
    const late = await post('/gift-result', result(code));
    expect([headingOf(late), late.body.includes('a day old')]).toEqual(['Not believed', true]);
  });

  test('from the course of yesterday, when the next one is sold already', async () => {
    const { post, payment, clock, linkCodeOf } = newShop();
    clock.advance(DAY_MS + 11.5 * HOUR_MS);
    const code = await payment('course');
    clock.advance(HOUR_MS);
    expect(await linkCodeOf('course')).toMatch(/^course-20261205-/);
    expect(headingOf(await post('/course-result', result(code)))).toBe('Paid');
  });

  test('and believes no payment of the gift as one of the course', async () => {
    const { post, payment } = newShop();
    const code = await payment('gift', { Amount: 1000 });
    const { body } = await post('/course-result', result(code));
    expect(body).toContain('another link');
    expect(headingOf(await post('/gift-result', result(code)))).toBe('Paid');
  });

  test('and says that a form was made up, where the service knows no such payment', async () => {
    const { post, payment } = newShop();
    const code = (await payment('course')).replace(REQUEST_PART, 'z'.repeat(16));
    const forged = await post('/course-result', result(code));
    expect([headingOf(forged), forged.body.includes('made this form up')]).toEqual(['Not believed', true]);
  });

  test.each([
    ['an order of the shop', `shop-${'0'.repeat(32)}`],
    ['a payment of the dealer that is not the shop’s', 'first-link-1'],
    ['a code that only begins like one of its links', `gift-${'0'.repeat(10)}-${REQUEST_PART}`],
    ['nothing', ''],
  ])('and asks nothing about %s: nobody reads other payments here (rule 49)', async (_what, code) => {
    const { post, service } = newShop();
    const answer = await post('/gift-result', result(code));
    expect([headingOf(answer), answer.body.includes('Nothing was asked')]).toEqual(['Not believed', true]);
    expect(service.calls).toEqual([]);
  });

  test.each<readonly [string, string, ApiAnswer]>([
    ['payment', ASKED, noAnswer],
    ['payment', ASKED, refusal('EX')],
    ['link', MADE, noAnswer],
    ['link', MADE, refusal('PaymentUserPos.CreateUserPosLink.InvalidRequest')],
  ])('and lets the payer ask again where the service does not tell of the %s', async (_what, path, answer) => {
    const { post, payment, service } = newShop();
    const code = await payment('gift');
    service.instead.set(path, answer);
    const unknown = await post('/gift-result', result(code));
    expect(headingOf(unknown)).toBe('Not known yet');
    expect(unknown.body).toContain(`name="OtherTrxCode" value="${code}"`);
    service.instead.clear();
    expect(headingOf(await post('/gift-result', { OtherTrxCode: code }))).toBe('Paid');
  });

  test('and shows the order to the browser that brought it, beside those it has', async () => {
    const { ask, payment } = newShop();
    const code = await payment('gift');
    const other = `shop-${'1'.repeat(32)}`;
    const form = new URLSearchParams(result(code));
    const { headers } = await ask('/gift-result', { method: 'POST', form, cookies: [`shop-orders=${other}`] });
    const cookie = headers['set-cookie']?.split(';')[0] ?? '';
    expect(cookie).toBe(`shop-orders=${code}.${other}`);
    expect((await ask('', { cookies: [cookie] })).body).toContain(`<td><code>${code}</code></td>`);
    expect((await ask('')).body).not.toContain(code);
  });

  test('never without a dealer, and not by a GET', async () => {
    const closed = newShop({ hasSeller: false });
    for (const path of ['/pay/course', '/pay/gift', '/course-result', '/gift-result']) {
      expect((await closed.post(path)).statusCode).toBe(503);
    }
    const { ask } = newShop();
    for (const path of ['/course-result', '/gift-result']) {
      expect(headingOf(await ask(path))).toBe('Nothing has arrived');
    }
  });
});
