import type { Attempt } from './attempt.ts';
import { type AttemptChange, changeTo, nextVersion } from './attempt-change.ts';
import { type AttemptEvent, stateAfter } from './states.ts';
import { type BankVoice, dueNoLaterThanCardExpiry, LEASE_MS, pauseAfter, pendingCardExpiresAtMs } from './timing.ts';

// Changes of an attempt's place in the queue, as values.

/** Leases an attempt to the sweeper, and deletes a pending card that has expired (rules 8, 27). */
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
  /** Whether the bank answers; the pause grows less while it does not. */
  readonly bank?: BankVoice;
  /** An event that happens to the attempt in the same change. */
  readonly event?: Extract<AttemptEvent, 'doubt'> | undefined;
}

/** Reschedules an attempt for a later run. */
export const reschedule = (
  attempt: Attempt,
  { nowMs, bank, dueAtMs = nowMs + pauseAfter(attempt.postponed, bank), event }: Later,
): AttemptChange | undefined => {
  const state = event === undefined ? attempt.state : stateAfter(attempt, event);
  if (state === undefined) return undefined;
  const changes = { state, postponed: attempt.postponed + 1 };
  return changeTo(attempt, nextVersion(attempt, { ...changes, dueAtMs: dueNoLaterThanCardExpiry(attempt, dueAtMs) }));
};

/** The bank was asked once more about the end (rule 5): the attempt leaves the queue. */
export const concludeRecheck = (attempt: Attempt): AttemptChange => {
  const { recheckAtMs: _answered, ...rest } = attempt;
  return changeTo(attempt, nextVersion(rest as Attempt, {}));
};
