import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { dynamoBankLedger } from '../../shared/adapters/dynamodb/sandbox/bank-ledger.ts';
import { type MinorUnits, minor } from '../../shared/domain/money/money.ts';
import type { BankAnswer } from '../../shared/ports/bank-answers.ts';
import type { PosAccount } from '../../shared/ports/bank-gateway.ts';
import type { BookedOrder, FollowUp, PosOrder } from '../../shared/ports/bank-order.ts';
import { handTimer, sandboxBank, soon, standingClock } from '../support/bank/bank-calls.ts';
import { type FaultProxy, type ProxyFault, startFaultProxy } from '../support/bank/bank-proxy.ts';
import { startBank, type TestBank } from '../support/bank/bank-server.ts';
import { type BookedSteps, bookedSteps } from '../support/bank/booked-steps.ts';
import { gateways } from '../support/bank/gateways.ts';
import { engineTable } from '../support/store/store.ts';

const MORNING = Date.parse('2027-01-15T11:00:00+03:00');
const DAY_MS = 24 * 3_600_000;
const PART = minor(5000);

const ledger = dynamoBankLedger(engineTable(inject('stack')));
const clock = standingClock(MORNING);
const pos = sandboxBank({ clock });
let delays = 0;
let bank: TestBank;
let proxy: FaultProxy;

const newBank = () =>
  startBank(ledger, undefined, {
    clock,
    dayEnd: 22 * 60,
    delay: async () => {
      delays += 1;
    },
  });

beforeAll(async () => {
  bank = await newBank();
  proxy = await startFaultProxy(bank);
});
afterAll(async () => {
  pos.close();
  await proxy.stop();
  await bank.stop();
});

interface Call {
  readonly what: string;
  /** An order that the call can be made for. */
  readonly ready: (cardId: string) => Promise<BookedOrder>;
  readonly step: FollowUp;
  readonly amount: MinorUnits;
  /** What the bank tells of the order once the call is done, and while it is not. */
  readonly done: object;
  readonly open: object;
}

describe.each(gateways)('Steps that meet a fault, at $kind', (gateway) => {
  let account: PosAccount;
  let steps: BookedSteps;
  beforeAll(() => {
    account = gateway.accountAt(proxy.gateway);
    steps = bookedSteps(pos, { gateway, account: () => account, clock });
  });

  const charged = (cardId: string, type: PosOrder['type']): Promise<BookedOrder> => steps.charged(cardId, { type });

  const CALLS: readonly Call[] = [
    {
      what: 'capture',
      ready: (cardId) => charged(cardId, 'pre-authorisation'),
      step: { kind: 'capture' },
      amount: PART,
      done: { kind: 'history', charge: 'captured', amount: PART, credits: [] },
      open: { kind: 'history', charge: 'authorised', amount: 12_345, credits: [] },
    },
    {
      what: 'void',
      ready: (cardId) => charged(cardId, 'sale'),
      step: { kind: 'void' },
      amount: minor(12_345),
      done: { kind: 'history', charge: 'voided', credits: [] },
      open: { kind: 'history', charge: 'captured', amount: 12_345, credits: [] },
    },
    {
      what: 'credit of a part',
      ready: async (cardId) => {
        const order = await charged(cardId, 'sale');
        clock.advance(DAY_MS);
        return order;
      },
      step: { kind: 'refund' },
      amount: PART,
      done: { kind: 'history', charge: 'settled', amount: 12_345, credits: [PART] },
      open: { kind: 'history', charge: 'settled', amount: 12_345, credits: [] },
    },
  ];

  const send = ({ step, amount }: Call, order: PosOrder, through = pos, at = account): Promise<BankAnswer> =>
    through.followUp(at, { ...order, amount }, step, soon(clock));
  const history = (order: PosOrder) => pos.inquireHistory(account, order, soon(clock));
  const expectRepeatDone = async (call: Call, order: PosOrder): Promise<void> => {
    expect((await send(call, order)).kind).toBe('approved');
    expect(await history(order)).toMatchObject(call.done);
  };

  describe.each(CALLS)('A fault of the bank at a $what', (call) => {
    test('slow: the answer comes, late', async () => {
      const order = await call.ready('follow-up-slow');
      const before = delays;
      expect((await send(call, order)).kind).toBe('approved');
      expect(delays).toBe(before + 1);
      expect(await history(order)).toMatchObject(call.done);
    });

    test.each([
      ['time-out-before', 'open'],
      ['time-out-after', 'done'],
    ] as const)('%s: unknown once the time is up, and the history finds it %s', async (fault, became) => {
      const order = await call.ready(`follow-up-${fault}`);
      const slow = await newBank();
      const timer = handTimer();
      const waiting = sandboxBank({ clock, timer });
      const answer = send(call, order, waiting, { ...account, gateway: slow.gateway });
      await slow.held;
      timer.fire();
      expect(await answer).toEqual({ kind: 'unknown', cause: 'time-out' });
      expect(await history(order)).toMatchObject(call[became]);
      if (became === 'open') await expectRepeatDone(call, order);
      waiting.close();
      await slow.stop();
    });

    test.each([
      ['error-before', 'error-answer', 'open'],
      ['error-after', 'error-answer', 'done'],
      ['duplicate', 'error-answer', 'done'],
      ['truncated', 'unreadable', 'done'],
    ] as const)('%s: unknown (%s), sent once, and the history finds it %s', async (fault, cause, became) => {
      const order = await call.ready(`follow-up-${fault}`);
      const requests = proxy.requests.length;
      expect(await send(call, order)).toEqual({ kind: 'unknown', cause });
      expect(proxy.requests.length).toBe(requests + 1);
      expect(await history(order)).toMatchObject(call[became]);
      if (became === 'open') await expectRepeatDone(call, order);
    });

    test('declined by the issuer: nothing is done, and a repeat is accepted', async () => {
      const order = await call.ready('follow-up-declined');
      // Garanti's answer to a refused step is never final.
      expect(await send(call, order)).toEqual(
        gateway.kind === 'nestpay'
          ? { kind: 'declined', code: '004', procReturnCode: '05' }
          : { kind: 'unknown', cause: 'error-answer' },
      );
      expect(await history(order)).toMatchObject(call.open);
      await expectRepeatDone(call, order);
    });
  });

  describe.each(CALLS)('A lost connection at a $what', (call) => {
    const meeting = async (fault: ProxyFault) => {
      const order = await call.ready('approved');
      const before = proxy.requests.length;
      proxy.behave(fault);
      const answer = await send(call, order);
      proxy.behave({ kind: 'none' });
      return { answer, order, sent: proxy.requests.length - before };
    };

    test.each<ProxyFault>([
      { kind: 'reset-instead-of-answer' },
      { kind: 'cut-answer', afterBytes: 150 },
      { kind: 'cut-answer', afterBytes: 150, ends: true },
    ])('after it was done ($kind): unknown, sent once', async (fault) => {
      const { answer, order, sent } = await meeting(fault);
      expect([answer.kind, sent]).toEqual(['unknown', 1]);
      expect(await history(order)).toMatchObject(call.done);
    });

    test('before it reached the bank: unknown, and it may still arrive', async () => {
      const order = await call.ready('approved');
      const timer = handTimer();
      const waiting = sandboxBank({ clock, timer });
      const held = Promise.withResolvers<void>();
      const holding = await startFaultProxy(bank, () => held.resolve());
      holding.behave({ kind: 'held-request' });
      const answer = send(call, order, waiting, { ...account, gateway: holding.gateway });
      await held.promise;
      timer.fire();
      expect(await answer).toEqual({ kind: 'unknown', cause: 'time-out' });
      expect(await history(order)).toMatchObject(call.open);
      await holding.deliver(0);
      expect(await history(order)).toMatchObject(call.done);
      waiting.close();
      await holding.stop();
    });

    test('before the first byte: not sent', async () => {
      const order = await call.ready('approved');
      expect(await pos.followUp(account, order, call.step, { answerBy: clock.now() })).toEqual({
        kind: 'not-sent',
        code: '021',
      });
      expect(await history(order)).toMatchObject(call.open);
    });
  });

  describe('Mistakes of public implementations, at captures, voids and credits', () => {
    test('each goes to the gateway of its own account, whichever bank was called before', async () => {
      const [one, other] = [await newBank(), await newBank()];
      const order = await charged('approved', 'pre-authorisation');
      for (const at of [one, other, one]) await pos.inquire({ ...account, gateway: at.gateway }, order, soon(clock));
      const captured = await pos.followUp(
        { ...account, gateway: other.gateway },
        order,
        { kind: 'capture' },
        soon(clock),
      );
      // Garanti is asked twice for each inquiry: for the state and for the history.
      const calls = gateway.kind === 'nestpay' ? [2, 2] : [4, 3];
      expect([captured.kind, one.paths.length, other.paths.length]).toEqual(['approved', ...calls]);
      await one.stop();
      await other.stop();
    });

    test('the credentials of another merchant reach no order', async () => {
      const order = await charged('approved', 'sale');
      const stranger = gateway.accountAt(proxy.gateway);
      const answer = await pos.followUp(stranger, order, { kind: 'void' }, soon(clock));
      expect(answer).toEqual({ kind: 'unknown', cause: 'error-answer' });
      expect(await history(order)).toMatchObject({ charge: 'captured' });
    });
  });
});
