import type { Row } from '../../../shared/adapters/dynamodb/engine/writes.ts';
import { keys } from '../../../shared/adapters/dynamodb/keys.ts';
import { readOpenSale } from '../../../shared/adapters/dynamodb/sale/open-sale.ts';
import { readPlanItem, readPlanTryItem } from '../../../shared/adapters/dynamodb/sale/payment-plan-item.ts';
import type { DirectAttempt } from '../../../shared/domain/attempt/attempt.ts';
import { endedWithoutCharge } from '../../../shared/domain/attempt/states.ts';
import { DAY_MS } from '../../../shared/domain/calendar.ts';
import { nextDueDays } from '../../../shared/domain/sale/due-days.ts';
import { isFinalPlan, type PaymentPlan } from '../../../shared/domain/sale/payment-plan.ts';
import { slotAt } from '../../../shared/domain/sale/slots.ts';
import { demand } from '../invariants.ts';
import { attemptsIn, idOf, isStuckIn, stepsIn } from '../payments-in.ts';
import type { Watch } from '../world.ts';
import type { PlanScene, SceneSale } from './plan-scene.ts';

const WINDOW_MS = 30 * DAY_MS;
const MOST_TRIES_OF_CARD = 15;

export const plansIn = (rows: readonly Row[]): readonly PaymentPlan[] =>
  rows.filter(({ entity }) => entity === 'payment-plan').map(readPlanItem);

export const planAttemptsIn = (rows: readonly Row[]): readonly DirectAttempt[] =>
  attemptsIn(rows).filter((one): one is DirectAttempt => one.kind === 'direct' && one.direct.plan !== undefined);

const ofPlan = (attempts: readonly DirectAttempt[], { dealerPaymentPlanId }: PaymentPlan): readonly DirectAttempt[] =>
  attempts.filter(({ direct }) => direct.plan?.dealerPaymentPlanId === dealerPaymentPlanId);

const saleOf = (rows: readonly Row[], { dealerCode, dealerSaleId }: PaymentPlan) => {
  const id = idOf(keys.saleById(dealerCode, dealerSaleId));
  const row = rows.find((one) => idOf(one) === id);
  if (row === undefined) throw new Error('a plan of no sale');
  return readOpenSale(row).sale;
};

/** Plans whose charge waits for an operator: it is told failed, and the bank does not give it back. */
export const stuckPlansIn = (rows: readonly Row[]): ReadonlySet<number> => {
  const isStuck = isStuckIn(stepsIn(rows));
  const stuck = planAttemptsIn(rows).filter(isStuck);
  return new Set(stuck.map(({ direct }) => direct.plan?.dealerPaymentPlanId ?? 0));
};

/** A card is taken: by nobody behind a deletion, within a slot, and beside no charge that may stand. */
const checkTaking = (was: PaymentPlan, is: PaymentPlan, rows: readonly Row[]): string | undefined => {
  const { deletedAtMs, endDate = '99991231' } = saleOf(rows, is);
  if (deletedAtMs !== undefined) return 'a charge begins behind the deletion of its sale';
  if (was.historyCount === 0 && is.dueDay > endDate) return 'a plan begins that is due behind the end of its sale';
  const own = ofPlan(planAttemptsIn(rows), is);
  const begun = own.filter(({ state }) => state === 'charging');
  if (begun.length !== 1) return `a card is taken beside ${begun.length} charges that begin`;
  const others = own.filter(({ state }) => state !== 'charging');
  if (!others.every(({ state, told }) => endedWithoutCharge(state) && told !== 'paid')) {
    return `a card is taken while another one is ${others.map(({ state }) => state).join()}`;
  }
  const [attempt] = begun;
  const slotMs = attempt === undefined ? undefined : slotAt(attempt.startedAtMs);
  return slotMs !== undefined && slotMs === is.taken?.slotMs ? undefined : 'a charge begins outside its slot';
};

const checkEnd = (was: PaymentPlan, is: PaymentPlan, rows: readonly Row[]): string | undefined => {
  const own = ofPlan(planAttemptsIn(rows), is);
  const paid = own.filter(({ told }) => told === 'paid');
  if (is.state === 'paid') {
    const isOne = paid.length === 1 && paid[0]?.paymentId === is.dealerPaymentId;
    return isOne ? undefined : `a plan is paid by ${paid.length} charges`;
  }
  if (paid.length > 0) return `a plan is ${is.state} though a charge was told paid`;
  if (own.some(({ state }) => state === 'charging' || state === 'in-doubt')) return `a plan is ${is.state} in doubt`;
  if (is.state !== 'failed') return was.state === 'planned' ? undefined : 'a plan is withdrawn that did not wait';
  const { howManyTrial, deletedAtMs, defaultCard1Token, defaultCard2Token, defaultCard3Token } = saleOf(rows, is);
  const ofSale = [defaultCard1Token, defaultCard2Token, defaultCard3Token];
  const tokens = is.cardToken === undefined ? ofSale : [is.cardToken];
  const left = tokens.filter(
    (token, index) => token !== undefined && !is.progress.endedCards.some((one) => one === index + 1),
  );
  const hadItsTries = is.progress.tries >= 2 * Math.max(1, howManyTrial);
  return hadItsTries || left.length === 0 || deletedAtMs !== undefined
    ? undefined
    : 'a plan failed before its tries were over';
};

/** What holds at each write of a plan. `rowsOf` are all rows as they stand at that moment. */
export const planWatch =
  (rowsOf: () => readonly Row[]): Watch =>
  (before, after) => {
    if (before.entity !== 'payment-plan') return undefined;
    const [was, is] = [readPlanItem(before), readPlanItem(after)];
    if (is.version === was.version) return undefined;
    if (is.version !== was.version + 1) return 'a version of a plan is not counted up';
    if (isFinalPlan(was)) return `a plan that was ${was.state} is written again`;
    if ((is.state === 'charging') !== (is.taken !== undefined)) return `a plan is ${is.state} with another taken card`;
    const [rows, added] = [rowsOf(), is.historyCount - was.historyCount];
    if (added !== 0 && added !== 1) return `a write adds ${added} tries`;
    if (was.taken === undefined && is.taken !== undefined) return checkTaking(was, is, rows);
    return isFinalPlan(is) ? checkEnd(was, is, rows) : undefined;
  };

const checkTries = (rows: readonly Row[], plans: readonly PaymentPlan[]): void => {
  const tries = rows.filter(({ entity }) => entity === 'payment-plan-try').map(readPlanTryItem);
  for (const { dealerPaymentPlanId, historyCount } of plans) {
    const own = tries.filter((one) => one.dealerPaymentPlanId === dealerPaymentPlanId);
    demand(own.length === historyCount, `${own.length} tries of a plan that counts ${historyCount}`);
  }
};

const checkCards = (attempts: readonly DirectAttempt[], { cards }: PlanScene): void => {
  for (const { token } of cards) {
    const times = attempts.filter(({ direct }) => direct.cardToken === token).map(({ startedAtMs }) => startedAtMs);
    for (const atMs of times) {
      const within = times.filter((other) => other > atMs - WINDOW_MS && other <= atMs).length;
      demand(within <= MOST_TRIES_OF_CARD, `a card was charged ${within} times in 30 days`);
    }
  }
};

/** What holds between two steps of a run. */
export const checkPlans = (rows: readonly Row[], scene: PlanScene): void => {
  const plans = plansIn(rows);
  const attempts = planAttemptsIn(rows);
  for (const plan of plans) {
    const paid = ofPlan(attempts, plan).filter(({ told }) => told === 'paid');
    demand(paid.length <= 1, `${paid.length} charges of one plan were told paid`);
    const queued = rows.find(
      (one) => one.entity === 'payment-plan' && one.dealerPaymentPlanId === plan.dealerPaymentPlanId,
    );
    demand((queued?.duePk !== undefined) === !isFinalPlan(plan), `a plan ${plan.state} and its place in the queue`);
  }
  for (const { dealerSaleId } of scene.sales) {
    const open = plans.filter(
      (one) => one.dealerSaleId === dealerSaleId && one.madeBy === 'schedule' && !isFinalPlan(one),
    );
    demand(open.length <= 1, `${open.length} steps of one sale are ahead`);
  }
  checkTries(rows, plans);
  checkCards(attempts, scene);
};

/** Every day on which a sale fell due has one plan of its schedule, and each of them has ended. */
export const checkSchedule = (rows: readonly Row[], { dealerSaleId, begin, end, schedule }: SceneSale): void => {
  const plans = plansIn(rows).filter((one) => one.dealerSaleId === dealerSaleId && one.madeBy === 'schedule');
  const days = plans.map(({ dueDay }) => dueDay).toSorted();
  demand(new Set(days).size === days.length, `sale ${dealerSaleId} has two plans for one day: ${days.join()}`);
  const first = days[0];
  if (first === undefined) return;
  const due = nextDueDays(schedule, { begin, end }, begin, 1000).filter((day) => day > first);
  demand(days.slice(1).join() === due.slice(0, days.length - 1).join(), `sale ${dealerSaleId} left a day out`);
};
