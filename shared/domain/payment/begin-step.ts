import { ANSWER_BY_MS, BETWEEN_CALLS_MS } from '../attempt/timing.ts';
import { chargeNow, endsAtMs, sharesNow, stepMovement } from '../ledger/payment-ledger.ts';
import type { LedgerShare } from '../ledger/share.ts';
import { minor } from '../money/money.ts';
import type { Charge } from './charge.ts';
import type { Step, StepAsker, StepShare } from './step.ts';
import { type ChargeChange, chargeChange, type StepChange } from './step-change.ts';
import { isFinalStep } from './step-states.ts';

/** Most steps of a payment (rule 11). The last one is kept for the service's own reversal. */
export const MAX_STEPS = 100;

/** For this long a repeat of a refused step gets the same refusal; later it is a new step. */
export const SAME_REFUSAL_MS = 10 * 60_000;

/** A payment when a step is requested, and the ids of the new step. */
export interface StepQuestion {
  readonly charge: Charge;
  /** All steps of the payment, by number. */
  readonly steps: readonly Step[];
  readonly nowMs: number;
  readonly trxId: number;
  readonly asker: StepAsker;
  /** When an operator last ended the day of the embedded bank; absent in production. */
  readonly dayEndedAtMs?: number | undefined;
}

/** The answer to a request for a step. `Reason` is the name of a result code without its prefix. */
export type StepDecision<Reason extends string> =
  /** A new step, with its intent. */
  | { readonly kind: 'begins'; readonly change: StepChange }
  /** A repeat of a step that is over: the caller gets the same answer. */
  | { readonly kind: 'same-answer'; readonly step: Step }
  /** A repeat of a step that is not over: the bank is asked what became of it. */
  | { readonly kind: 'running'; readonly step: Step }
  | { readonly kind: 'refused'; readonly reason: Reason; readonly sentence: string };

export const refusedStep = <Reason extends string>(reason: Reason, sentence: string): StepDecision<Reason> => ({
  kind: 'refused',
  reason,
  sentence,
});

/** The steps of a charge, the latest first. */
export const stepsOf = (charge: Pick<Charge, 'number'>, steps: readonly Step[]): readonly Step[] =>
  steps.filter(({ attempt }) => attempt === charge.number).toSorted((a, b) => b.number - a.number);

/**
 * The answer to a repeat of an earlier request: that of its step while it runs, after it succeeded, and for ten minutes
 * after it was refused. Undefined: the request is a new one. `candidates` are the steps of the same request, latest
 * first.
 */
export const repeatedStep = (
  candidates: readonly Step[],
  nowMs: number,
): Extract<StepDecision<never>, { kind: 'same-answer' | 'running' }> | undefined => {
  const step = candidates.find(
    ({ state, endedAtMs = 0 }) => state !== 'refused' || nowMs < endedAtMs + SAME_REFUSAL_MS,
  );
  if (step === undefined) return undefined;
  return { kind: isFinalStep(step) ? 'same-answer' : 'running', step };
};

const REFUND_WAITS = "A refund of this payment waits, mostly for the bank's day end. Repeat when it is carried out.";

/** Why a dealer may begin no step of any kind now; undefined when one may begin (rules 11, 40). */
export const whyNoStep = ({ charge, steps }: Pick<StepQuestion, 'charge' | 'steps'>): string | undefined => {
  const active = steps.find(({ number }) => number === charge.activeStep);
  if (active?.kind === 'refund' && active.state === 'intended') return REFUND_WAITS;
  if (charge.activeStep !== undefined) return 'Another step of this payment is running. Repeat when it is over.';
  if (steps.length + 1 >= MAX_STEPS) return `This payment has had ${steps.length} steps and takes no further one.`;
  return undefined;
};

/** The shares of a payment before the new step. */
export const sharesBefore = ({ charge, steps }: Pick<StepQuestion, 'charge' | 'steps'>): readonly LedgerShare[] =>
  sharesNow(charge, steps);

type NewStep = Pick<Step, 'kind' | 'amount' | 'shares'> & Partial<Step>;

const newStep = ({ charge, steps, nowMs, trxId, asker }: StepQuestion, what: NewStep): Step => ({
  payment: charge.payment,
  number: Math.max(0, ...steps.map(({ number }) => number)) + 1,
  attempt: charge.number,
  state: 'intended',
  version: 1,
  dealerCode: charge.dealerCode,
  trxId,
  postings: stepMovement(chargeNow(charge, steps), sharesNow(charge, steps), what).postings,
  asker,
  startedAtMs: nowMs,
  listingShards: charge.listingShards,
  dueAtMs: nowMs,
  postponed: 0,
  sent: {},
  reservations: [],
  ...what,
});

/** The intent of a step. It makes the step the active one, and holds the postings that count once it is done. */
export const beginStep = (question: StepQuestion, what: NewStep, change: Partial<ChargeChange> = {}): StepChange => ({
  step: newStep(question, what),
  charge: chargeChange(question.charge, { slot: 'taken', ...change }),
});

/** Times of a step whose call is made while the dealer waits. After its answer time the sweeper asks the bank. */
export const callNow = (nowMs: number): Required<Pick<Step, 'lastCallAtMs' | 'answerByMs' | 'dueAtMs'>> => ({
  lastCallAtMs: nowMs,
  answerByMs: nowMs + ANSWER_BY_MS,
  dueAtMs: nowMs + ANSWER_BY_MS + BETWEEN_CALLS_MS,
});

/** A step that moves no money at the bank: its first write ends it. No other step may be active. */
export const doneAtOnce = (question: StepQuestion, what: NewStep): StepChange => ({
  step: newStep(question, {
    ...what,
    state: 'done',
    endedAtMs: endsAtMs(question.charge, question.steps, question.nowMs),
  }),
  charge: chargeChange(question.charge, { slot: 'kept-free' }),
});

/**
 * Begins the service's reversal of a charge that nobody may keep (rule 4). The charge is reported failed, unless it was
 * reported paid before: then a late Void undid its refund. `resultReference` is the address of the report if the
 * reversal closes the payment. Undefined while another step runs.
 */
export const beginReversal = (
  question: StepQuestion,
  { dueAtMs, resultReference }: { readonly dueAtMs: number; readonly resultReference: string },
): StepChange | undefined => {
  const { charge } = question;
  if (charge.activeStep !== undefined) return undefined;
  const what = { kind: 'reversal', amount: minor(charge.captured ?? charge.money.total), shares: [], dueAtMs } as const;
  const reported = charge.reportedOutcome === 'nobody' ? ({ reportedOutcome: 'failed', resultReference } as const) : {};
  return beginStep(question, what, { state: 'reversing', ...reported });
};

/** True when both lists name the same shares; shares of 0 are ignored. */
export const areSameShares = (a: readonly StepShare[], b: readonly StepShare[]): boolean => {
  const textOf = (shares: readonly StepShare[]): string =>
    shares
      .filter(({ amount }) => amount !== 0)
      .map(({ subDealerId, amount }) => `${subDealerId}:${amount}`)
      .toSorted()
      .join();
  return textOf(a) === textOf(b);
};

/** Why a list of shares is wrong, in a sentence; undefined when sub-dealers are known, named once, and the sum fits. */
export const whyWrongShares = (
  shares: readonly { readonly subDealerId: number; readonly amount: number }[],
  {
    limits,
    sum,
    sumName,
  }: { readonly limits: ReadonlyMap<number, number>; readonly sum: number; readonly sumName: string },
): string | undefined => {
  const seen = new Set<number>();
  for (const { subDealerId, amount } of shares) {
    if (seen.has(subDealerId)) return `SubDealer names DealerId ${subDealerId} more than once.`;
    seen.add(subDealerId);
    const most = limits.get(subDealerId);
    if (most === undefined) return `SubDealer.DealerId ${subDealerId} has no part in this payment.`;
    if (amount > most) return `SubDealer.Amount of ${subDealerId} must not exceed its share.`;
  }
  const total = shares.reduce((all, { amount }) => all + amount, 0);
  return total === sum ? undefined : `The sum of SubDealer.Amount must equal ${sumName}.`;
};
