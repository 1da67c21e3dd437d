import type { Attempt } from '../../shared/domain/attempt/attempt.ts';
import { omitUndefined } from '../../shared/domain/omit-undefined.ts';
import type { InquiryAnswer } from '../../shared/ports/bank-gateway.ts';

/** The answer cannot be: it is another order's, another amount's, or says two things at once. */
export const isContradictory = (found: InquiryAnswer): boolean =>
  found.kind === 'unknown' && found.cause === 'contradictory';

/**
 * The attempt with what the bank just said of its order. It stays in memory: whichever write comes next stores it, so
 * that no write is made for it alone. An answer that said nothing leaves what was said before.
 */
export const heardFrom = (attempt: Attempt, { said }: InquiryAnswer, nowMs: number): Attempt => {
  if (said === undefined) return attempt;
  const { state, amount, procReturnCode: code } = said;
  return { ...attempt, said: { state, ...omitUndefined({ amount, code }), atMs: nowMs } };
};
