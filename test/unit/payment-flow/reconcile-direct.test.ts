import { describe, expect, test } from 'vitest';
import { reconcilePayments } from '../../../functions/reconcile-payments/reconcile-payments.ts';
import { keys } from '../../../shared/adapters/dynamodb/keys.ts';
import { dynamoAttempts } from '../../../shared/adapters/dynamodb/payment/attempts.ts';
import { systemRandomness } from '../../../shared/adapters/runtime/system.ts';
import type { DirectAttempt } from '../../../shared/domain/attempt/attempt.ts';
import { isFinal, isQueued } from '../../../shared/domain/attempt/states.ts';
import { type MinorUnits, minor } from '../../../shared/domain/money/money.ts';
import { isStepQueued } from '../../../shared/domain/payment/step-states.ts';
import type { BankAnswer, BankGateway, HistoryAnswer, InquiryAnswer } from '../../../shared/ports/bank-gateway.ts';
import { StoreUnavailable } from '../../../shared/ports/store-errors.ts';
import { FakeClock } from '../../fakes/clock.ts';
import { FakeLog } from '../../fakes/log.ts';
import { cardStoringOver } from '../../support/card/card-storing.ts';
import { posWith } from '../../support/dealer/virtual-pos.ts';
import { directAttemptWith } from '../../support/payment/attempts.ts';
import { itemsOfDirect } from '../../support/payment/stored-payments.ts';
import { MemoryTable } from '../../support/store/memory-table.ts';
import { sweeperStore } from '../../support/store/sweeper-store.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const references = { authCode: 'A', hostReference: 'H', transactionId: 'T' };
const TOTAL = minor(2750);
const TERMS = {
  total: TOTAL,
  currency: 'TL',
  installments: 1,
  type: 'sale',
  commission: { payer: minor(0), dealer: minor(0) },
} as const;
const NIGHT_MS = 12 * HOUR_MS;
const CHARGED: InquiryAnswer = { kind: 'captured', amount: TOTAL, references };
const NO_RECORD: InquiryAnswer = { kind: 'no-record' };
const SETTLED: InquiryAnswer = { kind: 'settled', amount: TOTAL, references };
const CREDITED: InquiryAnswer = { kind: 'credited', references };
const BUCKET = { kind: 'day', name: '20260115', currency: 'TL', shard: 0 } as const;

const asked = (): never => {
  throw new Error('no sweeper asks that of the bank');
};

interface SceneOptions {
  readonly attempt?: Partial<DirectAttempt>;
  readonly blank?: boolean;
  /** The bank's answer to an inquiry about the charge. */
  readonly found: InquiryAnswer;
  /** Its answer to a void. */
  readonly voids?: BankAnswer;
  /** Its answers to credits, in order. An approved credit then stands in the order's history. */
  readonly credits?: readonly BankAnswer[];
}

const historyOf = (amount: MinorUnits, credits: readonly MinorUnits[]): HistoryAnswer => ({
  kind: 'history',
  charge: 'settled',
  amount,
  credits,
  creditPending: false,
});

/** A direct payment whose charge was never concluded, its budget, and a sweeper with a bank of prepared answers. */
const scene = async ({ attempt: changes, blank = false, found, voids, credits = [] }: SceneOptions) => {
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
      terms: TERMS,
      reservations: [{ ...BUCKET, amount: TOTAL }],
      ...changes,
    },
    blank ? {} : { otherTrxCode: 'T-1' },
  );
  const bucket = keys.limitBucket(attempt.dealerCode, BUCKET);
  await store.transact([
    ...itemsOfDirect(attempt).map((put) => ({ put })),
    { put: { ...bucket, kind: 'day', usedMinor: 10_000 } },
  ]);
  const calls: string[] = [];
  const done: MinorUnits[] = [];
  const creditAnswers = [...credits];
  let says = found;
  const bank: BankGateway = {
    charge: asked,
    provision: asked,
    start3D: asked,
    verifyCallback: asked,
    inquire: async () => {
      calls.push('inquiry');
      return says;
    },
    inquireHistory: async () => {
      calls.push('history');
      return historyOf('amount' in says ? says.amount : TOTAL, done);
    },
    followUp: async (_account, order, step) => {
      calls.push(step.kind === 'refund' ? `refund ${order.amount}` : step.kind);
      const approved: BankAnswer = { kind: 'approved', references };
      if (step.kind === 'void') return voids ?? approved;
      const answer = creditAnswers.shift() ?? approved;
      if (answer.kind === 'approved') done.push(order.amount);
      return answer;
    },
  };
  const swept = sweeperStore(store);
  const steps = async () => (await swept.payments.find(attempt.payment))?.steps ?? [];
  let endIsLost = false;
  const settle = reconcilePayments({
    ...swept,
    attempts: {
      ...attempts,
      apply: async (change) => {
        const ended = await attempts.apply(change);
        if (!endIsLost || !isFinal(change.attempt.state)) return ended;
        endIsLost = false;
        throw new StoreUnavailable('unknown', 'TimeoutError');
      },
    },
    bank,
    posVersions: { find: async () => posWith() },
    opener: { open: async () => 'key' },
    cardStoring: cardStoringOver(store, { clock }),
    randomness: systemRandomness,
    clock,
    log: new FakeLog(),
    metrics: { reconciled: () => undefined },
  });
  return {
    calls,
    /** Lets this time pass, then runs the sweeper. */
    settleAfter: async (ms: number) => {
      clock.advance(ms);
      return settle({ deadlineMs: clock.now() + 55_000 });
    },
    /** Loses the answer to the next write that ends an attempt. */
    losesNextEnd: () => {
      endIsLost = true;
    },
    /** A credit without an answer was carried out after all. */
    credited: () => {
      done.push(TOTAL);
      says = CREDITED;
    },
    /** A Void without an answer arrives now, and undoes the latest credit. */
    undoesCredit: () => {
      done.pop();
      says = { kind: 'credit-failed', references };
    },
    bankSays: (answer: InquiryAnswer) => {
      says = answer;
    },
    now: async () => (await attempts.find(attempt.reference)) ?? expect.unreachable('the attempt is there'),
    steps,
    /** Whether anything of the payment waits for another question. */
    isWaiting: async () => {
      const stored = await attempts.find(attempt.reference);
      return (stored !== undefined && isQueued(stored)) || (await steps()).some(isStepQueued);
    },
    budget: async () => (await store.get(bucket))?.usedMinor,
    dueAtMs: async () => (await attempts.find(attempt.reference))?.dueAtMs,
    answerByMs: attempt.answerByMs ?? 0,
  };
};

describe('reconcile-payments and a charged direct payment that was reported to nobody (rule 9)', () => {
  test('is left to a call with its code for ten minutes, in doubt and not approved', async () => {
    const { settleAfter, now, calls, dueAtMs, answerByMs } = await scene({ found: CHARGED });
    expect(await settleAfter(3 * MINUTE_MS)).toMatchObject({ reconciled: 0, reschedule: 1 });
    expect(await now()).toMatchObject({ state: 'in-doubt', told: 'nobody' });
    expect(calls).toEqual(['inquiry']);
    expect(await dueAtMs()).toBe(answerByMs + 10 * MINUTE_MS);
  });

  test('is reversed after ten minutes: reported failed, voided, its budget released once', async () => {
    const { settleAfter, now, steps, calls, budget } = await scene({ found: CHARGED });
    await settleAfter(3 * MINUTE_MS);
    expect(await budget()).toBe(10_000);
    expect(await settleAfter(8 * MINUTE_MS)).toMatchObject({ reconciled: 1, unexpectedCharges: 0 });
    expect(await now()).toMatchObject({ state: 'voided', told: 'failed', reservations: [] });
    expect((await now()).activeStep).toBeUndefined();
    expect(await steps()).toMatchObject([
      {
        number: 1,
        attempt: 1,
        kind: 'reversal',
        state: 'done',
        doneBy: 'void',
        amount: 2750,
        asker: { by: 'service' },
      },
    ]);
    expect(calls).toEqual(['inquiry', 'inquiry', 'void']);
    expect(await budget()).toBe(7250);
    await settleAfter(HOUR_MS);
    expect(await budget()).toBe(7250);
  });

  test('is reversed at the first look when it has no code', async () => {
    const { settleAfter, now } = await scene({ found: CHARGED, blank: true });
    expect(await settleAfter(3 * MINUTE_MS)).toMatchObject({ reconciled: 1, unexpectedCharges: 0 });
    expect(await now()).toMatchObject({ state: 'voided', told: 'failed' });
  });

  test('a pre-authorisation is left and reversed in the same way', async () => {
    const { settleAfter, now } = await scene({
      found: { kind: 'authorised', amount: TOTAL, references },
      attempt: { terms: { ...TERMS, type: 'pre-authorisation' } },
    });
    await settleAfter(3 * MINUTE_MS);
    expect(await now()).toMatchObject({ state: 'in-doubt' });
    await settleAfter(8 * MINUTE_MS);
    expect(await now()).toMatchObject({ state: 'voided', told: 'failed' });
  });
});

describe('reconcile-payments and a direct payment that was reported failed (rule 1)', () => {
  test('reverses a charge at once, and never approves it', async () => {
    const { settleAfter, now } = await scene({ found: CHARGED, attempt: { told: 'failed' } });
    expect(await settleAfter(3 * MINUTE_MS)).toMatchObject({ reconciled: 1 });
    expect(await now()).toMatchObject({ state: 'voided', told: 'failed' });
  });
});

const REFUSED: BankAnswer = { kind: 'declined', code: '009', procReturnCode: '99' };
const SILENCE: BankAnswer = { kind: 'unknown', cause: 'time-out' };
const told = { told: 'failed' } as const;

describe('reconcile-payments reverses on an open day of the bank', () => {
  test.each([
    ['refused', REFUSED],
    ['not answered', SILENCE],
    ['answered with an error', { kind: 'unknown', cause: 'error-answer' }],
  ] as const)('a Void that was %s is followed by an inquiry and never by a refund', async (_how, voids) => {
    const { settleAfter, now, steps, calls } = await scene({ found: CHARGED, attempt: told, voids });
    await settleAfter(3 * MINUTE_MS);
    expect(calls).toEqual(['inquiry', 'void', 'inquiry']);
    expect(await now()).toMatchObject({ state: 'reversing', told: 'failed', activeStep: 1 });
    expect(await steps()).toMatchObject([{ number: 1, attempt: 1, kind: 'reversal', state: 'intended' }]);
    await settleAfter(5 * MINUTE_MS);
    expect(calls).toEqual(['inquiry', 'void', 'inquiry', 'inquiry', 'void', 'inquiry']);
  });

  test('a Void without an answer that was carried out is seen by the inquiry', async () => {
    const { settleAfter, now, calls, bankSays } = await scene({ found: CHARGED, attempt: told, voids: SILENCE });
    await settleAfter(3 * MINUTE_MS);
    bankSays({ kind: 'voided', references });
    expect(await settleAfter(5 * MINUTE_MS)).toMatchObject({ reconciled: 1 });
    expect(await now()).toMatchObject({ state: 'voided', told: 'failed', reservations: [] });
    expect(calls).toEqual(['inquiry', 'void', 'inquiry', 'inquiry']);
  });

  test('a captured pre-authorisation is voided until nothing stands: its hold outlives the first Void', async () => {
    const { settleAfter, now, calls, bankSays } = await scene({
      found: CHARGED,
      attempt: { ...told, terms: { ...TERMS, type: 'pre-authorisation' } },
    });
    expect(await settleAfter(3 * MINUTE_MS)).toMatchObject({ reschedule: 1, contradictions: 1 });
    bankSays({ kind: 'authorised', amount: TOTAL, references });
    await settleAfter(5 * MINUTE_MS);
    expect(calls).toEqual(['inquiry', 'void', 'inquiry', 'inquiry', 'void']);
    expect(await now()).toMatchObject({ state: 'voided' });
  });
});

describe('reconcile-payments reverses after the bank has closed its day', () => {
  test('by a Credit alone, counted in the history before and after', async () => {
    const { settleAfter, now, steps, calls } = await scene({ found: SETTLED, attempt: told });
    expect(await settleAfter(NIGHT_MS)).toMatchObject({ reconciled: 1 });
    expect(calls).toEqual(['inquiry', 'history', 'refund 2750', 'history']);
    expect(await steps()).toMatchObject([
      { kind: 'reversal', state: 'done', doneBy: 'credit', sent: { credit: { amount: 2750, doneBefore: 0 } } },
    ]);
    expect(await now()).toMatchObject({ state: 'refunded', told: 'failed', reservations: [] });
  });

  test('a sale that is settled at once is voided once, and credited after the day end', async () => {
    const { settleAfter, now, calls, steps } = await scene({ found: SETTLED, attempt: told, voids: REFUSED });
    await settleAfter(3 * MINUTE_MS);
    expect(calls).toEqual(['inquiry', 'void', 'inquiry']);
    await settleAfter(3 * MINUTE_MS);
    expect(calls.slice(3)).toEqual(['inquiry']);
    expect(new Date((await steps())[0]?.dueAtMs ?? 0).toISOString()).toMatch(/T19:00:00/);
    await settleAfter(NIGHT_MS);
    expect(calls.slice(4)).toEqual(['inquiry', 'history', 'refund 2750', 'history']);
    expect(await now()).toMatchObject({ state: 'refunded' });
  });

  test('a Void refused while the day was open goes on as a Credit once it is closed', async () => {
    const { settleAfter, now, calls, bankSays } = await scene({ found: CHARGED, attempt: told, voids: REFUSED });
    await settleAfter(3 * MINUTE_MS);
    bankSays(SETTLED);
    await settleAfter(NIGHT_MS);
    expect(calls).toEqual(['inquiry', 'void', 'inquiry', 'inquiry', 'history', 'refund 2750', 'history']);
    expect(await now()).toMatchObject({ state: 'refunded' });
  });

  test('a refused Credit goes back to a Void where the bank’s day is open after all', async () => {
    const { settleAfter, now, steps, calls, bankSays } = await scene({
      found: SETTLED,
      attempt: told,
      credits: [REFUSED],
    });
    await settleAfter(NIGHT_MS);
    expect(await now()).toMatchObject({ state: 'reversing' });
    expect(await steps()).toMatchObject([
      { state: 'intended', sent: { credit: { amount: 2750, answer: 'refused', doneBefore: 0 } } },
    ]);
    bankSays(CHARGED);
    await settleAfter(5 * MINUTE_MS);
    expect(calls.slice(4)).toEqual(['inquiry', 'history', 'void']);
    expect(await now()).toMatchObject({ state: 'voided' });
  });

  test('a Credit without an answer is not sent again before the horizon, and ends when it is seen', async () => {
    const { settleAfter, now, calls, credited } = await scene({ found: SETTLED, attempt: told, credits: [SILENCE] });
    await settleAfter(NIGHT_MS);
    for (let hour = 0; hour < 5; hour += 1) await settleAfter(2 * HOUR_MS);
    expect(calls.filter((one) => one.startsWith('refund'))).toEqual(['refund 2750']);
    credited();
    await settleAfter(2 * HOUR_MS);
    expect(await now()).toMatchObject({ state: 'refunded' });
    expect(calls.filter((one) => one.startsWith('refund'))).toEqual(['refund 2750']);
  });

  test('a Credit without an answer is sent again after the horizon', async () => {
    const { settleAfter, now, calls } = await scene({ found: SETTLED, attempt: told, credits: [SILENCE] });
    await settleAfter(NIGHT_MS);
    await settleAfter(26 * HOUR_MS);
    expect(calls.filter((one) => one.startsWith('refund'))).toEqual(['refund 2750', 'refund 2750']);
    expect(await now()).toMatchObject({ state: 'refunded' });
  });

  test('a refund after an unanswered Void is asked about once more, and made again if the Void undid it', async () => {
    const { settleAfter, now, steps, isWaiting, calls, bankSays, budget, credited, undoesCredit } = await scene({
      found: CHARGED,
      attempt: told,
      voids: SILENCE,
    });
    await settleAfter(3 * MINUTE_MS);
    bankSays(SETTLED);
    expect(await settleAfter(NIGHT_MS)).toMatchObject({ reconciled: 1 });
    expect(await now()).toMatchObject({ state: 'refunded', told: 'failed', reservations: [] });
    expect(await isWaiting()).toBe(true);
    undoesCredit();
    expect(await settleAfter(25 * HOUR_MS)).toMatchObject({ unexpectedCharges: 1 });
    expect(calls.filter((one) => one.startsWith('refund'))).toEqual(['refund 2750', 'refund 2750']);
    expect(await steps()).toMatchObject([
      { number: 1, state: 'done', doneBy: 'credit' },
      { number: 2, kind: 'reversal', state: 'done', doneBy: 'credit' },
    ]);
    expect(await now()).toMatchObject({ state: 'refunded', told: 'failed', reservations: [] });
    expect(await budget()).toBe(7250);
    expect(await isWaiting()).toBe(false);
    credited();
    await settleAfter(26 * HOUR_MS);
    expect(calls.filter((one) => one.startsWith('refund'))).toHaveLength(2);
  });

  test('a refund after an unanswered Void is over if it still stands the next day', async () => {
    const { settleAfter, now, steps, isWaiting, calls, bankSays, credited } = await scene({
      found: CHARGED,
      attempt: told,
      voids: SILENCE,
    });
    await settleAfter(3 * MINUTE_MS);
    bankSays(SETTLED);
    await settleAfter(NIGHT_MS);
    expect(await steps()).toMatchObject([{ state: 'done', recheckAtMs: expect.any(Number) }]);
    credited();
    expect(await settleAfter(25 * HOUR_MS)).toMatchObject({ reconciled: 1, unexpectedCharges: 0 });
    expect(await now()).toMatchObject({ state: 'refunded' });
    expect(await isWaiting()).toBe(false);
    expect(calls.filter((one) => one.startsWith('refund'))).toEqual(['refund 2750']);
  });

  test('after 72 hours it is stuck, nothing is sent any more, and what is done by hand is seen', async () => {
    const scenario = await scene({ found: CHARGED, attempt: told, voids: REFUSED });
    const { settleAfter, now, steps, budget, calls, bankSays } = scenario;
    await settleAfter(3 * MINUTE_MS);
    await settleAfter(71 * HOUR_MS);
    expect(await steps()).toMatchObject([{ state: 'intended' }]);
    expect(await settleAfter(3 * HOUR_MS)).toMatchObject({ open: { stuck: 1 } });
    expect(await now()).toMatchObject({ state: 'reversing', told: 'failed', activeStep: 1 });
    expect(await steps()).toMatchObject([{ state: 'stuck' }]);
    expect(await budget()).toBe(10_000);
    const sent = calls.filter((one) => one === 'void').length;
    expect(await settleAfter(25 * HOUR_MS)).toMatchObject({ open: { stuck: 1 } });
    expect(calls.filter((one) => one === 'void')).toHaveLength(sent);
    bankSays({ ...CHARGED, said: { state: 'C S', amount: TOTAL, procReturnCode: '00' } });
    await settleAfter(25 * HOUR_MS);
    expect(await steps()).toMatchObject([{ state: 'stuck', said: { state: 'C S', amount: 2750, code: '00' } }]);
    bankSays({ kind: 'voided', references });
    expect(await settleAfter(25 * HOUR_MS)).toMatchObject({ reconciled: 1 });
    expect(await now()).toMatchObject({ state: 'voided', told: 'failed', reservations: [] });
    expect(await steps()).toMatchObject([{ state: 'done', doneBy: 'void' }]);
    expect(await budget()).toBe(7250);
  });
});

describe('reconcile-payments and a charge with another amount than ours', () => {
  const MORE: InquiryAnswer = {
    kind: 'captured',
    amount: minor(9900),
    references,
    said: { state: 'C S', amount: minor(9900), procReturnCode: '00' },
  };

  test('is left to its caller, nothing is reported, and the alarm rings at once', async () => {
    const { settleAfter, now, calls } = await scene({ found: MORE });
    expect(await settleAfter(3 * MINUTE_MS)).toMatchObject({ reschedule: 1, contradictions: 1 });
    expect(calls).toEqual(['inquiry']);
    expect(await now()).toMatchObject({
      state: 'in-doubt',
      told: 'nobody',
      said: { state: 'C S', amount: 9900, code: '00' },
    });
    expect(await settleAfter(8 * MINUTE_MS)).toMatchObject({ reconciled: 1, contradictions: 1 });
    expect(await now()).toMatchObject({ state: 'voided', told: 'failed' });
  });

  test('is reversed at once if it was reported failed', async () => {
    const { settleAfter, now } = await scene({ found: MORE, attempt: told });
    expect(await settleAfter(3 * MINUTE_MS)).toMatchObject({ reconciled: 1, contradictions: 1 });
    expect(await now()).toMatchObject({ state: 'voided', told: 'failed' });
  });

  test('is credited after the day end with what the bank holds', async () => {
    const { settleAfter, now, calls } = await scene({ found: { ...MORE, kind: 'settled' }, attempt: told });
    await settleAfter(NIGHT_MS);
    expect(calls).toEqual(['inquiry', 'history', 'refund 9900', 'history']);
    expect(await now()).toMatchObject({ state: 'refunded' });
  });

  test('a contradictory answer rings the alarm at once, and the attempt waits', async () => {
    const { settleAfter, now } = await scene({ found: { kind: 'unknown', cause: 'contradictory' } });
    expect(await settleAfter(3 * MINUTE_MS)).toMatchObject({ reschedule: 1, contradictions: 1 });
    expect(await now()).toMatchObject({ state: 'in-doubt', told: 'nobody' });
  });
});

describe('reconcile-payments and a direct payment that the bank did not charge', () => {
  test('a decline ends it with its code, and its budget is released (rules 3, 17)', async () => {
    const { settleAfter, now, budget } = await scene({
      found: { kind: 'declined', code: '002', references },
    });
    expect(await settleAfter(3 * MINUTE_MS)).toMatchObject({ reconciled: 1 });
    expect(await now()).toMatchObject({ state: 'declined', told: 'failed', bank: { code: '002' }, reservations: [] });
    expect(await budget()).toBe(7250);
  });

  test('a decline that the bank may still reverse is asked about the next day, and its charge is reversed', async () => {
    const { settleAfter, now, bankSays, calls } = await scene({
      found: { kind: 'declined', code: '016', references, asksAgain: true },
    });
    await settleAfter(3 * MINUTE_MS);
    expect(await now()).toMatchObject({ state: 'declined', told: 'failed', bank: { code: '016' } });
    expect(isQueued(await now())).toBe(true);
    bankSays(SETTLED);
    expect(await settleAfter(25 * HOUR_MS)).toMatchObject({ reconciled: 1, unexpectedCharges: 1 });
    expect(await now()).toMatchObject({ state: 'refunded', told: 'failed' });
    expect(calls).toEqual(['inquiry', 'inquiry', 'history', 'refund 2750', 'history']);
  });

  test('an attempt younger than two minutes is left alone, and the bank not asked (rule 5)', async () => {
    const { settleAfter, now, calls } = await scene({ found: CHARGED });
    await settleAfter(MINUTE_MS);
    expect(calls).toEqual([]);
    expect(await now()).toMatchObject({ state: 'charging', version: 1 });
  });

  test('"no record" is not believed before the horizon: the attempt stays in doubt, its budget taken (rule 5)', async () => {
    const { settleAfter, now, budget } = await scene({ found: NO_RECORD });
    expect(await settleAfter(HOUR_MS)).toMatchObject({ reconciled: 0, reschedule: 1 });
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

  test('a charge that the second question finds is reversed, with an alarm (rule 5)', async () => {
    const { settleAfter, now, bankSays, budget } = await scene({ found: NO_RECORD });
    await settleAfter(50 * HOUR_MS);
    bankSays(CHARGED);
    expect(await settleAfter(25 * HOUR_MS)).toMatchObject({ reconciled: 1, unexpectedCharges: 1 });
    expect(await now()).toMatchObject({ state: 'voided', told: 'failed' });
    expect(await budget()).toBe(7250);
  });

  test('without a clear answer it stays in doubt, with growing pauses (rules 3, 8)', async () => {
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
