import type { Attempt, AttemptBank } from '../domain/attempt/attempt.ts';
import type { AttemptChange } from '../domain/attempt/attempt-change.ts';
import { approve, type ConcludeOptions, close, type Decline, decline } from '../domain/attempt/transitions.ts';
import type { Attempts } from '../ports/attempts.ts';

/**
 * Writes a change, once. Answers the attempt after it; undefined when the change is not allowed, or when another call
 * changed the attempt first. Throws StoreUnavailable.
 */
export const applied = async <Of extends Attempt>(
  attempts: Pick<Attempts, 'apply'>,
  change: AttemptChange<Of> | undefined,
): Promise<Of | undefined> => (change !== undefined && (await attempts.apply(change)) ? change.attempt : undefined);

const isApplied = async (attempts: Attempts, change: AttemptChange | undefined): Promise<boolean> =>
  (await applied(attempts, change)) !== undefined;

/** Writes the bank's approval, once. False when another call has ended the attempt; then the link shows the outcome. */
export const concludeApproved = (
  attempts: Attempts,
  attempt: Attempt,
  references: AttemptBank,
  options: ConcludeOptions,
): Promise<boolean> => isApplied(attempts, approve(attempt, references, options));

export const concludeDeclined = (
  attempts: Attempts,
  attempt: Attempt,
  why: Decline,
  options: ConcludeOptions,
): Promise<boolean> => isApplied(attempts, decline(attempt, why, options));

/** Closes an attempt that never reached the bank's charge: its payer left during 3D. */
export const concludeClosed = (
  attempts: Attempts,
  attempt: Attempt,
  asksAgain: true | undefined,
  options: ConcludeOptions,
): Promise<boolean> => isApplied(attempts, close(attempt, asksAgain, options));
