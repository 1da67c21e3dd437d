import { isDeepStrictEqual } from 'node:util';
import type { Row } from '../../../shared/adapters/dynamodb/engine/writes.ts';
import { keys } from '../../../shared/adapters/dynamodb/keys.ts';
import { readPlanItem, readPlanTryItem } from '../../../shared/adapters/dynamodb/sale/payment-plan-item.ts';
import { readOpenSale } from '../../../shared/adapters/dynamodb/sale/sales.ts';
import type { Attempt, DirectAttempt } from '../../../shared/domain/attempt/attempt.ts';
import { endedWithoutCharge } from '../../../shared/domain/attempt/states.ts';
import { DAY_MS } from '../../../shared/domain/calendar.ts';
import type { Step } from '../../../shared/domain/payment/step.ts';
import { isFinalPlan, type PaymentPlan, type PlanTry } from '../../../shared/domain/sale/payment-plan.ts';
import type { OpenSale, Sale } from '../../../shared/domain/sale/sale.ts';
import { demand } from '../invariants.ts';
import { attemptsIn, idOf, isStuckIn, stepsIn } from '../payments-in.ts';
import type { Watch } from '../world.ts';
import type { PlanScene } from './plan-scene.ts';

const HOUR_MS = 3_600_000;
const WINDOW_MS = 30 * DAY_MS;
const MOST_TRIES_OF_CARD = 15;
/** 12:00 and 18:00 in Istanbul, which is three hours ahead of UTC all year. */
const SLOTS_UTC_MS = [9 * HOUR_MS, 15 * HOUR_MS];
const SLOT_MS = 2 * HOUR_MS;
/** Declines that end a card for the step (decisions: recurring sales). */
const ENDING_CODES = ['003', '014', '018', '019', '020', '030'];

/** The slot of a moment; told apart from the code under test, which counts its slots in another way. */
const slotOf = (atMs: number): number | undefined => {
  const midnightMs = atMs - (atMs % DAY_MS);
  return SLOTS_UTC_MS.map((ms) => midnightMs + ms).find((startMs) => startMs <= atMs && atMs < startMs + SLOT_MS);
};

/** The slot of a moment, or the one before it. */
const lastSlotOf = (atMs: number): number => {
  const midnightMs = atMs - (atMs % DAY_MS);
  const starts = [...SLOTS_UTC_MS.map((ms) => midnightMs - DAY_MS + ms), ...SLOTS_UTC_MS.map((ms) => midnightMs + ms)];
  return Math.max(...starts.filter((startMs) => startMs <= atMs));
};

/** Rows are replaced and never changed, so each is parsed once. */
const readOnce = <Value>(entity: string, read: (row: Row) => Value) => {
  const known = new WeakMap<Row, Value>();
  const one = (row: Row): Value => {
    const value = known.get(row) ?? read(row);
    known.set(row, value);
    return value;
  };
  return (rows: readonly Row[]): readonly Value[] => rows.filter((row) => row.entity === entity).map(one);
};

export const plansIn = readOnce<PaymentPlan>('payment-plan', readPlanItem);
const triesIn = readOnce<PlanTry>('payment-plan-try', readPlanTryItem);
const saleRowsIn = readOnce<OpenSale & { readonly sk: unknown }>('sale', (row) => ({
  ...readOpenSale(row),
  sk: row.sk,
}));

/** Sales by their ids, deleted ones too. */
export const salesIn = (rows: readonly Row[]): readonly OpenSale[] =>
  saleRowsIn(rows).filter(({ sale, sk }) => sk === keys.saleById(sale.dealerCode, sale.dealerSaleId).sk);

export const isPlanAttempt = (one: Attempt): one is DirectAttempt =>
  one.kind === 'direct' && one.direct.plan !== undefined;

export const planAttemptsIn = (rows: readonly Row[]): readonly DirectAttempt[] =>
  attemptsIn(rows).filter(isPlanAttempt);

export const planIdOf = ({ direct }: DirectAttempt): number => direct.plan?.dealerPaymentPlanId ?? 0;

const saleOf = (rows: readonly Row[], { dealerCode, dealerSaleId }: PaymentPlan): Sale => {
  const id = idOf(keys.saleById(dealerCode, dealerSaleId));
  const row = rows.find((one) => idOf(one) === id);
  if (row === undefined) throw new Error('a plan of no sale');
  return readOpenSale(row).sale;
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

/** A card is taken: by nobody behind a deletion, within a slot, of what is not paused, and beside no charge that may stand. */
const checkTaking = (was: PaymentPlan, is: PaymentPlan, { rows, pause }: { rows: readonly Row[]; pause: Pause }) => {
  const { deletedAtMs, pausedSinceMs, endDate = '99991231' } = saleOf(rows, is);
  if (deletedAtMs !== undefined) return 'a charge begins behind the deletion of its sale';
  if (was.historyCount === 0 && is.madeBy === 'schedule' && is.dueDay > endDate) {
    return 'a plan begins that is due behind the end of its sale';
  }
  const own = planAttemptsIn(rows).filter((one) => planIdOf(one) === is.dealerPaymentPlanId);
  const begun = own.filter(({ state }) => state === 'charging');
  const [attempt] = begun;
  if (begun.length !== 1 || attempt === undefined) return `a card is taken beside ${begun.length} charges that begin`;
  const slotMs = slotOf(attempt.startedAtMs);
  if (slotMs === undefined || slotMs !== is.taken?.slotMs) return 'a charge begins outside its slot';
  const steps = stepsIn(rows);
  // Who took the card looked at the others within the slot: what the bank showed of them later came too late.
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

const mostTriesOf = ({ howManyTrial }: Sale): number => 2 * Math.max(1, howManyTrial);

const cardsLeft = ({ cardToken, progress }: PaymentPlan, sale: Sale): number => {
  const ofSale = [sale.defaultCard1Token, sale.defaultCard2Token, sale.defaultCard3Token];
  const tokens = cardToken === undefined ? ofSale : [cardToken];
  return tokens.filter((token, index) => token !== undefined && !progress.endedCards.some((one) => one === index + 1))
    .length;
};

const checkEnd = (was: PaymentPlan, is: PaymentPlan, rows: readonly Row[]): string | undefined => {
  const own = planAttemptsIn(rows).filter((one) => planIdOf(one) === is.dealerPaymentPlanId);
  const paid = own.filter(({ told }) => told === 'paid');
  if (is.state === 'paid') {
    const isOne = paid.length === 1 && paid[0]?.paymentId === is.dealerPaymentId;
    return isOne ? undefined : `a plan is paid by ${paid.length} charges`;
  }
  if (paid.length > 0) return `a plan is ${is.state} though a charge was told paid`;
  if (own.some(({ state }) => state === 'charging' || state === 'in-doubt')) return `a plan is ${is.state} in doubt`;
  if (is.state !== 'failed') return was.state === 'planned' ? undefined : 'a plan is withdrawn that did not wait';
  const sale = saleOf(rows, is);
  const hadItsTries = is.progress.tries === mostTriesOf(sale);
  return hadItsTries || cardsLeft(is, sale) === 0 || sale.deletedAtMs !== undefined
    ? undefined
    : `a plan failed after ${is.progress.tries} of ${mostTriesOf(sale)} tries`;
};

/** A decline that ends its card is remembered until the plan ends otherwise. */
const checkCardEnd = (was: PaymentPlan, is: PaymentPlan): string | undefined => {
  const { taken } = was;
  if (taken === undefined || is.taken !== undefined || is.lastResult?.kind !== 'declined') return undefined;
  const isEnded = is.progress.endedCards.includes(taken.place);
  return ENDING_CODES.includes(is.lastResult.code) === isEnded ? undefined : 'a card and the decline that ends it';
};

/** What does not change with the place in the queue. */
const contentOf = ({ dueAtMs: _due, ...plan }: PaymentPlan) => plan;

/** What holds at each write of a plan. `rowsOf` are all rows as they stand at that moment. */
export const planWatch =
  (rowsOf: () => readonly Row[], pauseOf: () => Pause): Watch =>
  (before, after) => {
    if (before.entity !== 'payment-plan') return undefined;
    const [was, is] = [readPlanItem(before), readPlanItem(after)];
    if (is.version === was.version) {
      return isDeepStrictEqual(contentOf(was), contentOf(is)) ? undefined : 'a stale write replaces a plan';
    }
    if (is.version !== was.version + 1) return 'a version of a plan is not counted up';
    if (isFinalPlan(was)) return `a plan that was ${was.state} is written again`;
    if ((is.state === 'charging') !== (is.taken !== undefined)) return `a plan is ${is.state} with another taken card`;
    const [rows, added] = [rowsOf(), is.historyCount - was.historyCount];
    if (added !== 0 && added !== 1) return `a write adds ${added} tries`;
    if (is.progress.tries > is.historyCount) return 'a slot is a try in which nothing was tried';
    if (was.taken === undefined && is.taken !== undefined) return checkTaking(was, is, { rows, pause: pauseOf() });
    return checkCardEnd(was, is) ?? (isFinalPlan(is) ? checkEnd(was, is, rows) : undefined);
  };

const checkCards = (attempts: readonly DirectAttempt[], { cards }: PlanScene): number => {
  let most = 0;
  for (const { token } of cards) {
    const unpaid = attempts.filter(({ direct, told }) => direct.cardToken === token && told !== 'paid');
    const times = unpaid.map(({ startedAtMs }) => startedAtMs);
    for (const atMs of times) {
      const within = times.filter((other) => other > atMs - WINDOW_MS && other <= atMs).length;
      demand(within <= MOST_TRIES_OF_CARD, `a card was charged in vain ${within} times in 30 days`);
      most = Math.max(most, within);
    }
  }
  return most;
};

/** What holds between two steps of a run. */
export const checkPlans = (rows: readonly Row[]): void => {
  const plans = plansIn(rows);
  const queued = new Set(
    rows
      .filter(({ entity, duePk }) => entity === 'payment-plan' && duePk !== undefined)
      .map(({ dealerPaymentPlanId }) => dealerPaymentPlanId),
  );
  const ahead = new Set<number>();
  for (const plan of plans) {
    const isQueued = queued.has(plan.dealerPaymentPlanId);
    demand(isQueued === !isFinalPlan(plan), `a plan ${plan.state} and its place in the queue`);
    if (plan.madeBy !== 'schedule' || isFinalPlan(plan)) continue;
    demand(!ahead.has(plan.dealerSaleId), 'two steps of one sale are ahead');
    ahead.add(plan.dealerSaleId);
  }
};

/** The tries of a plan that has ended, from its history, its attempts and thereby from the orders of the bank. */
const checkTriesOf = (
  plan: PaymentPlan,
  sale: Sale,
  of: { tries: readonly PlanTry[]; own: readonly DirectAttempt[] },
) => {
  const { tries, own } = of;
  const named = `plan ${plan.dealerPaymentPlanId}`;
  demand(tries.length === plan.historyCount, `${tries.length} tries of ${named}, which counts ${plan.historyCount}`);
  for (const { orderId, told } of own) {
    const [row, more] = tries.filter((one) => one.orderId === orderId);
    demand(row !== undefined && more === undefined, `an order of ${named} is not one row of its history`);
    demand((row?.result.kind === 'paid') === (told === 'paid'), `an order of ${named} and its row of the history`);
  }
  demand(
    own.filter(({ told }) => told === 'paid').length === (plan.state === 'paid' ? 1 : 0),
    `${named} is ${plan.state}`,
  );
  const byTry = Map.groupBy(own, ({ direct }) => direct.plan?.try ?? 0);
  const slots = [...byTry.values()].map((all) => new Set(all.map(({ startedAtMs }) => slotOf(startedAtMs))));
  demand(
    slots.every((one) => one.size === 1 && !one.has(undefined)),
    `a try of ${named} leaves its slot`,
  );
  const ofOrders = new Set(slots.flatMap((one) => [...one]));
  demand(ofOrders.size === slots.length, `two tries of ${named} in one slot`);
  const numbers = [...byTry.values()].map((all) =>
    all
      .map(({ number }) => number)
      .toSorted((one, other) => one - other)
      .join(),
  );
  demand(
    numbers.every((one) => ['1', '1,2', '1,2,3'].includes(one)),
    `the cards of a try of ${named}`,
  );
  const byOrder = new Map(own.map((one) => [one.orderId, one.startedAtMs]));
  const ofHistory = new Set(tries.map(({ orderId = '', atMs }) => lastSlotOf(byOrder.get(orderId) ?? atMs)));
  // A slot in which the sale was deleted is no try: another card would have had its turn.
  const endedEarly = plan.state !== 'paid' && sale.deletedAtMs !== undefined && ofOrders.size > plan.progress.tries;
  const counted = plan.progress.tries + (plan.state === 'paid' || endedEarly ? 1 : 0);
  demand(ofOrders.size <= counted, `${named} was charged in ${ofOrders.size} slots and counts ${counted} tries`);
  demand(counted <= ofHistory.size, `${named} counts ${counted} tries in ${ofHistory.size} slots`);
  demand(counted <= mostTriesOf(sale), `${named} had ${counted} tries of ${mostTriesOf(sale)}`);
};

/** The tries of all plans at the end of a run, and the charges of each card. Answers the most charges of one card in 30 days. */
export const checkTries = (rows: readonly Row[], scene: PlanScene): number => {
  const attempts = planAttemptsIn(rows);
  const tries = Map.groupBy(triesIn(rows), ({ dealerPaymentPlanId }) => dealerPaymentPlanId);
  const own = Map.groupBy(attempts, planIdOf);
  const sales = new Map(salesIn(rows).map(({ sale }) => [sale.dealerSaleId, sale]));
  for (const plan of plansIn(rows)) {
    const sale = sales.get(plan.dealerSaleId);
    if (sale === undefined) throw new Error('a plan of no sale');
    const { dealerPaymentPlanId: id } = plan;
    if (isFinalPlan(plan)) checkTriesOf(plan, sale, { tries: tries.get(id) ?? [], own: own.get(id) ?? [] });
  }
  return checkCards(attempts, scene);
};
