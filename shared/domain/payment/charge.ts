import type { BudgetReservation } from '../attempt/attempt.ts';
import type { ReportedOutcome } from '../attempt/states.ts';
import { nextTimeOfDay } from '../calendar.ts';
import type { CardReceipt } from '../direct-payment/direct-payment.ts';
import type { ChargeMoney } from '../ledger/charged-shares.ts';
import type { MinorUnits } from '../money/money.ts';
import type { Place } from '../reusable-link/places.ts';
import type { PinnedPos } from '../virtual-pos/virtual-pos.ts';
import type { PaymentName } from './payment-name.ts';
import type { Step } from './step.ts';

/** States of an attempt, as steps see them. */
export type ChargeState =
  | 'authenticating'
  | 'charging'
  | 'in-doubt'
  | 'approved'
  | 'declined'
  | 'closed'
  | 'reversing'
  | 'voided'
  | 'refunded';

/** What steps need to know of the attempt that was charged. */
export interface Charge {
  readonly payment: PaymentName;
  readonly number: number;
  readonly dealerCode: string;
  readonly state: ChargeState;
  readonly reportedOutcome: ReportedOutcome;
  readonly version: number;
  /** Number of the active step (rule 40). */
  readonly activeStep?: number;
  /** What was captured of a pre-authorisation. */
  readonly captured?: MinorUnits;
  /** Amount refunded so far, by steps that are done. */
  readonly refunded?: MinorUnits;
  readonly type: 'sale' | 'pre-authorisation';
  readonly money: ChargeMoney;
  readonly pos: Pick<PinnedPos, 'noRecordHorizonHours' | 'dayEndsAt'>;
  readonly startedAtMs: number;
  readonly answerByMs?: number;
  readonly listingShards: number;
  /** Its reservations of the dealer's limits. */
  readonly reservations: readonly BudgetReservation[];
  /** Its reservation of its card's day. */
  readonly cardReservation?: CardReceipt;
  /** Its place of a reusable link. */
  readonly place?: Place;
}

/** True of a pre-authorisation that nobody captured: the bank holds the money and has not taken it. */
export const isUncaptured = ({ type, captured }: Pick<Charge, 'type' | 'captured'>): boolean =>
  type === 'pre-authorisation' && captured === undefined;

/** What the card was charged in the end; 0 for a pre-authorisation that nobody captured. */
export const grossOf = ({ type, captured, money }: Pick<Charge, 'type' | 'captured' | 'money'>): number =>
  type === 'sale' ? money.total : (captured ?? 0);

/** True of a charge that stands and was reported paid. Dealers' steps apply to these charges only. */
export const isPaid = ({ state, reportedOutcome }: Pick<Charge, 'state' | 'reportedOutcome'>): boolean =>
  state === 'approved' && reportedOutcome === 'paid';

type DatedStep = Pick<Step, 'attempt' | 'kind' | 'state' | 'startedAtMs' | 'answerByMs'>;

/** The capture of a charge, once it is done. */
export const captureOf = <Of extends DatedStep>(charge: Pick<Charge, 'number'>, steps: readonly Of[]): Of | undefined =>
  steps.find(({ attempt, kind, state }) => attempt === charge.number && kind === 'capture' && state === 'done');

/**
 * End of the bank day in which a charge may be voided: the day of its capture if it was captured, else its own. Never
 * for a pre-authorisation that nobody captured: it stays at the bank over day ends.
 */
export const voidDayEndsAtMs = (charge: Charge, steps: readonly DatedStep[]): number =>
  isUncaptured(charge) ? Number.POSITIVE_INFINITY : dayEndAfter(captureOf(charge, steps) ?? charge, charge);

/**
 * When a bank day that an operator ended early closed over a charge: over its capture if it was captured. Undefined
 * where the charge came later, or stays at the bank over day ends.
 */
export const dayEndedEarlyAtMs = (
  charge: Charge,
  steps: readonly DatedStep[],
  endedAtMs: number | undefined,
): number | undefined => {
  if (endedAtMs === undefined || isUncaptured(charge)) return undefined;
  return (captureOf(charge, steps) ?? charge).startedAtMs < endedAtMs ? endedAtMs : undefined;
};

/** When the bank day of the charge itself ends. */
export const ownDayEndsAtMs = (charge: Charge): number => dayEndAfter(charge, charge);

const dayEndAfter = (
  { startedAtMs, answerByMs = 0 }: Pick<Charge, 'startedAtMs' | 'answerByMs'>,
  { pos }: Pick<Charge, 'pos'>,
): number => nextTimeOfDay(Math.max(startedAtMs, answerByMs), pos.dayEndsAt);
