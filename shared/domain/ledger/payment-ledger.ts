import { type MinorUnits, minor } from '../money/money.ts';
import type { Charge } from '../payment/charge.ts';
import type { Step, StepShare } from '../payment/step.ts';
import { shareByLargestRemainder } from '../split/largest-remainder.ts';
import { type CapturedShare, chargedShares, wholeCapture } from './charged-shares.ts';
import { type Balances, balancesOf, type Posting } from './posting.ts';
import {
  chargeMovement,
  exchangeMovement,
  type LedgerShare,
  leftOfShare,
  poolMovement,
  refundMovement,
} from './share.ts';

/** What the ledger needs of a charge. */
export type LedgerCharge = Pick<Charge, 'number' | 'type' | 'reportedOutcome' | 'captured' | 'money'>;

/** What the ledger needs of a step. */
export type LedgerStep = Pick<Step, 'kind' | 'amount' | 'shares' | 'splits'>;

/** What a step moves, and the shares after it. */
export interface StepMovement {
  readonly shares: readonly LedgerShare[];
  readonly postings: readonly Posting[];
}

/**
 * True of a charge that counts in the ledger. A charge that was reported to nobody, or reported failed, is reversed, so
 * its postings would sum to zero.
 */
const counts = ({ reportedOutcome }: LedgerCharge): boolean => reportedOutcome === 'paid';

/** The shares of a charge before any step; none for a pre-authorisation, which takes no money until it is captured. */
export const sharesAtCharge = (charge: LedgerCharge): readonly LedgerShare[] =>
  counts(charge) && charge.type === 'sale' ? chargedShares(charge.money, wholeCapture(charge.money)) : [];

/** What the charge itself moves. A pre-authorisation posts nothing. */
export const chargePostings = (charge: LedgerCharge): readonly Posting[] => chargeMovement(sharesAtCharge(charge));

const amountsById = (shares: readonly StepShare[]): ReadonlyMap<number, MinorUnits> =>
  new Map(shares.map(({ subDealerId, amount }) => [subDealerId, amount ?? minor(0)]));

/** Splits a refund over the shares: in proportion to what is left of each, by largest remainder. */
export const sharesOfRefund = (shares: readonly LedgerShare[], amount: MinorUnits): readonly CapturedShare[] => {
  const sharers = shares.flatMap((share) =>
    share.subDealerId === undefined ? [] : [{ id: share.subDealerId, weight: leftOfShare(share) }],
  );
  if (sharers.length === 0) return [];
  return [...shareByLargestRemainder(amount, sharers)]
    .map(([subDealerId, part]) => ({ subDealerId, amount: part }))
    .toSorted((a, b) => a.subDealerId - b.subDealerId);
};

const giveBack = (shares: readonly LedgerShare[], amountOf: (share: LedgerShare) => MinorUnits): StepMovement => ({
  shares: shares.map((share) => ({ ...share, refunded: minor(share.refunded + amountOf(share)) })),
  postings: refundMovement(shares.map((share) => ({ share, amount: amountOf(share) }))),
});

const capture = ({ money }: LedgerCharge, { amount, shares }: LedgerStep): StepMovement => {
  const captured = [...amountsById(shares)].map(([subDealerId, part]) => ({ subDealerId, amount: part }));
  const taken = chargedShares(money, { amount, shares: captured });
  return { shares: taken, postings: chargeMovement(taken) };
};

const refund = (shares: readonly LedgerShare[], step: LedgerStep): StepMovement => {
  const given = amountsById(step.shares);
  return giveBack(shares, ({ subDealerId }) =>
    subDealerId === undefined ? step.amount : (given.get(subDealerId) ?? minor(0)),
  );
};

/** True of a share that a pool step moves: the step names it, or names none and moves all. */
export const namedIn = (named: readonly StepShare[], { subDealerId }: Pick<LedgerShare, 'subDealerId'>): boolean =>
  named.length === 0 || named.some((one) => one.subDealerId === subDealerId);

const movePool = (shares: readonly LedgerShare[], step: LedgerStep, to: 'balance' | 'pool'): StepMovement => {
  const moves = (share: LedgerShare): boolean => namedIn(step.shares, share) && share.pooled === (to === 'balance');
  return {
    shares: shares.map((share) => (moves(share) ? { ...share, pooled: to === 'pool' } : share)),
    postings: poolMovement(shares.filter(moves), to),
  };
};

/** A charge as a step leaves it: a share change splits it anew. */
export const chargeAfter = <Of extends LedgerCharge>(charge: Of, { splits }: LedgerStep): Of =>
  splits === undefined ? charge : { ...charge, money: { ...charge.money, splits } };

/** The whole charge in other shares, pooled as before. A pre-authorisation that nobody captured has none yet. */
const changeShares = (charge: LedgerCharge, shares: readonly LedgerShare[], step: LedgerStep): StepMovement => {
  if (shares.length === 0) return { shares, postings: [] };
  const { money } = chargeAfter(charge, step);
  const after = chargedShares(money, wholeCapture(money));
  return { shares: after, postings: exchangeMovement(shares, after) };
};

/** What a step moves, given the charge and the shares as the steps before it left them. */
export const stepMovement = (charge: LedgerCharge, shares: readonly LedgerShare[], step: LedgerStep): StepMovement => {
  switch (step.kind) {
    case 'capture':
      return capture(charge, step);
    case 'void':
    case 'reversal':
      return giveBack(shares, leftOfShare);
    case 'refund':
      return refund(shares, step);
    case 'pool-approval':
      return movePool(shares, step, 'balance');
    case 'pool-undo':
      return movePool(shares, step, 'pool');
    case 'share-change':
      return changeShares(charge, shares, step);
  }
};

/** A step with the fields that tell whether and when it counts. */
export type DatedLedgerStep = LedgerStep & Pick<Step, 'attempt' | 'number' | 'state' | 'endedAtMs' | 'postings'>;

/** The steps of a charge that count, in the order in which they ended. */
export const countedSteps = <Of extends DatedLedgerStep>(charge: LedgerCharge, steps: readonly Of[]): readonly Of[] =>
  steps
    .filter(({ attempt, state }) => attempt === charge.number && state === 'done')
    .toSorted((a, b) => (a.endedAtMs ?? 0) - (b.endedAtMs ?? 0) || a.number - b.number);

/**
 * The end time of a step that ends now. It is later than the end of every step that counts, even where the clocks of
 * two instances differ.
 */
export const endsAtMs = (charge: LedgerCharge, steps: readonly DatedLedgerStep[], nowMs: number): number =>
  Math.max(nowMs, ...countedSteps(charge, steps).map(({ endedAtMs = 0 }) => endedAtMs + 1));

/** A charge and its shares at one moment of its life. */
interface LedgerState<Of extends LedgerCharge> {
  readonly charge: Of;
  readonly shares: readonly LedgerShare[];
}

/** A charge and its shares behind these steps, which count and are in the order of their ends. */
export const stateAfterSteps = <Of extends LedgerCharge>(charge: Of, counted: readonly LedgerStep[]): LedgerState<Of> =>
  counted.reduce<LedgerState<Of>>(
    (state, step) => ({
      charge: chargeAfter(state.charge, step),
      shares: stepMovement(state.charge, state.shares, step).shares,
    }),
    { charge, shares: sharesAtCharge(charge) },
  );

/** The current shares of a charge. */
export const sharesNow = (charge: LedgerCharge, steps: readonly DatedLedgerStep[]): readonly LedgerShare[] =>
  stateAfterSteps(charge, countedSteps(charge, steps)).shares;

/** A charge with the splits that its latest share change gave it. Steps replay from the charge as it was frozen. */
export const chargeNow = <Of extends LedgerCharge>(charge: Of, steps: readonly DatedLedgerStep[]): Of =>
  countedSteps(charge, steps).reduce(chargeAfter, charge);

/** All postings of a charge that count: its own, then those of its steps as they were written. */
const paymentPostings = (charge: LedgerCharge, steps: readonly DatedLedgerStep[]): readonly Posting[] => [
  ...chargePostings(charge),
  ...countedSteps(charge, steps).flatMap(({ postings }) => postings),
];

/** A payment in the ledger: what each account holds of it. */
export interface PaymentView {
  readonly gross: MinorUnits;
  readonly refunded: MinorUnits;
  readonly balances: Balances;
  readonly shares: readonly LedgerShare[];
}

/** The current sums, balances and shares of a payment. */
export const viewPayment = (charge: LedgerCharge, steps: readonly DatedLedgerStep[]): PaymentView => {
  const shares = sharesNow(charge, steps);
  return {
    gross: minor(shares.reduce((sum, { gross }) => sum + gross, 0)),
    refunded: minor(shares.reduce((sum, { refunded }) => sum + refunded, 0)),
    balances: balancesOf(paymentPostings(charge, steps)),
    shares,
  };
};
