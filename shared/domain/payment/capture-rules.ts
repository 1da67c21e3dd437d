import type { BudgetReservation } from '../attempt/attempt.ts';
import { type CapturedShare, type ChargeMoney, chargedShares, isBelowCommission } from '../ledger/charged-shares.ts';
import { chargeNow } from '../ledger/payment-ledger.ts';
import type { BucketTake } from '../limit/budget.ts';
import { formatAmount, type MinorUnits, minor } from '../money/money.ts';
import {
  areSameShares,
  beginStep,
  callNow,
  refusedStep,
  repeatedStep,
  type StepDecision,
  type StepQuestion,
  stepsOf,
  whyNoStep,
  whyWrongShares,
} from './begin-step.ts';
import { isPaid } from './charge.ts';
import type { Step } from './step.ts';

/** Why a capture is refused, once the payment is found. */
export type CaptureReason = 'CaptureNotAvailable' | 'InvalidAmount';

/** What a capture asks for. */
export interface CaptureRequest {
  /** Absent: all that was pre-authorised. */
  readonly amount?: MinorUnits;
  /** Gross shares of sub-dealers; may be absent when the whole sum is captured: then each as it was authorised. */
  readonly shares?: readonly CapturedShare[];
}

export interface CaptureQuestion extends StepQuestion {
  readonly asked: CaptureRequest;
  /** The dealer's permission to capture more than was pre-authorised. */
  readonly captureAbove: boolean;
}

const PERCENT_ABOVE = 115n;

/** Most that may be captured with the permission: the pre-authorised amount plus 15 %, rounded down. */
export const mostCaptured = (authorised: MinorUnits): MinorUnits =>
  minor(Number((BigInt(authorised) * PERCENT_ABOVE) / 100n));

/** What is captured above the pre-authorised amount. It is reserved of the dealer's limits together with the intent. */
export const capturedAbove = ({ total }: Pick<ChargeMoney, 'total'>, { amount = total }: CaptureRequest): MinorUnits =>
  minor(Math.max(0, amount - total));

/** The amount and shares of a capture. */
interface Wanted {
  readonly amount: MinorUnits;
  readonly shares: readonly CapturedShare[];
}

/** The money of the charge, in the shares that it has now. */
const moneyOf = ({ charge, steps }: CaptureQuestion): ChargeMoney => chargeNow(charge, steps).money;

const wantedOf = (question: CaptureQuestion): Wanted => {
  const [money, { asked }] = [moneyOf(question), question];
  const amount = asked.amount ?? money.total;
  const whole = money.splits.map(({ subDealerId, amount: share }) => ({ subDealerId, amount: share }));
  const shares = asked.shares ?? (amount === money.total ? whole : []);
  return { amount, shares: shares.toSorted((a, b) => a.subDealerId - b.subDealerId) };
};

const whyWrongAmount = ({ charge, captureAbove }: CaptureQuestion, { amount }: Wanted): string | undefined => {
  const { total, splits } = charge.money;
  if (amount <= 0) return 'Amount must be above 0.';
  if (amount <= total) return undefined;
  const text = formatAmount(total);
  if (!captureAbove || splits.length > 0) return `Amount must not exceed what was pre-authorised, ${text}.`;
  const most = mostCaptured(total);
  return amount > most
    ? `Amount must not exceed ${formatAmount(most)}: 15 % above what was pre-authorised.`
    : undefined;
};

/** A share that is left out is captured with 0. */
const whyWrongSplit = (question: CaptureQuestion, { amount, shares }: Wanted): string | undefined => {
  const money = moneyOf(question);
  if (money.splits.length === 0) {
    return shares.length === 0 ? undefined : 'SubDealer must be absent: this payment has no sub-dealers.';
  }
  if (shares.length === 0) return 'SubDealer is required: a part of a payment with sub-dealers names their shares.';
  const limits = new Map(money.splits.map((split) => [split.subDealerId, split.amount]));
  const why = whyWrongShares(shares, { limits, sum: amount, sumName: `Amount, ${formatAmount(amount)}` });
  if (why !== undefined) return why;
  const poor = chargedShares(money, { amount, shares }).find(isBelowCommission);
  return poor === undefined
    ? undefined
    : `The commission of sub-dealer ${poor.subDealerId} is ${formatAmount(poor.commission)} and must not exceed its share, ${formatAmount(poor.gross)}.`;
};

const whyNotAvailable = ({ charge, steps }: CaptureQuestion): string | undefined => {
  if (charge.type !== 'pre-authorisation') return 'This payment is a sale: it was captured when it was charged.';
  if (charge.captured !== undefined) return 'This payment is captured. A payment takes one capture.';
  if (!isPaid(charge)) return 'This payment holds no money that can be captured.';
  return whyNoStep({ charge, steps });
};

const isSame = ({ amount, shares }: Wanted, step: Step): boolean =>
  step.kind === 'capture' && step.amount === amount && areSameShares(step.shares, shares);

const reservationOf = ({ share: _share, ...reservation }: BucketTake): BudgetReservation => reservation;

/**
 * Whether a capture begins (dealer interface: DoCapture): once per payment, of a pre-authorisation that stands, up to
 * its amount; up to 15 % above it when the dealer has the permission and the payment has no sub-dealers. `takes` is
 * what a capture above the amount reserves of the dealer's limits.
 */
export const beginCapture = (
  question: CaptureQuestion,
  takes: readonly BucketTake[] = [],
): StepDecision<CaptureReason> => {
  const { charge, steps, nowMs } = question;
  const wanted = wantedOf(question);
  const repeat = repeatedStep(
    stepsOf(charge, steps).filter((step) => isSame(wanted, step)),
    nowMs,
  );
  if (repeat !== undefined) return repeat;
  const unavailable = whyNotAvailable(question);
  if (unavailable !== undefined) return refusedStep('CaptureNotAvailable', unavailable);
  const wrong = whyWrongAmount(question, wanted) ?? whyWrongSplit(question, wanted);
  if (wrong !== undefined) return refusedStep('InvalidAmount', wrong);
  const call = callNow(nowMs);
  const what = { kind: 'capture', ...wanted, ...call, sent: { captureSentAtMs: call.answerByMs } } as const;
  return {
    kind: 'begins',
    change: beginStep(question, { ...what, reservations: takes.map(reservationOf) }, { takes }),
  };
};
