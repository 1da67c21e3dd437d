import { type Attempt, isOfLink, paidAtMsOf } from '../attempt/attempt.ts';
import {
  countedSteps,
  type DatedLedgerStep,
  type LedgerCharge,
  sharesAtCharge,
  stateAfterSteps,
  stepMovement,
} from '../ledger/payment-ledger.ts';
import { type LedgerAccount, type Posting, sumOfAccount } from '../ledger/posting.ts';
import { chargeMovement, type LedgerShare, leftOfShare } from '../ledger/share.ts';
import type { Currency } from '../money/money.ts';
import { type MinorUnits, minor } from '../money/money.ts';
import { omitUndefined } from '../omit-undefined.ts';
import { chargeOf } from '../payment/charge-of-attempt.ts';
import type { Payment } from '../payment/payment.ts';
import type { Step } from '../payment/step.ts';
import type { MadeOfLink } from '../reusable-link/link-name.ts';

/** What moved money: the charge itself, or a step of it. */
export const movementKinds = [
  'charge',
  'capture',
  'void',
  'refund',
  'reversal',
  'pool-approval',
  'pool-undo',
  'share-change',
] as const;
export type MovementKind = (typeof movementKinds)[number];

/** Stands for the dealer where an account is named by its sub-dealer. */
export const DEALER_ITSELF = 0;

/**
 * What one movement does to one account. Amounts are signed: a sale adds, a refund takes away. `balance` and `pool`
 * are what the ledger posts, so `gross - commission` is always `balance + pool`.
 */
export interface AccountMovement {
  /** `DEALER_ITSELF`, or the sub-dealer. */
  readonly subDealerId: number;
  /**
   * What the payer paid for the share. For the dealer of a payment with sub-dealers: the commission that it takes from
   * them, because that is what it earns.
   */
  readonly gross: MinorUnits;
  /** What is deducted of it. */
  readonly commission: MinorUnits;
  readonly balance: MinorUnits;
  readonly pool: MinorUnits;
}

/** A movement of one account, with the payment it is of: an entry of a statement. */
export interface StatementEntry extends AccountMovement {
  readonly kind: MovementKind;
  readonly currency: Currency;
  readonly paymentId: number;
  readonly orderId: string;
  readonly otherTrxCode?: string;
  /** The reusable link that the payment was made of. */
  readonly madeOf?: Pick<MadeOfLink, 'userPosLinkId' | 'linkCode'>;
  /** When the write took place that made it true. */
  readonly atMs: number;
}

/** The shares before and after a movement, and what it posts. */
interface Moved {
  readonly before: readonly LedgerShare[];
  readonly after: readonly LedgerShare[];
  readonly postings: readonly Posting[];
}

const moves = ({ gross, commission, balance, pool }: AccountMovement): boolean =>
  gross !== 0 || commission !== 0 || balance !== 0 || pool !== 0;

const accountOf = (
  subDealerId: number,
  gross: number,
  [balanceAccount, poolAccount]: readonly [LedgerAccount, LedgerAccount],
  postings: readonly Posting[],
): AccountMovement => {
  const [balance, pool] = [sumOfAccount(postings, balanceAccount), sumOfAccount(postings, poolAccount)];
  return { subDealerId, gross: minor(gross), commission: minor(gross - balance - pool), balance, pool };
};

/** What a movement does to the dealer and to each sub-dealer; accounts that it leaves alone are absent. */
const accountMovements = ({ before, after, postings }: Moved): readonly AccountMovement[] => {
  const leftBefore = new Map(before.map((share) => [share.subDealerId, leftOfShare(share)]));
  const grossOf = (share: LedgerShare): number => leftOfShare(share) - (leftBefore.get(share.subDealerId) ?? 0);
  const ofSubDealers = after.flatMap((share) => {
    const { subDealerId: id } = share;
    if (id === undefined) return [];
    return [accountOf(id, grossOf(share), [`sub-dealer:${id}`, `sub-dealer-pool:${id}`], postings)];
  });
  const own = after.find(({ subDealerId }) => subDealerId === undefined);
  const earned = ofSubDealers.reduce((sum, { commission }) => sum + commission, 0);
  const gross = own === undefined ? earned : grossOf(own);
  const ofDealer = accountOf(DEALER_ITSELF, gross, ['dealer', 'dealer-pool'], postings);
  return [ofDealer, ...ofSubDealers].filter(moves);
};

const codeOf = (attempt: Attempt): string | undefined =>
  isOfLink(attempt) ? attempt.otherTrxCode : attempt.direct.otherTrxCode;

/** What a charge does to each account; nothing where it was not reported paid. */
export const movementsOfCharge = (charge: LedgerCharge): readonly AccountMovement[] => {
  const after = sharesAtCharge(charge);
  return accountMovements({ before: [], after, postings: chargeMovement(after) });
};

/** A step as the ledger and statements see it. */
type StatedStep = DatedLedgerStep & Pick<Step, 'number'>;

/** What a step that is done does to each account. `steps` are all steps of the payment. */
export const movementsOfStep = (
  charge: LedgerCharge,
  steps: readonly StatedStep[],
  step: StatedStep,
): readonly AccountMovement[] => {
  const done = countedSteps(charge, steps);
  const place = done.findIndex(({ number }) => number === step.number);
  if (place < 0 || charge.reportedOutcome !== 'paid') return [];
  const { charge: known, shares: before } = stateAfterSteps(charge, done.slice(0, place));
  return accountMovements({ before, after: stepMovement(known, before, step).shares, postings: step.postings });
};

/** The reusable link of an attempt, by the names that its dealer knows. */
const linkOf = (attempt: Attempt): StatementEntry['madeOf'] => {
  const madeOf = isOfLink(attempt) ? attempt.madeOf : undefined;
  return madeOf && { userPosLinkId: madeOf.userPosLinkId, linkCode: madeOf.linkCode };
};

const entryOf =
  (attempt: Attempt, named: Pick<StatementEntry, 'kind' | 'atMs'>) =>
  (movement: AccountMovement): StatementEntry => ({
    ...movement,
    ...named,
    currency: attempt.terms.currency,
    paymentId: attempt.paymentId,
    orderId: attempt.orderId,
    ...omitUndefined({ otherTrxCode: codeOf(attempt), madeOf: linkOf(attempt) }),
  });

/** The entries of a charge; none where it was not reported paid. */
export const entriesOfCharge = (attempt: Attempt, payment: Payment): readonly StatementEntry[] =>
  movementsOfCharge(chargeOf(attempt, payment)).map(entryOf(attempt, { kind: 'charge', atMs: paidAtMsOf(attempt) }));

/** The entries of a step; none where it is not done. */
export const entriesOfStep = (step: Step, attempt: Attempt, payment: Payment): readonly StatementEntry[] => {
  const { kind, endedAtMs: atMs } = step;
  if (atMs === undefined) return [];
  return movementsOfStep(chargeOf(attempt, payment), payment.steps, step).map(entryOf(attempt, { kind, atMs }));
};
