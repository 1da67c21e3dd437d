import middy from '@middy/core';
import { describe, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import type { Dealer } from '../../../shared/domain/dealer/dealer.ts';
import { Refusal } from '../../../shared/domain/refusal.ts';
import type { RefusalReason } from '../../../shared/domain/refusal-reasons.ts';
import { defineOperation } from '../../../shared/http/contract.ts';
import { text } from '../../../shared/http/fields.ts';
import { operationHandler, type UseCase } from '../../../shared/http/operation-handler.ts';
import { StoreUnavailable, UnreadableRow } from '../../../shared/ports/store-errors.ts';
import { VaultUnavailable } from '../../../shared/ports/vault.ts';
import { FakeClock } from '../../fakes/clock.ts';
import { FakeLog, FakeMetrics } from '../../fakes/log.ts';
import { apiEvent, lambdaContext } from '../../support/app/api-event.ts';
import { authenticationOf, dealerWith } from '../../support/dealer/dealers.ts';

const account = { DealerCode: 'D1', Username: 'apiuser', Password: 'top-secret' };
const code = (name: string) => `Test.${name}`;

const contract = defineOperation({
  name: 'test-operation',
  operation: 'GetSale',
  channel: 'paymentRequest',
  routes: [
    { method: 'POST', path: '/' },
    { method: 'POST', path: '/other', operation: 'GetCustomer' },
  ],
  authenticationBlocks: ['Authentication', 'OtherAuthentication'],
  requestBlock: 'Block',
  request: z.object({ Name: text({ max: 5 }) }),
  codes: {
    MalformedRequest: code('MalformedRequest'),
    InvalidRequest: code('InvalidRequest'),
    InvalidAccount: code('InvalidAccount'),
    IpAddressNotAllowed: code('IpAddressNotAllowed'),
    ChannelPermissionNotAvailable: code('ChannelPermissionNotAvailable'),
    NoAllowedToUseThisWebService: code('NoAllowedToUseThisWebService'),
    DealerSaleNotFound: code('Known'),
  },
});

interface Options {
  readonly dealer?: Partial<Dealer>;
  readonly useCase?: UseCase<unknown>;
  readonly failure?: unknown;
}

const newOperation = ({ dealer = {}, useCase, failure }: Options = {}) => {
  const [log, metrics] = [new FakeLog(), new FakeMetrics()];
  const handler = operationHandler({
    contract,
    useCase: useCase ?? (async ({ read }) => ({ data: read.ok ? read.value : read.refusal.sentence })),
    edgeSecretHashes: [],
    accounts: {
      authenticate: async ({ password }) => {
        if (failure !== undefined) throw failure;
        return password === account.Password ? dealerWith({ dealerCode: 'D1', ...dealer }) : undefined;
      },
    },
    clock: new FakeClock(),
    log,
    metrics,
  });
  const call = async (body: unknown, { routeKey = 'POST /', context = lambdaContext } = {}) => {
    const event = apiEvent({ body: typeof body === 'string' ? body : JSON.stringify(body), routeKey });
    const response = await handler(event, context);
    return { ...response, envelope: JSON.parse(response.body) as Record<string, unknown> };
  };
  return { call, log, metrics };
};

const good = { Authentication: authenticationOf(account), Block: { Name: 'abc' } };

describe('the order of refusals (decisions: order of refusals)', () => {
  const everythingForbidden = {
    allowedAddresses: [],
    barredOperations: ['GetSale'],
    channels: [],
  } as const satisfies Partial<Dealer>;
  const badKey = { ...good.Authentication, CheckKey: '0'.repeat(64) };
  const badPassword = authenticationOf({ ...account, Password: 'wrong' });

  const order: readonly (readonly [string, unknown, Partial<Dealer>])[] = [
    ['MalformedRequest', 'not json', everythingForbidden],
    ['MalformedRequest', { Authentication: badKey }, everythingForbidden],
    ['InvalidAccount', { Authentication: { ...badKey, Username: '' } }, everythingForbidden],
    ['InvalidAccount', { Authentication: badPassword }, everythingForbidden],
    ['IpAddressNotAllowed', { Authentication: good.Authentication }, everythingForbidden],
    [
      'NoAllowedToUseThisWebService',
      { Authentication: good.Authentication },
      { ...everythingForbidden, allowedAddresses: 'any address' },
    ],
    ['ChannelPermissionNotAvailable', { Authentication: good.Authentication }, { channels: [] }],
  ];
  test.each(order)('%s comes before everything behind it', async (reason, body, dealer) => {
    const { call } = newOperation({ dealer });
    const { envelope, statusCode } = await call(body);
    expect(envelope).toMatchObject({ Data: null, ResultCode: code(reason), Exception: null });
    expect(statusCode).toBe(200);
  });

  test('a dealer is barred from the operation of the path that was called', async () => {
    const { call } = newOperation({ dealer: { barredOperations: ['GetCustomer'] } });
    expect((await call(good)).envelope).toMatchObject({ ResultCode: 'Success' });
    expect((await call(good, { routeKey: 'POST /other' })).envelope).toMatchObject({
      ResultCode: code('NoAllowedToUseThisWebService'),
    });
  });

  test.each(['', '  ', null, undefined])('an empty (%j) member beside a CheckKey is InvalidAccount', async (empty) => {
    for (const member of ['DealerCode', 'Username', 'Password']) {
      const { envelope } = await newOperation().call({ Authentication: { ...good.Authentication, [member]: empty } });
      expect(envelope).toMatchObject({ Data: null, ResultCode: code('InvalidAccount') });
      expect(envelope.ResultMessage).toBe('DealerCode, Username and Password must not be empty.');
    }
  });

  test.each([
    ['no CheckKey', { ...good.Authentication, CheckKey: '' }],
    ['no CheckKey and nothing else', {}],
    ['a member of another type', { ...good.Authentication, Username: {} }],
    ['an empty list for a block', []],
  ])('%s is MalformedRequest', async (_what, Authentication) => {
    expect((await newOperation().call({ Authentication })).envelope).toMatchObject({
      ResultCode: code('MalformedRequest'),
    });
  });

  test.each([undefined, null, [], 'text'])('a request block that is %j is MalformedRequest', async (Block) => {
    const useCase: UseCase<unknown> = async ({ read }) => ({ data: read.ok ? read.value : read.refusal.reason });
    const { envelope } = await newOperation({ useCase }).call({ ...good, Block });
    expect(envelope).toMatchObject({ Data: 'MalformedRequest' });
  });

  test('logs and metrics name the operation that was called', async () => {
    const { call, log, metrics } = newOperation();
    await call(good);
    await call(good, { routeKey: 'POST /other' });
    await call('not json', { routeKey: 'POST /other' });
    expect(log.lines).toEqual([]);
    expect(metrics.answers.map(({ operation }) => operation)).toEqual(['GetSale', 'GetCustomer', 'GetCustomer']);
  });

  test('so does the error of an operation at a further path', async () => {
    const { call, log } = newOperation({ useCase: () => Promise.reject(new Error('x')) });
    await call(good, { routeKey: 'POST /other' });
    expect(log.lines[0]).toMatchObject({ level: 'error', fields: { operation: 'GetCustomer' } });
  });

  test('no answer is sniffed for another type than JSON', async () => {
    for (const body of [good, 'not json']) {
      expect((await newOperation().call(body)).headers).toMatchObject({ 'x-content-type-options': 'nosniff' });
    }
  });

  test('the use case is told which operation was called', async () => {
    const { call } = newOperation({ useCase: async ({ operation }) => ({ data: operation }) });
    expect((await call(good)).envelope).toMatchObject({ Data: 'GetSale' });
    expect((await call(good, { routeKey: 'POST /other' })).envelope).toMatchObject({ Data: 'GetCustomer' });
  });

  test('a field of the wrong shape is handed to the use case, which may know the code (rule 6)', async () => {
    const { call } = newOperation();
    const { envelope } = await call({ ...good, Block: { Name: 'too long', OtherTrxCode: 7 } });
    expect(envelope).toMatchObject({ ResultCode: 'Success', Data: 'Name must be at most 5 characters long.' });
  });

  test('the second name of the authentication block is accepted too (decisions: authentication)', async () => {
    const { envelope } = await newOperation().call({ OtherAuthentication: good.Authentication, Block: {} });
    expect(envelope).toMatchObject({ ResultCode: 'Success' });
  });
});

describe('what an error comes to (rule 29)', () => {
  const SECRET = 'row of dealer D1: 4111111111111111';
  const unexpected: readonly (readonly [string, unknown])[] = [
    ['an error', new TypeError(SECRET)],
    ['an error with a cause', new Error(SECRET, { cause: { CancellationReasons: [{ Item: SECRET }] } })],
    ['a store that is down', new StoreUnavailable('unknown', 'TimeoutError')],
    ['a vault that is down', new VaultUnavailable('KMSInternalException')],
    ['a row that cannot be read', new UnreadableRow('sale', 'amount')],
    ['a refusal that the contract does not know', new Refusal('toString' as RefusalReason, SECRET)],
    ['a thrown text', SECRET],
    ['a thrown nothing', undefined],
  ];
  test.each(unexpected)('%s is EX with a correlation id, and its message goes nowhere', async (_what, thrown) => {
    const useCase = async () => {
      throw thrown;
    };
    const { call, log } = newOperation({ useCase });
    const { envelope, statusCode } = await call(good);
    expect(statusCode).toBe(200);
    expect(envelope).toMatchObject({ Data: null, ResultCode: 'EX', Exception: null });
    expect(envelope.ResultMessage).toContain('request-1');
    expect(JSON.stringify([envelope, log.lines])).not.toMatch(/4111111111111111|CancellationReasons|top-secret/);
    expect(log.lines.filter(({ level }) => level === 'error')).toHaveLength(1);
  });

  test('a store that fails while the account is looked up is EX as well', async () => {
    const { call } = newOperation({ failure: new StoreUnavailable('not-applied', 'ThrottlingException') });
    expect((await call(good)).envelope).toMatchObject({ ResultCode: 'EX' });
  });

  test('a refusal is answered by its code and its own sentence', async () => {
    const known = new Refusal('DealerSaleNotFound', 'Name is known.');
    const { call, metrics } = newOperation({ useCase: () => Promise.reject(known) });
    expect((await call(good)).envelope).toEqual({
      Data: null,
      ResultCode: 'Test.Known',
      ResultMessage: 'Name is known.',
      Exception: null,
    });
    expect(metrics.answers).toMatchObject([{ operation: 'GetSale', code: 'Test.Known', dealerCode: 'D1' }]);
  });

  test('a body above 256 kB is 413 with an envelope (decisions: answers)', async () => {
    const { envelope, statusCode } = await newOperation().call(`"${'x'.repeat(256 * 1024)}"`);
    expect(statusCode).toBe(413);
    expect(envelope).toMatchObject({ Data: null, ResultCode: 'Test.MalformedRequest' });
  });

  test('every invocation is logged and counted once', async () => {
    const { call, log, metrics } = newOperation();
    await call(good);
    await call('not json');
    expect(metrics.answers.map((answer) => answer.code)).toEqual(['Success', 'Test.MalformedRequest']);
    expect(JSON.stringify([log.lines, metrics.answers])).not.toContain('top-secret');
  });
});

describe('an invocation whose time runs out (rule 29: an envelope, whatever happens)', () => {
  const shortContext = { ...lambdaContext, getRemainingTimeInMillis: () => 1020 };

  test.each(['succeeds', 'fails'])(
    'is EX a second before its end, and work that %s later tells nothing',
    async (ending) => {
      const { promise, resolve, reject } = Promise.withResolvers<{ data: unknown }>();
      const { call, log, metrics } = newOperation({ useCase: () => promise });
      const { envelope, statusCode } = await call(good, { context: shortContext });
      expect(statusCode).toBe(200);
      expect(envelope).toMatchObject({ Data: null, ResultCode: 'EX', Exception: null });
      expect(envelope.ResultMessage).toContain('request-1');
      if (ending === 'succeeds') resolve({ data: 'too late' });
      else reject(new Error('too late'));
      await new Promise((done) => setTimeout(done, 20));
      expect(log.lines).toMatchObject([
        { level: 'error', event: 'unexpected error', fields: { errorName: 'DeadlineReached' } },
      ]);
      expect(metrics.answers).toMatchObject([{ operation: 'GetSale', code: 'EX', dealerCode: 'D1' }]);
    },
  );

  test('is answered as usual when the work ends in time', async () => {
    const { call, metrics } = newOperation();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    expect((await call(good, { context: shortContext })).envelope).toMatchObject({ ResultCode: 'Success' });
    await vi.advanceTimersByTimeAsync(60_000);
    vi.useRealTimers();
    expect(metrics.answers).toHaveLength(1);
  });
});

const run = (middlewares: readonly { name: string; answers: boolean }[]) => {
  const order: string[] = [];
  const handler = middy<unknown, unknown>({ timeoutEarlyInMillis: 0 }).handler(() => {
    throw new Error('refused');
  });
  for (const { name, answers } of middlewares) {
    handler.use({
      onError: (request) => {
        order.push(name);
        request.response = name;
        return answers ? name : undefined;
      },
    });
  }
  return handler({}, lambdaContext).then((response: unknown) => ({ order, response }));
};

describe('Middy runs onError from the last added to the first', () => {
  test('the first added has the last word', async () => {
    const middlewares = ['first', 'second', 'third'].map((name) => ({ name, answers: false }));
    expect(await run(middlewares)).toEqual({ order: ['third', 'second', 'first'], response: 'first' });
  });

  test('only while no later one returns a value, which is why no step of the pipeline does', async () => {
    const { order } = await run([
      { name: 'first', answers: false },
      { name: 'second', answers: true },
    ]);
    expect(order).toEqual(['second']);
  });
});
