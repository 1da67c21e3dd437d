import type { Attempt, BankSaid } from '../domain/attempt/attempt.ts';
import { omitUndefined } from '../domain/omit-undefined.ts';
import type { InquiryAnswer } from '../ports/bank-gateway.ts';

/** True of an answer that contradicts the order or itself: another order, another amount, or two outcomes at once. */
export const isContradictory = (found: InquiryAnswer): boolean =>
  found.kind === 'unknown' && found.cause === 'contradictory';

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
