import type { MinorUnits } from '../money/money.ts';
import { omitUndefined } from '../omit-undefined.ts';
import type { Attempt, AttemptBank } from './attempt.ts';
import { type AttemptChange, changeTo, endWithoutCharge, nextVersion } from './attempt-change.ts';
import { type Reversal, refundRecheckedAtMs } from './reversal.ts';
import { type AttemptEvent, stateAfter } from './states.ts';
import {
  dueNoLaterThanCardExpiry,
  LEASE_MS,
  notDoneBelievedAtMs,
  pauseAfter,
  pendingCardExpiresAtMs,
  STUCK_PAUSE_MS,
} from './timing.ts';

/*
 * The moves of an attempt in the queue, and of the reversal of its charge, as values. What is about to be sent to the bank
 * is written first: its moment is the end of the lease, the last one at which it could leave.
 */

/** The lease of the sweeper. The card of an attempt that is open for too long goes with it (rules 8, 27). */
export const lease = (attempt: Attempt, nowMs: number): AttemptChange => {
  const leased = nextVersion(attempt, { dueAtMs: nowMs + LEASE_MS });
  if (leased.pendingCard === undefined || nowMs < pendingCardExpiresAtMs(attempt)) return changeTo(attempt, leased);
  const { pendingCard: _overdue, ...rest } = leased;
  return changeTo(attempt, rest as Attempt);
};

export interface Later {
  readonly nowMs: number;
  /** Absent: after a pause that grows. */
  readonly dueAtMs?: number;
  /** What the attempt becomes with it. */
  readonly event?: Extract<AttemptEvent, 'doubt' | 'stick'> | undefined;
  /** What has been sent to reverse the charge, as it is known by now. */
  readonly reversal?: Reversal;
}

/** Leaves an attempt to a later run. */
export const reschedule = (
  attempt: Attempt,
  { nowMs, dueAtMs = nowMs + pauseAfter(attempt.postponed), event, reversal }: Later,
): AttemptChange | undefined => {
  const state = event === undefined ? attempt.state : stateAfter(attempt, event);
  if (state === undefined) return undefined;
  const changes = { state, postponed: attempt.postponed + 1, ...omitUndefined({ reversal }) };
  return changeTo(attempt, nextVersion(attempt, { ...changes, dueAtMs: dueNoLaterThanCardExpiry(attempt, dueAtMs) }));
};

/** A charge that needs a person: the bank is still asked daily, so that what was done by hand is seen. */
export const stick = (attempt: Attempt, nowMs: number): AttemptChange | undefined =>
  reschedule(attempt, { nowMs, dueAtMs: nowMs + STUCK_PAUSE_MS, event: 'stick' });

/** The question of rule 5 is answered: the attempt leaves the queue. */
export const concludeRecheck = (attempt: Attempt): AttemptChange => {
  const { recheckAtMs: _answered, ...rest } = attempt;
  return changeTo(attempt, nextVersion(rest as Attempt, {}));
};

/** When what was sent for a reversal may leave and must be written by. */
interface Sending {
  readonly nowMs: number;
  readonly leaseUntilMs: number;
}

/**
 * The reversal of a charge begins: reported failed before anything is sent (rules 1, 4). Its link was freed before, by
 * `tellFailed`, where it was this attempt's.
 */
export const startReversal = (attempt: Attempt, { nowMs, leaseUntilMs }: Sending): AttemptChange | undefined => {
  const state = stateAfter(attempt, 'start reversal');
  if (state === undefined) return undefined;
  const { recheckAtMs: _overtaken, ...rest } = attempt;
  const since = { takeBackSinceMs: nowMs, reversal: {}, dueAtMs: leaseUntilMs, postponed: 0 };
  return changeTo(attempt, nextVersion(rest as Attempt, { state, told: 'failed', ...since }));
};

/** A Void is about to leave. Until its answer is here it may be on its way. */
export const sendVoid = (attempt: Attempt, { nowMs, leaseUntilMs }: Sending): AttemptChange | undefined => {
  const state = stateAfter(attempt, 'send void');
  if (state === undefined) return undefined;
  const reversal = { ...attempt.reversal, voidSentAtMs: leaseUntilMs, voidUnheardAtMs: leaseUntilMs };
  return changeTo(attempt, nextVersion(attempt, { state, reversal, lastCallAtMs: nowMs, dueAtMs: leaseUntilMs }));
};

/** A Credit is about to leave: it moves money of its own, so it is counted before it is sent (rule 4). */
export const sendRefund = (
  attempt: Attempt,
  { amount, doneBefore }: { readonly amount: MinorUnits; readonly doneBefore: number },
  { nowMs, leaseUntilMs }: Sending,
): AttemptChange | undefined => {
  const state = stateAfter(attempt, 'send refund');
  if (state === undefined) return undefined;
  const reversal = { ...attempt.reversal, credit: { atMs: leaseUntilMs, amount, doneBefore } };
  return changeTo(attempt, nextVersion(attempt, { state, reversal, lastCallAtMs: nowMs, dueAtMs: leaseUntilMs }));
};

/** The bank says that nothing of the charge stands. A refund is asked about again while a Void may still undo it. */
export const endReversal = (
  attempt: Attempt,
  found: 'voided' | 'refunded',
  { nowMs, references }: { readonly nowMs: number; readonly references?: AttemptBank | undefined },
): AttemptChange | undefined => {
  const state = stateAfter(attempt, `find ${found}`);
  if (state === undefined) return undefined;
  const believedAtMs = (sentAtMs: number): number => notDoneBelievedAtMs(sentAtMs, attempt.pos);
  const recheckAtMs =
    found === 'refunded' ? refundRecheckedAtMs(attempt.reversal ?? {}, { nowMs, believedAtMs }) : undefined;
  return endWithoutCharge(attempt, { state, bank: { ...attempt.bank, ...references }, recheckAtMs, link: [] }, nowMs);
};
