import { describe, expect, test } from 'vitest';
import { newBankDealer } from '../../support/bank/bank-merchants.ts';
import { authenticationOf, leastDirect, newDealer, type TestDealer } from '../../support/dealer/dealers.ts';
import { isReplay } from '../../support/payment/direct-payments.ts';

const PATH = '/DealerSale/GetSale';
const INVALID_REQUEST = 'DealerSale.GetSale.InvalidRequest';
const NOT_FOUND = 'DealerSale.GetSale.DealerSaleNotFound';

const bodyOf = ({ account }: TestDealer, changes: Record<string, unknown> = {}, request: unknown = { SaleCode: 'ş' }) =>
  JSON.stringify({
    DealerSaleAuthentication: { ...authenticationOf(account), ...changes },
    DealerSaleRequest: request,
  });

const utf16 = (text: string, { mark }: { mark: boolean }): Buffer<ArrayBuffer> =>
  Buffer.from(`${mark ? '\ufeff' : ''}${text}`, 'utf16le');

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

describe('Requests as clients send them (decisions: tolerant reading)', () => {
  test.each([
    ['UTF-8 with a byte order mark', (body: string) => `\ufeff${body}`, 'application/json'],
    ['UTF-16 with a mark', (body: string) => utf16(body, { mark: true }), 'application/json; charset=utf-16'],
    ['UTF-16 without a mark', (body: string) => utf16(body, { mark: false }), 'application/json; charset=utf-16'],
    ['escaped slashes', (body: string) => body.replaceAll('/', '\\/'), 'application/json'],
    ['\\u escapes', (body: string) => body.replaceAll(/[A-Za-zş]/g, escaped), 'application/json'],
    ['white space around', (body: string) => `\r\n\t ${body} \n`, 'application/json'],
    ['no content type worth the name', (body: string) => body, 'text/plain'],
  ])('a body as %s is read', async (_name, encode, contentType) => {
    const dealer = await newDealer();
    const answer = await dealer.post(PATH, encode(bodyOf(dealer)), { 'content-type': contentType });
    expect(answer.ResultCode).toBe(NOT_FOUND);
  });

  test('a form is the same request as its JSON: the CheckKey holds, and the code is known in both (rule 6)', async () => {
    const dealer = await newBankDealer();
    const [authentication, payment] = [authenticationOf(dealer.account), { ...leastDirect, OtherTrxCode: 'F-1' }];
    const form = new URLSearchParams();
    for (const [name, value] of Object.entries(authentication))
      form.append(`PaymentDealerAuthentication[${name}]`, value);
    for (const [name, value] of Object.entries(payment)) form.append(`PaymentDealerRequest[${name}]`, String(value));
    const byForm = await dealer.post('/PaymentDealer/DoDirectPayment', form.toString(), {
      'content-type': 'application/x-www-form-urlencoded',
    });
    const byJson = await dealer.payDirectly(payment);
    expect([byForm.ResultCode, isReplay(byForm)]).toEqual(['Success', false]);
    expect([byJson.ResultCode, isReplay(byJson), byJson.Data]).toEqual(['Success', true, byForm.Data]);
  });

  test.each([
    ['nothing', ''],
    ['broken JSON', '{'],
    ['NaN', '{"a": NaN}'],
    ['a list', '[]'],
    ['a text', '"x"'],
    ['null', 'null'],
    ['a deep nesting', `${'{"a":'.repeat(40_000)}1${'}'.repeat(40_000)}`],
    ['bytes that are no text', Buffer.from([0xc3, 0x28, 0xff, 0xfe, 0x00])],
    ['an empty object', '{}'],
    ['a block that is no object', '{"DealerSaleAuthentication": 5}'],
  ])('%s is InvalidRequest with a sentence and no data', async (_name, body) => {
    const { post } = await newDealer();
    const answer = await post(PATH, body);
    expect(answer).toMatchObject({ status: 200, Data: null, ResultCode: INVALID_REQUEST, Exception: null });
    expect(answer.ResultMessage).toMatch(/^[A-Z].*\.$/);
  });

  test.each(['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'JSON sent as %s is refused with its reason',
    async (contentType) => {
      const dealer = await newDealer();
      const answer = await dealer.post(PATH, bodyOf(dealer), { 'content-type': contentType });
      expect(answer.ResultCode).toBe(INVALID_REQUEST);
      expect(answer.ResultMessage).toContain('form');
    },
  );

  test('duplicate keys, __proto__, huge numbers and lone surrogates in unknown members are harmless', async () => {
    const dealer = await newDealer();
    const harmful = '"__proto__":{"SaleCode":"x"},"constructor":{"prototype":{}},"n":1e400,"s":"\\ud800","d":1,"d":2';
    const body = bodyOf(dealer).replace('"SaleCode"', `${harmful},"SaleCode":"first","SaleCode"`);
    expect((await dealer.post(PATH, body)).ResultCode).toBe(NOT_FOUND);
  });

  test('a body of 256 kB is read, one byte more is 413 with an envelope', async () => {
    const dealer = await newDealer();
    const body = bodyOf(dealer);
    const padded = body + ' '.repeat(256 * 1024 - Buffer.byteLength(body));
    expect(await dealer.post(PATH, padded)).toMatchObject({ status: 200, ResultCode: NOT_FOUND });
    const larger = await dealer.post(PATH, `${padded} `);
    expect(larger).toMatchObject({ status: 413, Data: null, ResultCode: INVALID_REQUEST, Exception: null });
  });
});

describe('Authentication (dealer interface 5)', () => {
  test('CheckKey may be upper-case', async () => {
    const dealer = await newDealer();
    const { CheckKey } = authenticationOf(dealer.account);
    expect((await dealer.post(PATH, bodyOf(dealer, { CheckKey: CheckKey.toUpperCase() }))).ResultCode).toBe(NOT_FOUND);
  });

  test.each([
    ['a CheckKey of zeros', { CheckKey: '0'.repeat(64) }, 'CheckKey'],
    ['a short CheckKey', { CheckKey: 'abc' }, 'CheckKey'],
    ['no CheckKey', { CheckKey: '' }, 'CheckKey'],
    ['no Password', { Password: null }, 'Password'],
    ['a DealerCode that is an object', { DealerCode: {} }, 'DealerCode'],
  ])('%s is InvalidRequest', async (_name, changes, field) => {
    const dealer = await newDealer();
    const answer = await dealer.post(PATH, bodyOf(dealer, changes));
    expect(answer).toMatchObject({ status: 200, Data: null, ResultCode: INVALID_REQUEST });
    expect(answer.ResultMessage).toContain(field);
  });

  test.each(['DealerCode', 'Username', 'Password'])(
    'an unknown %s is InvalidAccount for payment requests and InvalidRequest for look-ups, with one sentence for all',
    async (field) => {
      const dealer = await newDealer();
      const account = { ...dealer.account, [field]: 'unknown' };
      const link = { DealerAuthentication: authenticationOf(account), PaymentUserPosRequest: {} };
      const answer = await dealer.post('/PaymentUserPos/CreateUserPosPayment', JSON.stringify(link));
      expect(answer.ResultCode).toBe('PaymentUserPos.DealerAuthentication.InvalidAccount');
      expect(answer.ResultMessage).toBe('DealerCode, Username or Password is not known.');
      expect((await dealer.post(PATH, bodyOf({ ...dealer, account }))).ResultCode).toBe(INVALID_REQUEST);
    },
  );

  test('a dealer who is switched off is not known', async () => {
    const dealer = await newDealer({ dealer: { enabled: false } });
    const link = { DealerAuthentication: authenticationOf(dealer.account), PaymentUserPosRequest: {} };
    const answer = await dealer.post('/PaymentUserPos/CreateUserPosPayment', JSON.stringify(link));
    expect(answer.ResultCode).toBe('PaymentUserPos.DealerAuthentication.InvalidAccount');
  });

  test('refusals come in their order: body, CheckKey, account, address, operation, request', async () => {
    const dealer = await newDealer({ dealer: { allowedAddresses: [], barredOperations: ['GetSale'] } });
    const messages = [
      await dealer.post(PATH, '{'),
      await dealer.post(PATH, bodyOf(dealer, { CheckKey: '0'.repeat(64) }, null)),
      await dealer.post(PATH, bodyOf({ ...dealer, account: { ...dealer.account, Username: 'x' } }, {}, null)),
      await dealer.post(PATH, bodyOf(dealer, {}, null)),
      await (await newDealer({ dealer: { barredOperations: ['GetSale'] } })).getSale(null),
      await (await newDealer()).getSale(null),
    ].map(({ ResultMessage }) => ResultMessage);
    const words = ['JSON', 'CheckKey', 'not known', 'IP address', 'operation', 'DealerSaleRequest'];
    expect(messages.map((message, index) => message.includes(words[index] ?? '?'))).toEqual(words.map(() => true));
  });
});

test('no answer is sniffed for another type than JSON, whatever its status', async () => {
  const dealer = await newDealer();
  const { baseUrl } = dealer.stack;
  const answers = [
    await dealer.post(PATH, bodyOf(dealer)),
    await dealer.post(PATH, '{'),
    await dealer.post(PATH, `"${'x'.repeat(256 * 1024)}"`),
    await dealer.post('/nothing', '{}'),
    await fetch(`${baseUrl}${PATH}`),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 413, 404, 405]);
  for (const { headers } of answers) expect(headers.get('x-content-type-options')).toBe('nosniff');
});

test.each(['DealerCode', 'Username', 'Password'])(
  'an empty %s beside a CheckKey is InvalidAccount for payment requests and InvalidRequest for look-ups',
  async (field) => {
    const dealer = await newDealer();
    const block = { ...authenticationOf(dealer.account), [field]: '' };
    const link = { DealerAuthentication: block, PaymentUserPosRequest: {} };
    const answer = await dealer.post('/PaymentUserPos/CreateUserPosPayment', JSON.stringify(link));
    expect(answer.ResultCode).toBe('PaymentUserPos.DealerAuthentication.InvalidAccount');
    expect(answer.ResultMessage).toContain('must not be empty');
    expect((await dealer.post(PATH, bodyOf(dealer, { [field]: '' }))).ResultCode).toBe(INVALID_REQUEST);
  },
);

describe('Paths and methods (decisions: paths)', () => {
  test.each(['//DealerSale/GetSale', '/DealerSale//GetSale', '/DealerSale/GetSale/', '///DealerSale/GetSale'])(
    '%s works like the path itself',
    async (path) => {
      const dealer = await newDealer();
      expect(await dealer.post(path, bodyOf(dealer))).toMatchObject({ status: 200, ResultCode: NOT_FOUND });
    },
  );

  test.each([
    '/',
    '/DealerSale',
    '/DealerSale/GetSale/x',
    '/dealersale/getsale',
    '/%2e%2e/x',
    '/DealerSale/GetSale%20',
  ])('the unknown path %s is 404 with an envelope', async (path) => {
    const { post } = await newDealer();
    const answer = await post(path, '{}');
    expect(answer).toMatchObject({ status: 404, Data: null, ResultCode: 'UnknownPath', Exception: null });
  });

  test.each(['CreateDirectDealer', 'UpdateDealer'])(
    '/Dealer/%s is refused with status 200: dealers are made by operators',
    async (operation) => {
      const { post } = await newDealer();
      for (const path of [`/Dealer/${operation}`, `//Dealer/${operation}/`]) {
        expect(await post(path, '{}')).toMatchObject({
          status: 200,
          Data: null,
          ResultCode: `Dealer.${operation}.NoAllowedToUseThisWebService`,
          ResultMessage:
            'Dealers and sub-dealers are entered and changed by the operators of this service. No program can do it: ask them.',
          Exception: null,
        });
      }
    },
  );

  test.each([
    ['/dealersale/getsale', ' Did you mean /DealerSale/GetSale?'],
    ['/GetSale', ' Did you mean /DealerSale/GetSale?'],
    ['/pay/AAAAAAAAAAAAAAAAAAAAA/secret', ''],
  ])('the 404 of %s names the operation that was probably meant: "%s"', async (path, meant) => {
    const { post } = await newDealer();
    const { ResultMessage } = await post(path, '{}');
    expect(ResultMessage).toBe(`There is no operation at this path.${meant}`);
  });

  test.each(['GET', 'PUT', 'DELETE', 'PATCH'])(
    '%s on an operation is 405 with an envelope and Allow',
    async (method) => {
      const { stack } = await newDealer();
      for (const path of [PATH, `/${PATH}`]) {
        const response = await fetch(`${stack.baseUrl}${path}`, { method });
        expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
        expect(await response.json()).toMatchObject({ Data: null, ResultCode: 'MethodNotAllowed', Exception: null });
      }
    },
  );

  test('what a page does not take is 405, which names what it takes', async () => {
    const { stack } = await newDealer();
    const response = await fetch(`${stack.baseUrl}/pay/AAAAAAAAAAAAAAAAAAAAAA`, { method: 'DELETE' });
    const { ResultMessage: sentence } = (await response.json()) as { readonly ResultMessage: string };
    expect(response.status).toBe(405);
    const named = /^This path takes (\w+), (\w+), and (\w+) only\.$/.exec(sentence)?.slice(1) ?? [];
    expect(named.toSorted()).toEqual(['GET', 'HEAD', 'POST']);
  });

  test.each(['GET', 'HEAD'])(
    '%s of a page with doubled or trailing slashes is 404, and no 405 that allows it',
    async (method) => {
      const { stack } = await newDealer();
      for (const path of ['//pay/AAAAAAAAAAAAAAAAAAAAAA', '/pay/AAAAAAAAAAAAAAAAAAAAAA/']) {
        const response = await fetch(`${stack.baseUrl}${path}`, { method });
        expect([response.status, response.headers.get('allow')]).toEqual([404, null]);
      }
    },
  );
});
