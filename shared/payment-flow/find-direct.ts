import { type DirectAttempt, isOfLink } from '../domain/attempt/attempt.ts';
import type { Attempts } from '../ports/attempts.ts';

/** The stored attempt, if it is one of a direct payment. Throws StoreUnavailable. */
export const findDirect = async (
  attempts: Pick<Attempts, 'find'>,
  reference: string,
): Promise<DirectAttempt | undefined> => {
  const attempt = await attempts.find(reference);
  return attempt === undefined || isOfLink(attempt) ? undefined : attempt;
};
