import { asSignedIn, type DeskCall, type DeskVisit, signedIn } from '../../../shared/desk/call/desk-call.ts';
import { DESK_START } from '../../../shared/desk/call/return-path.ts';
import { passwordProblem } from '../../../shared/domain/desk/password-rules.ts';
import { type DeskUser, MAX_DEALERS_OF_USER, MAX_USER_NAME } from '../../../shared/domain/desk/user.ts';
import { isFreeText } from '../../../shared/http/free-text.ts';
import type { PageAnswer } from '../../../shared/http/page-response.ts';
import {
  type InvitationView,
  joinPage,
  knownUserPage,
  newUserPage,
} from '../../../shared/pages/desk/sign-in/invitation-pages.ts';
import { goneLinkPage } from '../../../shared/pages/desk/sign-in/reset-pages.ts';
import { newSession } from './begin-session.ts';
import { applyEntered } from './desk-entry.ts';
import { type GoodInvitation, goodInvitation, invitedMembership } from './invitation-link.ts';
import type { SignInDependencies } from './sign-in-dependencies.ts';
import { visitorAnswer, withoutToken } from './visitor.ts';

/** An invitation with the user of its address, where there is one. */
interface Invited extends GoodInvitation {
  readonly user: DeskUser | undefined;
}

const invitedBy = async (deps: SignInDependencies, { page, nowMs }: DeskVisit): Promise<Invited | undefined> => {
  const good = await goodInvitation(deps, { secret: page.parameters.secret, nowMs });
  return good && { ...good, user: await deps.users.find(good.link.userId) };
};

const viewOf = ({ link, dealer }: GoodInvitation, { page }: DeskVisit): InvitationView => ({
  path: `/desk/invitation/${page.parameters.secret ?? ''}`,
  email: link.email,
  dealerName: dealer.name,
  role: link.invitation.role,
});

const gone = (deps: SignInDependencies, visit: DeskVisit): PageAnswer =>
  visitorAnswer(visit, deps, { statusCode: 404, page: (view) => goneLinkPage(view, 'invitation') });

type NewUserProblem = NonNullable<Parameters<typeof newUserPage>[1]['problem']>;

const newUserForm = (
  deps: SignInDependencies,
  visit: DeskVisit,
  invited: GoodInvitation,
  { name, problem }: { readonly name: string; readonly problem?: NewUserProblem },
): PageAnswer =>
  visitorAnswer(visit, deps, {
    statusCode: problem === undefined ? 200 : 400,
    page: (view) => newUserPage(view, { ...viewOf(invited, visit), name, problem }),
  });

/** What an invitation's mail leads to. It changes nothing. */
export const showInvitation =
  (deps: SignInDependencies) =>
  async (visit: DeskVisit): Promise<PageAnswer> => {
    const invited = await invitedBy(deps, visit);
    if (invited === undefined) return gone(deps, visit);
    const { link, user } = invited;
    if (user?.password === undefined) return newUserForm(deps, visit, invited, { name: link.invitation.name });
    if ((await signedIn(visit, deps.sessions)) === undefined) {
      return visitorAnswer(visit, deps, {
        statusCode: 200,
        page: (view) => knownUserPage(view, viewOf(invited, visit)),
      });
    }
    return asSignedIn(deps, async (call) => {
      const isOther = call.user.userId !== link.userId;
      const page = joinPage(call.frame, viewOf(invited, visit), isOther ? 'other' : undefined);
      return { statusCode: 200, page };
    })(visit);
  };

/** The user that an invitation makes of an address. A row without a password is one that was never signed in. */
const newUserOf = (
  { link, user }: Invited,
  { name, nowMs }: { readonly name: string; readonly nowMs: number },
): Omit<DeskUser, 'password'> => ({
  ...user,
  userId: link.userId,
  version: (user?.version ?? 0) + 1,
  email: link.email,
  name,
  language: link.language,
  createdAtMs: user?.createdAtMs ?? nowMs,
  epoch: (user?.epoch ?? 0) + 1,
});

/** Makes a user with a password, its membership and its session, all at once. */
const create = async (deps: SignInDependencies, visit: DeskVisit, invited: Invited): Promise<PageAnswer> => {
  const { nowMs, posted } = visit;
  const { link, dealer } = invited;
  const name = posted.text('name');
  const refused = (problem: NewUserProblem) => newUserForm(deps, visit, invited, { name, problem });
  if (!isFreeText(name, MAX_USER_NAME)) return refused('name');
  const password = posted.exact('password');
  const problem = passwordProblem(password, { email: link.email, dealerNames: [dealer.name] });
  if (problem !== undefined) return refused(problem);
  const user: DeskUser = { ...newUserOf(invited, { name, nowMs }), password: await deps.passwords.hash(password) };
  const { dealerCode, role } = link.invitation;
  const membership = invitedMembership(invited, await deps.users.membership(dealerCode, user.userId), nowMs);
  const session = newSession(visit, { user, membership, passwordAtMs: nowMs });
  const applied = await applyEntered(
    deps.changes,
    visit,
    { command: 'desk-follow-invitation', user, dealerCode, changed: ['user', 'membership'], after: { role } },
    { user, membership, uses: link, ...session.change },
  );
  return applied ? { location: DESK_START, cookies: session.cookies } : refused('changing');
};

/** Adds a dealer to whoever is signed in, and opens its desk. */
const join = async (deps: SignInDependencies, call: DeskCall, invited: Invited): Promise<PageAnswer> => {
  const { user, session, frame, nowMs } = call;
  const { link } = invited;
  const { dealerCode, role } = link.invitation;
  const refused = (statusCode: 403 | 409, problem: Parameters<typeof joinPage>[2]): PageAnswer => ({
    statusCode,
    page: joinPage(frame, viewOf(invited, call), problem),
  });
  if (user.userId !== link.userId) return refused(403, 'other');
  const memberships = await deps.users.membershipsOf(user.userId);
  const known = memberships.find((one) => one.dealerCode === dealerCode);
  if (known === undefined && memberships.length >= MAX_DEALERS_OF_USER) return refused(409, 'full');
  const membership = invitedMembership(invited, known, nowMs);
  const { passwordAtMs, startedAtMs } = session;
  const next = newSession(call, { user, membership, passwordAtMs, startedAtMs });
  const applied = await applyEntered(
    deps.changes,
    call,
    {
      command: 'desk-follow-invitation',
      user,
      dealerCode,
      changed: ['membership'],
      ...(known && { before: { role: known.role } }),
      after: { role },
    },
    { membership, uses: link, ...next.change },
  );
  return applied ? { location: DESK_START, cookies: next.cookies } : refused(409, 'changing');
};

/**
 * Follows an invitation, once: a new user chooses a password, a known one must be signed in and gets the membership alone
 * (rule 53).
 */
export const followInvitation =
  (deps: SignInDependencies) =>
  async (visit: DeskVisit): Promise<PageAnswer> => {
    const invited = await invitedBy(deps, visit);
    if (invited === undefined) return gone(deps, visit);
    if (invited.user?.password !== undefined) return asSignedIn(deps, (call) => join(deps, call, invited))(visit);
    return withoutToken(visit) ?? create(deps, visit, invited);
  };
