import type { DeskVisit } from '../../../shared/desk/call/desk-call.ts';
import { dropCookie, secretIn, setCookie } from '../../../shared/desk/call/desk-cookies.ts';
import { digestOf, newSecret } from '../../../shared/desk/call/secrets.ts';
import type { Dealer } from '../../../shared/domain/dealer/dealer.ts';
import type { DeskSession } from '../../../shared/domain/desk/session.ts';
import type { DeskMembership, DeskUser } from '../../../shared/domain/desk/user.ts';
import type { DeskChange } from '../../../shared/ports/desk-users.ts';
import type { SignInDependencies } from './sign-in-dependencies.ts';

/** A dealer whose desk a user may open now. */
export interface OpenDealer {
  readonly dealer: Dealer;
  readonly membership: DeskMembership;
}

/** The enabled dealers of memberships, in their order; at most MAX_DEALERS_OF_USER. */
export const openDealersOf = async (
  memberships: readonly DeskMembership[],
  { dealers }: Pick<SignInDependencies, 'dealers'>,
): Promise<readonly OpenDealer[]> => {
  const accounts = await Promise.all(memberships.map(({ dealerCode }) => dealers.load(dealerCode)));
  return memberships.flatMap((membership, index) => {
    const dealer = accounts[index]?.dealer;
    return dealer?.enabled === true ? [{ dealer, membership }] : [];
  });
};

/** A session that is ready to begin, and the cookies of its answer. */
interface NewSession {
  readonly change: Required<Pick<DeskChange, 'begins' | 'remembers'>> & Pick<DeskChange, 'ends'>;
  readonly cookies: readonly string[];
}

interface SessionOwner {
  /** The user as it stands when the session begins. */
  readonly user: Pick<DeskUser, 'userId' | 'epoch'>;
  readonly membership: Pick<DeskMembership, 'dealerCode' | 'version' | 'addedAtMs'>;
  readonly passwordAtMs: number;
  /** The moment of the sign-in; another dealer's session goes on from it. */
  readonly startedAtMs?: number;
}

/**
 * A session under a new secret, whatever cookie the browser had before: nobody can give a browser a session that is known
 * elsewhere. The session that it had ends, and the browser is remembered as one that signed in.
 */
export const newSession = (visit: DeskVisit, owner: SessionOwner): NewSession => {
  const { page, nowMs, deskUrl } = visit;
  const { user, membership, passwordAtMs, startedAtMs = nowMs } = owner;
  const secret = newSecret();
  const device = secretIn(page.cookies, 'device', deskUrl) ?? newSecret();
  const before = secretIn(page.cookies, 'session', deskUrl);
  const begins: DeskSession = {
    sessionId: digestOf(secret),
    userId: user.userId,
    dealerCode: membership.dealerCode,
    epoch: user.epoch,
    membershipVersion: membership.version,
    memberSinceMs: membership.addedAtMs,
    startedAtMs,
    lastUsedAtMs: nowMs,
    passwordAtMs,
  };
  return {
    change: {
      begins,
      remembers: { userId: user.userId, deviceId: digestOf(device), atMs: nowMs },
      ...(before === undefined ? {} : { ends: { sessionId: digestOf(before) } }),
    },
    cookies: [
      setCookie('session', secret, deskUrl),
      setCookie('device', device, deskUrl),
      dropCookie('sign-in', deskUrl),
      dropCookie('visitor', deskUrl),
    ],
  };
};
