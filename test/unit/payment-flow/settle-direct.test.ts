import { describe, expect, test } from 'vitest';
import { settleInDoubt } from '../../../functions/settle-in-doubt/settle-in-doubt.ts';
import { dynamoAttempts } from '../../../shared/adapters/dynamodb/attempts.ts';
import { keys } from '../../../shared/adapters/dynamodb/keys.ts';
import { attemptItem } from '../../../shared/adapters/dynamodb/rows/attempt-row.ts';
import { systemRandomness } from '../../../shared/adapters/runtime/system.ts';
import { type DirectAttempt, isQueued } from '../../../shared/domain/attempt.ts';
import { minor } from '../../../shared/domain/money.ts';
import { StoreUnavailable } from '../../../shared/ports/store-errors.ts';
import type { BankAnswer, InquiryAnswer, VirtualPos } from '../../../shared/ports/virtual-pos.ts';
import { FakeClock } from '../../fakes/clock.ts';
import { FakeLog } from '../../fakes/log.ts';
import { directAttemptWith } from '../../support/attempts.ts';
import { cardStoringOver } from '../../support/card-storing.ts';
import { MemoryTable } from '../../support/memory-table.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const references = { authCode: 'A', hostReference: 'H', transactionId: 'T' };
const TOTAL = minor(2750);
const CHARGED: InquiryAnswer = { kind: 'captured', amount: TOTAL, references };
const NO_RECORD: InquiryAnswer = { kind: 'no-record' };
const BUCKET = { kind: 'day', name: '20260115', currency: 'TL', shard: 0 } as const;

const asked = (): never => {
  throw new Error('no sweeper asks that of the bank');
};

interface SceneOptions {
  readonly attempt?: Partial<DirectAttempt>;
  readonly blank?: boolean;
  /** What the bank says of the charge. */
  readonly found: InquiryAnswer;
  /** What it answers to a void. */
  readonly voids?: BankAnswer;
}

/** A direct payment whose charge nobody concluded, its budget, and a sweeper with a bank that says what it is told to. */
const scene = async ({ attempt: changes, blank = false, found, voids }: SceneOptions) => {
  const store = new MemoryTable();
  const attempts = dynamoAttempts(store);
  const clock = new FakeClock();
  const startedAtMs = clock.now();
  const attempt = directAttemptWith(
    'D1',
    {
      startedAtMs,
      dueAtMs: startedAtMs + 120_000,
      lastCallAtMs: startedAtMs,
      answerByMs: startedAtMs + 28_000,
      terms: { total: TOTAL, currency: 'TL', installments: 1, type: 'sale' },
      receipts: [{ ...BUCKET, amount: TOTAL }],
      ...changes,
    },
    blank ? {} : { otherTrxCode: 'T-1' },
  );
  const bucket = keys.limitBucket(attempt.dealerCode, BUCKET);
  await store.transact([{ put: attemptItem(attempt) }, { put: { ...bucket, kind: 'day', usedMinor: 10_000 } }]);
  const calls: string[] = [];
  let says = found;
  const bank: VirtualPos = {
    charge: asked,
    provision: asked,
    start3D: asked,
    verifyCallback: asked,
    inquire: async () => {
      calls.push('inquiry');
      return says;
    },
    followUp: async (_account, _order, step) => {
      calls.push(step.kind);
      return voids ?? { kind: 'approved', references };
    },
  };
  let endIsLost = false;
  const settle = settleInDoubt({
    attempts: {
      ...attempts,
      end: async (...end) => {
        const ended = await attempts.end(...end);
        if (!endIsLost) return ended;
        endIsLost = false;
        throw new StoreUnavailable('unknown', 'TimeoutError');
      },
    },
    bank,
    opener: { open: async () => 'key' },
    cardStoring: cardStoringOver(store, { clock }),
    randomness: systemRandomness,
    clock,
    log: new FakeLog(),
    metrics: { settled: () => undefined },
  });
  return {
    calls,
    /** Lets so much time pass, then the sweeper runs. */
    settleAfter: async (ms: number) => {
      clock.advance(ms);
      return settle({ deadlineMs: clock.now() + 55_000 });
    },
    /** The answer of the next write that ends an attempt is lost. */
    losesNextEnd: () => {
      endIsLost = true;
    },
    bankSays: (answer: InquiryAnswer) => {
      says = answer;
    },
    now: async () => (await attempts.find(attempt.reference)) ?? expect.unreachable('the attempt is there'),
    budget: async () => (await store.get(bucket))?.usedMinor,
    dueAtMs: async () => (await attempts.find(attempt.reference))?.dueAtMs,
    answerByMs: attempt.answerByMs ?? 0,
  };
};

describe('settle-in-doubt and a charged direct payment that nobody was told of (rule 9)', () => {
  test('is left to a call with its code for ten minutes, in doubt and not approved', async () => {
    const { settleAfter, now, calls, dueAtMs, answerByMs } = await scene({ found: CHARGED });
    expect(await settleAfter(3 * MINUTE_MS)).toMatchObject({ settled: 0, putOff: 1 });
    expect(await now()).toMatchObject({ state: 'in-doubt', told: 'nobody' });
    expect(calls).toEqual(['inquiry']);
    expect(await dueAtMs()).toBe(answerByMs + 10 * MINUTE_MS);
  });

  test('is taken back after ten minutes: told failed, voided, its budget given back once', async () => {
    const { settleAfter, now, calls, budget } = await scene({ found: CHARGED });
    await settleAfter(3 * MINUTE_MS);
    expect(await budget()).toBe(10_000);
    expect(await settleAfter(8 * MINUTE_MS)).toMatchObject({ settled: 1, unexpectedCharges: 0 });
    expect(await now()).toMatchObject({ state: 'voided', told: 'failed', receipts: [] });
    expect(calls).toEqual(['inquiry', 'inquiry', 'void']);
    expect(await budget()).toBe(7250);
    await settleAfter(HOUR_MS);
    expect(await budget()).toBe(7250);
  });

  test('is taken back at the first look where it has no code to ask with', async () => {
    const { settleAfter, now } = await scene({ found: CHARGED, blank: true });
    expect(await settleAfter(3 * MINUTE_MS)).toMatchObject({ settled: 1, unexpectedCharges: 0 });
    expect(await now()).toMatchObject({ state: 'voided', told: 'failed' });
  });

  test('a pre-authorisation is left and taken back alike', async () => {
    const { settleAfter, now } = await scene({
      found: { kind: 'authorised', amount: TOTAL, references },
      attempt: { terms: { total: TOTAL, currency: 'TL', installments: 1, type: 'pre-authorisation' } },
    });
    await settleAfter(3 * MINUTE_MS);
    expect(await now()).toMatchObject({ state: 'in-doubt' });
    await settleAfter(8 * MINUTE_MS);
    expect(await now()).toMatchObject({ state: 'voided', told: 'failed' });
  });
});

describe('settle-in-doubt and a direct payment of which "failed" was told (rule 1)', () => {
  test('takes a charge back at once, and never approves it', async () => {
    const { settleAfter, now } = await scene({ found: CHARGED, attempt: { told: 'failed' } });
    expect(await settleAfter(3 * MINUTE_MS)).toMatchObject({ settled: 1 });
    expect(await now()).toMatchObject({ state: 'voided', told: 'failed' });
  });

  test('refunds in full what the bank refuses to void (rule 4)', async () => {
    const voids: BankAnswer = { kind: 'declined', code: '009', procReturnCode: '99' };
    const { settleAfter, now, calls, bankSays } = await scene({ found: CHARGED, attempt: { told: 'failed' }, voids });
    await settleAfter(3 * MINUTE_MS);
    expect(calls).toEqual(['inquiry', 'void', 'inquiry', 'refund', 'inquiry']);
    expect(await now()).toMatchObject({ state: 'refunding', told: 'failed' });
    bankSays({ kind: 'refunded', amount: TOTAL, references });
    await settleAfter(5 * MINUTE_MS);
    expect(await now()).toMatchObject({ state: 'refunded', told: 'failed', receipts: [] });
  });
});

describe('settle-in-doubt and a direct payment that the bank did not charge', () => {
  test('what was declined is declined with its code, and its budget given back (rules 3, 17)', async () => {
    const { settleAfter, now, budget } = await scene({
      found: { kind: 'declined', code: '002', amount: TOTAL, references },
    });
    expect(await settleAfter(3 * MINUTE_MS)).toMatchObject({ settled: 1 });
    expect(await now()).toMatchObject({ state: 'declined', told: 'failed', bank: { code: '002' }, receipts: [] });
    expect(await budget()).toBe(7250);
  });

  test('an attempt younger than two minutes is left alone, and the bank not asked (rule 5)', async () => {
    const { settleAfter, now, calls } = await scene({ found: CHARGED });
    await settleAfter(MINUTE_MS);
    expect(calls).toEqual([]);
    expect(await now()).toMatchObject({ state: 'charging', version: 1 });
  });

  test('"no record" is not believed before the horizon: the attempt stays in doubt, its budget taken (rule 5)', async () => {
    const { settleAfter, now, budget } = await scene({ found: NO_RECORD });
    expect(await settleAfter(HOUR_MS)).toMatchObject({ settled: 0, putOff: 1 });
    expect(await now()).toMatchObject({ state: 'in-doubt', told: 'nobody' });
    expect(await budget()).toBe(10_000);
  });

  test('"no record" after the horizon is a decline, asked about once more the next day (rule 5)', async () => {
    const { settleAfter, now, calls } = await scene({ found: NO_RECORD });
    await settleAfter(50 * HOUR_MS);
    expect(await now()).toMatchObject({ state: 'declined', told: 'failed', bank: { code: '021' } });
    expect(isQueued(await now())).toBe(true);
    await settleAfter(25 * HOUR_MS);
    expect(isQueued(await now())).toBe(false);
    expect(calls).toEqual(['inquiry', 'inquiry']);
  });

  test('a decline on "no record" whose answer is lost is asked about the next day and not before (rule 5)', async () => {
    const { settleAfter, now, calls, losesNextEnd } = await scene({ found: NO_RECORD });
    losesNextEnd();
    expect(await settleAfter(50 * HOUR_MS)).toMatchObject({ failed: 1 });
    const { endedAtMs = 0, dueAtMs } = await now();
    expect(dueAtMs).toBe(endedAtMs + 24 * HOUR_MS);
    await settleAfter(HOUR_MS);
    expect(calls).toEqual(['inquiry']);
  });

  test('a charge that the second question finds is taken back, with an alarm (rule 5)', async () => {
    const { settleAfter, now, bankSays, budget } = await scene({ found: NO_RECORD });
    await settleAfter(50 * HOUR_MS);
    bankSays(CHARGED);
    expect(await settleAfter(25 * HOUR_MS)).toMatchObject({ settled: 1, unexpectedCharges: 1 });
    expect(await now()).toMatchObject({ state: 'voided', told: 'failed' });
    expect(await budget()).toBe(7250);
  });

  test('what the bank does not tell stays in doubt, with growing pauses (rules 3, 8)', async () => {
    const { settleAfter, now, dueAtMs } = await scene({ found: { kind: 'unknown', cause: 'time-out' } });
    const dues: number[] = [];
    for (let run = 0; run < 3; run += 1) {
      await settleAfter(HOUR_MS);
      dues.push(((await dueAtMs()) ?? 0) % HOUR_MS);
    }
    expect(await now()).toMatchObject({ state: 'in-doubt', told: 'nobody', postponed: 3 });
    expect(dues).toEqual([2 * MINUTE_MS, 4 * MINUTE_MS, 8 * MINUTE_MS]);
  });
});
