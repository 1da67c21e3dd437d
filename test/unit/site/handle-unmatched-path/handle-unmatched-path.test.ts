import { describe, expect, test } from 'vitest';
import { handleUnmatchedPath } from '../../../../functions/site/handle-unmatched-path/handle-unmatched-path.ts';
import { functionsByRoute } from '../../../../functions/site/handle-unmatched-path/route-list.ts';
import { OperationUnreachable } from '../../../../shared/ports/operation-invoker.ts';
import { FakeLog } from '../../../fakes/log.ts';
import { apiEvent } from '../../../support/app/api-event.ts';

const ROUTES = JSON.stringify([
  { function: 'get-sale', routes: ['POST /DealerSale/GetSale'], sandboxOnly: false },
  { function: 'show-link', routes: ['GET /link/{token}', 'POST /link/{token}'], sandboxOnly: false },
  { function: 'show-shop', routes: ['GET /shop', 'POST /shop/pay/{way}'], sandboxOnly: true },
]);
const GET_SALE = 'payment-link-test-get-sale';

const scene = ({ sandbox = false, fails }: { readonly sandbox?: boolean; readonly fails?: Error } = {}) => {
  const log = new FakeLog();
  const invoked: { readonly name: string; readonly event: unknown }[] = [];
  const handle = handleUnmatchedPath({
    functions: functionsByRoute(ROUTES, { stage: 'test', sandbox }),
    invoker: {
      invoke: async (name, event) => {
        invoked.push({ name, event });
        if (fails !== undefined) throw fails;
        return { statusCode: 200, body: 'from the operation' };
      },
    },
    log,
    stage: { serviceName: 'Payments', sandbox },
  });
  const send = async (method: string, rawPath: string, headers: Readonly<Record<string, string>> = {}) => {
    const event = apiEvent({ rawPath, headers });
    event.requestContext.http.method = method;
    const answer = (await handle(event)) as {
      statusCode: number;
      headers: Record<string, string>;
      body: string;
    };
    return answer;
  };
  return { send, invoked, log };
};

const resultOf = ({ body }: { readonly body: string }) => JSON.parse(body) as Readonly<Record<string, unknown>>;

describe('A path that no route has', () => {
  test.each(['//DealerSale/GetSale', '/DealerSale///GetSale', '/DealerSale/GetSale/', '//DealerSale//GetSale//'])(
    '%s is passed on to the operation, as if it had been called by its own path',
    async (path) => {
      const { send, invoked } = scene();
      expect(await send('POST', path)).toMatchObject({ body: 'from the operation' });
      const own = '/DealerSale/GetSale';
      expect(invoked).toMatchObject([
        {
          name: GET_SALE,
          event: {
            routeKey: `POST ${own}`,
            rawPath: own,
            requestContext: { routeKey: `POST ${own}`, http: { method: 'POST', path: own }, requestId: 'request-1' },
          },
        },
      ]);
    },
  );

  test.each([
    ['POST', '/', ''],
    ['POST', '/nothing/like/it', ''],
    ['POST', '/DealerSale/GetSales', ' Did you mean /DealerSale/GetSale?'],
    ['POST', '/link/', ''],
    ['POST', '/link/{token}', ''],
    ['POST', '//link/token/', ''],
    ['GET', '/link/token/', ''],
    ['GET', '/DealerSale', ''],
    ['POST', '/shop/pay/now', ''],
  ])('%s %s is answered 404, with an envelope', async (method, path, meant) => {
    const { send, invoked } = scene();
    const answer = await send(method, path);
    expect(answer.statusCode).toBe(404);
    expect(resultOf(answer)).toMatchObject({
      Data: null,
      ResultCode: expect.stringMatching(/./),
      ResultMessage: `There is no operation at this path.${meant}`,
    });
    expect(invoked).toEqual([]);
  });

  test.each([
    ['GET', '/DealerSale/GetSale', 'POST', 'POST'],
    ['PUT', '/link/token', 'GET and POST', 'GET, POST'],
  ])('%s %s is answered 405, with the methods that there are', async (method, path, said, allow) => {
    const { send, invoked } = scene();
    const answer = await send(method, path);
    expect(answer).toMatchObject({ statusCode: 405, headers: { allow } });
    expect(resultOf(answer).ResultMessage).toBe(`This path takes ${said} only.`);
    expect(invoked).toEqual([]);
  });

  test('is answered to a browser by a page', async () => {
    const { send } = scene();
    const accept = 'text/html,application/xhtml+xml';
    const page = await send('GET', '/link/half/a/link', { accept });
    expect(page.statusCode).toBe(404);
    expect(page.headers['content-type']).toContain('text/html');
    expect((await send('GET', '/DealerSale/GetSale', { accept })).statusCode).toBe(404);
    const posted = await send('POST', '/nothing', { accept });
    expect(posted.headers['content-type']).toContain('application/json');
    const other = await send('GET', '/nothing', { accept: 'application/json' });
    expect(other.headers['content-type']).toContain('application/json');
  });

  test('of a sandbox is no operation: nothing is passed on', async () => {
    const { send, invoked } = scene({ sandbox: true });
    expect((await send('POST', '/shop//pay/now')).statusCode).toBe(404);
    expect((await send('PUT', '/shop')).headers.allow).toBe('GET');
    expect(invoked).toEqual([]);
  });
});

describe('An operation that the service leaves out', () => {
  test.each([
    ['/Dealer/CreateDirectDealer', 'Dealer.CreateDirectDealer.NoAllowedToUseThisWebService'],
    ['//Dealer/UpdateDealer/', 'Dealer.UpdateDealer.NoAllowedToUseThisWebService'],
  ])('%s is refused as to a dealer who may not call it', async (path, code) => {
    const answer = await scene().send('POST', path);
    expect(answer.statusCode).toBe(200);
    expect(resultOf(answer)).toMatchObject({
      ResultCode: code,
      ResultMessage:
        'Dealers and sub-dealers are entered and changed by the operators of this service. No program can do it: ask them.',
    });
    expect((await scene().send('GET', path)).statusCode).toBe(404);
  });
});

describe('An operation that cannot be reached', () => {
  test.each([
    [
      new OperationUnreachable('TooManyRequestsException'),
      { errorName: 'OperationUnreachable', errorDetail: 'TooManyRequestsException' },
    ],
    [new RangeError('4111111111111111'), { errorName: 'RangeError' }],
  ])('is answered as an unexpected error, and logged without its message (rule 29): %#', async (fails, fields) => {
    const { send, log } = scene({ fails });
    const answer = await send('POST', '//DealerSale/GetSale');
    expect(answer.statusCode).toBe(200);
    expect(resultOf(answer).ResultMessage).toBe(
      'The service failed unexpectedly. Please repeat the request later and quote correlation id request-1.',
    );
    expect(log.lines).toEqual([
      { level: 'error', event: 'unexpected error', fields: { correlationId: 'request-1', ...fields } },
    ]);
    expect(answer.body).not.toContain('4111');
  });
});

test('the list of routes names functions by their stage, and those of a sandbox in a sandbox alone', () => {
  expect(functionsByRoute(ROUTES, { stage: 'live', sandbox: false })).toEqual({
    'POST /DealerSale/GetSale': 'payment-link-live-get-sale',
    'GET /link/{token}': 'payment-link-live-show-link',
    'POST /link/{token}': 'payment-link-live-show-link',
  });
  const inSandbox = functionsByRoute(ROUTES, { stage: 'live', sandbox: true });
  expect(Object.keys(inSandbox)).toContain('GET /shop');
  expect(inSandbox['GET /shop']).toBeUndefined();
  expect(() => functionsByRoute('[{}]', { stage: 'live', sandbox: true })).toThrow('routes');
});
