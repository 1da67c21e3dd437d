import { describe, expect, test } from 'vitest';
import { reconcileRow } from '../../../../functions/payment/reconcile-payments/reconcile-row.ts';
import { dynamoAttempts } from '../../../../shared/adapters/dynamodb/attempt/attempts.ts';
import { dynamoDueQueue } from '../../../../shared/adapters/dynamodb/payment/due-queue.ts';
import { dynamoPayments } from '../../../../shared/adapters/dynamodb/payment/payments.ts';
import { dynamoSteps } from '../../../../shared/adapters/dynamodb/payment/steps.ts';
import type { DirectAttempt } from '../../../../shared/domain/attempt/attempt.ts';
import { isQueued } from '../../../../shared/domain/attempt/states.ts';
import { approve } from '../../../../shared/domain/attempt/transitions.ts';
import { minor } from '../../../../shared/domain/money/money.ts';
import { beginCapture } from '../../../../shared/domain/payment/capture-rules.ts';
import { chargeOf, stepMove } from '../../../../shared/domain/payment/charge-of-attempt.ts';
import { beginRefund } from '../../../../shared/domain/payment/refund-rules.ts';
import { finishStep } from '../../../../shared/domain/payment/step-transitions.ts';
import type { BankAnswer, InquiryAnswer } from '../../../../shared/ports/bank-gateway.ts';
import { FakeClock } from '../../../fakes/clock.ts';
import { posWith } from '../../../support/dealer/virtual-pos.ts';
import { directAttemptWith } from '../../../support/payment/attempts.ts';
import { itemsOfDirect, paymentNames } from '../../../support/payment/stored-payments.ts';
import { MemoryTable } from '../../../support/store/memory-table.ts';

const DAY_MS = 86_400_000;
const references = { authCode: 'A', hostReference: 'H', transactionId: 'T' };
const APPROVED: BankAnswer = { kind: 'approved', references };
const total = minor(10_000);
const AUTHORISED: InquiryAnswer = { kind: 'authorised', amount: total, references };

const never = (): never => {
  throw new Error('the sweeper does not call that here');
};

/** A paid payment in a table in memory, a bank that shows what the test says, and the sweeper over both. */
const sceneOf = async (changes: Partial<DirectAttempt>, found: InquiryAnswer) => {
  const store = new MemoryTable();
  const clock = new FakeClock();
  const payment = paymentNames.nameOf('D1', 'C-1');
  const nowMs = clock.now();
  const times = { startedAtMs: nowMs, lastCallAtMs: nowMs, answerByMs: nowMs };
  const named = { payment, ...times, state: 'approved', told: 'paid' } as const;
  const { pendingCard: _none, ...attempt } = directAttemptWith('D1', { ...named, ...changes }, { splits: [] });
  await store.transact(itemsOfDirect(attempt).map((put) => ({ put })));
  const payments = dynamoPayments(store, paymentNames);
  const sent: string[] = [];
  const bank = { found, answer: APPROVED };
  let trxId = 700_000;
  const deps = {
    payments,
    attempts: dynamoAttempts(store),
    steps: dynamoSteps(store),
    queue: dynamoDueQueue(store),
    clock,
    identifiers: {
      next: async () => {
        trxId += 1;
        return trxId;
      },
    },
    randomness: { guid: never, token: () => 'token' },
    posVersions: { find: async () => posWith() },
    opener: { open: async () => 'opened' },
    cardStoring: { store: never } as never,
    noteAttempt: () => undefined,
    bank: {
      charge: never,
      provision: never,
      start3D: never,
      startOnServer: never,
      verifyCallback: never,
      inquire: async () => bank.found,
      inquireHistory: async () => ({ kind: 'unknown', cause: 'not-asked' }) as const,
      followUp: async (_account: unknown, _order: unknown, { kind }: { readonly kind: string }) => {
        sent.push(kind);
        return bank.answer;
      },
    },
  };
  const stored = async () => {
    const whole = (await payments.find(payment)) ?? expect.unreachable();
    const [now] = whole.attempts;
    return { whole, attempt: now ?? expect.unreachable(), steps: whole.steps };
  };
  const row = (kind: 'attempt' | 'step') => ({ kind, payment, number: 1, position: '', gatewayTag: 'tag' });
  const sweep = (kind: 'attempt' | 'step' = 'attempt') => reconcileRow(row(kind), clock.now() + 55_000, deps);
  return { clock, attempt, sent, bank, stored, sweep, deps };
};

const reserved = (closesAtMs: number): Partial<DirectAttempt> => ({
  closesAtMs,
  dueAtMs: closesAtMs,
  terms: { ...directAttemptWith('D1').terms, total, type: 'pre-authorisation' },
});

const uncaptured = async (found: InquiryAnswer = AUTHORISED) => {
  const closesAtMs = new FakeClock().now() + 7 * DAY_MS;
  const scene = await sceneOf(reserved(closesAtMs), found);
  scene.clock.advance(7 * DAY_MS);
  return scene;
};

describe('A pre-authorisation that nobody captured in its days', () => {
  test('stands in the queue from its approval until that day, and no other charge does', () => {
    const closesAtMs = 1_800_000_000_000;
    const open = directAttemptWith('D1', { ...reserved(closesAtMs), state: 'charging', told: 'nobody' });
    const options = { nowMs: closesAtMs - DAY_MS, resultReference: '' };
    const approved = approve(open, references, options)?.attempt ?? expect.unreachable();
    expect([isQueued(approved), approved.dueAtMs]).toEqual([true, closesAtMs]);
    const { closesAtMs: _none, ...sale } = open;
    expect(isQueued(approve(sale, references, options)?.attempt ?? expect.unreachable())).toBe(false);
  });

  test('is voided by the service, once, and told to operators', async () => {
    const { sweep, stored, sent } = await uncaptured();
    expect(await sweep()).toMatchObject({ kind: 'reconciled', state: 'voided', alarm: 'uncaptured' });
    const { attempt, steps } = await stored();
    expect(steps).toMatchObject([{ kind: 'void', state: 'done', asker: { by: 'service' }, doneBy: 'void' }]);
    expect([attempt.state, attempt.told, isQueued(attempt)]).toEqual(['voided', 'paid', false]);
    expect(await sweep()).toEqual({ kind: 'left-alone' });
    expect(sent).toEqual(['void']);
  });

  test('is not touched before that day', async () => {
    const { sweep, clock, stored, sent } = await uncaptured();
    clock.advance(-DAY_MS);
    expect(await sweep()).toEqual({ kind: 'left-alone' });
    expect((await stored()).steps).toEqual([]);
    expect(sent).toEqual([]);
  });

  test('that the bank shows as captured is left as it is, and told as a contradiction', async () => {
    const { sweep, stored, sent } = await uncaptured({ kind: 'captured', amount: total, references });
    expect(await sweep()).toMatchObject({ kind: 'rescheduled', alarm: 'contradiction' });
    expect((await stored()).attempt).toMatchObject({ state: 'approved', closesAtMs: expect.any(Number) as number });
    expect(sent).toEqual([]);
  });

  test('that was voided at the bank by somebody else is closed without a call', async () => {
    const { sweep, sent } = await uncaptured({ kind: 'voided', references });
    expect(await sweep()).toMatchObject({ state: 'voided', alarm: 'uncaptured' });
    expect(sent).toEqual([]);
  });

  test('waits while a bank does not answer, and while another step runs', async () => {
    const { sweep, stored, bank, deps, clock, sent } = await uncaptured({ kind: 'unknown', cause: 'time-out' });
    expect(await sweep()).toMatchObject({ kind: 'rescheduled', state: 'approved' });
    const { whole, attempt } = await stored();
    const asker = { by: 'dealer' } as const;
    const question = { charge: chargeOf(attempt, whole), steps: [], nowMs: clock.now(), trxId: 1, asker };
    const begun = beginCapture({ ...question, asked: {}, captureAbove: false });
    if (begun.kind !== 'begins') throw new Error(begun.kind);
    await deps.steps.apply(stepMove(begun.change, attempt) ?? expect.unreachable());
    bank.found = AUTHORISED;
    clock.advance(DAY_MS);
    expect(await sweep()).toMatchObject({ kind: 'rescheduled', state: 'approved' });
    expect(sent).toEqual([]);
  });

  test('leaves the queue with its capture', async () => {
    const { stored, deps, clock } = await uncaptured();
    const { whole, attempt } = await stored();
    const asker = { by: 'dealer' } as const;
    const question = { charge: chargeOf(attempt, whole), steps: [], nowMs: clock.now(), trxId: 1, asker };
    const begun = beginCapture({ ...question, asked: {}, captureAbove: false });
    if (begun.kind !== 'begins') throw new Error(begun.kind);
    await deps.steps.apply(stepMove(begun.change, attempt) ?? expect.unreachable());
    const taken = await stored();
    const [step = expect.unreachable()] = taken.steps;
    const end = { nowMs: clock.now(), charge: chargeOf(taken.attempt, taken.whole), steps: taken.steps, references };
    const done = finishStep(step, undefined, end) ?? expect.unreachable();
    await deps.steps.apply(stepMove(done, taken.attempt) ?? expect.unreachable());
    const after = (await stored()).attempt;
    expect([after.captured, after.closesAtMs, isQueued(after)]).toEqual([total, undefined, false]);
  });
});

describe('A refund of a part', () => {
  test('that finds its charge voided by somebody else ends refused, and is told as a contradiction', async () => {
    const { sweep, stored, deps, clock, sent } = await sceneOf({}, { kind: 'voided', references });
    const { whole, attempt } = await stored();
    const asker = { by: 'dealer' } as const;
    const question = { charge: chargeOf(attempt, whole), steps: [], nowMs: clock.now(), trxId: 1, asker };
    const begun = beginRefund({ ...question, asked: { amount: minor(500) }, refundRequestId: 1 });
    if (begun.kind !== 'begins') throw new Error(begun.kind);
    await deps.steps.apply(stepMove(begun.change, attempt) ?? expect.unreachable());
    clock.advance(2 * DAY_MS);
    expect(await sweep('step')).toMatchObject({ kind: 'reconciled', alarm: 'contradiction' });
    expect((await stored()).steps).toMatchObject([{ kind: 'refund', state: 'refused' }]);
    expect(sent).toEqual([]);
  });
});
