import type { Row } from '../../../shared/adapters/dynamodb/engine/writes.ts';
import type { PaymentRequest } from '../../../shared/domain/link/payment-request.ts';
import { isFinalPlan, type PaymentPlan } from '../../../shared/domain/sale/payment-plan.ts';
import { linksAmong } from '../../support/payment/stored-payments.ts';
import { namesOfCodes } from '../direct/direct-functions.ts';
import { demand } from '../invariants.ts';
import { attemptsIn, isStuckIn, stepsIn } from '../payments-in.ts';
import type { Tally } from '../tally.ts';
import { planAttemptsIn, planIdOf, plansIn } from './plan-invariants.ts';
import { isByDay, LONGEST_LOOK_MS } from './plan-past.ts';

/** A payment request of a plan. */
export interface PlanLink {
  readonly plan: PaymentPlan;
  readonly link: PaymentRequest;
}

/** Every payment request of a plan, by the names that tries of plans have: each link of a run is one. */
export const planLinksIn = (rows: readonly Row[]): readonly PlanLink[] => {
  const byName = new Map<string, PaymentPlan>();
  for (const plan of plansIn(rows)) {
    for (let number = 1; number <= plan.historyCount + 1; number += 1) {
      byName.set(namesOfCodes.nameOfTry(plan, number), plan);
    }
  }
  return linksAmong(rows).map((link) => {
    const plan = byName.get(link.payment);
    if (plan === undefined) throw new Error('a payment request of no plan');
    return { plan, link };
  });
};

/** Ids of plans with a payment request whose charge waits for an operator: it is reported failed, and is not given back. */
export const stuckRequestsIn = (rows: readonly Row[]): ReadonlySet<number> => {
  const isStuck = isStuckIn(stepsIn(rows));
  const stuck = new Set(
    attemptsIn(rows)
      .filter(isStuck)
      .map(({ payment }) => payment),
  );
  return new Set(
    planLinksIn(rows)
      .filter(({ link }) => stuck.has(link.payment))
      .map(({ plan }) => plan.dealerPaymentPlanId),
  );
};

/** A request asks for what its plan charges, was sent by day, and lives no longer than the days of trials. */
const checkLink = ({ plan, link }: PlanLink, mostTrials: number): void => {
  const named = `the request of plan ${plan.dealerPaymentPlanId}`;
  demand(link.terms.amount === plan.terms.amount, `${named} asks for another amount`);
  // A worker that is frozen in the evening, even twice, sends it a little later.
  demand(isByDay(link.createdAtMs) || isByDay(link.createdAtMs - LONGEST_LOOK_MS), `${named} is sent at night`);
  const days = (link.expiresAtMs - link.createdAtMs) / 86_400_000;
  demand(days <= Math.max(1, mostTrials), `${named} lives ${days} days, of ${mostTrials} days of trials`);
};

/**
 * What holds of payment requests at the end of a run: a plan is paid by a request exactly where the link is paid, under the
 * link's number; a plan that ended otherwise leaves no link behind that could be paid; and none was sent for a plan that a
 * card paid.
 */
export const checkLinks = (rows: readonly Row[], mostTrialsOf: (plan: PaymentPlan) => number, met: Tally): void => {
  const links = Map.groupBy(planLinksIn(rows), ({ plan }) => plan);
  const byCard = new Set(
    planAttemptsIn(rows)
      .filter(({ reportedOutcome }) => reportedOutcome === 'paid')
      .map(planIdOf),
  );
  for (const [plan, own] of links) {
    const named = `plan ${plan.dealerPaymentPlanId}`;
    for (const one of own) checkLink(one, mostTrialsOf(plan));
    const paid = own.filter(({ link }) => link.state === 'paid');
    demand(paid.length <= 1, `${named} is paid by ${paid.length} requests`);
    const [by] = paid;
    demand(by === undefined || !byCard.has(plan.dealerPaymentPlanId), `${named} is paid by a request and a card`);
    if (!isFinalPlan(plan)) continue;
    if (by === undefined) {
      const number = plan.dealerPaymentId;
      const isOfLink = number !== undefined && number === plan.userPosPaymentId;
      demand(!isOfLink, `${named} is paid by a request that nobody paid`);
    } else {
      const isTold = plan.state === 'paid' && plan.dealerPaymentId === by.link.userPosPaymentId;
      demand(isTold, `the request of ${named} is paid, and the plan is ${plan.state}`);
    }
    const openUntilMs = plan.state === 'withdrawn' ? (plan.endedAtMs ?? 0) : Number.POSITIVE_INFINITY;
    const left = own.filter(({ link }) => link.state === 'open' && link.expiresAtMs > openUntilMs);
    demand(left.length === 0, `${named} is withdrawn, and its request can be paid`);
    for (const { link } of own) met.add(`request ${link.state} of a plan ${plan.state}`);
  }
  const requested = plansIn(rows).filter(({ userPosPaymentId }) => userPosPaymentId !== undefined);
  for (const plan of requested) {
    const named = `plan ${plan.dealerPaymentPlanId}`;
    const known = (links.get(plan) ?? []).some(({ link }) => link.userPosPaymentId === plan.userPosPaymentId);
    demand(known, `${named} names a request that is not there`);
  }
};
