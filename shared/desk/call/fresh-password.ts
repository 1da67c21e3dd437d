import { hasFreshPassword } from '../../domain/desk/session.ts';
import type { PageAnswer } from '../../http/page-response.ts';
import type { DeskCall } from './desk-call.ts';

/**
 * Where somebody is sent whose password was given too long ago to move money or to change users, and back to `from` behind it; undefined where
 * the password is fresh (rule 54). Nothing was begun.
 */
export const freshPasswordOr = (
  { session, nowMs }: Pick<DeskCall, 'session' | 'nowMs'>,
  from: string,
): PageAnswer | undefined =>
  hasFreshPassword(session, nowMs) ? undefined : { location: `/desk/password?from=${encodeURIComponent(from)}` };
