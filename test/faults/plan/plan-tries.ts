import type { Row } from '../../../shared/adapters/dynamodb/engine/writes.ts';
import { readPlanTryItem } from '../../../shared/adapters/dynamodb/sale/payment-plan-item.ts';
import type { DirectAttempt } from '../../../shared/domain/attempt/attempt.ts';
import { DAY_MS } from '../../../shared/domain/calendar.ts';
import { isFinalPlan, type PaymentPlan, type PlanTry } from '../../../shared/domain/sale/payment-plan.ts';
import type { Sale } from '../../../shared/domain/sale/sale.ts';
import { demand } from '../invariants.ts';
import {
  lastSlotOf,
  mostTriesOf,
  planAttemptsIn,
  planIdOf,
  plansIn,
  readOnce,
  salesIn,
  slotOf,
  wasSentOnceMore,
} from './plan-invariants.ts';
import type { PlanPast } from './plan-past.ts';
import type { PlanScene } from './plan-scene.ts';

const WINDOW_MS = 30 * DAY_MS;
const MOST_TRIES_OF_CARD = 15;

const triesIn = readOnce<PlanTry>('payment-plan-try', readPlanTryItem);

const checkCards = (attempts: readonly DirectAttempt[], { cards }: PlanScene): number => {
  let most = 0;
  for (const { token } of cards) {
    const unpaid = attempts.filter(
      ({ direct, reportedOutcome }) => direct.cardToken === token && reportedOutcome !== 'paid',
    );
    const times = unpaid.map(({ startedAtMs }) => startedAtMs);
    for (const atMs of times) {
      const within = times.filter((other) => other > atMs - WINDOW_MS && other <= atMs).length;
      demand(within <= MOST_TRIES_OF_CARD, `a card was charged in vain ${within} times in 30 days`);
      most = Math.max(most, within);
    }
  }
  return most;
};

/** The most days of trials that a sale ever had. */
export const mostTrialsOf = ({ dealerSaleId, howManyTrial }: Sale, { mostTrials }: PlanScene): number =>
  Math.max(howManyTrial, mostTrials.get(dealerSaleId) ?? 0);

/** The tries of a plan that has ended, from its history, its attempts and thereby from the orders of the bank. */
const checkTriesOf = (
  plan: PaymentPlan,
  sale: Sale,
  of: {
    tries: readonly PlanTry[];
    own: readonly DirectAttempt[];
    sentOnceMoreAfter: number | undefined;
    mostTrials: number;
  },
) => {
  const { tries, own, sentOnceMoreAfter, mostTrials } = of;
  const named = `plan ${plan.dealerPaymentPlanId}`;
  demand(tries.length === plan.historyCount, `${tries.length} tries of ${named}, which counts ${plan.historyCount}`);
  for (const { orderId, reportedOutcome } of own) {
    const [row, more] = tries.filter((one) => one.orderId === orderId);
    demand(row !== undefined && more === undefined, `an order of ${named} is not one row of its history`);
    demand(
      (row?.result.kind === 'paid') === (reportedOutcome === 'paid'),
      `an order of ${named} and its row of the history`,
    );
  }
  const isByCard = plan.state === 'paid' && plan.userPosPaymentId === undefined;
  demand(
    own.filter(({ reportedOutcome }) => reportedOutcome === 'paid').length === (isByCard ? 1 : 0),
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
  const endedEarly =
    plan.state !== 'paid' &&
    sentOnceMoreAfter === undefined &&
    sale.deletedAtMs !== undefined &&
    ofOrders.size > plan.progress.tries;
  const counted = sentOnceMoreAfter ?? plan.progress.tries + (isByCard || endedEarly ? 1 : 0);
  demand(ofOrders.size <= counted, `${named} was charged in ${ofOrders.size} slots and counts ${counted} tries`);
  demand(counted <= ofHistory.size, `${named} counts ${counted} tries in ${ofHistory.size} slots`);
  const most = mostTriesOf({ howManyTrial: mostTrials });
  demand(counted <= most, `${named} had ${counted} tries of ${most}`);
};

/** The tries of a plan before it was sent as a payment request, where nobody saw them counted: by its latest charge. */
const triesBefore = (plan: PaymentPlan, own: readonly DirectAttempt[]): number | undefined =>
  wasSentOnceMore(plan) ? Math.max(0, ...own.map(({ direct }) => direct.plan?.try ?? 0)) : undefined;

/** The tries of all plans at the end of a run, and the charges of each card. Answers the most charges of one card in 30 days. */
export const checkTries = (rows: readonly Row[], scene: PlanScene, past: PlanPast): number => {
  const attempts = planAttemptsIn(rows);
  const tries = Map.groupBy(triesIn(rows), ({ dealerPaymentPlanId }) => dealerPaymentPlanId);
  const own = Map.groupBy(attempts, planIdOf);
  const sales = new Map(salesIn(rows).map(({ sale }) => [sale.dealerSaleId, sale]));
  for (const plan of plansIn(rows)) {
    const sale = sales.get(plan.dealerSaleId);
    if (sale === undefined) throw new Error('a plan of no sale');
    const { dealerPaymentPlanId: id } = plan;
    if (!isFinalPlan(plan)) continue;
    const ofPlan = { tries: tries.get(id) ?? [], own: own.get(id) ?? [] };
    const sentOnceMoreAfter = past.isWhole ? past.triesBeforeRequest.get(id) : triesBefore(plan, ofPlan.own);
    checkTriesOf(plan, sale, { ...ofPlan, sentOnceMoreAfter, mostTrials: mostTrialsOf(sale, scene) });
  }
  return checkCards(attempts, scene);
};
