import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { customerKeys } from '../../../shared/adapters/dynamodb/customer/customer-keys.ts';
import { logHolding } from '../../support/app/app-log.ts';
import type { FaultyStack } from '../../support/app/own-stack.ts';
import { type BankDealer, newBankDealer } from '../../support/bank/bank-merchants.ts';
import { type Answer, type NewDealerOptions, newDealer, type TestDealer } from '../../support/dealer/dealers.ts';
import { storedPaymentOf } from '../../support/payment/stored-payments.ts';
import type { FaultAction } from '../../support/store/fault-proxy.ts';

const NOT_CREATED = 'PaymentUserPos.CreateUserPosPayment.DealerCustomerNotCreated';
/** More often than the client repeats a call. */
const ALWAYS = 100;

let stack: FaultyStack;
const dealerHere = (options: NewDealerOptions = {}): Promise<TestDealer> =>
  newDealer({ ...options, stack: stack.address });

/** A dealer whose profile and definition the functions have cached, with ids in reserve. */
const warmDealer = async (options: NewDealerOptions = {}): Promise<TestDealer> => {
  const dealer = await dealerHere(options);
  await dealer.createLink({ CustomerCode: 'warm', FirstName: 'W' });
  await dealer.getCustomer({ CustomerCode: 'warm' });
  await dealer.getSale({ SaleCode: 'warm' });
  stack.proxy.reset();
  return dealer;
};

const expectUnexpected = (answer: Answer): void => {
  expect(answer).toMatchObject({ status: 200, Data: null, ResultCode: 'EX', Exception: null });
  expect(answer.ResultMessage).toMatch(/correlation id [0-9a-f-]{36}\.$/);
};

const throttled: FaultAction = { kind: 'refuse', error: 'ProvisionedThroughputExceededException' };

/** A dealer at the embedded bank of this app. The function has its profile, virtual POS and keys in memory. */
const warmPayer = async (options: NewDealerOptions = {}): Promise<BankDealer> => {
  const dealer = await newBankDealer({ ...options, stack: stack.address });
  await dealer.payDirectly();
  stack.proxy.reset();
  return dealer;
};

const answersWhileStoreFails = (): void => {
  test('a read that fails to the end is EX with a correlation id that the log has, and nothing of the cause', async () => {
    const dealer = await warmDealer();
    stack.proxy.inject({
      on: 'GetItem',
      times: ALWAYS,
      action: { kind: 'refuse', error: 'InternalServerError', status: 500 },
    });
    const answer = await dealer.getSale({ SaleCode: 'x' });
    expectUnexpected(answer);
    expect(answer.ResultMessage).not.toContain('injected');
    const correlationId = /([0-9a-f-]{36})\.$/.exec(answer.ResultMessage)?.[1] ?? 'none';
    const log = await logHolding(stack.address, correlationId);
    const lines = log.split('\n').filter((line) => line.includes(correlationId) && line.includes('unexpected error'));
    expect(lines).toHaveLength(1);
    const line = JSON.parse(lines[0] ?? '') as { frames: readonly string[] };
    expect(line).toMatchObject({ errorName: 'StoreUnavailable', operation: 'GetSale' });
    expect(line.frames[0]).toMatch(/^at shared\/adapters\/dynamodb\/engine\/errors\.ts:\d+:\d+$/);
    expect(log).not.toContain('injected');
  });

  test('one lost answer is repeated, and nobody notices', async () => {
    const dealer = await warmDealer();
    stack.proxy.inject({ on: 'TransactWriteItems', action: { kind: 'reset-after' } });
    const answer = await dealer.createLink({ OtherTrxCode: 'N-1' });
    expect(answer.ResultCode).toBe('Success');
    expect(answer.headers.get('idempotent-replayed')).toBeNull();
    expect(stack.proxy.count('TransactWriteItems')).toBe(2);
  });

  test('a registration that the store refuses is DealerCustomerNotCreated, and there is no link (dealer interface 7.4)', async () => {
    const dealer = await warmDealer();
    stack.proxy.inject({ on: 'TransactWriteItems', times: ALWAYS, action: throttled });
    const answer = await dealer.createLink({ OtherTrxCode: 'N-1', CustomerCode: 'C', FirstName: 'Elif' });
    expect(answer).toMatchObject({ status: 200, Data: null, ResultCode: NOT_CREATED });
    expect(await storedPaymentOf(dealer.store, dealer.dealer.dealerCode, 'N-1')).toBeUndefined();
    expect(await dealer.store.get(customerKeys.byCode(dealer.dealer.dealerCode, 'C'))).toBeUndefined();
  });

  test("a registration whose customer's id cannot be taken, with whatever outcome, is DealerCustomerNotCreated (dealer interface 7.4)", async () => {
    const dealer = await warmDealer();
    const action: FaultAction = { kind: 'refuse-after', error: 'InternalServerError' };
    stack.proxy.inject({ on: 'UpdateItem', holding: 'SEQUENCE#customer', times: ALWAYS, action });
    const register = (code: string) => dealer.createLink({ OtherTrxCode: code, CustomerCode: code, FirstName: 'Elif' });
    // Until the ids in reserve are used up.
    let [codeOfLast, answer] = ['C-0', await register('C-0')];
    for (let tried = 1; tried <= 200 && answer.ResultCode === 'Success'; tried += 1) {
      codeOfLast = `C-${tried}`;
      answer = await register(codeOfLast);
    }
    expect(answer).toMatchObject({ status: 200, Data: null, ResultCode: NOT_CREATED });
    expect(await storedPaymentOf(dealer.store, dealer.dealer.dealerCode, codeOfLast)).toBeUndefined();
  });

  test('a link without a customer that the store refuses is EX, and a repeat makes it', async () => {
    const dealer = await warmDealer();
    stack.proxy.inject({ on: 'TransactWriteItems', times: ALWAYS, action: throttled });
    expectUnexpected(await dealer.createLink({ OtherTrxCode: 'N-1' }));
    stack.proxy.reset();
    expect((await dealer.createLink({ OtherTrxCode: 'N-1' })).ResultCode).toBe('Success');
  });

  test('a registration whose outcome is unknown is EX, and a repeat finds the link that was made', async () => {
    const dealer = await warmDealer();
    stack.proxy.inject({
      on: 'TransactWriteItems',
      times: ALWAYS,
      action: { kind: 'refuse-after', error: 'InternalServerError' },
    });
    const fields = { OtherTrxCode: 'N-1', CustomerCode: 'C', FirstName: 'Elif' };
    expectUnexpected(await dealer.createLink(fields));
    stack.proxy.reset();
    const repeat = await dealer.createLink(fields);
    expect(repeat.ResultCode).toBe('Success');
    expect(repeat.headers.get('idempotent-replayed')).toBe('true');
  });

  test('conflicting transactions are tried again', async () => {
    const dealer = await warmDealer();
    const members = { CancellationReasons: [{ Code: 'TransactionConflict' }, { Code: 'None' }, { Code: 'None' }] };
    const action: FaultAction = { kind: 'refuse', error: 'TransactionCanceledException', members };
    stack.proxy.inject({ on: 'TransactWriteItems', times: 3, action });
    expect((await dealer.createLink({ OtherTrxCode: 'N-1' })).ResultCode).toBe('Success');
  });

  test('a look-up that the store delays beyond its 10 s is EX, at its own deadline and not at that of Lambda', async () => {
    const dealer = await dealerHere();
    const { promise: until, resolve: release } = Promise.withResolvers<void>();
    const slow = { holding: dealer.dealer.dealerCode, action: { kind: 'hold-answer', until } } as const;
    // The third attempt reads the account, and no attempt reads the sale.
    stack.proxy.inject({ ...slow, times: 2 });
    stack.proxy.inject({ ...slow, from: 4, times: ALWAYS });
    // An invocation that is still at work after 10 s must not answer EX with status 200.
    const answer = await dealer.getSale({ SaleCode: 'x' });
    release();
    expectUnexpected(answer);
    const correlationId = /([0-9a-f-]{36})\.$/.exec(answer.ResultMessage)?.[1] ?? 'none';
    const log = () => readFileSync(join(stack.address.dataDir, 'logs', 'functions.log'), 'utf8').split('\n');
    const lines = () => log().filter((line) => line.includes(correlationId));
    await expect.poll(lines).toHaveLength(2);
    expect(lines().join()).toContain('DeadlineReached');
  });

  test('a page that cannot be read is a page with a reference number', async () => {
    const dealer = await warmDealer();
    const { Url } = (await dealer.createLink()).Data as { Url: string };
    stack.proxy.inject({
      on: 'Query',
      times: ALWAYS,
      action: { kind: 'refuse', error: 'InternalServerError', status: 500 },
    });
    const response = await fetch(Url, { headers: { 'accept-language': 'en' } });
    expect(response.status).toBe(500);
    expect(await response.text()).toContain('Reference number');
  });
};

const paymentsWhileStoreFails = (): void => {
  test('an intent that the store refuses is EX: nothing is charged, and a repeat pays', async () => {
    const dealer = await warmPayer();
    const before = await dealer.orders();
    stack.proxy.inject({
      on: 'TransactWriteItems',
      holding: dealer.dealer.dealerCode,
      times: ALWAYS,
      action: throttled,
    });
    expectUnexpected(await dealer.payDirectly({ OtherTrxCode: 'P-1' }));
    expect(await dealer.orders()).toEqual(before);
    stack.proxy.reset();
    const repeat = await dealer.payDirectly({ OtherTrxCode: 'P-1' });
    expect([repeat.Data, repeat.headers.get('idempotent-replayed')]).toMatchObject([{ IsSuccessful: true }, null]);
  });

  test('an intent whose outcome is not known is read back, and charged once where it is there (rule 2)', async () => {
    const dealer = await warmPayer();
    const action: FaultAction = { kind: 'refuse-after', error: 'InternalServerError' };
    stack.proxy.inject({ on: 'TransactWriteItems', holding: '1#PAYMENT', times: ALWAYS, action });
    expect((await dealer.payDirectly({ OtherTrxCode: 'P-1' })).Data).toMatchObject({ IsSuccessful: true });
    stack.proxy.reset();
    expect(await dealer.charges()).toHaveLength(2);
    expect((await dealer.payDirectly({ OtherTrxCode: 'P-1' })).headers.get('idempotent-replayed')).toBe('true');
  });

  test('an end that the store refuses is OutcomeUnknown, never EX: the card may be charged (rule 1)', async () => {
    const dealer = await warmPayer();
    const fault = { holding: 'endedAtMs', times: ALWAYS, action: throttled } as const;
    stack.proxy.inject(fault);
    const answer = await dealer.payDirectly({ OtherTrxCode: 'P-1' });
    expect(answer).toMatchObject({ Data: null, ResultCode: 'PaymentDealer.DoDirectPayment.OutcomeUnknown' });
    expect(await dealer.charges()).toHaveLength(2);
  });
};

/** What callers see while the store fails, in an app that stands when the tests begin. */
export const storeFaults = (running: () => FaultyStack): void => {
  beforeAll(() => {
    stack = running();
  });
  beforeEach(() => stack.proxy.reset());

  describe('Answers', answersWhileStoreFails);
  describe('Direct payments', paymentsWhileStoreFails);
};
