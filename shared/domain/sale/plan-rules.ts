import { type DayText, dayTextOf, istanbulDayOf, istanbulDayRange, numberOfDay } from '../calendar.ts';
import { omitUndefined } from '../omit-undefined.ts';
import { Refusal } from '../refusal.ts';
import { withNewCards } from './cards-look.ts';
import { isFinalPlan, isUntouched, type NewPlan, type PaymentPlan, withdrawn } from './payment-plan.ts';
import type { PlanWishes } from './plan-fields.ts';
import { movedTo } from './plan-notice.ts';
import { cardTokensOf, requestDefinitionOf, termsOf } from './planning.ts';
import type { Sale, StepTerms } from './sale.ts';
import { firstSlotOf, slotAfter } from './slots.ts';

/** Most open plans that a sale has beside those of its schedule. */
const MAX_OPEN_HAND_PLANS = 100;
/** How far ahead a plan may fall due: about ten years. */
const MAX_DAYS_AHEAD = 3660;
/** An equal call within this time is a repeat of the first one: its answer may have been lost on the way. */
const REPEAT_MS = 600_000;

/** What a rule about a plan looks at beside the plan: its sale, and the moment. */
export interface PlanContext {
  readonly sale: Sale;
  readonly nowMs: number;
}

const invalid = (sentence: string): Refusal => new Refusal('InvalidRequest', sentence);

const refuseDay = (dueDay: DayText, { sale: { beginDate, endDate }, nowMs }: PlanContext): void => {
  if (slotAfter(istanbulDayRange(dueDay).firstMs) <= nowMs) {
    throw invalid('PaymentDate must be a day after today, or today before 12:00 in Istanbul.');
  }
  if (beginDate !== undefined && dueDay < beginDate) {
    throw invalid('PaymentDate must not be before the BeginDate of the sale.');
  }
  if (endDate !== undefined && dueDay > endDate) {
    throw invalid('PaymentDate must not be after the EndDate of the sale.');
  }
  if (dueDay > dayTextOf(numberOfDay(istanbulDayOf(nowMs)) + MAX_DAYS_AHEAD)) {
    throw invalid(`PaymentDate must be within ${MAX_DAYS_AHEAD} days from today.`);
  }
};

/** Terms with the wishes of a request. An amount never changes its currency by itself. */
const termsWith = ({ amount, currency, installmentNumber }: PlanWishes, base: StepTerms): StepTerms => {
  if (currency !== undefined && currency !== base.currency && amount === undefined) {
    throw invalid('Amount must be given with a Currency that is not the one so far.');
  }
  const terms = { ...base, ...omitUndefined({ amount, currency, installmentNumber }) };
  if (terms.currency !== 'TL' && terms.installmentNumber > 1) {
    throw invalid('InstallmentNumber must be 1 in a currency other than TL.');
  }
  return terms;
};

/**
 * The definition of the payment request that a plan sends instead of a charge: its own one, or that of its sale where neither
 * names a card. Refuses a plan that could neither charge nor send.
 */
const requestOf = ({ cardToken, dealerCustomerTypeId }: PlanWishes, sale: Sale): number | undefined => {
  if (cardToken !== undefined) return undefined;
  const definition = dealerCustomerTypeId ?? requestDefinitionOf(sale);
  if (definition !== undefined || cardTokensOf(sale).length > 0) return definition;
  throw invalid('CardToken or DealerCustomerTypeId must be given: the sale has neither a card nor a definition.');
};

/** A plan made by hand as it is asked for, without its names, and its first slot. */
export interface PlanToAdd extends Pick<NewPlan, 'madeBy' | 'dueDay' | 'terms' | 'cardToken' | 'dealerCustomerTypeId'> {
  readonly slotMs: number;
}

/**
 * The plan that a request adds to a sale (decisions: recurring sales). Throws the Refusal of the first broken rule.
 */
export const planToAdd = (wishes: PlanWishes, context: PlanContext): PlanToAdd => {
  const { sale, nowMs } = context;
  const { dueDay, cardToken } = wishes;
  if (sale.planType === 1) throw invalid('The sale takes no plans made by hand: its PlanType is 1.');
  if (dueDay === undefined) throw invalid('PaymentDate is required.');
  refuseDay(dueDay, context);
  const terms = termsWith(wishes, termsOf(sale));
  const dealerCustomerTypeId = requestOf(wishes, sale);
  return { madeBy: 'hand', dueDay, terms, cardToken, dealerCustomerTypeId, slotMs: firstSlotOf(dueDay, nowMs) };
};

const isOpenByHand = (plan: PaymentPlan): boolean => plan.madeBy === 'hand' && !isFinalPlan(plan);

/** Refuses another plan of a sale that has as many open ones as a sale may have. */
export const refuseTooManyPlans = (plans: readonly PaymentPlan[]): void => {
  if (plans.filter(isOpenByHand).length < MAX_OPEN_HAND_PLANS) return;
  throw invalid(`The sale has ${MAX_OPEN_HAND_PLANS} open plans made by hand, and may not have more.`);
};

const isSamePlan = (plan: PaymentPlan, asked: PlanToAdd): boolean =>
  plan.dueDay === asked.dueDay &&
  plan.terms.amount === asked.terms.amount &&
  plan.terms.currency === asked.terms.currency &&
  plan.terms.installmentNumber === asked.terms.installmentNumber &&
  plan.cardToken === asked.cardToken &&
  plan.dealerCustomerTypeId === asked.dealerCustomerTypeId;

/**
 * The plan that an equal call has added in the last ten minutes, if that plan still waits for its first slot: the call is
 * taken for a repeat, so that a retry after a lost answer charges nobody twice.
 */
export const planOfRepeat = (plans: readonly PaymentPlan[], asked: PlanToAdd, nowMs: number): PaymentPlan | undefined =>
  plans.find(
    (plan) =>
      isOpenByHand(plan) && isUntouched(plan) && plan.createdAtMs > nowMs - REPEAT_MS && isSamePlan(plan, asked),
  );

const passed = (sentence: string): Refusal => new Refusal('PaymentDatePassed', sentence);

const refuseUnchangeable = (plan: PaymentPlan): void => {
  if (plan.state === 'failed') {
    throw passed('This payment plan has failed: give DealerCustomerTypeId alone to send it as a payment request.');
  }
  if (plan.madeBy === 'schedule') {
    throw invalid('This payment plan was made from the schedule of its sale: change the sale instead.');
  }
  if (!isUntouched(plan)) throw passed('This payment plan has begun or ended.');
};

const isRequestAlone = ({ dealerCustomerTypeId, ...others }: PlanWishes): boolean =>
  dealerCustomerTypeId !== undefined && Object.values(others).every((one) => one === undefined);

/**
 * True of a failed plan that is being sent as this very request already: the call is a repeat, whose first answer may have
 * been lost on the way.
 */
export const isSentAlready = ({ state, historyCount, ...plan }: PaymentPlan, wishes: PlanWishes): boolean =>
  (state === 'planned' || state === 'requested') &&
  historyCount > 0 &&
  isRequestAlone(wishes) &&
  plan.dealerCustomerTypeId === wishes.dealerCustomerTypeId;

/**
 * A plan that failed, as the payment request that is sent for it now. No card of it is charged any more, and its tries
 * stay in its history.
 */
const asRequest = (plan: PaymentPlan, dealerCustomerTypeId: number, nowMs: number): PaymentPlan => {
  const { cardToken: _card, taken: _taken, endedAtMs: _ended, userPosPaymentId: _link, ...kept } = plan;
  return {
    ...kept,
    version: plan.version + 1,
    state: 'planned',
    dealerCustomerTypeId,
    progress: { tries: 0, endedCards: [] },
    dueAtMs: nowMs,
  };
};

/** The card or payment request of a plan after a change: the one takes the place of the other. */
const meansAfter = (plan: PaymentPlan, { cardToken, dealerCustomerTypeId }: PlanWishes) => {
  if (cardToken !== undefined) return { cardToken };
  if (dealerCustomerTypeId !== undefined) return { dealerCustomerTypeId };
  return omitUndefined({ cardToken: plan.cardToken, dealerCustomerTypeId: plan.dealerCustomerTypeId });
};

/**
 * The next version of a plan that a dealer changes: one made by hand that no slot has begun, or a failed one that is sent as
 * a payment request (decisions: recurring sales). Throws the Refusal of the first broken rule.
 */
export const changedPlan = (plan: PaymentPlan, wishes: PlanWishes, context: PlanContext): PaymentPlan => {
  const { sale, nowMs } = context;
  if (sale.deletedAtMs !== undefined) throw invalid('The sale of this payment plan was deleted.');
  if (plan.state === 'failed' && wishes.dealerCustomerTypeId !== undefined && isRequestAlone(wishes)) {
    return asRequest(plan, wishes.dealerCustomerTypeId, nowMs);
  }
  refuseUnchangeable(plan);
  const { dueDay = plan.dueDay } = wishes;
  if (wishes.dueDay !== undefined) refuseDay(dueDay, context);
  const { cardToken: _card, dealerCustomerTypeId: _request, ...kept } = plan;
  const terms = termsWith(wishes, plan.terms);
  const changed = withNewCards({ ...kept, ...meansAfter(plan, wishes), version: plan.version + 1, terms }, nowMs);
  return dueDay === plan.dueDay ? changed : movedTo(changed, { dueDay, dueAtMs: firstSlotOf(dueDay, nowMs) });
};

/**
 * The plan once its dealer has deleted it: one made by hand that no slot has begun. Undefined where it is deleted already.
 * Throws a Refusal for any other plan.
 */
export const withdrawnPlan = (plan: PaymentPlan, nowMs: number): PaymentPlan | undefined => {
  if (plan.madeBy === 'schedule') {
    throw invalid('Only payment plans made by hand can be deleted: this one was made from the schedule of its sale.');
  }
  if (plan.state === 'withdrawn') return undefined;
  if (!isUntouched(plan)) throw passed('This payment plan has begun or ended.');
  return withdrawn(plan, nowMs);
};

/** The id of the plan that a request names. */
export const requiredPlanId = (dealerPaymentPlanId: number | undefined): number => {
  if (dealerPaymentPlanId !== undefined) return dealerPaymentPlanId;
  throw new Refusal('DealerPaymentPlanIdIsRequired', 'DealerPaymentPlanId is required.');
};

/** The plan that was found by its id. An unknown id and one of another dealer get the same refusal. */
export const foundPlan = <Found>(found: Found | undefined): Found => {
  if (found !== undefined) return found;
  throw new Refusal('PaymentPlanNotFound', 'No payment plan of this dealer has the given DealerPaymentPlanId.');
};
