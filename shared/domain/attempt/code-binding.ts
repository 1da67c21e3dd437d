import type { Attempt } from './attempt.ts';
import { type AttemptState, endedWithoutCharge } from './states.ts';

// What the attempts under a code say to the next request with it, for every operation that charges (rule 10).

/** Further tries of a code need a new one. */
export const MAX_ATTEMPTS_PER_CODE = 10;

/** How long after its end an attempt answers the request that it belongs to again. */
const SAME_ANSWER_MS = 60_000;

/**
 * What holds a code to the requests that it was charged for.
 * - `free`: nothing was charged, or nothing stays so: a changed request is the next attempt.
 * - `undecided`: the bank may hold money, or gives it back.
 * - `paid`: somebody was told so, whatever was given back since.
 */
export type CodeBinding = 'free' | 'undecided' | 'paid';

type Bound = Pick<Attempt, 'state' | 'reportedOutcome'>;

/** An attempt that waits for its payer is not among them: nothing is charged before its lock. */
const UNDECIDED: readonly AttemptState[] = ['charging', 'in-doubt', 'reversing'];

export const isUndecided = ({ state }: Pick<Bound, 'state'>): boolean => UNDECIDED.includes(state);

/** True of an attempt that somebody was told is paid. One that is approved is told so by the same write (rule 1). */
export const isBoundAsPaid = ({ state, reportedOutcome }: Bound): boolean =>
  reportedOutcome === 'paid' || state === 'approved';

/** What binds a code, by all attempts under it: an early one may still be given back while a late one has ended. */
export const bindingOf = (attempts: readonly Bound[]): CodeBinding => {
  if (attempts.some(isBoundAsPaid)) return 'paid';
  return attempts.some(isUndecided) ? 'undecided' : 'free';
};

type Ended = Pick<Attempt, 'state' | 'reportedOutcome' | 'startedAtMs' | 'endedAtMs'>;

/**
 * The attempt that answers a request again: the latest of those that are equal to it in fingerprint and card, if it ended
 * unpaid less than a minute ago. So a call that was sent twice never becomes a second attempt by arriving late.
 */
export const answeredAgainBy = <Of extends Ended>(equal: readonly Of[], nowMs: number): Of | undefined =>
  equal.findLast(
    (attempt) =>
      endedWithoutCharge(attempt.state) &&
      !isBoundAsPaid(attempt) &&
      nowMs - (attempt.endedAtMs ?? attempt.startedAtMs) < SAME_ANSWER_MS,
  );
