import { expect, test } from 'vitest';
import type { AccountDependencies } from '../../../functions/desk/change-desk-account/account-dependencies.ts';
import { accountPosts, changeDeskAccount } from '../../../functions/desk/change-desk-account/change-desk-account.ts';
import type { DeskCall } from '../../../shared/desk/call/desk-call.ts';
import { type DeskRole, deskRoles, mayDo } from '../../../shared/domain/desk/roles.ts';

const callOf = (role: DeskRole, subject: string, name: string): DeskCall =>
  ({
    role,
    frame: { language: 'en', serviceName: 'Payment Links', sandbox: false },
    page: {
      route: `POST /desk/${subject}/{${subject === 'users' ? 'action' : 'part'}}`,
      parameters: subject === 'users' ? { action: name } : { part: name },
    },
  }) as unknown as DeskCall;

/** Nothing is read, written or even looked for. */
const nothing = new Proxy({} as AccountDependencies, {
  get: (_target, name) => expect.unreachable(`${String(name)} was used`),
});

const refused = Object.entries(accountPosts).flatMap(([subject, posts]) =>
  Object.entries(posts).flatMap(([name, { action }]) =>
    deskRoles.filter((role) => !mayDo(role, action)).map((role) => ({ subject, name, role })),
  ),
);

test.each(refused)('$role does not post to $subject/$name: refused before anything is read (rule 54)', async (one) => {
  const answer = await changeDeskAccount(nothing)(callOf(one.role, one.subject, one.name));
  expect(answer).toMatchObject({ statusCode: 403 });
  expect(JSON.stringify(answer)).toContain('Nothing changed');
});

test('each post needs what its role must be allowed', () => {
  const actions = Object.entries(accountPosts).flatMap(([subject, posts]) =>
    Object.entries(posts).map(([name, { action }]) => [`${subject}/${name}`, action]),
  );
  expect(Object.fromEntries(actions)).toEqual({
    'settings/profile': 'own-account',
    'settings/password': 'own-account',
    'settings/code': 'own-account',
    'settings/confirm-code': 'own-account',
    'settings/recovery-codes': 'own-account',
    'settings/looks': 'change-looks',
    'users/invite': 'manage-users',
    'users/role': 'manage-users',
    'users/remove': 'manage-users',
    'users/codes': 'manage-users',
    'users/withdraw': 'manage-users',
  });
});

test('viewers and cashiers are refused all of the dealer’s settings, and managers none', () => {
  const manages = ['settings/looks', ...Object.keys(accountPosts.users ?? {}).map((name) => `users/${name}`)];
  for (const role of ['viewer', 'cashier']) {
    const of = refused.filter((one) => one.role === role).map(({ subject, name }) => `${subject}/${name}`);
    expect(of).toEqual(manages);
  }
  expect(refused.filter(({ role }) => role === 'manager')).toEqual([]);
});

test.each([
  ['settings', 'toString'],
  ['users', 'constructor'],
  ['users', 'promote'],
])('there is no post to %s/%s', async (subject, name) => {
  expect(await changeDeskAccount(nothing)(callOf('manager', subject, name))).toMatchObject({ statusCode: 404 });
});
