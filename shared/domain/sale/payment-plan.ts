import type { BankCode } from '../attempt/bank-codes.ts';
import type { DayText } from '../calendar.ts';
import { omitUndefined } from '../omit-undefined.ts';
import type { StepTerms } from './sale.ts';
import type { CardPlace, StepProgress } from './step-course.ts';

/*
 * A payment plan is one step of a recurring sale: what is charged on one due day. The dealer interface calls it payment
 * plan; "step" without more is a step of a payment, such as a refund.
 */

/**
 * planned: waits for its slot. charging: a card of it is being charged in this slot, or is in doubt. requested: a payment
 * request was sent for it. The other three are final; withdrawn: the plan or its sale was deleted before it was paid.
 */
export const planStates = ['planned', 'charging', 'requested', 'paid', 'failed', 'withdrawn'] as const;
export type PlanState = (typeof planStates)[number];

export const isFinalPlan = ({ state }: Pick<PaymentPlan, 'state'>): boolean =>
  state === 'paid' || state === 'failed' || state === 'withdrawn';

/** Why a try of a plan did not charge, beside the codes of banks. */
export const tryFailures = [
  'card-used-up',
  'no-card',
  'card-damaged',
  'limit',
  'virtual-pos',
  'bank',
  'permission',
  'request-refused',
  'request-not-paid',
] as const;
export type TryFailure = (typeof tryFailures)[number];

/** What came of the latest try: paid, a decline of a bank, or why nothing was charged. */
export type TryResult =
  | { readonly kind: 'paid' }
  | { readonly kind: 'declined'; readonly code: BankCode }
  | { readonly kind: 'not-charged'; readonly because: TryFailure };

/** The card whose turn it is in a slot, after an earlier card of the same slot ended without a charge. */
export interface CardTurn {
  readonly place: CardPlace;
  /** Number of its attempt in the payment of this try, from 1. Above 1, a card was charged in this slot before. */
  readonly attempt: number;
  /** The slot that is under way. */
  readonly slotMs: number;
}

/** The card that a plan is charged with now. It is written with the intent of the charge, in one transaction. */
export interface TakenCard extends CardTurn {
  readonly token: string;
}

/** One step of a recurring sale (dealer interface 2.10; decisions: recurring sales). */
export interface PaymentPlan {
  readonly dealerCode: string;
  readonly dealerSaleId: number;
  readonly dealerPaymentPlanId: number;
  readonly version: number;
  /** Steps of the schedule follow each other; those made by hand stand beside them. */
  readonly madeBy: 'schedule' | 'hand';
  readonly dueDay: DayText;
  /** Due day of the step before it; absent of the first step, and of plans made by hand. */
  readonly followsDay?: DayText;
  readonly terms: StepTerms;
  /** The one card that a plan made by hand names; absent: the cards of its sale. */
  readonly cardToken?: string;
  /** Definition of the payment request that is sent instead of a charge. */
  readonly dealerCustomerTypeId?: number;
  readonly state: PlanState;
  readonly progress: StepProgress;
  /** Number of card tries so far: each has a row in the history. */
  readonly historyCount: number;
  /** Present while the plan is charging. */
  readonly taken?: TakenCard;
  /** Present while the plan waits for the next card of the slot that is under way. */
  readonly turn?: CardTurn;
  /** When its notice was due, and was told or left out; absent before, and where nobody wanted one. */
  readonly noticedAtMs?: number;
  /** How many notices were told or left out: one for each day that the plan had. Absent: none so far. */
  readonly notices?: number;
  /** When its cards are looked at next, to tell of those that expire; absent where it has none, and of older plans. */
  readonly cardsDueAtMs?: number;
  /** Version of the sale whose cards were looked at last; absent before the first look. */
  readonly cardsSaleVersion?: number;
  /** When the engine looks at the plan; absent once it is final. Notice and cards make it look earlier too. */
  readonly dueAtMs?: number;
  readonly createdAtMs: number;
  readonly endedAtMs?: number;
  readonly lastResult?: TryResult;
  /** The payment that paid it. */
  readonly dealerPaymentId?: number;
  /** The payment request that was sent for it. */
  readonly userPosPaymentId?: number;
  /** Number of shards of the dealer's lists when the plan was made. */
  readonly listingShards: number;
}

/** One try of a plan: a card, or why no card was tried. Written once, never changed. */
export interface PlanTry {
  readonly dealerCode: string;
  readonly dealerSaleId: number;
  readonly dealerPaymentPlanId: number;
  /** Counts the tries of the plan from 1. */
  readonly number: number;
  readonly dealerPaymentPlanHistoryId: number;
  readonly atMs: number;
  readonly terms: StepTerms;
  /** Absent where no card was tried. */
  readonly cardToken?: string;
  readonly result: TryResult;
  /** The order at the bank, where one was made. */
  readonly orderId?: string;
  readonly listingShards: number;
}

/** What a new plan is made of. */
export interface NewPlan
  extends Pick<
    PaymentPlan,
    'dealerCode' | 'dealerSaleId' | 'dealerPaymentPlanId' | 'madeBy' | 'dueDay' | 'terms' | 'listingShards'
  > {
  readonly followsDay?: DayText | undefined;
  readonly cardToken?: string | undefined;
  readonly dealerCustomerTypeId?: number | undefined;
}

/** A plan that waits for its slot, `slotMs`. */
export const newPlan = (
  { followsDay, cardToken, dealerCustomerTypeId, ...plan }: NewPlan,
  { slotMs, nowMs }: { readonly slotMs: number; readonly nowMs: number },
): PaymentPlan => ({
  ...plan,
  ...omitUndefined({ followsDay, cardToken, dealerCustomerTypeId }),
  ...(dealerCustomerTypeId === undefined ? { cardsDueAtMs: nowMs } : {}),
  version: 1,
  state: 'planned',
  progress: { tries: 0, endedCards: [] },
  historyCount: 0,
  dueAtMs: slotMs,
  createdAtMs: nowMs,
});

/** True of a plan that no slot has begun: it may still be changed or deleted. */
export const isUntouched = ({
  state,
  progress,
  historyCount,
}: Pick<PaymentPlan, 'state' | 'progress' | 'historyCount'>): boolean =>
  state === 'planned' && progress.tries === 0 && historyCount === 0;

/** A plan whose sale was deleted, or that its sale's schedule no longer has. No charge of it begins. */
export const withdrawn = (
  { dueAtMs: _due, taken: _taken, turn: _turn, ...plan }: PaymentPlan,
  nowMs: number,
): PaymentPlan => ({
  ...plan,
  version: plan.version + 1,
  state: 'withdrawn',
  endedAtMs: nowMs,
});
