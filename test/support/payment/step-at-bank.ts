import type { DirectAttempt } from '../../../shared/domain/attempt/attempt.ts';
import { minor } from '../../../shared/domain/money/money.ts';
import type { StepMove } from '../../../shared/domain/payment/charge-of-attempt.ts';
import type { Payment } from '../../../shared/domain/payment/payment.ts';
import type { Step } from '../../../shared/domain/payment/step.ts';
import { isFinalStep } from '../../../shared/domain/payment/step-states.ts';
import type { StepCall, StepUnderWay } from '../../../shared/payment-flow/step-under-way.ts';
import type { BankAnswer, BankReferences, HistoryAnswer, InquiryAnswer } from '../../../shared/ports/bank-answers.ts';
import type { BankGateway, CallTime, PosAccount } from '../../../shared/ports/bank-gateway.ts';
import type { BookedOrder, FollowUp } from '../../../shared/ports/bank-order.ts';
import type { StepOutcome } from '../../../shared/ports/payments.ts';
import { FakeClock } from '../../fakes/clock.ts';
import { directAttemptWith } from './attempts.ts';
import { reversalOf } from './steps.ts';

// One step of a direct payment that is taken further by itself: a bank with prepared answers, and writes that are kept in
// memory.

export const TOTAL = minor(10_000);
export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
/** How long after the start of a scene the bank's day of its charge ends. */
export const DAY_END_MS = 7 * HOUR_MS;
const LEASE_MS = MINUTE_MS;

/** References that tell by their name which transaction they are of. */
export const referencesOf = (transaction: string): BankReferences => ({
  authCode: `auth-${transaction}`,
  hostReference: `host-${transaction}`,
  transactionId: `id-${transaction}`,
});

export const standing = (kind: 'authorised' | 'captured' | 'settled', amount = TOTAL): InquiryAnswer => ({
  kind,
  amount,
  references: referencesOf('found'),
});
export const VOIDED: InquiryAnswer = { kind: 'voided', references: referencesOf('found') };
export const CREDITED: InquiryAnswer = { kind: 'credited', references: referencesOf('found') };
export const UNHEARD: InquiryAnswer = { kind: 'unknown', cause: 'time-out' };
export const CONTRADICTORY: InquiryAnswer = { kind: 'unknown', cause: 'contradictory' };
export const APPROVED: BankAnswer = { kind: 'approved', references: referencesOf('follow-up') };
export const REFUSED: BankAnswer = { kind: 'declined', code: '004', procReturnCode: '05' };
export const SILENCE: BankAnswer = { kind: 'unknown', cause: 'time-out' };
export const NOT_SENT: BankAnswer = { kind: 'not-sent', code: '010' };

type KnownHistory = Extract<HistoryAnswer, { readonly kind: 'history' }>;

/** The history of an order whose charge is settled. */
export const historyWith = (changes: Partial<KnownHistory> = {}): KnownHistory => ({
  kind: 'history',
  charge: 'settled',
  amount: TOTAL,
  credits: [],
  creditPending: false,
  ...changes,
});

/** A call that the bank got. */
export interface CallOfBank {
  readonly call: 'inquire' | 'history' | FollowUp['kind'];
  readonly order: BookedOrder;
  readonly time: CallTime;
  readonly preAuthorised?: number;
}

const never = (): never => {
  throw new Error('a step asks nothing of that');
};

export interface StepSceneOptions {
  readonly attempt?: Partial<DirectAttempt>;
  readonly step?: Partial<Step>;
  /** Steps of the payment before this one. */
  readonly before?: readonly Partial<Step>[];
  /** The bank's answers to inquiries, in order; the last one is repeated. */
  readonly found?: readonly InquiryAnswer[];
  /** Its answers to questions for the history, in order; the last one is repeated. */
  readonly history?: readonly HistoryAnswer[];
  /** Its answers to follow-ups, in order; the last one is repeated. */
  readonly answers?: readonly BankAnswer[];
  /** How much time each call of the bank takes, in order; the last one is repeated. */
  readonly callMs?: readonly number[];
}

const nextOf = <Of>(answers: Of[], otherwise: Of): Of =>
  (answers.length > 1 ? answers.shift() : answers[0]) ?? otherwise;

/** A paid sale of 100.00 with a void that has begun, unless it is changed. Its outcome has the references of `charge`. */
export const stepScene = (options: StepSceneOptions = {}) => {
  const clock = new FakeClock();
  const startedAtMs = clock.now();
  const { number = 1, state = 'intended' } = options.step ?? {};
  const { pendingCard: _stored, ...attempt } = directAttemptWith(
    'D1',
    {
      startedAtMs,
      lastCallAtMs: startedAtMs,
      answerByMs: startedAtMs + 28_000,
      state: 'approved',
      reportedOutcome: 'paid',
      bank: { ...referencesOf('charge') },
      ...(isFinalStep({ state }) ? {} : { activeStep: number }),
      ...options.attempt,
    },
    { splits: [], otherTrxCode: 'T-1' },
  );
  const step = reversalOf(attempt, { kind: 'void', answerByMs: startedAtMs + LEASE_MS, ...options.step });
  const before = (options.before ?? []).map((changes) =>
    reversalOf(attempt, { state: 'done', number: step.number, ...changes }),
  );
  const payment: Payment = {
    name: attempt.payment,
    kind: 'direct',
    operation: 'DoDirectPaymentMarketPlace',
    dealerCode: attempt.dealerCode,
    paymentId: attempt.paymentId,
    createdAtMs: startedAtMs,
    attempts: [attempt],
    steps: [...before, step],
  };
  const under: StepUnderWay = { payment, attempt, step };
  const calls: CallOfBank[] = [];
  const moves: StepMove[] = [];
  const found = [...(options.found ?? [])];
  const histories = [...(options.history ?? [])];
  const answers = [...(options.answers ?? [])];
  const durations = [...(options.callMs ?? [])];
  let changesAt = Number.POSITIVE_INFINITY;
  let stored: Payment | undefined = payment;
  const asked = (call: CallOfBank): void => {
    calls.push(call);
    clock.advance(nextOf(durations, 0));
  };
  const bank: BankGateway = {
    charge: never,
    provision: never,
    start3D: never,
    startOnServer: never,
    verifyCallback: never,
    inquire: async (_account, order, time) => {
      asked({ call: 'inquire', order, time });
      return nextOf(found, UNHEARD);
    },
    inquireHistory: async (_account, order, time) => {
      asked({ call: 'history', order, time });
      return nextOf<HistoryAnswer>(histories, { kind: 'unknown', cause: 'time-out' });
    },
    followUp: async (_account, order, followUp, time) => {
      const above = followUp.kind === 'capture' ? followUp.preAuthorised : undefined;
      asked({ call: followUp.kind, order, time, ...(above === undefined ? {} : { preAuthorised: above }) });
      return nextOf(answers, SILENCE);
    },
  };
  const steps = {
    apply: async (move: StepMove): Promise<StepOutcome> => {
      if (moves.length >= changesAt) return { kind: 'changed' };
      moves.push(move);
      return { kind: 'applied' };
    },
  };
  let timesLeft = Number.POSITIVE_INFINITY;
  const payments = { find: async () => stored };
  const deps = { bank, steps, clock, payments };
  const account = { kind: 'nestpay', posId: 'isbank' } as PosAccount;
  const call: StepCall = {
    deps,
    account,
    leaseUntilMs: startedAtMs + LEASE_MS,
    callTime: () => {
      timesLeft -= 1;
      return timesLeft < 0 ? undefined : { answerBy: clock.now() + 15_000 };
    },
  };
  return {
    under,
    deps,
    account,
    call,
    clock,
    startedAtMs,
    leaseUntilMs: call.leaseUntilMs,
    calls,
    /** What was written, in order. */
    moves,
    /** The names of the calls that the bank got. */
    asked: () => calls.map((one) => one.call),
    /** After this many writes another call changes the step. */
    changesAfter: (writes: number) => {
      changesAt = writes;
    },
    /** There is time for this many calls or questions for time, and for no more. */
    hasTimes: (times: number) => {
      timesLeft = times;
    },
    /** The payment as it is read again. */
    isStored: (as: Payment | undefined) => {
      stored = as;
    },
  };
};

/** A pre-authorisation of 100.00. */
export const PRE_AUTHORISED: Partial<DirectAttempt> = {
  terms: {
    total: TOTAL,
    currency: 'TL',
    installments: 1,
    type: 'pre-authorisation',
    commission: { payer: minor(0), dealer: minor(0) },
  },
};
