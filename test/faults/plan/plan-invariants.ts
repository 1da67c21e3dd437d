import { isDeepStrictEqual } from 'node:util';
import type { Row } from '../../../shared/adapters/dynamodb/engine/writes.ts';
import { keys } from '../../../shared/adapters/dynamodb/keys.ts';
import { readPlanItem } from '../../../shared/adapters/dynamodb/sale/payment-plan-item.ts';
import { readOpenSale } from '../../../shared/adapters/dynamodb/sale/sales.ts';
import type { Attempt, DirectAttempt } from '../../../shared/domain/attempt/attempt.ts';
import { endedWithoutCharge } from '../../../shared/domain/attempt/states.ts';
import { DAY_MS } from '../../../shared/domain/calendar.ts';
import type { Step } from '../../../shared/domain/payment/step.ts';
import { isFinalPlan, isUntouched, type PaymentPlan } from '../../../shared/domain/sale/payment-plan.ts';
import type { OpenSale, Sale } from '../../../shared/domain/sale/sale.ts';
import { demand } from '../invariants.ts';
import { onceAList, onceARow, rowsOfKind } from '../once.ts';
import { attemptsIn, idOf, isStuckIn, stepsIn } from '../payments-in.ts';
import type { Watch } from '../world.ts';
import type { PlanPast } from './plan-past.ts';

const HOUR_MS = 3_600_000;
/** 12:00 and 18:00 in Istanbul, which is three hours ahead of UTC all year. */
const SLOTS_UTC_MS = [9 * HOUR_MS, 15 * HOUR_MS];
const SLOT_MS = 2 * HOUR_MS;
/** Declines that end a card for the step (decisions: recurring sales). */
const ENDING_CODES = ['003', '014', '018', '019', '020', '030'];

/** The slot of a moment; told apart from the code under test, which counts its slots in another way. */
export const slotOf = (atMs: number): number | undefined => {
  const midnightMs = atMs - (atMs % DAY_MS);
  return SLOTS_UTC_MS.map((ms) => midnightMs + ms).find((startMs) => startMs <= atMs && atMs < startMs + SLOT_MS);
};

/** The slot of a moment, or the one before it. */
export const lastSlotOf = (atMs: number): number => {
  const midnightMs = atMs - (atMs % DAY_MS);
  const starts = [...SLOTS_UTC_MS.map((ms) => midnightMs - DAY_MS + ms), ...SLOTS_UTC_MS.map((ms) => midnightMs + ms)];
  return Math.max(...starts.filter((startMs) => startMs <= atMs));
};

/** The values of all rows of a kind, each parsed once. */
export const readOnce = <Value>(entity: string, read: (row: Row) => Value) => {
  const one = onceARow(read);
  return onceAList((rows): readonly Value[] => rowsOfKind(rows, entity).map(one));
};

/** A plan by its row. */
export const planIn = onceARow<PaymentPlan>(readPlanItem);
export const plansIn = readOnce<PaymentPlan>('payment-plan', planIn);
/** Each sale stands in two rows: the one by its id tells the planned step. */
export const isSaleById = (row: Row): boolean =>
  row.entity === 'sale' && idOf(row) === idOf(keys.saleById(String(row.dealerCode), Number(row.dealerSaleId)));

const saleRowsIn = readOnce<OpenSale | undefined>('sale', (row) => (isSaleById(row) ? readOpenSale(row) : undefined));

/** Sales by their ids, deleted ones too. */
export const salesIn = onceAList((rows): readonly OpenSale[] => saleRowsIn(rows).filter((open) => open !== undefined));

export const isPlanAttempt = (one: Attempt): one is DirectAttempt =>
  one.kind === 'direct' && one.direct.plan !== undefined;

export const planAttemptsIn = onceAList((rows): readonly DirectAttempt[] => attemptsIn(rows).filter(isPlanAttempt));

export const planIdOf = ({ direct }: DirectAttempt): number => direct.plan?.dealerPaymentPlanId ?? 0;

/** The sale of a plan as it stands, also a deleted one. */
export const planSaleOf = (rows: readonly Row[], { dealerCode, dealerSaleId }: PaymentPlan): Sale => {
  const isIts = ({ sale }: OpenSale): boolean => sale.dealerSaleId === dealerSaleId && sale.dealerCode === dealerCode;
  const open = salesIn(rows).find(isIts);
  if (open === undefined) throw new Error('a plan of no sale');
  return open.sale;
};

/** Plans whose charge waits for an operator: it is told failed, and the bank does not give it back. */
export const stuckPlansIn = (rows: readonly Row[]): ReadonlySet<number> => {
  const isStuck = isStuckIn(stepsIn(rows));
  return new Set(planAttemptsIn(rows).filter(isStuck).map(planIdOf));
};

/** What pauses the charges of every sale, since when. */
export interface Pause {
  readonly sinceMs: number | undefined;
}

const isReversalSince = ({ kind, payment, attempt, startedAtMs }: Step, of: DirectAttempt, sinceMs: number): boolean =>
  kind === 'reversal' && payment === of.payment && attempt === of.number && startedAtMs >= sinceMs;

/** Rows as they stand at a write, with what was before. */
interface Standing {
  readonly rows: readonly Row[];
  readonly pause: Pause;
  readonly past: PlanPast;
}

/** Whether a card that is taken is one that its plan or its sale names, and the plan one that charges cards. */
const checkCardOf = (was: PaymentPlan, is: PaymentPlan, sale: Sale): string | undefined => {
  const { defaultCard1Token: one, defaultCard2Token: two, defaultCard3Token: three } = sale;
  if (was.userPosPaymentId !== undefined) return 'a card is taken of a plan whose payment request was sent';
  if (was.dealerCustomerTypeId !== undefined) return 'a card is taken of a plan that sends a payment request';
  const named = was.cardToken ?? [one, two, three][(is.taken?.place ?? 0) - 1];
  return named === is.taken?.token ? undefined : 'a card is taken that its sale does not name any more';
};

/** A card is taken: by nobody behind a deletion, within a slot, of what is not paused, and beside no charge that may stand. */
const checkTaking = (was: PaymentPlan, is: PaymentPlan, { rows, pause }: Standing) => {
  const sale = planSaleOf(rows, is);
  const { deletedAtMs, pausedSinceMs, endDate = '99991231' } = sale;
  if (deletedAtMs !== undefined) return 'a charge begins behind the deletion of its sale';
  if (was.historyCount === 0 && is.madeBy === 'schedule' && is.dueDay > endDate) {
    return 'a plan begins that is due behind the end of its sale';
  }
  const isOther = checkCardOf(was, is, sale);
  if (isOther !== undefined) return isOther;
  const isFirstCard = is.taken?.attempt === 1;
  if (isFirstCard && was.progress.tries >= mostTriesOf(sale)) return 'a try begins behind the last one of its sale';
  const own = planAttemptsIn(rows).filter((one) => planIdOf(one) === is.dealerPaymentPlanId);
  const begun = own.filter(({ state }) => state === 'charging');
  const [attempt] = begun;
  if (begun.length !== 1 || attempt === undefined) return `a card is taken beside ${begun.length} charges that begin`;
  const slotMs = slotOf(attempt.startedAtMs);
  if (slotMs === undefined || slotMs !== is.taken?.slotMs) return 'a charge begins outside its slot';
  const steps = stepsIn(rows);
  // Who took the card looked at the others within the slot. The sweeper may ask about one in between: the question of the next
  // day falls into the same slot as the charge of the day before, and a bank that declined may show the charge then. The same
  // answer a moment later finds the new charge made, which no condition could keep from that: either way the old charge was
  // told failed and is given back, and one stands in the end. So this is no second charge of the engine's making.
  const mayStand = own.filter(
    (one) => one.state !== 'charging' && (!endedWithoutCharge(one.state) || one.told === 'paid'),
  );
  const known = mayStand.filter((one) => !steps.some((step) => isReversalSince(step, one, slotMs)));
  if (known.length > 0) return `a card is taken while another one is ${known.map(({ state }) => state).join()}`;
  if (was.progress.endedCards.some((place) => place === is.taken?.place)) return 'a card is taken that had ended';
  if (attempt.terms.total !== is.terms.amount) return 'another amount is charged than the plan has';
  // Who took the card looked at sale and dealer within the slot.
  const isPaused = [pausedSinceMs, pause.sinceMs].some((sinceMs) => sinceMs !== undefined && sinceMs < slotMs);
  return isPaused ? 'a charge begins under a pause' : undefined;
};

export const mostTriesOf = ({ howManyTrial }: Pick<Sale, 'howManyTrial'>): number => 2 * Math.max(1, howManyTrial);

const cardsLeft = ({ cardToken, progress }: PaymentPlan, sale: Sale): number => {
  const ofSale = [sale.defaultCard1Token, sale.defaultCard2Token, sale.defaultCard3Token];
  const tokens = cardToken === undefined ? ofSale : [cardToken];
  return tokens.filter((token, index) => token !== undefined && !progress.endedCards.some((one) => one === index + 1))
    .length;
};

/** Why a plan failed whose means is a payment request. */
const failedAsRequest = ({ lastResult }: PaymentPlan): boolean =>
  lastResult?.kind === 'not-charged' &&
  ['request-refused', 'request-not-paid', 'limit', 'permission', 'no-card'].includes(lastResult.because);

const checkEnd = (was: PaymentPlan, is: PaymentPlan, { rows, past }: Standing): string | undefined => {
  const own = planAttemptsIn(rows).filter((one) => planIdOf(one) === is.dealerPaymentPlanId);
  const paid = own.filter(({ told }) => told === 'paid');
  if (is.state === 'paid' && was.state === 'requested') {
    return paid.length === 0 ? undefined : 'a plan is paid by a request and a card';
  }
  if (is.state === 'paid') {
    const isOne = paid.length === 1 && paid[0]?.paymentId === is.dealerPaymentId;
    return isOne ? undefined : `a plan is paid by ${paid.length} charges`;
  }
  if (paid.length > 0) return `a plan is ${is.state} though a charge was told paid`;
  if (own.some(({ state }) => state === 'charging' || state === 'in-doubt')) return `a plan is ${is.state} in doubt`;
  if (is.state !== 'failed') {
    return was.state === 'planned' || was.state === 'requested' ? undefined : 'a plan is withdrawn that did not wait';
  }
  const sale = planSaleOf(rows, is);
  if (was.state === 'requested' || sale.deletedAtMs !== undefined) return undefined;
  // Who wrote the end of a plan by hand read its sale a little before.
  const lately = past.salesLately(sale);
  const had = (one: Sale): boolean =>
    is.progress.tries >= mostTriesOf(one) || cardsLeft(is, one) === 0 || (wasRequest(was, one) && failedAsRequest(is));
  return lately.some(had) ? undefined : `a plan failed after ${is.progress.tries} of ${mostTriesOf(sale)} tries`;
};

const wasRequest = ({ cardToken, dealerCustomerTypeId }: PaymentPlan, sale: Sale): boolean =>
  dealerCustomerTypeId !== undefined || (cardToken === undefined && sale.defaultCard1Token === undefined);

/**
 * A plan goes on only once the charge of its card has an end, and a decline that ends its card is remembered until the plan
 * ends otherwise.
 */
const checkCardEnd = (was: PaymentPlan, is: PaymentPlan, standing: Standing): string | undefined => {
  const { taken } = was;
  if (taken === undefined || is.taken !== undefined) return undefined;
  const own = planAttemptsIn(standing.rows).filter((one) => planIdOf(one) === is.dealerPaymentPlanId);
  if (own.some(({ told }) => told === 'nobody')) return `a plan goes on, ${is.state}, while its charge is in doubt`;
  if (is.lastResult?.kind !== 'declined') return undefined;
  const isEnded = is.progress.endedCards.includes(taken.place);
  return ENDING_CODES.includes(is.lastResult.code) === isEnded ? undefined : 'a card and the decline that ends it';
};

/** What does not change with the place in the queue. */
const contentOf = ({ dueAtMs: _due, ...plan }: PaymentPlan) => plan;

/** What a dealer may change of a plan that no slot has begun, and of no other one. */
const termsOf = ({ dueDay, terms, cardToken, dealerCustomerTypeId }: PaymentPlan) => ({
  dueDay,
  terms,
  cardToken,
  dealerCustomerTypeId,
});

/** A failed plan that its dealer sends as a payment request: the one way on from an end. */
const isSentOnceMore = (was: PaymentPlan, is: PaymentPlan): boolean =>
  was.state === 'failed' &&
  is.state === 'planned' &&
  is.dealerCustomerTypeId !== undefined &&
  isDeepStrictEqual(
    { ...termsOf(was), cardToken: undefined, dealerCustomerTypeId: undefined },
    { ...termsOf(is), dealerCustomerTypeId: undefined },
  );

/** What holds at each write of a plan. `standingOf` is everything as it stands at that moment. */
export const planWatch =
  (standingOf: () => Standing): Watch =>
  (before, after) => {
    if (before.entity !== 'payment-plan') return undefined;
    const [was, is] = [planIn(before), planIn(after)];
    if (is.version === was.version) {
      return isDeepStrictEqual(contentOf(was), contentOf(is)) ? undefined : 'a stale write replaces a plan';
    }
    if (is.version !== was.version + 1) return 'a version of a plan is not counted up';
    if (isSentOnceMore(was, is)) return undefined;
    if (isFinalPlan(was)) return `a plan that was ${was.state} is written again`;
    if (!isUntouched(was) && !isDeepStrictEqual(termsOf(was), termsOf(is))) return 'a plan that has begun is changed';
    if ((is.state === 'charging') !== (is.taken !== undefined)) return `a plan is ${is.state} with another taken card`;
    const [standing, added] = [standingOf(), is.historyCount - was.historyCount];
    if (added !== 0 && added !== 1) return `a write adds ${added} tries`;
    if (is.progress.tries > is.historyCount) return 'a slot is a try in which nothing was tried';
    if (was.taken === undefined && is.taken !== undefined) return checkTaking(was, is, standing);
    return checkCardEnd(was, is, standing) ?? (isFinalPlan(is) ? checkEnd(was, is, standing) : undefined);
  };

/** A failed plan that waits once more, as a payment request: its sale has another step ahead by now. */
export const wasSentOnceMore = ({ dealerCustomerTypeId, historyCount }: PaymentPlan): boolean =>
  dealerCustomerTypeId !== undefined && historyCount > 0;

/** What holds between two steps of a run. */
export const checkPlans = (rows: readonly Row[]): void => {
  const plans = plansIn(rows);
  const queued = new Set(
    rowsOfKind(rows, 'payment-plan')
      .filter(({ duePk }) => duePk !== undefined)
      .map(({ dealerPaymentPlanId }) => dealerPaymentPlanId),
  );
  const ahead = new Set<number>();
  for (const plan of plans) {
    const isQueued = queued.has(plan.dealerPaymentPlanId);
    demand(isQueued === !isFinalPlan(plan), `a plan ${plan.state} and its place in the queue`);
    if (plan.madeBy !== 'schedule' || isFinalPlan(plan) || wasSentOnceMore(plan)) continue;
    demand(!ahead.has(plan.dealerSaleId), 'two steps of one sale are ahead');
    ahead.add(plan.dealerSaleId);
  }
};
