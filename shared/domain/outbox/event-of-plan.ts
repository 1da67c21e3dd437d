import { omitUndefined } from '../omit-undefined.ts';
import type { PaymentName } from '../payment/payment-name.ts';
import type { PaymentPlan, TryResult } from '../sale/payment-plan.ts';
import type { Sale } from '../sale/sale.ts';
import type { EventFacts, OutboxEvent, PlanFacts, SaleFacts } from './event.ts';

/** A plan as the engine leaves it, with what its events are made of. */
export interface PlanToReport {
  readonly plan: PaymentPlan;
  readonly sale: Sale;
  /** Names the plan: the payment of its first try, whichever try is told. */
  readonly payment: PaymentName;
  readonly maskedCard?: string | undefined;
  /** The plan is told of because it falls due tomorrow. */
  readonly isUpcoming: boolean;
  /** The plan was the last one of the schedule. */
  readonly endsSale: boolean;
  readonly nowMs: number;
}

const resultFacts = (result: TryResult | undefined): Pick<PlanFacts, 'resultCode' | 'reason'> => {
  if (result?.kind === 'declined') return { resultCode: result.code };
  return result?.kind === 'not-charged' ? { reason: result.because } : {};
};

const planFacts = ({ plan, maskedCard }: PlanToReport, state: PlanFacts['state']): PlanFacts => ({
  dealerPaymentPlanId: plan.dealerPaymentPlanId,
  dueDay: plan.dueDay,
  state,
  amount: plan.terms.amount,
  currency: plan.terms.currency,
  installments: plan.terms.installmentNumber,
  tries: plan.historyCount,
  ...omitUndefined({ linkId: plan.userPosPaymentId, paymentId: plan.dealerPaymentId, maskedCard }),
  ...(state === 'failed' ? resultFacts(plan.lastResult) : {}),
});

const saleFacts = ({ dealerSaleId, saleCode, dealerCustomerId, customerCode }: Sale): SaleFacts => ({
  dealerSaleId,
  saleCode,
  ...omitUndefined({ dealerCustomerId, customerCode }),
});

const eventOf = (
  { plan, payment, nowMs }: PlanToReport,
  { type, name, facts }: { readonly type: OutboxEvent['type']; readonly name: string; readonly facts: EventFacts },
): OutboxEvent => ({
  eventId: `${payment}-${name}`,
  type,
  dealerCode: plan.dealerCode,
  payment,
  occurredAtMs: nowMs,
  listingShards: plan.listingShards,
  facts,
});

const planEvent = (reported: PlanToReport): OutboxEvent | undefined => {
  const { plan, isUpcoming } = reported;
  const sale = saleFacts(reported.sale);
  if (isUpcoming) {
    // A plan that moves to another day is told again, also where it moves back: no two of its versions have one name.
    const facts = { plan: { ...planFacts(reported, 'planned'), notice: plan.notices ?? 1 }, sale };
    return eventOf(reported, { type: 'plan.upcoming', name: `plan-upcoming-${plan.version}`, facts });
  }
  if (plan.state !== 'paid' && plan.state !== 'failed') return undefined;
  // A failed plan may be sent as a payment request later, and end a second time.
  const name = `plan-${plan.state}-${plan.historyCount}`;
  return eventOf(reported, {
    type: `plan.${plan.state}`,
    name,
    facts: { plan: planFacts(reported, plan.state), sale },
  });
};

/** What a move of a plan tells: that it falls due, or how it ended; and the end of its sale. */
export const eventsOfPlan = (reported: PlanToReport): readonly OutboxEvent[] => {
  const ofPlan = planEvent(reported);
  const facts = { sale: saleFacts(reported.sale) };
  const ofSale = reported.endsSale ? eventOf(reported, { type: 'sale.ended', name: 'sale-ended', facts }) : undefined;
  return [ofPlan, ofSale].filter((event) => event !== undefined);
};
