import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Table } from '../../../../shared/adapters/dynamodb/engine/table.ts';
import { ANSWER_BY_MS, COLLECT_MS } from '../../../../shared/domain/attempt/timing.ts';
import { minor } from '../../../../shared/domain/money/money.ts';
import { StoreUnavailable } from '../../../../shared/ports/store-errors.ts';
import { type MemoryBank, startMemoryBank } from '../../../support/bank/memory-bank.ts';
import { declinedWith, isReplay, PAYMENT, paidBy } from '../../../support/payment/direct-payments.ts';
import {
  type DirectHooks,
  type DirectScene,
  type DirectSceneOptions,
  directScene,
} from '../../../support/payment/direct-scene.ts';
import { CODE, PAST_ASKING_MS, payTooLate } from '../../../support/payment/late-direct-payment.ts';

const MINUTE_MS = 60_000;
const UNKNOWN = { Data: null, ResultCode: `${PAYMENT}OutcomeUnknown` };
const LIMITS = { TL: { values: { daily: minor(100_000), monthly: minor(1), shards: 1 } } };
let bank: MemoryBank;

beforeEach(async () => {
  bank = await startMemoryBank();
});

afterEach(() => bank.stop());

const scene = (options: Omit<DirectSceneOptions, 'bank'> = {}) =>
  directScene({ bank, ...options, dealer: { limits: LIMITS, ...options.dealer } });

describe('Told "failed" never becomes approved (rule 1)', () => {
  test('not though the approval reaches its caller a moment after the sweeper took it back', async () => {
    const direct = await scene();
    await payTooLate(direct, bank, { card: 'time-out-after-charge' });
    direct.advance(ANSWER_BY_MS + COLLECT_MS - PAST_ASKING_MS - 2000);
    const repeat = await direct.pay(
      { ...CODE, ...paidBy('time-out-after-charge') },
      {
        afterInquiry: async (found) => {
          expect(found.kind).toBe('captured');
          direct.advance(5000);
          await direct.sweep();
          return found;
        },
      },
    );
    expect(repeat.Data).toEqual(declinedWith('021'));
    expect(await direct.latest()).toMatchObject({ state: 'voided', reportedOutcome: 'failed' });
    expect(await direct.charges()).toEqual([]);
  });

  test('not though the bank answers "approved" after the sweeper took the charge back', async () => {
    const direct = await scene();
    const answer = await direct.pay(CODE, {
      afterCharge: async (approved) => {
        expect(approved.kind).toBe('approved');
        direct.advance(11 * MINUTE_MS);
        await direct.sweep();
        return approved;
      },
    });
    expect(answer.Data).toEqual(declinedWith('021'));
    expect(await direct.latest()).toMatchObject({ state: 'voided', reportedOutcome: 'failed' });
    expect(await direct.charges()).toEqual([]);
  });
});

/** A store whose last write, the end of the attempt, fails, done or not. Unless `readable`, later reads fail too. */
const failingEnd =
  ({ written, readable }: { readonly written: boolean; readonly readable: boolean }) =>
  (store: Table): Table => {
    let transactions = 0;
    return {
      ...store,
      transact: async (writes) => {
        transactions += 1;
        if (transactions === 1) return store.transact(writes);
        if (written) await store.transact(writes);
        throw new StoreUnavailable('unknown', 'TimeoutError');
      },
      query: async (query) => {
        if (transactions > 1 && !readable) throw new StoreUnavailable('not-applied', 'TimeoutError');
        return store.query(query);
      },
    };
  };

describe('The write before the answer (rule 1)', () => {
  test.each([
    ['approved', { IsSuccessful: true }],
    ['insufficient-funds', declinedWith('002')],
  ])('%s: where its outcome is unclear the row is read back and has the last word', async (card, data) => {
    const direct = await scene();
    const over = failingEnd({ written: true, readable: true });
    expect((await direct.pay({ ...CODE, ...paidBy(card) }, { over })).Data).toMatchObject(data);
  });

  test.each([
    ['was not done', { written: false, readable: true }],
    ['was done, and the row cannot be read', { written: true, readable: false }],
    ['was not done, and the row cannot be read', { written: false, readable: false }],
  ])('where it %s the answer is OutcomeUnknown, and a repeat past answerBy learns the truth', async (_what, end) => {
    const direct = await scene();
    expect(await direct.pay(CODE, { over: failingEnd(end) })).toMatchObject(UNKNOWN);
    direct.advance(ANSWER_BY_MS);
    const repeat = await direct.pay(CODE);
    expect([repeat.Data, isReplay(repeat)]).toMatchObject([{ IsSuccessful: true }, true]);
    expect(await direct.orders()).toHaveLength(1);
  });

  test('an invocation whose time ends in that write promises no taking back: the approval may be recorded', async () => {
    const direct = await scene();
    const written = Promise.withResolvers<void>();
    let transactions = 0;
    const hangingEnd = (store: Table): Table => ({
      ...store,
      transact: async (writes) => {
        transactions += 1;
        const outcome = await store.transact(writes);
        if (transactions === 1) return outcome;
        written.resolve();
        return new Promise(() => undefined);
      },
    });
    const answer = direct.pay({}, { over: hangingEnd, remainingMs: 2500 });
    await written.promise;
    expect(await answer).toMatchObject(UNKNOWN);
    expect((await answer).ResultMessage).not.toContain('reversed');
    expect(await direct.latest()).toMatchObject({ state: 'approved', reportedOutcome: 'paid' });
  });
});

describe('The write of the intent (rules 1, 2)', () => {
  test('whose outcome is unclear while another call of the same code began: this call asks the bank for nothing', async () => {
    const direct = await scene();
    let first: Awaited<ReturnType<DirectScene['pay']>> | undefined;
    const overtaken = (store: Table): Table => ({
      ...store,
      transact: async (writes) => {
        if (first !== undefined) return store.transact(writes);
        first = await direct.pay(CODE);
        throw new StoreUnavailable('unknown', 'TimeoutError');
      },
    });
    let charges = 0;
    const afterCharge: DirectHooks['afterCharge'] = async (outcome) => {
      charges += 1;
      return outcome;
    };
    const answer = await direct.pay(CODE, { over: overtaken, afterCharge });
    expect([answer.ResultCode, charges]).toEqual(['EX', 0]);
    const repeat = await direct.pay(CODE);
    expect([repeat.Data, isReplay(repeat)]).toEqual([first?.Data, true]);
    expect(await direct.charges()).toHaveLength(1);
  });
});
