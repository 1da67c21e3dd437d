import type { CapturedShare } from '../ledger/charged-shares.ts';
import { sharesOfRefund } from '../ledger/payment-ledger.ts';
import { type LedgerShare, leftOfShare, leftOfShares } from '../ledger/share.ts';
import { formatAmount, type MinorUnits } from '../money/money.ts';
import { omitUndefined } from '../omit-undefined.ts';
import {
  areSameShares,
  beginStep,
  refusedStep,
  repeatedStep,
  type StepDecision,
  type StepQuestion,
  sharesBefore,
  stepsOf,
  whyNoStep,
  whyWrongShares,
} from './begin-step.ts';
import { type Charge, grossOf, isPaid, isUncaptured, voidDayEndsAtMs } from './charge.ts';
import type { Step } from './step.ts';
import { isFinalStep } from './step-states.ts';

/** Why a refund is refused, once the payment is found. */
export type RefundReason = 'RefundNotAvailable' | 'RefundRequestAlreadyExist' | 'InvalidAmount' | 'InvalidRequest';

/** What a refund asks for. */
export interface RefundRequest {
  /** 0 or absent: all that is left. */
  readonly amount?: MinorUnits;
  /** Gross shares of sub-dealers; absent: in proportion to what is left of each. */
  readonly shares?: readonly CapturedShare[];
  /** The dealer's own code of the refund: the same code is the same refund for ever. */
  readonly refundCode?: string;
}

export interface RefundQuestion extends StepQuestion {
  readonly asked: RefundRequest;
  readonly refundRequestId: number;
}

type Repeat = StepDecision<RefundReason> | undefined;

const hasSameShares = ({ shares }: RefundRequest, step: Step): boolean =>
  shares === undefined || areSameShares(shares, step.shares);

const namesSameAmount = ({ amount }: RefundRequest, step: Step): boolean =>
  amount === undefined || amount === 0 || amount === step.amount;

/** A request with a used RefundCode: it gets the same refund for ever, and never begins another one. */
const repeatOfCode = (asked: RefundRequest, refunds: readonly Step[]): Repeat => {
  const step = refunds.find(({ refundCode }) => refundCode === asked.refundCode);
  if (step === undefined) return undefined;
  if (!namesSameAmount(asked, step) || !hasSameShares(asked, step)) {
    return refusedStep('InvalidRequest', 'This RefundCode was used for a refund of another amount or other shares.');
  }
  return { kind: isFinalStep(step) ? 'same-answer' : 'running', step };
};

/** Time after the end of a refund in which a request for the same amount and shares is a repeat. */
const SAME_REFUND_MS = 10 * 60_000;

/**
 * A request without a new code repeats a refund of the same amount and shares that runs, or ended less than ten minutes
 * ago. A request for "all that is left" repeats a running refund of all that is left, or the last one if nothing is
 * left.
 */
const repeatOfAmount = (
  { asked, nowMs, charge }: RefundQuestion,
  refunds: readonly Step[],
  left: MinorUnits,
): Repeat => {
  if (!asked.amount) {
    if (charge.state === 'refunded')
      return repeatedStep(
        refunds.filter(({ state }) => state === 'done'),
        nowMs,
      );
    return repeatedStep(
      refunds.filter((step) => !isFinalStep(step) && step.amount === left && hasSameShares(asked, step)),
      nowMs,
    );
  }
  const lasts = (step: Step): boolean => !isFinalStep(step) || nowMs < (step.endedAtMs ?? 0) + SAME_REFUND_MS;
  return repeatedStep(
    refunds.filter((step) => step.amount === asked.amount && hasSameShares(asked, step) && lasts(step)),
    nowMs,
  );
};

const repeatOf = (question: RefundQuestion, left: MinorUnits): Repeat => {
  const { charge, steps, asked } = question;
  const refunds = stepsOf(charge, steps).filter(({ kind }) => kind === 'refund');
  return asked.refundCode === undefined ? repeatOfAmount(question, refunds, left) : repeatOfCode(asked, refunds);
};

const whyNotAvailable = (charge: Charge): string | undefined => {
  if (isUncaptured(charge)) return 'This payment is a pre-authorisation that was not captured: void it.';
  if (charge.state === 'refunded' && charge.reportedOutcome === 'paid') return undefined;
  return isPaid(charge) ? undefined : 'This payment is not paid, or was voided.';
};

const whyWrongAmount = (amount: number, left: MinorUnits): string | undefined => {
  if (left === 0) return 'All of this payment was refunded.';
  return amount > left ? `Amount must not exceed what is left, ${formatAmount(left)}.` : undefined;
};

const whyWrongSplit = (
  asked: readonly CapturedShare[] | undefined,
  shares: readonly LedgerShare[],
  amount: MinorUnits,
): string | undefined => {
  if (asked === undefined) return undefined;
  const limits = new Map(
    shares.flatMap((share) =>
      share.subDealerId === undefined ? [] : [[share.subDealerId, leftOfShare(share)] as const],
    ),
  );
  if (limits.size === 0) {
    return asked.length === 0 ? undefined : 'SubDealer must be absent: this payment has no sub-dealers.';
  }
  return whyWrongShares(asked, { limits, sum: amount, sumName: `Amount, ${formatAmount(amount)}` });
};

/** True of a refund of the whole charge with no refund before it: on an open day it is carried out as a void. */
export const isWholeRefund = ({ amount }: Pick<Step, 'amount'>, charge: Charge): boolean =>
  (charge.refunded ?? 0) === 0 && amount === grossOf(charge);

/** A whole refund is sent to the bank at once; a partial one waits for the bank's day end. */
const dueAtMs = ({ charge, steps, nowMs }: RefundQuestion, amount: MinorUnits): number =>
  isWholeRefund({ amount }, charge) ? nowMs : Math.max(nowMs, voidDayEndsAtMs(charge, steps));

/**
 * Whether a refund begins (dealer interface: DoCreateRefundRequest): of money that was taken, up to what is left, one
 * at a time. It is accepted here; the sweeper carries it out.
 */
export const beginRefund = (question: RefundQuestion): StepDecision<RefundReason> => {
  const { charge, steps, asked, refundRequestId } = question;
  const shares = sharesBefore(question);
  const left = leftOfShares(shares);
  const repeat = repeatOf(question, left);
  if (repeat !== undefined) return repeat;
  const unavailable = whyNotAvailable(charge);
  if (unavailable !== undefined) return refusedStep('RefundNotAvailable', unavailable);
  if (charge.activeStep !== undefined) {
    return refusedStep('RefundRequestAlreadyExist', 'Another step of this payment is running.');
  }
  const amount = asked.amount === undefined || asked.amount === 0 ? left : asked.amount;
  const wrong = whyWrongAmount(amount, left) ?? whyWrongSplit(asked.shares, shares, amount);
  if (wrong !== undefined) return refusedStep('InvalidAmount', wrong);
  const full = whyNoStep({ charge, steps });
  if (full !== undefined) return refusedStep('RefundNotAvailable', full);
  const parts = (asked.shares ?? sharesOfRefund(shares, amount)).toSorted((a, b) => a.subDealerId - b.subDealerId);
  const named = { refundRequestId, ...omitUndefined({ refundCode: asked.refundCode }) };
  const what = { kind: 'refund', amount, shares: parts, dueAtMs: dueAtMs(question, amount), ...named } as const;
  return { kind: 'begins', change: beginStep(question, what) };
};
