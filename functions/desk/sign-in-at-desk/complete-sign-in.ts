import type { DeskVisit } from '../../../shared/desk/call/desk-call.ts';
import { DESK_START, returnPathOf } from '../../../shared/desk/call/return-path.ts';
import type { DeskMembership, DeskUser } from '../../../shared/domain/desk/user.ts';
import type { PageAnswer } from '../../../shared/http/page-response.ts';
import type { DeskChange } from '../../../shared/ports/desk-users.ts';
import { newSession, openDealersOf } from './begin-session.ts';
import { applyEntered } from './desk-entry.ts';
import { acceptedBySignIn } from './invitation-link.ts';
import type { SignInDependencies } from './sign-in-dependencies.ts';

interface CompletedSignIn {
  /** The user as it is written, or as it stands where nothing of it is. */
  readonly user: DeskUser;
  readonly memberships: readonly DeskMembership[];
  readonly passwordAtMs: number;
  /** What of the user and of a pending sign-in is written in the transaction of the session. */
  readonly change: Pick<DeskChange, 'user' | 'completes'>;
}

/** The dealer whose desk a sign-in opens: the first that is enabled, or the one that an invitation leads to. */
const openedBy = async (deps: SignInDependencies, visit: DeskVisit, { user, memberships }: CompletedSignIn) => {
  const open = await openDealersOf(memberships, deps);
  const [first] = open;
  const from = returnPathOf(visit.page.query?.from);
  if (first !== undefined) {
    const back = open.length === 1 ? from : `/desk/dealer?${new URLSearchParams({ from }).toString()}`;
    return { membership: first.membership, change: {}, location: back };
  }
  // Nobody can be signed in without a dealer. Whoever follows an invitation has one by signing in.
  const accepted = await acceptedBySignIn(deps, visit, { user, from });
  return accepted && { ...accepted, location: DESK_START };
};

/**
 * Begins a session in one transaction with what the sign-in changes and its audit entry. Undefined where the user may open no
 * dealer, or something of it has changed meanwhile: nothing was written then.
 */
export const completeSignIn = async (
  deps: SignInDependencies,
  visit: DeskVisit,
  completed: CompletedSignIn,
): Promise<PageAnswer | undefined> => {
  const { user, passwordAtMs, change } = completed;
  const opened = await openedBy(deps, visit, completed);
  if (opened === undefined) return undefined;
  const { membership } = opened;
  const { dealerCode, role } = membership;
  const session = newSession(visit, { user, membership, passwordAtMs });
  const applied = await applyEntered(
    deps.changes,
    visit,
    { command: 'desk-sign-in', user, dealerCode, after: { role } },
    { ...change, ...opened.change, ...session.change },
  );
  return applied ? { location: opened.location, cookies: session.cookies } : undefined;
};
