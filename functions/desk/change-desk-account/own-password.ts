import type { DeskCall } from '../../../shared/desk/call/desk-call.ts';
import { countsOfTry } from '../../../shared/domain/desk/sign-in-limits.ts';
import { addressScopeOf } from '../../../shared/http/source-address.ts';
import type { AccountDependencies } from './account-dependencies.ts';

/**
 * Whether a typed password is that of the user who is signed in. Wrong ones are counted by the session, as those of a known
 * browser are: whoever found a browser open does not try for long, and nobody else is slowed down.
 */
export const checkOwnPassword = async (
  { user, session, page, nowMs }: DeskCall,
  typed: string,
  { counters, passwords }: Pick<AccountDependencies, 'counters' | 'passwords'>,
): Promise<'right' | 'wrong' | 'too-many'> => {
  const addressScope = addressScopeOf(page.sourceAddress);
  const counts = countsOfTry({ userId: user.userId, addressScope, deviceId: session.sessionId });
  if ((await counters.count(counts, nowMs)) === 'too-many') return 'too-many';
  if (!(await passwords.isRight(typed, user.password))) return 'wrong';
  await counters.takeBack(counts, nowMs);
  return 'right';
};
