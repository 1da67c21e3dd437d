import type { DeskCall } from '../../../shared/desk/call/desk-call.ts';
import { applyAtDesk } from '../../../shared/desk/call/desk-command.ts';
import { passwordProblem } from '../../../shared/domain/desk/password-rules.ts';
import type { PageAnswer } from '../../../shared/http/page-response.ts';
import { settingsFields } from '../../../shared/pages/desk/account/settings-page.ts';
import type { AccountDependencies } from './account-dependencies.ts';
import { currentUser } from './current-user.ts';
import { nextSession } from './next-session.ts';
import { checkOwnPassword } from './own-password.ts';
import { notAppliedNotice, settingsAgain, settingsDone } from './settings-answer.ts';

/** Names of all dealers whose desks the password opens: it holds none of them. */
const dealerNamesOf = async (
  { user, dealer }: DeskCall,
  { users, dealers }: AccountDependencies,
): Promise<readonly string[]> => {
  const memberships = await users.membershipsOf(user.userId);
  const others = memberships.filter(({ dealerCode }) => dealerCode !== dealer.dealerCode);
  const accounts = await Promise.all(others.map(({ dealerCode }) => dealers.load(dealerCode)));
  return [dealer.name, ...accounts.flatMap((account) => (account === undefined ? [] : [account.dealer.name]))];
};

/** What is wrong with the new password; undefined where it may be set. */
const newPasswordProblem = async (call: DeskCall, deps: AccountDependencies) => {
  const { newPassword, newPasswordAgain } = settingsFields;
  const typed = call.posted.exact(newPassword);
  const dealerNames = await dealerNamesOf(call, deps);
  const problem = passwordProblem(typed, { email: call.user.email, dealerNames });
  if (problem !== undefined) return { [newPassword]: problem };
  return typed === call.posted.exact(newPasswordAgain) ? undefined : ({ [newPasswordAgain]: 'not-same' } as const);
};

/**
 * Sets a new password on the word of the old one. All sessions of the user end, and the caller goes on in a new one. Neither
 * password stands in the audit.
 */
export const changePassword = async (call: DeskCall, deps: AccountDependencies): Promise<PageAnswer> => {
  const { posted, dealer, session } = call;
  const { oldPassword, newPassword } = settingsFields;
  const checked = await checkOwnPassword(call, posted.exact(oldPassword), deps);
  if (checked === 'too-many') return settingsAgain(call, deps, { notice: 'too-many' });
  if (checked === 'wrong') return settingsAgain(call, deps, { problems: { [oldPassword]: 'wrong-password' } });
  const problems = await newPasswordProblem(call, deps);
  if (problems !== undefined) return settingsAgain(call, deps, { problems });
  const password = await deps.passwords.hash(posted.exact(newPassword));
  const next = nextSession(call, session.epoch + 1, deps);
  const asked = { command: 'desk-change-password', input: {} } as const;
  const applied = await applyAtDesk({ call, changes: deps.changes }, asked, async () => {
    const stored = await currentUser(call, deps);
    const user = { ...stored, password, epoch: next.session.epoch, version: stored.version + 1 };
    return {
      change: { kind: 'desk', record: { user, begins: next.session, ends: session } },
      entry: { dealerCode: dealer.dealerCode, changed: ['password'], result: { userId: stored.userId } },
      extra: undefined,
    };
  });
  if (applied.kind === 'applied') return { ...settingsDone('password'), cookies: [next.cookie] };
  if (applied.kind === 'repeated') return settingsDone('password');
  return settingsAgain(call, deps, { notice: notAppliedNotice(applied) });
};
