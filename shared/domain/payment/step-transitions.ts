import type { AttemptBank, BankSaid } from '../attempt/attempt.ts';
import { LEASE_MS, pauseAfter, RECHECK_AFTER_MS, STUCK_PAUSE_MS } from '../attempt/timing.ts';
import { chargeNow, endsAtMs, sharesNow, sharesOfRefund, stepMovement } from '../ledger/payment-ledger.ts';
import { leftOfShare } from '../ledger/share.ts';
import type { MinorUnits } from '../money/money.ts';
import { omitUndefined } from '../omit-undefined.ts';
import type { Charge } from './charge.ts';
import { effectOfDone } from './done-step.ts';
import { refundRecheckedAtMs } from './recheck.ts';
import type { SentCalls, Step } from './step.ts';
import { chargeChange, type StepChange } from './step-change.ts';
import { stepBelievedAtMs } from './step-facts.ts';
import { isFinalStep, type StepEvent, stepStateAfter } from './step-states.ts';

/*
 * Every change of a step after its intent, as a value; undefined when it is not allowed. Nothing here writes. What is
 * about to be sent to the bank is written first. Its time is the end of the lease, the latest moment it may go out.
 */

const nextVersion = (step: Step, changes: Partial<Step>): Step => ({ ...step, ...changes, version: step.version + 1 });

const changeTo = (before: Step, step: Step): StepChange => ({ fromVersion: before.version, step });

/** The lease of the sweeper (rule 8). */
export const leaseStep = (step: Step, nowMs: number): StepChange =>
  changeTo(step, nextVersion(step, { dueAtMs: nowMs + LEASE_MS }));

/**
 * An operator has ended the day of the embedded bank: a refund that waits is carried out now, by the state that the bank
 * shows: one of which nothing was sent, and one whose Void came too late. Undefined for every other step.
 */
export const bringRefundForward = (
  step: Step,
  { nowMs, dayEndedAtMs }: { readonly nowMs: number; readonly dayEndedAtMs: number },
): StepChange | undefined => {
  const isOpen = step.state === 'intended' || step.state === 'in-doubt';
  const waits = step.kind === 'refund' && isOpen && step.sent.credit === undefined;
  if (!waits || step.dayEndedAtMs !== undefined) return undefined;
  return changeTo(step, nextVersion(step, { dueAtMs: nowMs, dayEndedAtMs }));
};

interface Sending {
  readonly nowMs: number;
  readonly leaseUntilMs: number;
}

const send = (step: Step, sent: SentCalls, { nowMs, leaseUntilMs }: Sending): StepChange | undefined => {
  const state = stepStateAfter(step.state, 'send');
  if (state === undefined) return undefined;
  const times = { lastCallAtMs: nowMs, answerByMs: leaseUntilMs, dueAtMs: leaseUntilMs };
  return changeTo(step, nextVersion(step, { state, sent, ...times }));
};

/** Written before a Void is sent. Until its answer arrives the Void may be on its way. */
export const sendStepVoid = (step: Step, sending: Sending): StepChange | undefined =>
  send(step, { ...step.sent, voidSentAtMs: sending.leaseUntilMs, voidUnheardAtMs: sending.leaseUntilMs }, sending);

/** Written before a Credit is sent. Each Credit moves money, so those in the history are counted first (rule 4). */
export const sendStepCredit = (
  step: Step,
  { amount, doneBefore }: { readonly amount: MinorUnits; readonly doneBefore: number },
  sending: Sending,
): StepChange | undefined =>
  send(step, { ...step.sent, credit: { atMs: sending.leaseUntilMs, amount, doneBefore } }, sending);

export interface StepLater {
  readonly nowMs: number;
  /** Absent: after a pause that grows. */
  readonly dueAtMs?: number;
  readonly event?: Extract<StepEvent, 'doubt' | 'stick'> | undefined;
  /** What was sent to the bank, as far as it is known now. */
  readonly sent?: SentCalls;
  readonly said?: BankSaid;
}

/** Reschedules a step for a later run. The event says why: unknown, or it needs an operator. */
export const rescheduleStep = (
  step: Step,
  { nowMs, dueAtMs = nowMs + pauseAfter(step.postponed), event, sent, said }: StepLater,
): StepChange | undefined => {
  const state = event === undefined ? step.state : stepStateAfter(step.state, event);
  if (state === undefined) return undefined;
  const known = omitUndefined({ sent, said });
  return changeTo(step, nextVersion(step, { state, dueAtMs, postponed: step.postponed + 1, ...known }));
};

/** A step that needs an operator. The bank is still asked daily, so that what was done by hand is noticed. */
export const stickStep = (step: Step, { nowMs, said }: Pick<StepLater, 'nowMs' | 'said'>): StepChange | undefined =>
  rescheduleStep(step, { nowMs, dueAtMs: nowMs + STUCK_PAUSE_MS, event: 'stick', ...omitUndefined({ said }) });

/** A step that is over. It leaves the queue, unless `recheckAtMs` says when the bank is asked once more. */
const ended = (step: Step, changes: Partial<Step>, endedAtMs: number, recheckAtMs: number | undefined): Step => {
  const { recheckAtMs: _answered, ...rest } = step;
  const recheck = recheckAtMs === undefined ? {} : { recheckAtMs, dueAtMs: recheckAtMs, postponed: 0 };
  return nextVersion(rest, { ...changes, ...recheck, endedAtMs });
};

/** The bank's answer that ends a step, and the payment it belongs to. */
export interface StepEnd {
  readonly nowMs: number;
  readonly charge: Charge;
  /** All steps of the payment. */
  readonly steps: readonly Step[];
  readonly references?: AttemptBank | undefined;
  /** What the bank gave back too much. */
  readonly excessCredit?: MinorUnits | undefined;
}

/** The references of the step's own call; the references of the charge stay in the attempt. */
const bankOf = ({ bank }: Step, references: AttemptBank | undefined): { readonly bank?: AttemptBank } =>
  omitUndefined({ bank: bank === undefined && references === undefined ? undefined : { ...bank, ...references } });

/**
 * What a step moves that was refused and happened after all. Other steps may have moved money meanwhile: its shares are
 * kept if they still fit, else its amount is split anew.
 */
const movedLate = (step: Step, { charge, steps }: StepEnd): Pick<Step, 'shares' | 'postings'> => {
  const before = sharesNow(charge, steps);
  const left = new Map(before.map((share) => [share.subDealerId, leftOfShare(share)]));
  const fits = step.shares.every(({ subDealerId, amount = 0 }) => amount <= (left.get(subDealerId) ?? 0));
  const shares = step.kind !== 'refund' || fits ? step.shares : sharesOfRefund(before, step.amount);
  return { shares, postings: stepMovement(chargeNow(charge, steps), before, { ...step, shares }).postings };
};

/**
 * The bank says that a step happened: the step takes effect on the attempt, and the next step may begin. A step that
 * had been refused takes effect only while no other step is active.
 */
export const finishStep = (step: Step, doneBy: Step['doneBy'], end: StepEnd): StepChange | undefined => {
  const { charge, steps, nowMs, references, excessCredit } = end;
  const state = stepStateAfter(step.state, 'finish');
  const isLate = isFinalStep(step);
  if (state === undefined || (isLate && charge.activeStep !== undefined)) return undefined;
  const isRefund = step.kind !== 'capture' && doneBy === 'credit';
  const believedAtMs = stepBelievedAtMs(charge);
  const recheckAtMs = isRefund ? refundRecheckedAtMs(step.sent, { nowMs, believedAtMs }) : undefined;
  const moved = isLate ? movedLate(step, end) : {};
  const changes = { ...moved, ...bankOf(step, references), ...omitUndefined({ doneBy, excessCredit }), state };
  const done = ended(step, changes, endsAtMs(charge, steps, nowMs), recheckAtMs);
  return { ...changeTo(step, done), charge: chargeChange(charge, { slot: 'freed', ...effectOfDone(done, end) }) };
};

/** Why a step is over without effect. */
export interface Refused extends StepEnd {
  /** True when no byte reached the bank: then the bank is not asked once more. */
  readonly notSent?: true;
}

/**
 * A step is believed not to have happened: the next step may begin, and the bank is asked once more the next day. What
 * a capture reserved of the limits is released. The service's own reversal never ends like this.
 */
export const refuseStep = (step: Step, end: Refused): StepChange | undefined => {
  const { charge, nowMs, references, notSent } = end;
  const state = step.kind === 'reversal' ? undefined : stepStateAfter(step.state, 'refuse');
  if (state === undefined) return undefined;
  const changes = { ...bankOf(step, references), state, reservations: [] };
  const refused = ended(step, changes, nowMs, notSent ? undefined : nowMs + RECHECK_AFTER_MS);
  const releases = { reservations: step.reservations };
  return { ...changeTo(step, refused), charge: chargeChange(charge, { slot: 'freed', releases }) };
};

/**
 * The bank was asked once more about the end: the step leaves the queue. `excessCredit`: what the bank gave back too much
 * by now; absent: nothing, or nobody asked.
 */
export const concludeStepRecheck = (step: Step, excessCredit?: MinorUnits): StepChange | undefined => {
  if (!isFinalStep(step)) return undefined;
  const { recheckAtMs: _answered, excessCredit: _before, ...rest } = step;
  return changeTo(step, nextVersion(rest, omitUndefined({ excessCredit })));
};
