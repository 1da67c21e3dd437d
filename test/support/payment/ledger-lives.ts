import * as fc from 'fast-check';
import type { ChargeMoney } from '../../../shared/domain/ledger/charged-shares.ts';
import { viewPayment } from '../../../shared/domain/ledger/payment-ledger.ts';
import { MAX_AMOUNT_MINOR, minor } from '../../../shared/domain/money/money.ts';
import { percentOf, type Rate } from '../../../shared/domain/money/rate.ts';
import type { StepDecision } from '../../../shared/domain/payment/begin-step.ts';
import { beginCapture } from '../../../shared/domain/payment/capture-rules.ts';
import { approvePool, undoPoolApproval } from '../../../shared/domain/payment/pool-rules.ts';
import { beginRefund } from '../../../shared/domain/payment/refund-rules.ts';
import { changeShares } from '../../../shared/domain/payment/share-change-rules.ts';
import { beginVoid } from '../../../shared/domain/payment/void-rules.ts';
import { type CommissionTerms, fixedTerms, sumOfTerms } from '../../../shared/domain/split/commission-terms.ts';
import { shareByLargestRemainder } from '../../../shared/domain/split/largest-remainder.ts';
import type { PaymentSplit } from '../../../shared/domain/split/payment-split.ts';
import { type PaymentAfter, questionOf, STEP_NOON_MS, withChange, withDone } from './steps.ts';

/** Whom a fixed term follows: its own sub-dealer, or the whole capture as in charges of earlier releases. */
type FixedFollows = 'own-share' | 'whole-capture';

const termsOf = (base: number, rate: number, fixed: number, follows: FixedFollows): CommissionTerms => {
  const rated = { base: minor(base), rate: rate as Rate };
  return follows === 'own-share'
    ? { rated: [rated, ...fixedTerms(minor(fixed))], fixed: minor(0) }
    : { rated: [rated], fixed: minor(fixed) };
};

interface DrawnSplit {
  readonly weight: number;
  readonly rate: number;
  readonly serviceRate: number;
  readonly fixed: number;
  /** Undefined: a charge without terms. */
  readonly follows?: FixedFollows | undefined;
}

/** A sub-dealer's part with commissions that it can pay. */
const splitOf = (subDealerId: number, amount: number, drawn: DrawnSplit): PaymentSplit => {
  const fixed = Math.min(drawn.fixed, Math.floor(amount / 4));
  const follows = drawn.follows ?? 'own-share';
  const commission = termsOf(amount, drawn.rate, fixed, follows);
  const topDealerCommission = termsOf(amount, drawn.serviceRate, Math.floor(fixed / 2), follows);
  const deducted = sumOfTerms(commission);
  const service = sumOfTerms(topDealerCommission);
  return {
    subDealerId,
    amount: minor(amount),
    commission: minor(deducted),
    net: minor(amount - deducted),
    topDealerCommission: minor(service),
    topDealerIncome: minor(deducted - service),
    ...(drawn.follows !== undefined ? { terms: { commission, topDealerCommission } } : {}),
  };
};

const drawnSplit: fc.Arbitrary<DrawnSplit> = fc.record({
  weight: fc.integer({ min: 1, max: 1000 }),
  rate: fc.integer({ min: 0, max: 500_000 }),
  serviceRate: fc.integer({ min: 0, max: 500_000 }),
  fixed: fc.integer({ min: 0, max: 500 }),
  follows: fc.constantFrom(undefined, 'own-share', 'whole-capture'),
});

const amounts = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 200, max: 100_000 }) },
  { weight: 1, arbitrary: fc.integer({ min: MAX_AMOUNT_MINOR - 1000, max: MAX_AMOUNT_MINOR }) },
);

export const money: fc.Arbitrary<ChargeMoney> = fc
  .record({
    total: amounts,
    drawn: fc.oneof(
      fc.constant<DrawnSplit[]>([]),
      fc.array(drawnSplit, { minLength: 1, maxLength: 5 }),
      fc.array(drawnSplit, { minLength: 1, maxLength: 10 }),
      fc.array(drawnSplit, { minLength: 1, maxLength: 50 }),
    ),
    payerRate: fc.integer({ min: 0, max: 100_000 }),
    dealerRate: fc.integer({ min: 0, max: 100_000 }),
    bankRate: fc.constantFrom(0, 0, 15_000),
    pooled: fc.boolean(),
  })
  .map(({ total, drawn, payerRate, dealerRate, bankRate, pooled }) => {
    const whole = minor(total);
    const weights = drawn.map(({ weight }, index) => ({ id: index + 1, weight }));
    const parts = drawn.length === 0 ? new Map<number, number>() : shareByLargestRemainder(whole, weights);
    return {
      total: whole,
      commission: {
        payer: percentOf(whole, payerRate as Rate),
        dealer: percentOf(whole, dealerRate as Rate),
      },
      bankCost: percentOf(whole, bankRate as Rate),
      splits: drawn.map((split, index) => splitOf(index + 1, parts.get(index + 1) ?? 0, split)),
      pooled,
    };
  });

/** What somebody asks for; the fraction says how much. */
const wish = fc.record({
  what: fc.constantFrom(
    'capture',
    'void',
    'refund',
    'refund',
    'refund',
    'refund-shares',
    'approve',
    'approve-one',
    'undo',
    'change',
    'change',
  ),
  fraction: fc.integer({ min: 1, max: 130 }),
  seed: fc.integer({ min: 0, max: 1_000_000 }),
});
export type Wish = typeof wish extends fc.Arbitrary<infer Of> ? Of : never;

const fractionOf = (whole: number, { fraction }: Wish): number => Number((BigInt(whole) * BigInt(fraction)) / 100n);

/** Shares of an amount that differ from those in proportion: the first sub-dealers give all that they have. */
const greedyShares = (
  amount: number,
  limits: readonly { readonly id: number; readonly left: number }[],
  seed: number,
) => {
  let missing = amount;
  const turned = limits.map((_, index) => limits[(index + seed) % limits.length]).filter((one) => one !== undefined);
  return turned.map(({ id, left }) => {
    const given = Math.min(missing, left);
    missing -= given;
    return { subDealerId: id, amount: minor(given) };
  });
};

const limitsOf = (payment: PaymentAfter): readonly { readonly id: number; readonly left: number }[] =>
  viewPayment(payment.charge, payment.steps).shares.map(({ subDealerId = 0, gross, refunded }) => ({
    id: subDealerId,
    left: gross - refunded,
  }));

const askCapture = (payment: PaymentAfter, asked: Wish, nowMs: number): StepDecision<string> => {
  const { total, splits } = payment.charge.money;
  const amount = minor(Math.max(1, fractionOf(total, asked)));
  const limits = splits.map((split) => ({ id: split.subDealerId, left: split.amount }));
  const shares = splits.length > 0 && amount < total ? { shares: greedyShares(amount, limits, asked.seed) } : {};
  return beginCapture({ ...questionOf(payment, nowMs), captureAbove: true, asked: { amount, ...shares } });
};

const askRefund = (payment: PaymentAfter, asked: Wish, nowMs: number): StepDecision<string> => {
  const { gross, refunded } = viewPayment(payment.charge, payment.steps);
  const amount = minor(Math.min(gross - refunded, fractionOf(gross, asked)));
  const isSplit = payment.charge.money.splits.length > 0;
  const shares =
    asked.what === 'refund-shares' && isSplit && amount > 0
      ? { shares: greedyShares(amount, limitsOf(payment), asked.seed) }
      : {};
  const question = { ...questionOf(payment, nowMs), refundRequestId: 1 + (nowMs % 1000) };
  return beginRefund({ ...question, asked: { amount, refundCode: `R${nowMs}`, ...shares } });
};

/** Other shares of the whole charge, some of them 0. */
const askChange = (payment: PaymentAfter, { seed }: Wish, nowMs: number): StepDecision<string> => {
  const { total, splits } = payment.charge.money;
  const weights = splits.map(({ subDealerId: id }, index) => ({ id, weight: (seed >> (index % 16)) % 4 }));
  const given = weights.some(({ weight }) => weight > 0) ? weights : weights.map((one) => ({ ...one, weight: 1 }));
  const parts = given.length === 0 ? [] : [...shareByLargestRemainder(total, given)];
  const shares = parts.map(([subDealerId, amount]) => ({ subDealerId, amount }));
  const { startedAtMs: paidAtMs } = payment.charge;
  return changeShares({ ...questionOf(payment, nowMs), wanted: { by: 'amounts', shares }, paidAtMs, mark: undefined });
};

/** What the rules say to a wish at a moment. */
export const askFor = (payment: PaymentAfter, asked: Wish, nowMs: number): StepDecision<string> => {
  const question = questionOf(payment, nowMs);
  const one = 1 + (asked.seed % Math.max(1, payment.charge.money.splits.length));
  switch (asked.what) {
    case 'capture':
      return askCapture(payment, asked, nowMs);
    case 'void':
      return beginVoid(question);
    case 'approve':
      return approvePool({ ...question, subDealerIds: [] });
    case 'approve-one':
      return approvePool({ ...question, subDealerIds: [one] });
    case 'undo':
      return undoPoolApproval({ ...question, subDealerIds: [] });
    case 'change':
      return askChange(payment, asked, nowMs);
    case 'refund':
    case 'refund-shares':
      return askRefund(payment, asked, nowMs);
  }
};

interface LifeOptions {
  readonly look?: (payment: PaymentAfter) => void;
  readonly pauseMs?: number;
}

/**
 * Runs a life as far as the rules let it. Every step that begins is done, `pauseMs` behind the one before; `look` sees the
 * payment after each.
 */
export const live = (
  first: PaymentAfter,
  wishes: readonly Wish[],
  { look = () => undefined, pauseMs = 60_000 }: LifeOptions = {},
): PaymentAfter =>
  wishes.reduce((payment, asked) => {
    const nowMs = STEP_NOON_MS + payment.charge.version * pauseMs;
    const decision = askFor(payment, asked, nowMs);
    if (decision.kind !== 'begins') return payment;
    const begun = withChange(payment, decision.change);
    const doneBy = asked.what === 'void' ? 'void' : asked.what.startsWith('refund') ? 'credit' : undefined;
    const after = begun.charge.activeStep === undefined ? begun : withDone(begun, doneBy, nowMs + 1000);
    look(after);
    return after;
  }, first);

/** A charge, and what somebody asks for behind it. */
export const lives = fc.record({
  money,
  type: fc.constantFrom('sale' as const, 'pre-authorisation' as const),
  wishes: fc.array(wish, { maxLength: 10 }),
});
