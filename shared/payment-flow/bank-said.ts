import type { Attempt, BankSaid } from '../domain/attempt/attempt.ts';
import type { BankVoice } from '../domain/attempt/timing.ts';
import { omitUndefined } from '../domain/omit-undefined.ts';
import type { InquiryAnswer } from '../ports/bank-answers.ts';

/** True of an answer that contradicts the order or itself: another order, another amount, or two outcomes at once. */
export const isContradictory = (found: InquiryAnswer): boolean =>
  found.kind === 'unknown' && found.cause === 'contradictory';

/**
 * Causes of an unknown answer that concern all orders of a bank. An error answer may concern one order alone, and such
 * an order would come back too often.
 */
const SILENCE: readonly string[] = ['time-out', 'connection-lost', 'unreadable', 'not-asked'];

/** Whether the bank answers, by its answer about one order. */
export const voiceOf = (found: InquiryAnswer): BankVoice =>
  found.kind === 'unknown' && SILENCE.includes(found.cause) ? 'silent' : 'answers';

/** The bank's answer word for word, for operators; undefined when the inquiry brought none. */
export const saidIn = ({ said }: InquiryAnswer, atMs: number): BankSaid | undefined => {
  if (said === undefined) return undefined;
  const { state, amount, procReturnCode: code } = said;
  return { state, ...omitUndefined({ amount, code }), atMs };
};

/**
 * The attempt with the bank's latest answer about its order. It stays in memory until the next write of the attempt, so
 * it costs no write of its own. Without a new answer the earlier one stays.
 */
export const heardFrom = (attempt: Attempt, found: InquiryAnswer, nowMs: number): Attempt => {
  const said = saidIn(found, nowMs);
  return said === undefined ? attempt : { ...attempt, said };
};
