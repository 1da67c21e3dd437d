import type { DeskCall } from '../../../shared/desk/call/desk-call.ts';
import { freshPasswordOr } from '../../../shared/desk/call/fresh-password.ts';
import { type DeskAction, mayDo } from '../../../shared/domain/desk/roles.ts';
import type { PageAnswer } from '../../../shared/http/page-response.ts';
import { notAllowedDeskPage, notFoundDeskPage } from '../../../shared/pages/desk/frame/closed-desk-page.ts';
import { VaultUnavailable } from '../../../shared/ports/vault.ts';
import type { AccountDependencies } from './account-dependencies.ts';
import { SessionEnded } from './current-user.ts';
import { changeLooks } from './looks.ts';
import { beginCode, confirmCode, renewRecoveryCodes } from './one-time-code.ts';
import { changePassword } from './password.ts';
import { changeProfile } from './profile.ts';
import { settingsAgain } from './settings-answer.ts';
import { changeCodeRule, changeRole, inviteUser, removeUser, withdrawInvitation } from './users.ts';

interface AccountPost {
  readonly action: DeskAction;
  readonly carryOut: (call: DeskCall, deps: AccountDependencies) => Promise<PageAnswer>;
}

/** Every post by the end of its path, with what a role must be allowed (rule 54). */
export const accountPosts: Readonly<Record<string, Readonly<Record<string, AccountPost>>>> = {
  settings: {
    profile: { action: 'own-account', carryOut: changeProfile },
    password: { action: 'own-account', carryOut: changePassword },
    code: { action: 'own-account', carryOut: beginCode },
    'confirm-code': { action: 'own-account', carryOut: confirmCode },
    'recovery-codes': { action: 'own-account', carryOut: renewRecoveryCodes },
    looks: { action: 'change-looks', carryOut: changeLooks },
  },
  users: {
    invite: { action: 'manage-users', carryOut: inviteUser },
    role: { action: 'manage-users', carryOut: changeRole },
    remove: { action: 'manage-users', carryOut: removeUser },
    codes: { action: 'manage-users', carryOut: changeCodeRule },
    withdraw: { action: 'manage-users', carryOut: withdrawInvitation },
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
      return await post.carryOut(call, deps);
    } catch (error) {
      if (error instanceof SessionEnded) return { location: '/desk/sign-in?ended=post' };
      if (error instanceof VaultUnavailable) return settingsAgain(call, deps, { notice: 'unavailable' });
      throw error;
    }
  };
