import { expect } from 'vitest';
import { reconcilePayments } from '../../../functions/payment/reconcile-payments/reconcile-payments.ts';
import { dynamoAttempts } from '../../../shared/adapters/dynamodb/attempt/attempts.ts';
import { keys } from '../../../shared/adapters/dynamodb/keys.ts';
import { systemRandomness } from '../../../shared/adapters/runtime/system.ts';
import type { DirectAttempt } from '../../../shared/domain/attempt/attempt.ts';
import { isFinal, isQueued } from '../../../shared/domain/attempt/states.ts';
import type { DirectPayment } from '../../../shared/domain/direct-payment/direct-payment.ts';
import { type MinorUnits, minor } from '../../../shared/domain/money/money.ts';
import { omitUndefined } from '../../../shared/domain/omit-undefined.ts';
import { isStepQueued } from '../../../shared/domain/payment/step-states.ts';
import type { BankAnswer, BankGateway, HistoryAnswer, InquiryAnswer } from '../../../shared/ports/bank-gateway.ts';
import { StoreUnavailable } from '../../../shared/ports/store-errors.ts';
import { FakeClock } from '../../fakes/clock.ts';
import { FakeLog } from '../../fakes/log.ts';
import { cardStoringOver } from '../card/card-storing.ts';
import { posWith } from '../dealer/virtual-pos.ts';
import { MemoryTable } from '../store/memory-table.ts';
import { sweeperStore } from '../store/sweeper-store.ts';
import { directAttemptWith } from './attempts.ts';
import { itemsOfDirect } from './stored-payments.ts';

// A direct payment that the sweeper takes up: what the bank holds of it, and what becomes of it.

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const references = { authCode: 'A', hostReference: 'H', transactionId: 'T' };
export const TOTAL = minor(2750);
export const TERMS = {
  total: TOTAL,
  currency: 'TL',
  installments: 1,
  type: 'sale',
  commission: { payer: minor(0), dealer: minor(0) },
} as const;
export const NIGHT_MS = 12 * HOUR_MS;
export const CHARGED: InquiryAnswer = { kind: 'captured', amount: TOTAL, references };
export const NO_RECORD: InquiryAnswer = { kind: 'no-record' };
export const SETTLED: InquiryAnswer = { kind: 'settled', amount: TOTAL, references };
const CREDITED: InquiryAnswer = { kind: 'credited', references };
const BUCKET = { kind: 'day', name: '20260115', currency: 'TL', shard: 0 } as const;

const asked = (): never => {
  throw new Error('no sweeper asks that of the bank');
};

export interface SceneOptions {
  readonly attempt?: Partial<DirectAttempt>;
  readonly blank?: boolean;
  /** It is the charge of a payment plan, for which no dealer called. */
  readonly plan?: DirectPayment['plan'];
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
export const scene = async ({ attempt: changes, blank = false, plan, found, voids, credits = [] }: SceneOptions) => {
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
    blank || plan !== undefined ? omitUndefined({ plan }) : { otherTrxCode: 'T-1' },
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
    startOnServer: asked,
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
