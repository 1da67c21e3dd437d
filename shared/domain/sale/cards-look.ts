import { DAY_MS } from '../calendar.ts';
import { omitUndefined } from '../omit-undefined.ts';
import { isUntouched, type PaymentPlan } from './payment-plan.ts';
import type { Sale } from './sale.ts';

/*
 * Looks at the cards of a plan that waits, to tell of those that expire within 30 days. A plan may wait for a year, so where
 * somebody wants to be told the engine looks at it in between (decisions: who is told of plans).
 */

/** Pause between two looks: shorter than the 30 days in which a card is told of, so that none expires between two of them. */
const CARDS_PAUSE_MS = 28 * DAY_MS;

type CardsLook = Pick<PaymentPlan, 'cardsDueAtMs' | 'cardsSaleVersion'>;

/** When the cards of a waiting plan are looked at; undefined of a plan that has begun, or that sends a payment request. */
export const cardsDueAtMsOf = (
  plan: Pick<PaymentPlan, 'state' | 'progress' | 'historyCount' | 'dealerCustomerTypeId' | 'cardsDueAtMs'>,
): number | undefined => (plan.dealerCustomerTypeId === undefined && isUntouched(plan) ? plan.cardsDueAtMs : undefined);

/** Whether the cards are looked at besides what a look at the plan is for: long not seen, or the sale has changed since. */
export const areCardsDue = (
  { plan, sale }: { readonly plan: CardsLook & Pick<PaymentPlan, 'dealerCustomerTypeId'>; readonly sale: Sale },
  nowMs: number,
): boolean =>
  plan.dealerCustomerTypeId === undefined &&
  ((plan.cardsDueAtMs ?? nowMs) <= nowMs || plan.cardsSaleVersion !== sale.version);

/** The plan whose cards were looked at, as its sale names them now. The version of the plan stays. */
export const withCardsSeen = (plan: PaymentPlan, { version }: Pick<Sale, 'version'>, nowMs: number): PaymentPlan => ({
  ...plan,
  cardsDueAtMs: nowMs + CARDS_PAUSE_MS,
  cardsSaleVersion: version,
});

/** The plan whose cards are looked at at once: they have changed. */
export const withNewCards = (
  { cardsDueAtMs: _due, cardsSaleVersion: _seen, ...plan }: PaymentPlan,
  nowMs: number,
): PaymentPlan => (plan.dealerCustomerTypeId === undefined ? { ...plan, cardsDueAtMs: nowMs } : plan);

/** The next step of a sale, whose cards were looked at for the step before it. */
export const cardsSeenBefore = (
  next: PaymentPlan,
  before: CardsLook,
  { sale, nowMs }: { readonly sale: Sale; readonly nowMs: number },
): PaymentPlan => {
  const { cardsDueAtMs, cardsSaleVersion } = before;
  if (next.dealerCustomerTypeId !== undefined || cardsSaleVersion !== sale.version) return next;
  return { ...next, ...omitUndefined({ cardsDueAtMs: Math.max(cardsDueAtMs ?? nowMs, nowMs), cardsSaleVersion }) };
};
