import { describe, expect, test } from 'vitest';
import { measuredGateway } from '../../../../shared/adapters/bank/measured-gateway.ts';
import { minor } from '../../../../shared/domain/money/money.ts';
import { answerTimeOf, measuringBankTime } from '../../../../shared/observability/bank-time.ts';
import type { MeasuredCall } from '../../../../shared/observability/gateway-metrics.ts';
import type { BankAnswer } from '../../../../shared/ports/bank-answers.ts';
import type { PosAccount, WholeGateway } from '../../../../shared/ports/bank-gateway.ts';
import type { GateFailure } from '../../../../shared/ports/three-d-gate.ts';
import { FakeClock } from '../../../fakes/clock.ts';

const APPROVED: BankAnswer = {
  kind: 'approved',
  references: { authCode: 'secret-auth', hostReference: 'secret-host', transactionId: 'secret-trx' },
};
const account = { kind: 'nestpay', gateway: 'https://pos.bank.example/fim/api' } as PosAccount;
const card = { number: '4111110000000013', expiryMonth: '12', expiryYear: '2030', cvc: '000' };
const order = { orderId: 'ORDER-1', amount: minor(100), currency: 'TL', installments: 1, type: 'sale' } as const;
const charge = { ...order, card, payerAddress: '203.0.113.1' };
const time = { answerBy: Number.POSITIVE_INFINITY };

/** A gateway that takes 400 ms for each call, and what is measured of it. */
const scene = (answers: Partial<WholeGateway>) => {
  const clock = new FakeClock();
  const calls: MeasuredCall[] = [];
  const slowly =
    <Answer>(answer: Answer) =>
    async (): Promise<Answer> => {
      clock.advance(400);
      return answer;
    };
  const bank = measuredGateway({
    bank: {
      charge: slowly(APPROVED),
      provision: slowly(APPROVED),
      inquire: slowly({ kind: 'no-record' }),
      followUp: slowly(APPROVED),
      ...answers,
    } as WholeGateway,
    clock,
    metrics: { called: (call) => void calls.push(call) },
    hosts: ['POS.bank.example'],
  });
  return { bank, calls, clock };
};

describe('A call to a gateway', () => {
  test('of each kind goes to the bank with what it was called with, and is told by its own name', async () => {
    const asked: unknown[] = [];
    const answering =
      (name: string) =>
      async (...call: unknown[]) => {
        asked.push([name, ...call]);
        return { kind: 'answer' };
      };
    const names = ['provision', 'inquire', 'inquireHistory', 'listOrders', 'followUp'] as const;
    const { bank, calls } = scene(Object.fromEntries(names.map((name) => [name, answering(name)])));
    const measured = bank as unknown as Record<string, (...call: unknown[]) => Promise<unknown>>;
    for (const name of names) {
      const call = name === 'followUp' ? [account, order, { kind: 'void' }, time] : [account, order, time];
      expect(await measured[name]?.(...call)).toEqual({ kind: 'answer' });
      expect(asked.at(-1)).toEqual([name, ...call]);
    }
    expect(calls.map(({ call, orderId, durationMs }) => [call, orderId, durationMs])).toEqual([
      ['provision', 'ORDER-1', 0],
      ['inquire', 'ORDER-1', 0],
      ['history', 'ORDER-1', 0],
      ['list-orders', '', 0],
      ['void', 'ORDER-1', 0],
    ]);
  });

  test('that begins an authentication in this process is told only where it fails', async () => {
    const start = { order } as unknown as Parameters<WholeGateway['start3D']>[1];
    const begun = scene({ start3D: async () => ({ kind: 'form', form: { action: '', fields: [] } }) });
    expect(await begun.bank.start3D(account, start, time)).toMatchObject({ kind: 'form' });
    expect(begun.calls).toEqual([]);
    const failed = scene({ start3D: async () => ({ kind: 'failed', code: '025' }) });
    expect(await failed.bank.start3D(account, start, time)).toEqual({ kind: 'failed', code: '025' });
    expect(failed.calls).toMatchObject([{ call: 'start-3d', orderId: 'ORDER-1', answer: 'failed', code: '025' }]);
    expect(failed.calls[0]).not.toHaveProperty('durationMs');
  });

  test('is told with its time, order and end, and with nothing of the card or the bank’s references (rule 29)', async () => {
    const { bank, calls } = scene({});
    expect(await bank.charge(account, charge, time)).toBe(APPROVED);
    expect(calls).toEqual([
      {
        gateway: 'pos.bank.example',
        call: 'charge',
        orderId: 'ORDER-1',
        answer: 'approved',
        end: 'approved',
        durationMs: 400,
      },
    ]);
  });

  test.each<[BankAnswer, Partial<MeasuredCall>]>([
    [
      { kind: 'declined', code: '002', procReturnCode: '51' },
      { end: 'issuer', code: '002' },
    ],
    [
      { kind: 'declined', code: '018', procReturnCode: '43' },
      { end: 'fraud', code: '018' },
    ],
    [
      { kind: 'not-sent', code: '008' },
      { end: 'bank', code: '008', answer: 'not-sent' },
    ],
    [{ kind: 'unknown', cause: 'time-out' }, { end: 'unknown' }],
  ])('that answers %j counts one end', async (answer, wanted) => {
    const { bank, calls } = scene({ charge: async () => answer });
    await bank.charge(account, charge, time);
    expect(calls).toMatchObject([wanted]);
  });

  test('that asks or takes back counts no charge', async () => {
    const { bank, calls } = scene({});
    await bank.inquire(account, order, time);
    await bank.followUp(account, order, { kind: 'void' }, time);
    expect(calls.map(({ call, end }) => [call, end])).toEqual([
      ['inquire', undefined],
      ['void', undefined],
    ]);
  });

  test('a failed authentication counts as a decline, and one that goes on is not told: its charge will be', async () => {
    const expected = { order, okUrl: '', failUrl: '', random: '', language: 'tr' } as const;
    const failed = scene({ verifyCallback: async () => ({ kind: 'failed', code: '001', mdStatus: 0 }) });
    await failed.bank.verifyCallback(account, expected, [], time);
    expect(failed.calls).toMatchObject([{ call: 'callback', end: 'three-d', code: '001' }]);
    // It stays in this process with most gateways, so its time would only flatter the bank's.
    expect(failed.calls[0]).not.toHaveProperty('durationMs');
    const refused = scene({ verifyCallback: async () => ({ kind: 'refused', reason: 'hash' }) });
    await refused.bank.verifyCallback(account, expected, [], time);
    expect(refused.calls).toEqual([]);
  });

  test.each<[GateFailure, Partial<MeasuredCall>]>([
    [{ kind: 'unusable', reason: 'card-data' }, { unusable: 'card-data' }],
    [{ kind: 'silent' }, {}],
    [{ kind: 'not-sent' }, {}],
  ])(
    'a start on the server that fails by %j counts as the bank’s, and only a useless answer as such',
    async (why, told) => {
      const start = {
        order,
        card,
        okUrl: '',
        failUrl: '',
        random: '',
        language: 'tr',
        payerAddress: '',
        browser: {},
      } as const;
      const failed = scene({ startOnServer: async () => ({ kind: 'failed', code: '024', why }) });
      await failed.bank.startOnServer(account, start, time);
      const line = { gateway: 'pos.bank.example', call: 'start-on-server', orderId: 'ORDER-1', answer: 'failed' };
      expect(failed.calls).toEqual([{ ...line, code: '024', end: 'bank', durationMs: 0, ...told }]);
      const form = { action: 'https://acs.example', fields: [], acceptCharset: 'utf-8' } as const;
      const begun = scene({ startOnServer: async () => ({ kind: 'form', form }) });
      await begun.bank.startOnServer(account, start, time);
      expect(begun.calls).toEqual([{ ...line, answer: 'form', durationMs: 0 }]);
    },
  );

  test('to a host that the stage does not name counts as another: nobody can make metrics by the hundred', async () => {
    const { bank, calls } = scene({});
    await bank.charge({ ...account, gateway: 'https://elsewhere.example/' }, charge, time);
    await bank.charge({ ...account, gateway: 'no address' }, charge, time);
    expect(calls.map(({ gateway }) => gateway)).toEqual(['other', 'other']);
  });
});

describe('The time of an answer', () => {
  test('is parted into the bank’s and our own, and names the order', async () => {
    const { bank, clock } = scene({});
    const startedAtMs = clock.now();
    const told = await measuringBankTime(async () => {
      clock.advance(30);
      await bank.charge(account, charge, time);
      await bank.inquire(account, order, time);
      clock.advance(5);
      return answerTimeOf(startedAtMs, clock.now());
    });
    expect(told).toEqual({ ownMs: 35, fields: { bankMs: 800, orderId: 'ORDER-1' } });
  });

  test('counts a call that still runs when the answer goes out late', async () => {
    const { promise, resolve } = Promise.withResolvers<BankAnswer>();
    const { bank, clock } = scene({ charge: () => promise });
    const startedAtMs = clock.now();
    await measuringBankTime(async () => {
      const charging = bank.charge(account, charge, time);
      clock.advance(27_000);
      expect(answerTimeOf(startedAtMs, clock.now())).toMatchObject({ ownMs: 0, fields: { bankMs: 27_000 } });
      resolve(APPROVED);
      await charging;
    });
  });

  test('counts calls side by side once, and a failed call too', async () => {
    const { bank, clock } = scene({
      charge: async () => {
        clock.advance(100);
        throw new Error('not allowed');
      },
      inquire: async () => {
        clock.advance(50);
        return { kind: 'no-record' };
      },
    });
    const startedAtMs = clock.now();
    await measuringBankTime(async () => {
      const both = [bank.charge(account, charge, time), bank.inquire(account, order, time)];
      await Promise.allSettled(both);
      expect(answerTimeOf(startedAtMs, clock.now()).fields.bankMs).toBe(150);
    });
  });

  test('is all our own where no bank was called, and in another invocation', async () => {
    const { bank, clock } = scene({});
    await measuringBankTime(() => bank.charge(account, charge, time));
    const startedAtMs = clock.now() - 7;
    const told = measuringBankTime(() => answerTimeOf(startedAtMs, clock.now()));
    expect(told).toEqual({ ownMs: 7, fields: {} });
  });
});
