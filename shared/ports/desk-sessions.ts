import type { Dealer } from '../domain/dealer/dealer.ts';
import type { CodeRule } from '../domain/desk/code-rule.ts';
import type { PendingSignIn } from '../domain/desk/pending-sign-in.ts';
import type { DeskSession } from '../domain/desk/session.ts';
import type { SignInCount } from '../domain/desk/sign-in-limits.ts';
import type { DeskMembership, DeskUser } from '../domain/desk/user.ts';

/** Whom a session names, as the table says now. */
interface DeskOwners {
  readonly user: DeskUser | undefined;
  readonly membership: DeskMembership | undefined;
  readonly dealer: Dealer | undefined;
  /** Absent where the dealer never said whose sign-ins need a code. */
  readonly codeRule: CodeRule | undefined;
}

/** Sessions of the desk, read strongly. A session begins and ends with a `DeskChange`. Every method throws StoreUnavailable and UnreadableRow. */
export interface DeskSessions {
  find(sessionId: string): Promise<DeskSession | undefined>;
  /** User, membership and dealer of a session, with the dealer's wish of codes, in one trip. */
  ownersOf(session: Pick<DeskSession, 'userId' | 'dealerCode'>): Promise<DeskOwners>;
  /** Notes a use, or that the password was given; a session that has ended meanwhile stays ended. */
  note(
    session: Pick<DeskSession, 'sessionId'>,
    noted: { readonly lastUsedAtMs: number; readonly passwordAtMs?: number },
  ): Promise<void>;
}

/** Sign-ins that wait for a one-time code. Every method throws StoreUnavailable and UnreadableRow. */
export interface PendingSignIns {
  begin(pending: PendingSignIn): Promise<void>;
  find(pendingId: string): Promise<PendingSignIn | undefined>;
  /**
   * Writes a sign-in and its user, each in place of the version before: a code is counted as wrong before it is looked at, so that
   * no two codes are tried by one count. False, and nothing written, when another try or change was first.
   */
  count(pending: PendingSignIn, user: DeskUser): Promise<boolean>;
}

/** Counts sign-ins and mails in fixed windows of time (rule 53). Throws StoreUnavailable. */
export interface SignInCounters {
  /** Counts one more in all counters. `too-many`, and nothing counted, where one of them is full. */
  count(counts: readonly SignInCount[], nowMs: number): Promise<'counted' | 'too-many'>;
  /** Takes a count back: a right password is no wrong try. */
  takeBack(counts: readonly SignInCount[], nowMs: number): Promise<void>;
}
