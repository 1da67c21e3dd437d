import { describe, expect, test } from 'vitest';
import {
  type ReconcilePaymentsDependencies,
  reconcilePayments,
} from '../../../../functions/payment/reconcile-payments/reconcile-payments.ts';
import type { DirectAttempt } from '../../../../shared/domain/attempt/attempt.ts';
import { noRecordBelievedAtMs, pauseAfter } from '../../../../shared/domain/attempt/timing.ts';
import { minor } from '../../../../shared/domain/money/money.ts';
import type { ReconcileNumbers } from '../../../../shared/observability/log.ts';
import type { InquiryAnswer } from '../../../../shared/ports/bank-answers.ts';
import type { BankGateway } from '../../../../shared/ports/bank-gateway.ts';
import { StoreUnavailable } from '../../../../shared/ports/store-errors.ts';
import { FakeClock } from '../../../fakes/clock.ts';
import { FakeLog } from '../../../fakes/log.ts';
import { cardStoringOver } from '../../../support/card/card-storing.ts';
import { posWith } from '../../../support/dealer/virtual-pos.ts';
import { directAttemptWith } from '../../../support/payment/attempts.ts';
import { reversalOf } from '../../../support/payment/steps.ts';
import { itemsOfDirect, itemsOfSteps, paymentNames } from '../../../support/payment/stored-payments.ts';
import { MemoryTable } from '../../../support/store/memory-table.ts';
import { sweeperStore } from '../../../support/store/sweeper-store.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 1440 * MINUTE_MS;
const references = { authCode: 'A', hostReference: 'H', transactionId: 'T' };

const never = (): never => {
  throw new Error('the sweeper does not call that here');
};

/** One direct payment in doubt, and runs of the sweeper over it. `found` answers each inquiry. */
const scene = async (changes: Partial<DirectAttempt> = {}, withReversal = false) => {
  const store = new MemoryTable();
  const clock = new FakeClock();
  const log = new FakeLog();
  const numbers: ReconcileNumbers[] = [];
  const nowMs = clock.now();
  const { pendingCard: _none, ...attempt } = directAttemptWith(
    'D1',
    {
      payment: paymentNames.nameOf('D1', 'C-1'),
      startedAtMs: nowMs,
      lastCallAtMs: nowMs,
      answerByMs: nowMs + 28_000,
      dueAtMs: nowMs + 2 * MINUTE_MS,
      ...changes,
    },
    { splits: [] },
  );
  const reversal = reversalOf(attempt, { dueAtMs: nowMs + 2 * MINUTE_MS });
  await store.transact(
    [...itemsOfDirect(attempt), ...(withReversal ? itemsOfSteps([reversal], attempt.pos.gateway) : [])].map((put) => ({
      put,
    })),
  );
  const bank = {
    charge: never,
    provision: never,
    start3D: never,
    startOnServer: never,
    verifyCallback: never,
    inquireHistory: never,
    inquire: async (): Promise<InquiryAnswer> => ({ kind: 'unknown', cause: 'time-out' }),
    followUp: async () => ({ kind: 'approved', references }) as const,
  } satisfies BankGateway;
  const swept = sweeperStore(store);
  const run = (more: Partial<ReconcilePaymentsDependencies> = {}) =>
    reconcilePayments({
      ...swept,
      bank,
      posVersions: { find: async () => posWith() },
      opener: { open: async () => 'opened' },
      cardStoring: cardStoringOver(store, { clock }),
      randomness: { guid: never, token: () => 'token' },
      clock,
      log,
      metrics: { reconciled: (one) => void numbers.push(one) },
      pause: () => Promise.resolve(),
      ...more,
    })({ deadlineMs: clock.now() + 55_000 });
  return {
    clock,
    log,
    bank,
    swept,
    attempt,
    numbers,
    run,
    finding: (found: InquiryAnswer) => run({ bank: { ...bank, inquire: async () => found } }),
    stored: async () => (await swept.payments.find(attempt.payment)) ?? expect.unreachable('the payment is there'),
  };
};

const breaks = async (): Promise<never> => {
  throw new TypeError('a defect of ours');
};
const unavailable = async (): Promise<never> => {
  throw new StoreUnavailable('unknown', 'TimeoutError');
};

describe('A row that fails (rule 8)', () => {
  test('is logged and put off, two minutes at first and then twice as long, and its state stays', async () => {
    const { clock, run, bank, log, stored } = await scene();
    clock.advance(3 * MINUTE_MS);
    const failing = { bank: { ...bank, inquire: breaks } };
    expect(await run(failing)).toMatchObject({ failed: 1, reconciled: 0, reschedule: 0, finished: true });
    expect(log.lines).toEqual([
      { level: 'error', event: 'attempt not reconciled', fields: { errorName: 'TypeError' } },
    ]);
    const [first] = (await stored()).attempts;
    expect(first).toMatchObject({ state: 'charging', postponed: 1, dueAtMs: clock.now() + pauseAfter(0) });
    clock.advance(pauseAfter(0));
    await run(failing);
    expect((await stored()).attempts).toMatchObject([{ postponed: 2, dueAtMs: clock.now() + pauseAfter(1) }]);
  });

  test('and is a step is put off by itself', async () => {
    const { clock, run, bank, stored } = await scene(
      { state: 'reversing', reportedOutcome: 'failed', activeStep: 1 },
      true,
    );
    clock.advance(3 * MINUTE_MS);
    expect(await run({ bank: { ...bank, inquire: breaks } })).toMatchObject({ failed: 1 });
    const after = await stored();
    expect(after.steps).toMatchObject([{ state: 'intended', postponed: 1, dueAtMs: clock.now() + pauseAfter(0) }]);
    expect(after.attempts).toMatchObject([{ state: 'reversing', postponed: 0 }]);
  });

  test('and cannot be read is put off in the queue, after pauses that grow with the times', async () => {
    const { clock, run, swept, attempt, log } = await scene();
    clock.advance(3 * MINUTE_MS);
    const putOff: (readonly [string, number, number])[] = [];
    const queue: typeof swept.queue = {
      ...swept.queue,
      rescheduleUnread: async ({ payment }, dueAtMs) => void putOff.push([payment, dueAtMs(0), dueAtMs(3)]),
    };
    expect(await run({ payments: { find: unavailable }, queue })).toMatchObject({ failed: 1 });
    const nowMs = clock.now();
    expect(putOff).toEqual([[attempt.payment, nowMs + pauseAfter(0), nowMs + pauseAfter(3)]]);
    expect(log.lines.map(({ event }) => event)).toEqual(['attempt not reconciled']);
  });

  test('and cannot be put off either is logged, and comes back when its lease ends', async () => {
    const { clock, run, swept, log } = await scene();
    clock.advance(3 * MINUTE_MS);
    const queue = { ...swept.queue, rescheduleUnread: unavailable };
    expect(await run({ payments: { find: unavailable }, queue })).toMatchObject({ failed: 1 });
    expect(log.lines).toEqual([
      { level: 'error', event: 'attempt not reconciled', fields: { errorName: 'StoreUnavailable' } },
      { level: 'error', event: 'attempt not rescheduled', fields: { errorName: 'StoreUnavailable' } },
    ]);
  });

  test('whose end was written though nobody heard so is not put off: the next day’s question keeps its time', async () => {
    const { clock, run, bank, swept, stored, attempt } = await scene();
    clock.advance(noRecordBelievedAtMs(attempt) - clock.now());
    const attempts: typeof swept.attempts = {
      ...swept.attempts,
      apply: async (change) => {
        const applied = await swept.attempts.apply(change);
        if (change?.attempt.state === 'declined') throw new StoreUnavailable('unknown', 'TimeoutError');
        return applied;
      },
    };
    const found = { ...bank, inquire: async () => ({ kind: 'no-record' }) as const };
    expect(await run({ attempts, bank: found })).toMatchObject({ failed: 1 });
    expect((await stored()).attempts).toMatchObject([
      { state: 'declined', dueAtMs: clock.now() + DAY_MS, postponed: 0 },
    ]);
  });
});

describe('What a run reports (rule 8)', () => {
  test('a charge that needs a person by now is overdue, and open by its state', async () => {
    const { clock, run, attempt, numbers } = await scene();
    clock.advance(noRecordBelievedAtMs(attempt) - clock.now());
    expect(await run()).toMatchObject({ overdue: 1, reschedule: 1, open: { 'in-doubt': 1 }, silentGateways: 1 });
    expect(numbers).toMatchObject([{ overdue: 1, stuck: 0 }]);
  });

  test('a pre-authorisation that nobody captured is closed, logged and counted', async () => {
    const closesAtMs = new FakeClock().now() + 7 * DAY_MS;
    const { clock, finding, attempt, log } = await scene({
      state: 'approved',
      reportedOutcome: 'paid',
      closesAtMs,
      dueAtMs: closesAtMs,
      terms: { ...directAttemptWith('D1').terms, type: 'pre-authorisation' },
    });
    clock.advance(7 * DAY_MS);
    const found: InquiryAnswer = { kind: 'authorised', amount: attempt.terms.total, references };
    expect(await finding(found)).toMatchObject({ uncapturedClosed: 1, reconciled: 1, contradictions: 0, open: {} });
    expect(log.lines).toEqual([
      { level: 'warn', event: 'pre-authorisation closed uncaptured', fields: { orderId: attempt.orderId } },
    ]);
  });

  test.each([
    ['of another sum than ours contradicts the order, and is counted', 9900, 1],
    ['as ordered contradicts nothing', 10_000, 0],
  ])('a charge %s; the log says nothing of it', async (_what, amount, contradictions) => {
    const { clock, finding, log } = await scene({ reportedOutcome: 'failed' });
    clock.advance(3 * MINUTE_MS);
    const found: InquiryAnswer = { kind: 'captured', amount: minor(amount), references };
    expect(await finding(found)).toMatchObject({ contradictions, reconciled: 1, unexpectedCharges: 0 });
    expect(log.lines).toEqual([]);
  });
});
