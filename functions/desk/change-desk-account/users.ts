import type { PlannedOnce } from '../../../shared/audit/apply-once.ts';
import { newInvitation } from '../../../shared/desk/account/mailed-link.ts';
import { usersOfDealer } from '../../../shared/desk/account/users-of-dealer.ts';
import type { DeskCall } from '../../../shared/desk/call/desk-call.ts';
import { type AppliedAtDesk, applyAtDesk, type DeskAsked } from '../../../shared/desk/call/desk-command.ts';
import { deskUserIdOf } from '../../../shared/desk/call/secrets.ts';
import { emailOf } from '../../../shared/domain/dealer/looks-rules.ts';
import { codeRules } from '../../../shared/domain/desk/code-rule.ts';
import { type DeskRole, deskRoles } from '../../../shared/domain/desk/roles.ts';
import { countsOfMail } from '../../../shared/domain/desk/sign-in-limits.ts';
import { MAX_USER_NAME } from '../../../shared/domain/desk/user.ts';
import { invitationProblem, memberProblem } from '../../../shared/domain/desk/user-changes.ts';
import { languages } from '../../../shared/domain/language.ts';
import { isFreeText } from '../../../shared/http/free-text.ts';
import type { PageAnswer } from '../../../shared/http/page-response.ts';
import { addressScopeOf } from '../../../shared/http/source-address.ts';
import { codeRuleFields, type TypedInvitation, usersPage } from '../../../shared/pages/desk/account/users-pages.ts';
import type { UsersNotice } from '../../../shared/pages/desk/account/users-texts.ts';
import type { AccountDependencies } from './account-dependencies.ts';

/** A change of users that must not be made; nothing was written. */
class UsersRefusal extends Error {
  override readonly name = 'UsersRefusal';
  readonly reason: UsersNotice;

  constructor(reason: UsersNotice) {
    super(reason);
    this.reason = reason;
  }
}

interface Refused {
  readonly notice?: UsersNotice;
  readonly typed?: TypedInvitation;
  readonly problems?: readonly ('name' | 'email')[];
}

/** The users again, with why nothing was changed. */
const usersAgain = async (call: DeskCall, deps: AccountDependencies, refused: Refused): Promise<PageAnswer> => ({
  statusCode: refused.notice === 'too-many-mails' ? 429 : 422,
  page: usersPage({
    frame: call.frame,
    self: call.user.userId,
    ...(await usersOfDealer(call.dealer.dealerCode, deps.users)),
    newOnce: () => deps.randomness.guid(),
    nowMs: call.nowMs,
    ...refused,
  }),
});

type Planned = PlannedOnce;

interface UsersChange {
  readonly asked: DeskAsked;
  readonly done: UsersNotice;
  readonly typed?: TypedInvitation;
  readonly plan: () => Promise<Planned>;
}

const notApplied = ({ kind }: AppliedAtDesk<undefined>): UsersNotice =>
  kind === 'changing' ? 'changing' : 'used-once';

/** Applies a change of users once, and answers the list of them. */
const applyToUsers = async (
  call: DeskCall,
  deps: AccountDependencies,
  { asked, done, typed, plan }: UsersChange,
): Promise<PageAnswer> => {
  const again = (notice: UsersNotice) => usersAgain(call, deps, { notice, ...(typed === undefined ? {} : { typed }) });
  try {
    const applied = await applyAtDesk({ call, changes: deps.changes }, asked, plan);
    if (applied.kind === 'applied' || applied.kind === 'repeated') return { location: `/desk/users?done=${done}` };
    return await again(notApplied(applied));
  } catch (error) {
    if (error instanceof UsersRefusal) return again(error.reason);
    throw error;
  }
};

/** Says whose sign-ins need a one-time code. Whoever has none sets it up at the next request, before anything else opens. */
export const changeCodeRule = async (call: DeskCall, deps: AccountDependencies): Promise<PageAnswer> => {
  const { dealer, membership: still, posted } = call;
  const { dealerCode } = dealer;
  const codesFor = codeRules.find((one) => one === posted.text(codeRuleFields.codesFor)) ?? 'everybody';
  return applyToUsers(call, deps, {
    asked: { command: 'desk-change-codes', input: { codesFor } },
    done: 'codes',
    plan: async () => {
      const { codeRule: stored } = await deps.users.ofDealer(dealerCode);
      // What the manager saw is what is changed.
      if (String(stored?.version ?? 0) !== posted.text(codeRuleFields.version)) throw new UsersRefusal('changing');
      const codeRule = { dealerCode, codesFor, version: (stored?.version ?? 0) + 1 };
      return {
        change: { kind: 'desk', record: { codeRule, still } },
        entry: {
          dealerCode,
          changed: ['codesFor'],
          result: { codesFor },
          before: { codesFor: stored?.codesFor ?? 'managers' },
          after: { codesFor },
        },
        extra: undefined,
      };
    },
  });
};

const roleIn = ({ posted }: DeskCall): DeskRole => deskRoles.find((one) => one === posted.text('role')) ?? 'viewer';

const typedInvitation = (call: DeskCall): TypedInvitation => ({
  name: call.posted.text('name'),
  email: call.posted.text('email'),
  role: roleIn(call),
  language: languages.find((one) => one === call.posted.text('language')) ?? call.language,
});

/** Counts the mail of an invitation: by whom it goes to, and by where it is asked for. */
const countMail = async ({ page, nowMs }: DeskCall, userId: string, { counters }: AccountDependencies) => {
  const counts = countsOfMail('invitation', { userId, addressScope: addressScopeOf(page.sourceAddress) });
  if ((await counters.count(counts, nowMs)) === 'too-many') throw new UsersRefusal('too-many-mails');
};

/** Invites somebody to the dealer's desk by a mailed link. An earlier invitation of the same address is good no more. */
export const inviteUser = async (call: DeskCall, deps: AccountDependencies): Promise<PageAnswer> => {
  const typed = typedInvitation(call);
  const problems = (['name', 'email'] as const).filter((field) =>
    field === 'name' ? !isFreeText(typed.name, MAX_USER_NAME) : emailOf(typed.email) === undefined,
  );
  if (problems.length > 0) return usersAgain(call, deps, { typed, problems });
  const { dealer, membership, nowMs } = call;
  const userId = deskUserIdOf(typed.email);
  return applyToUsers(call, deps, {
    asked: { command: 'desk-invite-user', input: { ...typed } },
    done: 'invited',
    typed,
    plan: async () => {
      const problem = invitationProblem({ userId, ...(await deps.users.ofDealer(dealer.dealerCode)) });
      if (problem !== undefined) throw new UsersRefusal(problem);
      await countMail(call, userId, deps);
      const { written } = await newInvitation({ ...typed, dealer }, { sealer: deps.sealer, nowMs });
      return {
        change: { kind: 'desk', record: { invites: written, still: membership } },
        entry: {
          dealerCode: dealer.dealerCode,
          changed: ['invitation'],
          result: { userId },
          before: {},
          after: { email: typed.email, name: typed.name, role: typed.role },
        },
        extra: undefined,
      };
    },
  });
};

/** The member that a form is about, as stored now, where the change may be made. Throws UsersRefusal. */
const memberToChange = async (call: DeskCall, deps: AccountDependencies, role?: DeskRole) => {
  const { posted, user, dealer } = call;
  const of = posted.text('user');
  const { members } = await usersOfDealer(dealer.dealerCode, deps.users);
  const known = members.map(({ membership, user: one }) => ({ membership, hasCode: one.code !== undefined }));
  const change = role === undefined ? { by: user.userId, of } : { by: user.userId, of, role };
  const problem = memberProblem(known, change);
  const member = members.find(({ membership }) => membership.userId === of);
  if (problem !== undefined || member === undefined) throw new UsersRefusal(problem ?? 'no-member');
  // What the manager saw is what is changed.
  if (String(member.membership.version) !== posted.text('version')) throw new UsersRefusal('changing');
  return member;
};

/** Changes the role of a member. Its open sessions end at their next request. */
export const changeRole = async (call: DeskCall, deps: AccountDependencies): Promise<PageAnswer> => {
  const role = roleIn(call);
  const { dealer, membership: still, posted } = call;
  return applyToUsers(call, deps, {
    asked: { command: 'desk-change-role', input: { user: posted.text('user'), role } },
    done: 'role',
    plan: async () => {
      const { membership, user } = await memberToChange(call, deps, role);
      return {
        change: {
          kind: 'desk',
          record: { membership: { ...membership, role, version: membership.version + 1 }, still },
        },
        entry: {
          dealerCode: dealer.dealerCode,
          changed: ['role'],
          result: { userId: user.userId },
          before: { email: user.email, role: membership.role },
          after: { email: user.email, role },
        },
        extra: undefined,
      };
    },
  });
};

/** Removes a member. Its open sessions end at their next request; what it did stays in the audit. */
export const removeUser = async (call: DeskCall, deps: AccountDependencies): Promise<PageAnswer> => {
  const { dealer, membership: still, posted } = call;
  return applyToUsers(call, deps, {
    asked: { command: 'desk-remove-user', input: { user: posted.text('user') } },
    done: 'removed',
    plan: async () => {
      const { membership, user } = await memberToChange(call, deps);
      return {
        change: { kind: 'desk', record: { removes: membership, still } },
        entry: {
          dealerCode: dealer.dealerCode,
          changed: ['membership'],
          result: { userId: user.userId },
          before: { email: user.email, name: user.name, role: membership.role },
          after: {},
        },
        extra: undefined,
      };
    },
  });
};

/** Takes an invitation back: its link is good no more. */
export const withdrawInvitation = async (call: DeskCall, deps: AccountDependencies): Promise<PageAnswer> => {
  const { dealer, membership: still, posted } = call;
  const userId = posted.text('user');
  return applyToUsers(call, deps, {
    asked: { command: 'desk-withdraw-invitation', input: { user: userId } },
    done: 'withdrawn',
    plan: async () => {
      const { invitations } = await deps.users.ofDealer(dealer.dealerCode);
      const invitation = invitations.find((one) => one.userId === userId);
      if (invitation === undefined) throw new UsersRefusal('gone');
      const { email, name, role } = invitation;
      return {
        change: { kind: 'desk', record: { withdraws: invitation, still } },
        entry: {
          dealerCode: dealer.dealerCode,
          changed: ['invitation'],
          result: { userId },
          before: { email, name, role },
          after: {},
        },
        extra: undefined,
      };
    },
  });
};
