import {
  type Attempt,
  callOf,
  paidAtMsOf,
  placeOf,
  splitsOfAttempt,
  withCardReservation,
  withoutPlace,
} from '../attempt/attempt.ts';
import { type AttemptChange, changeTo, freesLink, nextVersion } from '../attempt/attempt-change.ts';
import { type AttemptEvent, stateAfter } from '../attempt/states.ts';
import type { DayText } from '../calendar.ts';
import { omitUndefined } from '../omit-undefined.ts';
import type { Charge } from './charge.ts';
import { askedForOf, type Payment } from './payment.ts';
import type { Reserved } from './released-limits.ts';
import type { Step } from './step.ts';
import type { ChargeChange, StepChange } from './step-change.ts';

/** An attempt as its steps see it. */
export const chargeOf = (attempt: Attempt, { link }: Pick<Payment, 'link'>): Charge => {
  const { terms, payment, number, dealerCode, state, reportedOutcome, version, pos, startedAtMs, listingShards } =
    attempt;
  const call = callOf(attempt);
  return {
    payment,
    number,
    dealerCode,
    state,
    reportedOutcome,
    version,
    pos,
    startedAtMs,
    listingShards,
    type: terms.type,
    money: {
      total: terms.total,
      commission: terms.commission,
      splits: splitsOfAttempt(attempt),
      pooled: askedForOf(attempt, omitUndefined({ link })).pooled,
    },
    reservations: attempt.reservations,
    ...omitUndefined({
      activeStep: attempt.activeStep,
      captured: attempt.captured,
      refunded: attempt.refunded,
      answerByMs: attempt.answerByMs,
      cardReservation: call?.cardReservation,
      place: placeOf(attempt),
    }),
  };
};

const reserving = <Of extends Attempt>(attempt: Of, { reservations, cardReservation, place }: Reserved): Of =>
  withCardReservation({ ...(place === undefined ? withoutPlace(attempt) : attempt), reservations }, cardReservation);

/** The attempt with its active step after the change (rule 40). */
const slotAfter = <Of extends Attempt>(attempt: Of, slot: ChargeChange['slot'], { number }: Step): Of => {
  if (slot === 'kept-free') return attempt;
  const { activeStep: _before, ...rest } = attempt;
  return (slot === 'taken' ? { ...rest, activeStep: number } : rest) as Of;
};

/** An attempt that is reversed is not asked about again itself: its reversal step is. */
const withoutRecheck = <Of extends Attempt>(attempt: Of): Of => {
  const { recheckAtMs: _overtaken, ...rest } = attempt;
  return rest as Of;
};

/** What was captured or is given back is not closed any more. */
const withoutClosing = <Of extends Attempt>(attempt: Of): Of => {
  const { closesAtMs: _overtaken, ...rest } = attempt;
  return rest as Of;
};

/** What happens to the attempt where a step moves it to a state. */
const EVENT_OF = {
  reversing: 'start reversal',
  voided: 'find voided',
  refunded: 'find refunded',
} as const satisfies Record<string, AttemptEvent>;

/** The change of the attempt; undefined when the attempt's state does not allow it. */
const attemptAfter = (attempt: Attempt, change: ChargeChange, step: Step): AttemptChange | undefined => {
  const { slot, state, reportedOutcome, captured, refunded, takes, releases, reserved } = change;
  if (state !== undefined && stateAfter(attempt, EVENT_OF[state]) === undefined) return undefined;
  const open = captured === undefined && state === undefined ? attempt : withoutClosing(attempt);
  const held = reserved === undefined ? open : reserving(open, reserved);
  const placed = slotAfter(state === 'reversing' ? withoutRecheck(held) : held, slot, step);
  const isOver = state === 'voided' || state === 'refunded';
  const endedAtMs = isOver ? step.endedAtMs : undefined;
  const bank = isOver && step.kind === 'reversal' ? { ...attempt.bank, ...step.bank } : undefined;
  // The statement of the day of the charge asks for that day, whenever it is made.
  const paidAtMs = isOver && attempt.reportedOutcome === 'paid' ? paidAtMsOf(attempt) : undefined;
  const after = nextVersion(
    placed,
    omitUndefined({ state, reportedOutcome, captured, refunded, endedAtMs, paidAtMs, bank, lastStep: step.number }),
  );
  const { resultReference = '' } = change;
  const link =
    reportedOutcome === 'failed' ? freesLink(attempt, { nowMs: step.startedAtMs, resultReference }) : undefined;
  return { ...changeTo(attempt, after, link), takes, releases };
};

/** A change of a step together with the changes of its attempt and its link, ready to be written. */
export interface StepMove {
  readonly fromVersion?: number;
  /** Written on condition that no statement of this day of the dealer is begun. */
  readonly unstatedDay?: DayText;
  readonly step: Step;
  readonly attempt: AttemptChange | undefined;
  /** The gateway that is asked about the step: part of its place in the queue. */
  readonly gateway: string;
}

/** Joins a step's change with its attempt's; undefined when the attempt's state does not allow the change. */
export const stepMove = ({ charge, ...move }: StepChange, attempt: Attempt): StepMove | undefined => {
  const after = charge === undefined ? undefined : attemptAfter(attempt, charge, move.step);
  if (charge !== undefined && after === undefined) return undefined;
  return { ...move, attempt: after, gateway: attempt.pos.gateway };
};
