import type { DeskVisit } from '../../../shared/desk/call/desk-call.ts';
import { dropCookie } from '../../../shared/desk/call/desk-cookies.ts';
import type { MailedLink } from '../../../shared/domain/desk/mailed-link.ts';
import { passwordProblem } from '../../../shared/domain/desk/password-rules.ts';
import type { DeskUser } from '../../../shared/domain/desk/user.ts';
import type { PageAnswer } from '../../../shared/http/page-response.ts';
import { goneLinkPage, newPasswordPage } from '../../../shared/pages/desk/sign-in/reset-pages.ts';
import { openDealersOf } from './begin-session.ts';
import { applyEntered } from './desk-entry.ts';
import { goodLink } from './invitation-link.ts';
import type { SignInDependencies } from './sign-in-dependencies.ts';
import { onward, visitorAnswer, withoutToken } from './visitor.ts';

interface GoodReset {
  readonly link: MailedLink;
  readonly user: DeskUser;
}

/** The reset of the visit's address; undefined where it is good no more, or the password has changed since it was asked for. */
const goodReset = async (deps: SignInDependencies, { page, nowMs }: DeskVisit): Promise<GoodReset | undefined> => {
  const link = await goodLink(deps, 'reset', { secret: page.parameters.secret, nowMs });
  const user = link === undefined ? undefined : await deps.users.find(link.userId);
  return link !== undefined && user !== undefined && user.epoch === link.epoch ? { link, user } : undefined;
};

const gone = (deps: SignInDependencies, visit: DeskVisit): PageAnswer =>
  visitorAnswer(visit, deps, { statusCode: 404, page: (view) => goneLinkPage(view, 'reset') });

type PasswordFormProblem = NonNullable<Parameters<typeof newPasswordPage>[1]['problem']>;

const form = (
  deps: SignInDependencies,
  visit: DeskVisit,
  { email, problem }: { readonly email: string; readonly problem?: PasswordFormProblem },
): PageAnswer =>
  visitorAnswer(visit, deps, {
    statusCode: problem === undefined ? 200 : 400,
    page: (view) =>
      newPasswordPage(view, { path: `/desk/reset/${visit.page.parameters.secret ?? ''}`, email, problem }),
  });

/** The form that a reset's mail leads to: it changes nothing, so that whoever looks at mails in advance uses no link up. */
export const showNewPassword =
  (deps: SignInDependencies) =>
  async (visit: DeskVisit): Promise<PageAnswer> => {
    const good = await goodReset(deps, visit);
    return good === undefined ? gone(deps, visit) : form(deps, visit, good.user);
  };

/**
 * Sets the password of a reset: the link is used up, all sessions and pending sign-ins of the user end, and the one-time code
 * stays as it is (rule 53).
 */
export const setNewPassword =
  (deps: SignInDependencies) =>
  async (visit: DeskVisit): Promise<PageAnswer> => {
    const refused = withoutToken(visit);
    if (refused !== undefined) return refused;
    const good = await goodReset(deps, visit);
    if (good === undefined) return gone(deps, visit);
    const { link, user } = good;
    const password = visit.posted.exact('password');
    const open = await openDealersOf(await deps.users.membershipsOf(user.userId), deps);
    const dealerNames = open.map(({ dealer }) => dealer.name);
    const problem = passwordProblem(password, { email: user.email, dealerNames });
    if (problem !== undefined) return form(deps, visit, { email: user.email, problem });
    const changed: DeskUser = {
      ...user,
      version: user.version + 1,
      epoch: user.epoch + 1,
      password: await deps.passwords.hash(password),
    };
    // A password belongs to no one dealer: the entry names one where there is but one.
    const dealerCode = open.length === 1 ? open[0]?.dealer.dealerCode : undefined;
    const entry = { command: 'desk-reset-password', user, changed: ['password'], ...(dealerCode && { dealerCode }) };
    const applied = await applyEntered(deps.changes, visit, entry, { user: changed, uses: link });
    if (!applied) return form(deps, visit, { email: user.email, problem: 'changing' });
    return {
      location: onward(visit, '/desk/sign-in', { done: 'password' }),
      cookies: [dropCookie('session', visit.deskUrl), dropCookie('sign-in', visit.deskUrl)],
    };
  };
