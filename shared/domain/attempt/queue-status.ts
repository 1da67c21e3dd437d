import { type Attempt, isFinal, noRecordBelievedAtMs } from './attempt.ts';

/** What an attempt in the queue waits for, the most pressing first. */
export const queueStatuses = ['stuck', 'in-doubt', 'taking-back', 'running', 'recheck'] as const;
export type QueueStatus = (typeof queueStatuses)[number];

/**
 * What an attempt waits for at a moment; undefined when it is over and waits for nothing.
 *
 * - `stuck`: its charge could not be taken back for 72 hours: an operator's matter.
 * - `in-doubt`: the bank's answer is missing, whether or not somebody has written so (rule 8).
 * - `taking-back`: it is being voided or refunded.
 * - `running`: the payer is at the bank's challenge, or the bank is charging.
 * - `recheck`: it ended on the bank's "no record", which is asked about once more (rule 5).
 */
export const queueStatusOf = (
  { state, answerByMs, recheckAtMs }: Pick<Attempt, 'state' | 'answerByMs' | 'recheckAtMs'>,
  nowMs: number,
): QueueStatus | undefined => {
  if (isFinal(state)) return recheckAtMs === undefined ? undefined : 'recheck';
  if (state === 'stuck' || state === 'in-doubt') return state;
  if (state === 'voiding' || state === 'refunding') return 'taking-back';
  return state === 'charging' && answerByMs !== undefined && nowMs >= answerByMs ? 'in-doubt' : 'running';
};

/**
 * True of a charge that the service cannot settle without a person: it could not be taken back in time, or the bank tells
 * nothing clear of it though by now even its "no record" would be believed.
 */
export const needsPerson = (attempt: Attempt, nowMs: number): boolean => {
  if (attempt.state === 'stuck') return true;
  return (attempt.state === 'charging' || attempt.state === 'in-doubt') && nowMs >= noRecordBelievedAtMs(attempt);
};
