import { omitUndefined } from '../omit-undefined.ts';
import { cardsDueAtMsOf, cardsSeenBefore } from './cards-look.ts';
import { daytimeFrom } from './daytime.ts';
import {
  type CardTurn,
  isFinalPlan,
  type PaymentPlan,
  type PlanTry,
  type TakenCard,
  type TryResult,
} from './payment-plan.ts';
import { noticeOf, type PlanNotice } from './plan-notice.ts';
import { requestDefinitionOf, stepAfter } from './planning.ts';
import type { OpenSale, Sale } from './sale.ts';
import type { Schedule } from './schedule.ts';
import { slotAfter, slotAt } from './slots.ts';
import {
  type CardOutcome,
  type CardPlace,
  courseOf,
  hasTryLeft,
  type StepCourse,
  type StepInSlot,
  slotTried,
} from './step-course.ts';

/*
 * Every move of a payment plan that the engine makes, as a value: the plan's next version. Nothing here reads or writes
 * (decisions: recurring sales).
 */

const MINUTE_MS = 60_000;
/** How long the worker that took a card has before another one looks what became of it. A charge takes 28 seconds. */
const LEASE_MS = 3 * MINUTE_MS;
/** Pauses between looks at a charge in doubt: as long as it is in doubt already, within these. */
const SHORTEST_DOUBT_MS = 2 * MINUTE_MS;
const LONGEST_DOUBT_MS = 30 * MINUTE_MS;

/** A plan with its sale, as both are now. */
export interface PlanOfSale {
  readonly plan: PaymentPlan;
  readonly sale: Sale;
}

/** What the engine does with a plan that it looks at. */
export type PlanAction =
  /** It is final, or due later. */
  | { readonly kind: 'leave' }
  /** Its sale was deleted, and nothing of it is being charged. */
  | { readonly kind: 'withdraw' }
  /** No slot is under way, or the sale is paused; or it is night, and a payment request is to be sent. */
  | { readonly kind: 'wait'; readonly slotMs: number }
  /** The slot ended, or was paused, before the next card had its turn. */
  | { readonly kind: 'end-slot' }
  | { readonly kind: 'take'; readonly card: TakenCard }
  /** Neither it nor its sale names a card or a payment request. */
  | { readonly kind: 'fail-without-card' }
  /** Its sale was changed since its last slot, and leaves it no try or no card. */
  | { readonly kind: 'give-up' }
  /** A card was taken: its attempt tells what became of it. */
  | { readonly kind: 'settle'; readonly taken: TakenCard }
  | { readonly kind: 'send-request'; readonly dealerCustomerTypeId: number }
  | { readonly kind: 'close-request' }
  /** It falls due tomorrow, and somebody may want to be told. */
  | PlanNotice
  /** It waits for long, and a card of it may expire meanwhile. */
  | { readonly kind: 'look-at-cards' };

/** The next version of a plan, without a card and without a time at which it is due. */
export const nextVersion = ({ taken: _taken, turn: _turn, dueAtMs: _due, ...plan }: PaymentPlan): PaymentPlan => ({
  ...plan,
  version: plan.version + 1,
});

/** The cards that a plan is charged with, with their places: the one that it names, or those of its sale. */
const cardsOf = ({ plan, sale }: PlanOfSale): readonly Pick<TakenCard, 'place' | 'token'>[] => {
  if (plan.cardToken !== undefined) return [{ place: 1, token: plan.cardToken }];
  const tokens = [sale.defaultCard1Token, sale.defaultCard2Token, sale.defaultCard3Token];
  return tokens.flatMap((token, index) => (token === undefined ? [] : [{ place: (index + 1) as CardPlace, token }]));
};

const inSlot = (file: PlanOfSale, nowMs: number): StepInSlot => ({
  progress: file.plan.progress,
  cards: cardsOf(file).map(({ place }) => place),
  howManyTrial: file.sale.howManyTrial,
  nowMs,
});

/** The card that is taken in a slot: the first that has not ended, or the one whose turn it is. */
const cardInSlot = (file: PlanOfSale, slotMs: number): TakenCard | undefined => {
  const { turn, progress } = file.plan;
  const found = cardsOf(file).find(({ place }) => place >= (turn?.place ?? 1) && !progress.endedCards.includes(place));
  return found === undefined ? undefined : { ...found, attempt: turn?.attempt ?? 1, slotMs };
};

/** The definition of the payment request that a plan sends: its own one, or that of its sale where neither names a card. */
const requestOf = ({ plan, sale }: PlanOfSale): number | undefined => {
  if (plan.cardToken !== undefined) return undefined;
  return plan.dealerCustomerTypeId ?? requestDefinitionOf(sale);
};

/** A payment request needs no slot: it is sent by day as soon as it is due. */
const requestAction = (dealerCustomerTypeId: number, nowMs: number): PlanAction => {
  const sendAtMs = daytimeFrom(nowMs);
  return sendAtMs > nowMs ? { kind: 'wait', slotMs: sendAtMs } : { kind: 'send-request', dealerCustomerTypeId };
};

const plannedAction = (file: PlanOfSale, nowMs: number): PlanAction => {
  const { plan, sale } = file;
  if (sale.deletedAtMs !== undefined) return { kind: 'withdraw' };
  const slotMs = slotAt(nowMs);
  const isPaused = sale.pausedSinceMs !== undefined;
  if (plan.turn !== undefined && (plan.turn.slotMs !== slotMs || isPaused)) return { kind: 'end-slot' };
  if (isPaused) return { kind: 'wait', slotMs: slotAfter(nowMs) };
  const dealerCustomerTypeId = requestOf(file);
  if (dealerCustomerTypeId !== undefined) return requestAction(dealerCustomerTypeId, nowMs);
  if (slotMs === undefined) return { kind: 'wait', slotMs: slotAfter(nowMs) };
  if (cardsOf(file).length === 0) return { kind: 'fail-without-card' };
  // A slot in which a card was charged is tried to its end, also where the sale was changed meanwhile.
  if ((plan.turn?.attempt ?? 1) === 1 && !hasTryLeft(inSlot(file, nowMs))) return { kind: 'give-up' };
  const card = cardInSlot(file, slotMs);
  return card === undefined ? { kind: 'end-slot' } : { kind: 'take', card };
};

/** A look before the slot is for the notice or the cards, or follows an entry of the queue that is out of date. */
const beforeSlot = ({ plan, sale }: PlanOfSale, nowMs: number): PlanAction => {
  const areCards = (cardsDueAtMsOf(plan) ?? Number.POSITIVE_INFINITY) <= nowMs;
  const action = noticeOf(plan, sale, nowMs) ?? (areCards ? ({ kind: 'look-at-cards' } as const) : undefined);
  if (action === undefined) return { kind: 'leave' };
  return sale.deletedAtMs === undefined ? action : { kind: 'withdraw' };
};

/** What the engine does with a plan now. It decides anew at each look, so a crash between two looks loses nothing. */
export const nextActionOf = (file: PlanOfSale, nowMs: number): PlanAction => {
  const { plan } = file;
  if (isFinalPlan(plan)) return { kind: 'leave' };
  if ((plan.dueAtMs ?? Number.POSITIVE_INFINITY) > nowMs) return beforeSlot(file, nowMs);
  if (plan.taken !== undefined) return { kind: 'settle', taken: plan.taken };
  return plan.state === 'requested' ? { kind: 'close-request' } : plannedAction(file, nowMs);
};

/** The plan with a card that is charged now. */
export const take = (plan: PaymentPlan, taken: TakenCard, nowMs: number): PaymentPlan => ({
  ...nextVersion(plan),
  state: 'charging',
  taken,
  dueAtMs: nowMs + LEASE_MS,
});

/** The plan waits for a slot; that is no try. */
export const waitFor = (plan: PaymentPlan, slotMs: number): PaymentPlan => ({
  ...nextVersion(plan),
  state: 'planned',
  dueAtMs: slotMs,
});

/**
 * The plan waits until a charge of it is settled, with its card where it has taken one. `sinceMs`: when the charge
 * began.
 */
export const keepInDoubt = (
  plan: PaymentPlan,
  { sinceMs, nowMs }: { readonly sinceMs: number; readonly nowMs: number },
) => ({
  ...plan,
  version: plan.version + 1,
  dueAtMs: nowMs + Math.min(LONGEST_DOUBT_MS, Math.max(SHORTEST_DOUBT_MS, nowMs - sinceMs)),
});

/** What became of a card of a plan. */
export interface CardEnd {
  readonly card: TakenCard;
  readonly outcome: CardOutcome;
  /** The attempt, where one was written. */
  readonly attempt?: { readonly paymentId: number; readonly startedAtMs: number };
  readonly nowMs: number;
}

/** The next version of a plan, and the result of the try that led to it; absent where nothing was tried. */
export interface PlanMove {
  readonly plan: PaymentPlan;
  readonly result?: TryResult;
  /** The plan is told of because it falls due tomorrow. */
  readonly isUpcoming?: true;
  /** When the engine looks at the plan again before it is due. */
  readonly lookAtMs?: number;
  /** The plan waits as before, whatever the look was for. */
  readonly waitsOn?: true;
}

/** A try with its result: it counts in the history of the plan. `plan` is the version that the try led to. */
export const triedMove = (plan: PaymentPlan, result: TryResult): PlanMove => ({
  plan: { ...plan, historyCount: plan.historyCount + 1, lastResult: result },
  result,
});

const resultOf = (outcome: CardOutcome): TryResult | undefined => {
  switch (outcome.kind) {
    case 'approved':
      return { kind: 'paid' };
    case 'declined':
    case 'not-charged':
      return outcome;
    case 'no-card':
    case 'card-damaged':
    case 'card-used-up':
      return { kind: 'not-charged', because: outcome.kind };
    case 'charge-found':
      return { kind: 'not-charged', because: 'card-used-up' };
    case 'unknown':
    case 'paused':
      return undefined;
  }
};

/** The course of a card's outcome, as far as the slot and the sale allow it now. */
const allowedCourse = (file: PlanOfSale, { card, outcome, nowMs }: CardEnd): StepCourse => {
  const step = { ...inSlot(file, nowMs), card: card.place };
  // A slot in which a card was charged is a try, whatever keeps the next card from it.
  if (outcome.kind === 'paused') return card.attempt > 1 ? slotTried(step) : courseOf(outcome, step);
  const course = courseOf(outcome, step);
  if (course.kind !== 'next-card' && course.kind !== 'wait') return course;
  if (file.sale.deletedAtMs !== undefined) return { kind: 'failed', progress: course.progress };
  const isSlotOver = course.kind === 'next-card' && slotAt(nowMs) !== card.slotMs;
  return isSlotOver ? slotTried({ ...step, progress: course.progress }) : course;
};

/** The plan with its end. */
export const endedPlan = (
  plan: PaymentPlan,
  nowMs: number,
  end: Pick<PaymentPlan, 'state' | 'dealerPaymentId'>,
): PaymentPlan => ({
  ...nextVersion(plan),
  ...end,
  endedAtMs: nowMs,
});

const planAfter = (file: PlanOfSale, course: StepCourse, end: CardEnd): PaymentPlan => {
  const { plan } = file;
  const { card, attempt, nowMs } = end;
  switch (course.kind) {
    case 'paid':
      return endedPlan(plan, nowMs, { state: 'paid', ...omitUndefined({ dealerPaymentId: attempt?.paymentId }) });
    case 'in-doubt':
      return keepInDoubt(plan, { sinceMs: attempt?.startedAtMs ?? nowMs, nowMs });
    case 'failed':
      return { ...endedPlan(plan, nowMs, { state: 'failed' }), progress: course.progress };
    case 'wait':
      return { ...waitFor(plan, course.slotMs), progress: course.progress };
    case 'next-card': {
      const number = attempt === undefined ? card.attempt : card.attempt + 1;
      const turn: CardTurn = { place: course.card, attempt: number, slotMs: card.slotMs };
      return { ...waitFor(plan, nowMs), turn, progress: course.progress };
    }
  }
};

/**
 * What a card's outcome makes of its plan. A plan whose sale was deleted meanwhile is paid, or fails without a further
 * card. A second card is tried only in the slot of the first one.
 */
export const afterOutcome = (file: PlanOfSale, end: CardEnd): PlanMove => {
  const plan = planAfter(file, allowedCourse(file, end), end);
  const result = resultOf(end.outcome);
  return result === undefined ? { plan } : triedMove(plan, result);
};

/** A slot ended before the next card had its turn: it is a try if a card was charged in it. */
export const afterSlot = (file: PlanOfSale, nowMs: number): PlanMove => {
  const { plan } = file;
  const wasCharged = (plan.turn?.attempt ?? 1) > 1;
  if (!wasCharged) return { plan: waitFor(plan, slotAfter(nowMs)) };
  const course = slotTried(inSlot(file, nowMs));
  const { progress } = course;
  if (course.kind === 'wait') return { plan: { ...waitFor(plan, course.slotMs), progress } };
  return { plan: { ...endedPlan(plan, nowMs, { state: 'failed' }), progress } };
};

/** A plan that was tried as often as its sale permits by now fails without another charge: its last try stands. */
export const giveUp = (plan: PaymentPlan, nowMs: number): PaymentPlan => endedPlan(plan, nowMs, { state: 'failed' });

/** A plan that names no card, and no payment request, fails in its first slot. */
export const failWithoutCard = (plan: PaymentPlan, nowMs: number): PlanMove =>
  triedMove(endedPlan(plan, nowMs, { state: 'failed' }), { kind: 'not-charged', because: 'no-card' });

/** The row of a try, for the history of its plan. `plan` is the version that the try led to. */
export const tryOf = (
  plan: PaymentPlan,
  tried: Pick<PlanTry, 'result' | 'atMs' | 'dealerPaymentPlanHistoryId'> & {
    readonly cardToken?: string | undefined;
    readonly orderId?: string | undefined;
  },
): PlanTry => {
  const { dealerCode, dealerSaleId, dealerPaymentPlanId, historyCount: number, terms, listingShards } = plan;
  const { cardToken, orderId, ...told } = tried;
  return {
    dealerCode,
    dealerSaleId,
    dealerPaymentPlanId,
    number,
    terms,
    listingShards,
    ...told,
    ...omitUndefined({ cardToken, orderId }),
  };
};

/** Whether the sale plans its next step because this plan ended: only the end of the planned step does that. */
export const endsPlannedStep = (plan: PaymentPlan, { sale, plannedStep }: OpenSale): boolean =>
  isFinalPlan(plan) && plannedStep === plan.dealerPaymentPlanId && sale.deletedAtMs === undefined;

/** The step that follows a plan that ended; undefined where its sale has no further one, or has planned one already. */
export const stepBehind = (
  plan: PaymentPlan,
  file: OpenSale & { readonly schedule: Schedule | undefined },
  { nowMs, ...names }: Pick<PaymentPlan, 'dealerPaymentPlanId' | 'listingShards'> & { readonly nowMs: number },
): PaymentPlan | undefined => {
  const next = endsPlannedStep(plan, file) ? stepAfter({ ...file, nowMs }, plan, names) : undefined;
  return next === undefined ? undefined : cardsSeenBefore(next, plan, { ...file, nowMs });
};
