import { describe, expect, test } from 'vitest';
import { accountTrial } from '../../../../shared/adapters/bank/account-trial.ts';
import { type GatewayOptions, gatewayClient } from '../../../../shared/adapters/bank/gateway-client.ts';
import { gatewayByKind } from '../../../../shared/adapters/bank/gateways.ts';
import type { BankHttp, GateOutcome } from '../../../../shared/adapters/bank/http-client.ts';
import { postToGate } from '../../../../shared/adapters/bank/server-start.ts';
import { minor } from '../../../../shared/domain/money/money.ts';
import type { BankGateways, PosAccount, WholeGateway } from '../../../../shared/ports/bank-gateway.ts';
import { FakeClock } from '../../../fakes/clock.ts';

const GATE = 'https://pos.bank.example/fim/est3Dgate';
const NEXT = 'https://acs.issuer.example/challenge';
const order = { orderId: 'O-1', amount: minor(100), currency: 'TL', installments: 1, type: 'sale' } as const;
const card = { number: '4546711234567894', expiryMonth: '11', expiryYear: '2031', cvc: '573' };
const start = {
  order,
  card,
  okUrl: 'https://pay.example/3d/ok',
  failUrl: 'https://pay.example/3d/fail',
  random: 'R',
  language: 'tr',
  payerAddress: '203.0.113.1',
  browser: { userAgent: 'Browser' },
} as const;
const form = {
  action: GATE,
  fields: [
    ['a', '1&2'],
    ['b', 'ğ'],
  ],
} as const;
const time = { answerBy: 77_000 };

const posted = async (outcome: GateOutcome, sandbox = false) => {
  const sent: Parameters<BankHttp['postForm']>[0][] = [];
  const http = {
    postForm: async (call: Parameters<BankHttp['postForm']>[0]) => {
      sent.push(call);
      return outcome;
    },
  };
  return { answer: await postToGate({ http, form, start, sandbox }, time), sent };
};

const pageTo = (action: string, cookies: readonly string[] = [], value = 'x'): GateOutcome => ({
  kind: 'answered',
  contentType: 'text/html; charset=utf-8',
  body: Buffer.from(`<form method="post" action="${action}"><input type="hidden" name="creq" value="${value}"></form>`),
  cookies,
});

describe('a form that the service posts to a gate', () => {
  test('is sent once, with the payer’s browser, and the answered form goes on', async () => {
    const { answer, sent } = await posted(pageTo(NEXT));
    expect(answer).toEqual({ kind: 'form', form: { action: NEXT, fields: [['creq', 'x']], acceptCharset: 'utf-8' } });
    expect(sent).toEqual([
      { address: GATE, body: 'a=1%262&b=%C4%9F', browser: start.browser, answerBy: 77_000, timeoutMs: 10_000 },
    ]);
  });

  const unusable = (reason: string) => ({ kind: 'failed', code: '024', why: { kind: 'unusable', reason } });

  test.each<[string, GateOutcome, object]>([
    ['a page without a form', { ...pageTo(NEXT), body: Buffer.from('x') } as GateOutcome, unusable('no-form')],
    ['a redirect', { kind: 'unread', reason: 'redirect' }, unusable('redirect')],
    ['too long an answer', { kind: 'unread', reason: 'too-large' }, unusable('too-large')],
    [
      'a cookie that would be missing',
      pageTo('https://acs.bank.example/a', ['x=1; Domain=bank.example']),
      unusable('cookie'),
    ],
    ['the card in its form', pageTo(NEXT, [], card.number), unusable('card-data')],
    [
      'a relative address, from the gate',
      pageTo('/next'),
      { kind: 'form', form: { action: 'https://pos.bank.example/next' } },
    ],
  ])('meets %s', async (_what, outcome, answer) => {
    expect((await posted(outcome)).answer).toMatchObject(answer);
  });

  test.each([start.okUrl, start.failUrl])('may send the payer straight back to us: %s', async (own) => {
    expect((await posted(pageTo(own, ['x=1; Domain=pay.example']))).answer).toMatchObject({ form: { action: own } });
  });

  test('leads to this machine in a sandbox alone', async () => {
    const outcome = pageTo('http://127.0.0.1:3000/a');
    expect((await posted(outcome)).answer).toMatchObject(unusable('action'));
    expect((await posted(outcome, true)).answer).toMatchObject({ kind: 'form' });
  });

  test.each<[GateOutcome, 'not-sent' | 'silent']>([
    [{ kind: 'not-sent', code: '021' }, 'not-sent'],
    [{ kind: 'not-sent', code: '008' }, 'silent'],
    [{ kind: 'not-sent', code: '010' }, 'silent'],
    [{ kind: 'unknown', cause: 'time-out' }, 'silent'],
    [{ kind: 'unknown', cause: 'connection-lost' }, 'silent'],
  ])('%o: the gate is %s', async (outcome, kind) => {
    expect((await posted(outcome)).answer).toEqual({ kind: 'failed', code: '024', why: { kind } });
  });
});

describe('the client posts forms of accounts that allow it', () => {
  const account = { kind: 'nestpay', gateway: 'https://pos.bank.example', serverStart: true } as PosAccount;
  const clientWith = (options: Partial<GatewayOptions> = {}) =>
    gatewayClient<PosAccount, string>(
      { clock: new FakeClock(), sandbox: false, allowedHosts: ['pos.bank.example'], ...options },
      { charset: 'UTF-8', merchantOf: () => 'M', loadReader: async () => () => 'read', defectIn: () => undefined },
    );
  const call = { formOf: () => form, time };

  test('by the function’s own way to a gate', async () => {
    const calls: unknown[] = [];
    const client = clientWith({
      sandbox: true,
      postToGate: async (...one) => {
        calls.push(one);
        return { kind: 'failed', code: '024', why: { kind: 'silent' } };
      },
    });
    expect(await client.postForm(account, start, call)).toMatchObject({ why: { kind: 'silent' } });
    expect(calls).toEqual([[expect.objectContaining({ form, start, sandbox: true }), time]]);
    client.close();
  });

  test('and no more at once than a virtual POS may have', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const client = clientWith({
      maxInFlightPerPos: 1,
      postToGate: async () => {
        await promise;
        return { kind: 'failed', code: '024', why: { kind: 'silent' } };
      },
    });
    const first = client.postForm(account, start, call);
    expect(await client.postForm(account, start, call)).toEqual({
      kind: 'failed',
      code: '024',
      why: { kind: 'not-sent' },
    });
    const elsewhere = client.postForm(account, start, { formOf: () => ({ ...form, action: NEXT }), time });
    resolve();
    expect(await Promise.all([first, elsewhere])).toMatchObject([
      { why: { kind: 'silent' } },
      { why: { kind: 'silent' } },
    ]);
    expect(await client.postForm(account, start, call)).toMatchObject({ why: { kind: 'silent' } });
    client.close();
  });

  test('what is not allowed is a defect of the caller', () => {
    const client = clientWith();
    expect(() => client.postForm({ ...account, serverStart: false }, start, call)).toThrow(
      'this virtual POS starts no authentication from here',
    );
    expect(() => client.postForm(account, start, call)).toThrow('this function posts to no gate');
    expect(() => clientWith({ sandbox: true }).refuseOtherCards({ number: '4546711234567895' })).toThrow(
      'a sandbox takes test cards only',
    );
    expect(() => client.refuseOtherCards({ number: '4546711234567895' })).not.toThrow();
  });
});

describe('calls go to the gateway of their account’s kind', () => {
  const gatewaysWith = (nestpay: Partial<WholeGateway>): BankGateways =>
    ({ nestpay, garanti: {} }) as unknown as BankGateways;
  const account = { kind: 'nestpay' } as PosAccount;

  test('those that every kind has', async () => {
    const named =
      (name: string) =>
      async (...call: unknown[]) => [name, ...call];
    const names = ['startOnServer', 'inquireHistory', 'listOrders', 'inquire', 'followUp', 'charge'] as const;
    const nestpay = Object.fromEntries(names.map((name) => [name, named(name)])) as unknown as WholeGateway;
    const gateway = gatewayByKind(gatewaysWith(nestpay)) as unknown as Record<string, (...call: unknown[]) => unknown>;
    for (const name of names) expect(await gateway[name]?.(account, 1, 2)).toEqual([name, account, 1, 2]);
  });

  test('a trial of an account tells the defect that its own call met, and closes its connections', async () => {
    const closed: string[] = [];
    const trialWith = (defect: string | undefined, fails = false) =>
      accountTrial((reportDefect) => ({
        ...gatewaysWith({
          inquire: async () => {
            if (defect !== undefined) reportDefect(defect);
            if (fails) throw new Error('a defect');
            return { kind: 'no-record' };
          },
        }),
        close: () => void closed.push('closed'),
      }));
    const answer = { kind: 'no-record' };
    expect(await trialWith(undefined).inquire(account, order, time)).toEqual({ answer });
    expect(await trialWith('CORE-1').inquire(account, order, time)).toEqual({ answer, defect: 'CORE-1' });
    await expect(trialWith(undefined, true).inquire(account, order, time)).rejects.toThrow('a defect');
    expect(closed).toHaveLength(3);
  });
});
