import { randomUUID } from 'node:crypto';
import { deskUserItem, membershipItems, sessionItem } from '../../../shared/adapters/dynamodb/desk/desk-items.ts';
import { deskUserIdOf, digestOf, newSecret } from '../../../shared/desk/call/secrets.ts';
import type { DeskRole } from '../../../shared/domain/desk/roles.ts';
import type { DeskSession } from '../../../shared/domain/desk/session.ts';
import type { DeskMembership, DeskUser } from '../../../shared/domain/desk/user.ts';
import type { Language } from '../../../shared/domain/language.ts';
import type { TestDealer } from '../dealer/dealers.ts';
import { putRows } from '../store/store.ts';
import { type DeskBrowser, newDeskBrowser } from './desk-browser.ts';
import { forgetSignInsOfAddress } from './sign-in-counts.ts';

/** What a scene may change of a person. */
export interface PersonOptions {
  readonly role?: DeskRole;
  readonly language?: Language;
  readonly user?: Partial<DeskUser>;
  readonly membership?: Partial<DeskMembership>;
  readonly session?: Partial<DeskSession>;
}

/** Somebody at the desk of a dealer, with a browser that is signed in. */
export interface DeskPerson {
  readonly user: DeskUser;
  readonly membership: DeskMembership;
  readonly session: DeskSession;
  /** The secret in the session's cookie. */
  readonly secret: string;
  readonly browser: DeskBrowser;
}

/** An authenticator whose secret nobody opens: for scenes that begin behind the sign-in. */
const ENROLLED = {
  sealedSecret: 'sealed',
  secretVersion: 1,
  enrolledAtMs: 0,
  lastStep: 0,
  recoveryCodes: [],
};

/** Writes a user, its membership and a session, as a sign-in of this moment leaves them. A manager has a one-time code. */
export const signedInAt = async (
  { dealer: { dealerCode }, store, stack }: Pick<TestDealer, 'dealer' | 'store' | 'stack'>,
  { role = 'manager', language = 'en', ...changes }: PersonOptions = {},
): Promise<DeskPerson> => {
  const nowMs = Date.now();
  const email = `${role}-${randomUUID()}@people.example`;
  const user: DeskUser = {
    userId: deskUserIdOf(email),
    version: 1,
    email,
    name: `Test ${role}`,
    language,
    createdAtMs: nowMs,
    epoch: 1,
    ...(role === 'manager' ? { code: ENROLLED } : {}),
    ...changes.user,
  };
  const { userId } = user;
  const membership = { dealerCode, userId, role, version: 1, addedAtMs: nowMs, ...changes.membership };
  const secret = newSecret();
  const session: DeskSession = {
    sessionId: digestOf(secret),
    userId,
    dealerCode,
    epoch: user.epoch,
    membershipVersion: membership.version,
    memberSinceMs: membership.addedAtMs,
    startedAtMs: nowMs,
    lastUsedAtMs: nowMs,
    passwordAtMs: nowMs,
    ...changes.session,
  };
  await forgetSignInsOfAddress({ store });
  await putRows(store, [deskUserItem(user), ...membershipItems(membership), sessionItem(session)]);
  return { user, membership, session, secret, browser: newDeskBrowser(stack.baseUrl, { desk: secret }) };
};
