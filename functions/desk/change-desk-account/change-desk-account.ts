import type { DeskCall } from '../../../shared/desk/call/desk-call.ts';
import { freshPasswordOr } from '../../../shared/desk/call/fresh-password.ts';
import { type DeskAction, mayDo } from '../../../shared/domain/desk/roles.ts';
import type { PageAnswer } from '../../../shared/http/page-response.ts';
import { notAllowedDeskPage, notFoundDeskPage } from '../../../shared/pages/desk/frame/closed-desk-page.ts';
import { VaultUnavailable } from '../../../shared/ports/vault.ts';
import type { AccountDependencies } from './account-dependencies.ts';
import { SessionEnded } from './current-user.ts';

type CarryOut = (call: DeskCall, deps: AccountDependencies) => Promise<PageAnswer>;

interface AccountPost {
  readonly action: DeskAction;
  /** Loads what carries the post out: each is a part of the bundle, and a call reads its own. */
  readonly load: () => Promise<CarryOut>;
}

/** Every post by the end of its path, with what a role must be allowed (rule 54). */
export const accountPosts: Readonly<Record<string, Readonly<Record<string, AccountPost>>>> = {
  settings: {
    profile: { action: 'own-account', load: async () => (await import('./profile.ts')).changeProfile },
    password: { action: 'own-account', load: async () => (await import('./password.ts')).changePassword },
    code: { action: 'own-account', load: async () => (await import('./one-time-code.ts')).beginCode },
    'confirm-code': { action: 'own-account', load: async () => (await import('./one-time-code.ts')).confirmCode },
    'recovery-codes': {
      action: 'own-account',
      load: async () => (await import('./one-time-code.ts')).renewRecoveryCodes,
    },
    looks: { action: 'change-looks', load: async () => (await import('./looks.ts')).changeLooks },
  },
  users: {
    invite: { action: 'manage-users', load: async () => (await import('./users.ts')).inviteUser },
    role: { action: 'manage-users', load: async () => (await import('./users.ts')).changeRole },
    remove: { action: 'manage-users', load: async () => (await import('./users.ts')).removeUser },
    codes: { action: 'manage-users', load: async () => (await import('./users.ts')).changeCodeRule },
    withdraw: { action: 'manage-users', load: async () => (await import('./users.ts')).withdrawInvitation },
  },
};

const postOf = ({ page: { route = '', parameters } }: DeskCall): AccountPost | undefined => {
  const [, , subject = ''] = route.split('/');
  const posts = Object.hasOwn(accountPosts, subject) ? accountPosts[subject] : undefined;
  const name = parameters.part ?? parameters.action ?? '';
  return posts !== undefined && Object.hasOwn(posts, name) ? posts[name] : undefined;
};

/** Carries out one post to the settings or the users. What the role does not allow is not begun. */
export const changeDeskAccount =
  (deps: AccountDependencies) =>
  async (call: DeskCall): Promise<PageAnswer> => {
    const post = postOf(call);
    if (post === undefined) return { statusCode: 404, page: notFoundDeskPage(call.frame) };
    if (!mayDo(call.role, post.action)) return { statusCode: 403, page: notAllowedDeskPage(call.frame) };
    // A new user could do at the desk whatever a stolen session may not: move money.
    const stale = post.action === 'manage-users' ? freshPasswordOr(call, '/desk/users') : undefined;
    if (stale !== undefined) return stale;
    try {
      const carryOut = await post.load();
      return await carryOut(call, deps);
    } catch (error) {
      if (error instanceof SessionEnded) return { location: '/desk/sign-in?ended=post' };
      if (error instanceof VaultUnavailable) {
        const { settingsAgain } = await import('./settings-answer.ts');
        return settingsAgain(call, deps, { notice: 'unavailable' });
      }
      throw error;
    }
  };
