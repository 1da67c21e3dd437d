import { type DayText, istanbulDayOf } from '../calendar.ts';
import { chargedShares, isBelowCommission } from '../ledger/charged-shares.ts';
import { chargeNow, countedSteps } from '../ledger/payment-ledger.ts';
import { formatAmount, type MinorUnits, minor } from '../money/money.ts';
import { omitUndefined } from '../omit-undefined.ts';
import { scaledTerms } from '../split/commission-terms.ts';
import type { PaymentSplit } from '../split/payment-split.ts';
import { isBegunBy, type StatementMark } from '../statement/statement-days.ts';
import {
  doneAtOnce,
  refusedStep,
  type StepDecision,
  type StepQuestion,
  stepsOf,
  whyNoStep,
  whyWrongShares,
} from './begin-step.ts';
import { captureOf, isPaid, isUncaptured } from './charge.ts';
import type { Step } from './step.ts';

/** Why a change of shares is refused, once the payment is found. */
export type ShareChangeReason = 'UpdateNotAvailable' | 'InvalidAmount';

/** Gross shares by sub-dealer: whoever is left out has none any more. */
interface GrossShare {
  readonly subDealerId: number;
  readonly amount: MinorUnits;
}

/** What a change of shares asks for. */
export type WantedShares =
  /** Gross shares alone: each sub-dealer's commission follows its share. */
  | { readonly by: 'amounts'; readonly shares: readonly GrossShare[] }
  /** What a commission scenario makes of the whole charge. */
  | { readonly by: 'scenario'; readonly splits: readonly PaymentSplit[] };

export interface ShareChangeQuestion extends StepQuestion {
  readonly wanted: WantedShares;
  /** When the charge was reported paid. */
  readonly paidAtMs: number;
  /** How far the dealer's statements are made; undefined before the first one. */
  readonly mark: StatementMark | undefined;
}

const NOTHING = minor(0);

const withoutShare = ({ subDealerId }: PaymentSplit): PaymentSplit => ({
  subDealerId,
  amount: NOTHING,
  commission: NOTHING,
  net: NOTHING,
  topDealerCommission: NOTHING,
  topDealerIncome: NOTHING,
});

/** The splits of these gross shares: commissions follow the shares, as those of a captured part do. */
const followingSplits = (
  { charge, steps }: ShareChangeQuestion,
  shares: readonly GrossShare[],
): readonly PaymentSplit[] => {
  const { money } = chargeNow(charge, steps);
  const taken = new Map(
    chargedShares(money, { amount: money.total, shares }).map((share) => [share.subDealerId, share] as const),
  );
  return money.splits.map((split) => {
    const { gross = NOTHING, commission = NOTHING, toService = NOTHING } = taken.get(split.subDealerId) ?? {};
    if (gross === 0) return withoutShare(split);
    return {
      subDealerId: split.subDealerId,
      amount: gross,
      commission,
      net: minor(gross - commission),
      topDealerCommission: toService,
      topDealerIncome: minor(commission - toService),
      ...omitUndefined({ terms: split.terms && scaledTerms(split.terms, { part: gross, whole: split.amount }) }),
    };
  });
};

/** What the charge is split into when the request is granted, by sub-dealer in the order of the ids. */
const splitsWanted = (question: ShareChangeQuestion): readonly PaymentSplit[] => {
  const { wanted, charge, steps } = question;
  if (wanted.by === 'amounts') return followingSplits(question, wanted.shares);
  const named = new Map(wanted.splits.map((split) => [split.subDealerId, split]));
  return chargeNow(charge, steps).money.splits.map((split) => named.get(split.subDealerId) ?? withoutShare(split));
};

const sameSplits = (one: readonly PaymentSplit[], other: readonly PaymentSplit[]): boolean => {
  const textOf = (splits: readonly PaymentSplit[]): string =>
    splits
      .map((split) => [split.subDealerId, split.amount, split.commission, split.topDealerCommission].join())
      .join(' ');
  return textOf(one) === textOf(other);
};

/** The latest change of shares, where it made what is asked for again. */
const repeated = (question: ShareChangeQuestion): Step | undefined => {
  const step = stepsOf(question.charge, question.steps).find(({ kind }) => kind === 'share-change');
  if (step?.splits === undefined) return undefined;
  const { wanted } = question;
  const isSame =
    wanted.by === 'scenario'
      ? sameSplits(
          step.splits.filter(({ amount }) => amount > 0),
          wanted.splits,
        )
      : whyWrongAmounts(question, wanted.shares) === undefined && sameSplits(step.splits, splitsWanted(question));
  return isSame ? step : undefined;
};

/** The day on which the money of the charge counts in statements; undefined while none was taken. */
const statedDayOf = ({ charge, steps, paidAtMs }: ShareChangeQuestion): DayText | undefined => {
  if (isUncaptured(charge)) return undefined;
  return istanbulDayOf(captureOf(charge, steps)?.endedAtMs ?? paidAtMs);
};

const whyNotAvailable = (question: ShareChangeQuestion): string | undefined => {
  const { charge, steps, mark } = question;
  if (charge.money.splits.length === 0) return 'This payment has no sub-dealers.';
  if (!isPaid(charge)) return 'This payment is not paid, or was voided or refunded.';
  const own = stepsOf(charge, steps);
  // What was refused may have happened after all: until the bank was asked once more, nothing else may move.
  if (charge.activeStep !== undefined || own.some(({ recheckAtMs }) => recheckAtMs !== undefined)) {
    return 'Another step of this payment is running, or the bank is asked about one once more. Repeat when it is over.';
  }
  if (charge.captured !== undefined && charge.captured !== charge.money.total)
    return 'A part of this payment was captured.';
  if ((charge.refunded ?? 0) > 0) return 'Money of this payment was refunded.';
  if (countedSteps(charge, steps).some(({ kind }) => kind === 'pool-approval')) {
    return 'Pooled money of this payment was approved.';
  }
  const day = statedDayOf(question);
  if (day !== undefined && isBegunBy(day, mark)) return 'A statement has this payment.';
  return whyNoStep(question);
};

const whyWrongAmounts = ({ charge, steps }: ShareChangeQuestion, shares: readonly GrossShare[]): string | undefined => {
  const { money } = chargeNow(charge, steps);
  const limits = new Map(money.splits.map(({ subDealerId }) => [subDealerId, money.total]));
  const wrong = whyWrongShares(shares, {
    limits,
    sum: money.total,
    sumName: `the payment, ${formatAmount(money.total)}`,
  });
  if (wrong !== undefined) return wrong;
  const free = money.splits.find(
    (split) => split.amount === 0 && shares.some((one) => one.subDealerId === split.subDealerId && one.amount > 0),
  );
  if (free !== undefined) {
    return `CommissionScenario is required: sub-dealer ${free.subDealerId} has no share that its commission could follow.`;
  }
  const poor = chargedShares(money, { amount: money.total, shares }).find(isBelowCommission);
  return poor === undefined
    ? undefined
    : `The commission of sub-dealer ${poor.subDealerId} is ${formatAmount(poor.commission)} and must not exceed its share, ${formatAmount(poor.gross)}.`;
};

const whyWrong = (question: ShareChangeQuestion): string | undefined => {
  const { wanted, charge } = question;
  if (wanted.by === 'amounts') return whyWrongAmounts(question, wanted.shares);
  const known = new Set(charge.money.splits.map(({ subDealerId }) => subDealerId));
  const stranger = wanted.splits.find(({ subDealerId }) => !known.has(subDealerId));
  return stranger === undefined ? undefined : `SubDealer.DealerId ${stranger.subDealerId} has no part in this payment.`;
};

/**
 * Whether the sub-dealers of a payment get other shares (decisions: other shares): of the whole charge, and among the
 * sub-dealers of the payment alone. It is possible until a statement has the payment. The step is done as soon as it is
 * written; once that statement is begun, the write is refused.
 */
export const changeShares = (question: ShareChangeQuestion): StepDecision<ShareChangeReason> => {
  const step = repeated(question);
  if (step !== undefined) return { kind: 'same-answer', step };
  const unavailable = whyNotAvailable(question);
  if (unavailable !== undefined) return refusedStep('UpdateNotAvailable', unavailable);
  const wrong = whyWrong(question);
  if (wrong !== undefined) return refusedStep('InvalidAmount', wrong);
  const splits = splitsWanted(question);
  const shares = splits.map(({ subDealerId, amount }) => ({ subDealerId, amount }));
  const change = doneAtOnce(question, { kind: 'share-change', amount: NOTHING, shares, splits });
  return { kind: 'begins', change: { ...change, ...omitUndefined({ unstatedDay: statedDayOf(question) }) } };
};
