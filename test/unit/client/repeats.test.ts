import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { exampleAnswer } from '../../../infra/docs/example-values.ts';
import { documentedOperations } from '../../../infra/docs/operations.ts';
import { type NoAnswer, type Received, readAnswer } from '../../../shared/client/answer.ts';
import { type ClientOptions, createClient } from '../../../shared/client/client.ts';
import { operations } from '../../../shared/client/contract.ts';
import { pauseMsAfter } from '../../../shared/client/repeats.ts';

const account = { dealerCode: '1001', username: 'apiuser', password: 'apipass' };
const card = {
  CardNumber: '4111111111111111',
  ExpMonth: '12',
  ExpYear: '2030',
  CvcNumber: '000',
  Amount: '27.50',
} as const;

const envelope = (code: string, data: unknown = null): Received => ({
  status: 200,
  text: JSON.stringify({ Data: data, ResultCode: code, ResultMessage: '', Exception: null }),
  replayed: false,
});
const LOST: NoAnswer = { kind: 'no-answer', reason: 'time-out' };
const BUSY: Received = { status: 503, text: '{"message":"Service Unavailable"}', replayed: false };
const PAID = { IsSuccessful: true, ResultCode: '', ResultMessage: '', VirtualPosOrderId: 'ORDER-1' };

/** A client whose service gives these answers in turn, the last one again and again; and what it was sent. */
const clientWith = (given: readonly (Received | NoAnswer)[], options: Partial<ClientOptions> = {}) => {
  const sent: { readonly address: string; readonly body: string; readonly timeoutMs: number }[] = [];
  const pauses: number[] = [];
  const client = createClient({
    baseUrl: 'https://pay.example/base/',
    account,
    transport: async (call) => {
      sent.push(call);
      return given[Math.min(sent.length, given.length) - 1] ?? LOST;
    },
    pause: async (ms) => pauses.push(ms),
    ...options,
  });
  return { client, sent, pauses };
};

describe('The typed client sends again only what is safe', () => {
  test('a look-up is sent three times', async () => {
    const { client, sent, pauses } = clientWith([LOST, BUSY, envelope('Success', [])]);
    expect(await client.GetCustomerList({})).toMatchObject({ kind: 'success' });
    expect(sent.length).toBe(3);
    expect(pauses.length).toBe(2);
  });

  test.each([{}, { OtherTrxCode: '' }, { OtherTrxCode: '  ' }])(
    'a charge with the code %j is sent once',
    async (code) => {
      const { client, sent } = clientWith([LOST, envelope('Success', PAID)]);
      expect(await client.DoDirectPayment({ ...card, ...code })).toEqual(LOST);
      expect(sent.length).toBe(1);
    },
  );

  test.each([
    ['a lost answer', LOST],
    ['a busy gateway', BUSY],
    ['an unexpected error', envelope('EX')],
    ['an unknown outcome', envelope('PaymentDealer.DoDirectPayment.OutcomeUnknown')],
    ['a first call that still runs', envelope('PaymentDealer.DoDirectPayment.StillRunning')],
  ])('a charge with a code is sent again, unchanged, behind %s', async (_name, first) => {
    const { client, sent } = clientWith([first, envelope('Success', PAID)]);
    expect(await client.DoDirectPayment({ ...card, OtherTrxCode: 'S-1' })).toMatchObject({
      kind: 'success',
      data: PAID,
    });
    expect(sent.length).toBe(2);
    expect(sent[0]).toEqual(sent[1]);
  });

  test.each([
    ['a decline', envelope('Success', { ...PAID, IsSuccessful: false, ResultCode: '002' }), 'declined'],
    ['a refusal', envelope('PaymentDealer.DoDirectPayment.InvalidRequest'), 'refused'],
    ['a code that is newer', envelope('PaymentDealer.DoDirectPayment.Newer'), 'refused-otherwise'],
  ])('a charge with a code is not sent again behind %s', async (_name, first, kind) => {
    const { client, sent } = clientWith([first]);
    expect(await client.DoDirectPayment({ ...card, OtherTrxCode: 'S-1' })).toMatchObject({ kind });
    expect(sent.length).toBe(1);
  });

  test('a refund is sent again with a RefundCode alone', async () => {
    const withCode = clientWith([LOST]);
    expect(await withCode.client.DoCreateRefundRequest({ OtherTrxCode: 'S-1', RefundCode: 'R-1' })).toEqual(LOST);
    const without = clientWith([LOST]);
    expect(await without.client.DoCreateRefundRequest({ OtherTrxCode: 'S-1' })).toEqual(LOST);
    expect([withCode.sent.length, without.sent.length]).toEqual([3, 1]);
  });

  test('what the contracts make of each operation', () => {
    const namesOf = (repeat: string) =>
      Object.entries(operations).flatMap(([name, facts]) => (facts.repeat === repeat ? [name] : []));
    expect(namesOf('look-up').filter((name) => !/^(?:Get|DoCalc)/.test(name))).toEqual([]);
    expect(namesOf('OtherTrxCode').filter((name) => !/^(?:DoDirectPayment|CreateUserPosPayment)/.test(name))).toEqual(
      [],
    );
    expect(namesOf('OtherTrxCode')).toContain('DoDirectPayment');
    expect(namesOf('RefundCode')).toEqual(['DoCreateRefundRequest']);
    expect(namesOf('never')).toEqual(expect.arrayContaining(['AddCard', 'DoCapture', 'DoVoid']));
  });

  test('one try is one try, and pauses grow', async () => {
    const { client, sent } = clientWith([LOST], { tries: 1 });
    await client.GetDealer({});
    expect(sent.length).toBe(1);
    expect([pauseMsAfter(1, 0), pauseMsAfter(2, 0), pauseMsAfter(2, 1)]).toEqual([500, 1500, 2250]);
  });
});

describe('The typed client speaks the wire of the service', () => {
  test('one address, two blocks, and the CheckKey', async () => {
    const { client, sent } = clientWith([envelope('Success', [])]);
    await client.GetSale({ SaleCode: 'S' });
    const [call] = sent;
    expect(call).toMatchObject({ address: 'https://pay.example/base/DealerSale/GetSale', timeoutMs: 35_000 });
    expect(JSON.parse(call?.body ?? '')).toEqual({
      DealerSaleAuthentication: {
        DealerCode: '1001',
        Username: 'apiuser',
        Password: 'apipass',
        CheckKey: '8cf4a2c66d780ae089549c8eb8783999e4ad63232ee22d1ab6ec1b46f535a3d0',
      },
      DealerSaleRequest: { SaleCode: 'S' },
    });
  });

  test.each(documentedOperations)('every documented answer of $document.title is read', (operation) => {
    for (const example of operation.document.examples) {
      const called = example.operation ?? operation.contract.operation;
      const documented = exampleAnswer(operation, example);
      const read = readAnswer(called, { status: 200, text: JSON.stringify(documented), replayed: false });
      if ('data' in example) expect(read.kind, example.name).toMatch(/^(?:success|declined)$/);
      else expect(read, example.name).toMatchObject({ kind: 'refused', code: documented.ResultCode });
    }
  });

  test.each(['http://pay.example', 'ftp://pay.example', 'https://me@pay.example', 'https://pay.example?a=1', 'pay'])(
    'the base address %s is refused',
    (baseUrl) => {
      expect(() => createClient({ baseUrl, account })).toThrow();
    },
  );

  test.each([{ timeoutMs: 0 }, { timeoutMs: 1.5 }, { timeoutMs: 600_001 }, { tries: 0 }, { tries: 4 }])(
    'the options %j are refused',
    (options) => {
      expect(() => createClient({ baseUrl: 'https://pay.example', account, ...options })).toThrow(RangeError);
    },
  );

  test('a server that never answers is a time-out, and a redirect is not followed', async () => {
    const server = createServer((request, response) => {
      if (request.url?.startsWith('/slow/') === true) return;
      response.writeHead(307, { location: '/elsewhere' }).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const slow = createClient({ baseUrl: `${base}/slow/`, account, timeoutMs: 50, tries: 1 });
      expect(await slow.GetDealer({})).toEqual({ kind: 'no-answer', reason: 'time-out' });
      const moved = createClient({ baseUrl: base, account, tries: 1 });
      expect(await moved.GetDealer({})).toEqual({ kind: 'no-answer', reason: 'network' });
    } finally {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  });
});
