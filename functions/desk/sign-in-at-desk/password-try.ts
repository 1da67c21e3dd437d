import type { DeskVisit } from '../../../shared/desk/call/desk-call.ts';
import { secretIn } from '../../../shared/desk/call/desk-cookies.ts';
import { digestOf } from '../../../shared/desk/call/secrets.ts';
import { countsOfTry } from '../../../shared/domain/desk/sign-in-limits.ts';
import type { DeskMembership, DeskUser, DeskUserId } from '../../../shared/domain/desk/user.ts';
import { addressScopeOf } from '../../../shared/http/source-address.ts';
import type { SignInDependencies } from './sign-in-dependencies.ts';

/** What became of a password. Only a right one tells whose it is. */
export type PasswordTry =
  | { readonly kind: 'right'; readonly user: DeskUser; readonly memberships: readonly DeskMembership[] }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'too-many' };

type TryDependencies = Pick<SignInDependencies, 'users' | 'counters' | 'passwords'>;

/** The device cookie of a browser that this user signed in with before; undefined for any other browser. */
const knownDevice = async (
  { page, deskUrl }: DeskVisit,
  userId: DeskUserId,
  { users }: TryDependencies,
): Promise<string | undefined> => {
  const secret = secretIn(page.cookies, 'device', deskUrl);
  if (secret === undefined) return undefined;
  const deviceId = digestOf(secret);
  return (await users.knowsDevice(userId, deviceId)) ? deviceId : undefined;
};

/**
 * Tries a password once: it is counted before any work, and a right one gives its count back (rule 53). Reads, counts and hashes
 * are the same whether there is such a user, with a password and a dealer, or not. Throws DeskBusy and StoreUnavailable.
 */
export const tryPassword = async (
  deps: TryDependencies,
  visit: DeskVisit,
  { userId, password }: { readonly userId: DeskUserId; readonly password: string },
): Promise<PasswordTry> => {
  const { users, counters, passwords } = deps;
  const { page, nowMs } = visit;
  const deviceId = await knownDevice(visit, userId, deps);
  const counts = countsOfTry({ userId, addressScope: addressScopeOf(page.sourceAddress), deviceId });
  if ((await counters.count(counts, nowMs)) === 'too-many') return { kind: 'too-many' };
  const [user, memberships] = await Promise.all([users.find(userId), users.membershipsOf(userId)]);
  const isRight = await passwords.isRight(password, user?.password);
  if (!isRight || user === undefined) return { kind: 'wrong' };
  await counters.takeBack(counts, nowMs);
  return { kind: 'right', user, memberships };
};
