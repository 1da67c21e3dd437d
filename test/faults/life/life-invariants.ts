import { isDeepStrictEqual } from 'node:util';
import type { Row } from '../../../shared/adapters/dynamodb/engine/writes.ts';
import { type Attempt, splitsOfAttempt } from '../../../shared/domain/attempt/attempt.ts';
import { type AttemptState, isFinal } from '../../../shared/domain/attempt/states.ts';
import { checkLedger } from '../../../shared/domain/ledger/check-ledger.ts';
import { chargePostings, viewPayment } from '../../../shared/domain/ledger/payment-ledger.ts';
import { balancesOf } from '../../../shared/domain/ledger/posting.ts';
import { chargeOf } from '../../../shared/domain/payment/charge-of-attempt.ts';
import type { Step } from '../../../shared/domain/payment/step.ts';
import { isFinalStep } from '../../../shared/domain/payment/step-states.ts';
import { checkQueue, demand } from '../invariants.ts';
import { onceBeside } from '../once.ts';
import { attemptAlone, attemptsIn, stepsIn } from '../payments-in.ts';
import type { Watch } from '../world.ts';
import type { LifeScene } from './life-scene.ts';

const HOUR_MS = 3_600_000;
const MAX_CAPTURE_PERCENT = 115;

const sum = (amounts: readonly number[]): number => amounts.reduce((total, one) => total + one, 0);

/** Where a paid charge may go: its dealer gives it back, and a refund that a late Void undid is given back again. */
const AFTER_PAID: Readonly<Partial<Record<AttemptState, readonly AttemptState[]>>> = {
  approved: ['approved', 'voided', 'refunded'],
  refunded: ['refunded', 'reversing'],
  reversing: ['reversing', 'refunded', 'voided'],
  voided: ['voided'],
};
const AFTER_FINAL: readonly AttemptState[] = ['reversing'];

/**
 * A reported outcome is never withdrawn, and no write is lost (rules 1, 2); a paid charge moves only as its dealer's steps
 * move it, any other final one only into a reversal.
 */
export const neverUnsaysInLives: Watch = (before, after, payment) => {
  if (before.entity !== 'attempt') return undefined;
  if (payment === undefined) return 'an attempt of no payment';
  const was = attemptAlone(before, payment);
  const is = attemptAlone(after, payment);
  if (was.told !== 'nobody' && is.told !== was.told) return `told ${was.told}, then ${is.told}`;
  if (is.version === was.version && isDeepStrictEqual(was, is)) return undefined;
  if (is.version !== was.version + 1) return 'a version is not counted up';
  if (was.captured !== undefined && is.captured !== was.captured) return 'another amount is captured than before';
  if ((is.refunded ?? 0) < (was.refunded ?? 0)) return 'less is refunded than before';
  const allowed = was.told === 'paid' ? AFTER_PAID[was.state] : isFinal(was.state) ? AFTER_FINAL : undefined;
  const moves = is.state !== was.state && allowed !== undefined && !allowed.includes(is.state);
  return moves ? `${was.state}, told ${was.told}, became ${is.state}` : undefined;
};

/** One open step of an attempt at most, and the slot names exactly it (rule 40). */
const checkSlot = (attempt: Attempt, own: readonly Step[]): void => {
  const open = own.filter((step) => !isFinalStep(step));
  demand(open.length <= 1, `${open.length} open steps of one attempt`);
  demand(attempt.activeStep === open[0]?.number, `the slot holds ${attempt.activeStep}, open is ${open[0]?.number}`);
  demand(
    (attempt.state === 'reversing') === (open[0]?.kind === 'reversal'),
    `${attempt.state} beside an open ${open[0]?.kind ?? 'nothing'}`,
  );
  const dealers = own.filter(({ kind }) => kind !== 'reversal');
  demand(dealers.length === 0 || attempt.told === 'paid', `a ${dealers[0]?.kind} of what was told ${attempt.told}`);
};

/** What the attempt says of captures and refunds is what its steps come to. */
const checkSums = (attempt: Attempt, own: readonly Step[], { dealer }: LifeScene): void => {
  const { total, type } = attempt.terms;
  const done = own.filter(({ state }) => state === 'done');
  const captures = done.filter(({ kind }) => kind === 'capture');
  demand(captures.length <= 1, `${captures.length} captures of one payment`);
  demand(
    attempt.captured === captures[0]?.amount,
    `captured says ${attempt.captured}, the step ${captures[0]?.amount}`,
  );
  const captured = captures[0]?.amount ?? 0;
  demand(captured * 100 <= total * MAX_CAPTURE_PERCENT, `${captured} captured of ${total}`);
  demand(captured <= total || dealer.captureAbove, 'more was captured than the dealer may');
  const gross = type === 'sale' ? total : captured;
  const refunds = done.filter(({ kind }) => kind === 'refund').map(({ amount }) => amount);
  const asRefund = done.filter(({ kind, doneBy }) => kind === 'void' && doneBy === 'credit').map(() => gross);
  const refunded = sum([...refunds, ...asRefund]);
  demand(refunded <= gross, `${refunded} refunded of ${gross}`);
  demand((attempt.refunded ?? 0) === refunded, `refunded says ${attempt.refunded}, the steps ${refunded}`);
  if (attempt.told !== 'paid' || attempt.state === 'reversing') return;
  const isVoided = done.some(({ kind, doneBy }) => kind === 'void' && doneBy === 'void');
  const isBack = isVoided || (gross > 0 && refunded === gross);
  demand(isBack === (attempt.state !== 'approved'), `${attempt.state} after ${refunded} of ${gross} went back`);
};

/** The refunds of a sub-dealer never pass its share, those under way included. */
const checkShares = (attempt: Attempt, own: readonly Step[]): void => {
  const capture = own.find(({ kind, state }) => kind === 'capture' && state === 'done');
  for (const { subDealerId, amount: agreed } of splitsOfAttempt(attempt)) {
    const amountIn = (step: Step): number => step.shares.find((one) => one.subDealerId === subDealerId)?.amount ?? 0;
    const gross = attempt.terms.type === 'sale' ? agreed : capture === undefined ? 0 : amountIn(capture);
    demand(gross <= agreed, `${gross} captured of a share of ${agreed}`);
    const refunds = own.filter(({ kind, state }) => kind === 'refund' && state !== 'refused');
    const refunded = sum(refunds.map(amountIn));
    demand(refunded <= gross, `${refunded} refunded of a share of ${gross}`);
  }
};

/** The ledger agrees with the payment, and what went back in full or was never paid leaves nothing on any account. */
const checkAccounts = (attempt: Attempt, own: readonly Step[], { pooled }: LifeScene): void => {
  const { money, ...rest } = chargeOf(attempt, {});
  // A payment request's link says whether its money is pooled; elsewhere each call does.
  const isRequest = attempt.kind === 'link' && attempt.asked === undefined;
  const charge = { ...rest, money: { ...money, ...(isRequest ? { pooled } : {}) } };
  // What the bank gave back too much is told there, and no fault of the ledger.
  const problems = checkLedger(charge, own).filter(({ kind }) => kind !== 'excess-credit');
  demand(problems.length === 0, `the ledger: ${JSON.stringify(problems)}`);
  const done = own.filter(({ state }) => state === 'done');
  const postings = [...chargePostings(charge), ...done.flatMap((step) => step.postings)];
  demand(sum(postings.map(({ amount }) => amount)) === 0, 'the postings of a payment do not sum to zero');
  const isBack = attempt.told === 'paid' && (attempt.state === 'voided' || attempt.state === 'refunded');
  const left = isBack ? balancesOf(postings) : new Map();
  demand(left.size === 0, `${attempt.state} with ${JSON.stringify([...left])}`);
  const { shares } = viewPayment(charge, own);
  demand(
    shares.every(({ gross, refunded }) => refunded <= gross && refunded >= 0),
    'a share is refunded beyond its gross amount',
  );
};

/** At most one Credit of an order may still be on its way (rule 4). */
const checkCredits = (own: readonly Step[], nowMs: number, horizonHours: number): void => {
  const open = own.filter(({ sent: { credit }, state }) => {
    if (credit === undefined || credit.answer !== undefined || state === 'done') return false;
    return nowMs < credit.atMs + horizonHours * HOUR_MS;
  });
  demand(open.length <= 1, `${open.length} Credits of one order are open`);
};

/** What holds of an attempt with its steps. */
const checkAttempt = onceBeside((attempt: Attempt, own: readonly Step[], scene: LifeScene): void => {
  checkSlot(attempt, own);
  checkSums(attempt, own, scene);
  checkShares(attempt, own);
  checkAccounts(attempt, own, scene);
});

/** What holds of all rows after every write of a life. */
export const checkLifeRows = (
  rows: readonly Row[],
  scene: LifeScene,
  { nowMs, horizonHours }: { readonly nowMs: number; readonly horizonHours: number },
): void => {
  const [attempts, steps] = [attemptsIn(rows), stepsIn(rows)];
  checkQueue(rows);
  demand(
    steps.every(({ number }) => number === 1 || steps.some((one) => one.number === number - 1)),
    'a number of a step is left out',
  );
  demand(new Set(steps.map(({ number }) => number)).size === steps.length, 'two steps have one number');
  const trxIds = [...attempts, ...steps].map(({ trxId }) => trxId);
  demand(new Set(trxIds).size === trxIds.length, 'two of all charges and steps have one number');
  const refunds = steps.flatMap(({ refundRequestId: id }) => (id === undefined ? [] : [id]));
  demand(new Set(refunds).size === refunds.length, 'two refunds have one RefundRequestId');
  demand(attempts.filter(({ told }) => told === 'paid').length <= 1, 'two attempts were told paid');
  for (const attempt of attempts) {
    const own = steps.filter((step) => step.attempt === attempt.number).toSorted((a, b) => a.number - b.number);
    checkAttempt(attempt, own, scene);
    checkCredits(own, nowMs, horizonHours);
  }
};
