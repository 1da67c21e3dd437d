import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { deskUserIdOf } from '../../../../shared/desk/call/secrets.ts';
import { locationOf, pageOf } from '../../../support/desk/desk-calls.ts';
import { accountScene } from './account-scene.ts';

const EMAIL = 'new@people.example';
const INVITED = { name: 'Deniz', email: EMAIL, role: 'cashier', language: 'tr' };
const HOUR_MS = 3_600_000;

const invitationsOf = async ({ users }: Awaited<ReturnType<typeof accountScene>>) =>
  (await users.ofDealer('ALPHA')).invitations;
/** In which language each mail is written that waits to leave. */
const mailLanguagesOf = ({ table }: Awaited<ReturnType<typeof accountScene>>) =>
  table.rows().flatMap(({ entity, language }) => (entity === 'desk-mail' ? [language] : []));
const membersOf = async ({ users }: Awaited<ReturnType<typeof accountScene>>) =>
  (await users.ofDealer('ALPHA')).members;

describe('An invitation to the desk of a dealer (rule 53)', () => {
  test('is kept for its address with name, role and language, and says so in the audit', async () => {
    const scene = await accountScene();
    const once = randomUUID();
    const answer = await scene.post('/desk/users/invite', INVITED, { once });
    expect(locationOf(answer)).toBe('/desk/users?done=invited');
    const userId = deskUserIdOf(EMAIL);
    expect(await invitationsOf(scene)).toMatchObject([{ userId, email: EMAIL, name: 'Deniz', role: 'cashier' }]);
    expect(mailLanguagesOf(scene)).toEqual(['tr']);
    expect(await scene.entryOf(once)).toMatchObject({
      command: 'desk-invite-user',
      dealerCode: 'ALPHA',
      changed: ['invitation'],
      result: { userId },
      before: {},
      after: { email: EMAIL, name: 'Deniz', role: 'cashier' },
      by: { email: 'manager@people.example' },
    });
  });

  test('without a role and a language that there are is for a viewer in the language of the manager', async () => {
    const scene = await accountScene();
    await scene.post('/desk/users/invite', { ...INVITED, role: 'owner', language: 'xx' });
    expect(await invitationsOf(scene)).toMatchObject([{ role: 'viewer' }]);
    expect(mailLanguagesOf(scene)).toEqual(['en']);
  });

  test.each([
    ['no name', { name: '' }],
    ['a name with a card number', { name: '4111 1111 1111 1111' }],
    ['no address', { email: 'nobody' }],
  ])('with %s is shown again, and nothing is kept', async (_what, changes) => {
    const scene = await accountScene();
    const { statusCode, markup } = pageOf(await scene.post('/desk/users/invite', { ...INVITED, ...changes }));
    expect(statusCode).toBe(422);
    expect(markup).toContain('aria-invalid="true"');
    expect(await invitationsOf(scene)).toEqual([]);
  });

  test('of a member is refused, and what was typed is shown again', async () => {
    const scene = await accountScene();
    await scene.person({ email: EMAIL, roles: { ALPHA: 'viewer' } });
    const { statusCode, markup } = pageOf(await scene.post('/desk/users/invite', INVITED));
    expect(statusCode).toBe(422);
    expect(markup).toContain('value="Deniz"');
    expect(await invitationsOf(scene)).toEqual([]);
  });

  test('of one address is mailed three times an hour', async () => {
    const scene = await accountScene();
    const invite = async () => scene.post('/desk/users/invite', INVITED);
    for (let times = 0; times < 3; times += 1) {
      expect(locationOf(await invite())).toBe('/desk/users?done=invited');
    }
    expect(pageOf(await invite()).statusCode).toBe(429);
    scene.clock.advance(HOUR_MS);
    expect(locationOf(await invite())).toBe('/desk/users?done=invited');
  });

  test('that is posted again is one, and another one under its value is none', async () => {
    const scene = await accountScene();
    const once = randomUUID();
    await scene.post('/desk/users/invite', INVITED, { once });
    const [before] = await invitationsOf(scene);
    expect(locationOf(await scene.post('/desk/users/invite', INVITED, { once }))).toBe('/desk/users?done=invited');
    expect(await invitationsOf(scene)).toEqual([before]);
    const other = await scene.post('/desk/users/invite', { ...INVITED, role: 'manager' }, { once });
    expect(pageOf(other).statusCode).toBe(422);
    expect(pageOf(await scene.post('/desk/users/invite', INVITED, { once: 'none' })).statusCode).toBe(422);
    expect(await invitationsOf(scene)).toEqual([before]);
  });

  test('is withdrawn with its link', async () => {
    const scene = await accountScene();
    await scene.post('/desk/users/invite', INVITED);
    const [once, user] = [randomUUID(), deskUserIdOf(EMAIL)];
    const withdraw = (options = {}) => scene.post('/desk/users/withdraw', { user }, options);
    expect(locationOf(await withdraw({ once }))).toBe('/desk/users?done=withdrawn');
    expect(await invitationsOf(scene)).toEqual([]);
    expect(await scene.entryOf(once)).toMatchObject({
      command: 'desk-withdraw-invitation',
      dealerCode: 'ALPHA',
      changed: ['invitation'],
      result: { userId: user },
      before: { email: EMAIL, name: 'Deniz', role: 'cashier' },
      after: {},
    });
    expect(pageOf(await withdraw()).statusCode).toBe(422);
  });
});

describe('A member of the desk of a dealer', () => {
  const member = async (role: 'cashier' | 'manager' = 'cashier') => {
    const scene = await accountScene();
    const { userId } = await scene.person({ email: EMAIL, roles: { ALPHA: role, BETA: 'viewer' } });
    const roleNow = async () => (await membersOf(scene)).find((one) => one.userId === userId)?.role;
    return { ...scene, userId, roleNow };
  };

  test('gets another role, and its sessions end by the version of its membership', async () => {
    const scene = await member();
    const once = randomUUID();
    const change = { user: scene.userId, role: 'viewer', version: '1' };
    expect(locationOf(await scene.post('/desk/users/role', change, { once }))).toBe('/desk/users?done=role');
    expect(await membersOf(scene)).toContainEqual(
      expect.objectContaining({ userId: scene.userId, role: 'viewer', version: 2 }),
    );
    expect(await scene.entryOf(once)).toMatchObject({
      command: 'desk-change-role',
      dealerCode: 'ALPHA',
      changed: ['role'],
      result: { userId: scene.userId },
      before: { email: EMAIL, role: 'cashier' },
      after: { email: EMAIL, role: 'viewer' },
    });
  });

  test('is removed from this dealer alone', async () => {
    const scene = await member();
    const once = randomUUID();
    const answer = await scene.post('/desk/users/remove', { user: scene.userId, version: '1' }, { once });
    expect(locationOf(answer)).toBe('/desk/users?done=removed');
    expect(await scene.roleNow()).toBeUndefined();
    expect((await scene.users.membershipsOf(scene.userId)).map(({ dealerCode }) => dealerCode)).toEqual(['BETA']);
    expect(await scene.entryOf(once)).toMatchObject({
      command: 'desk-remove-user',
      dealerCode: 'ALPHA',
      changed: ['membership'],
      result: { userId: scene.userId },
      before: { email: EMAIL, name: 'Ayşe', role: 'cashier' },
      after: {},
    });
  });

  test.each(['role', 'remove'])('is not changed by %s where somebody changed it since it was shown', async (action) => {
    const scene = await member();
    const answer = await scene.post(`/desk/users/${action}`, { user: scene.userId, role: 'viewer', version: '2' });
    expect(pageOf(answer).statusCode).toBe(422);
    expect(await scene.roleNow()).toBe('cashier');
  });

  test.each(['role', 'remove'])('of another dealer is not reached by %s', async (action) => {
    const scene = await accountScene();
    const { userId } = await scene.person({ email: EMAIL, roles: { BETA: 'cashier' } });
    const answer = await scene.post(`/desk/users/${action}`, { user: userId, role: 'viewer', version: '1' });
    expect(pageOf(answer).statusCode).toBe(422);
    expect(await scene.users.membershipsOf(userId)).toMatchObject([{ dealerCode: 'BETA', role: 'cashier' }]);
  });

  test.each(['role', 'remove'])('does not change itself by %s', async (action) => {
    const scene = await accountScene();
    const { userId } = scene.manager;
    const answer = await scene.post(`/desk/users/${action}`, { user: userId, role: 'viewer', version: '1' });
    expect(pageOf(answer).statusCode).toBe(422);
    expect(await membersOf(scene)).toMatchObject([{ userId, role: 'manager', version: 1 }]);
  });

  test('that is a manager stays one where it is the last whose code is set up', async () => {
    const scene = await accountScene();
    const { userId } = await scene.person({ email: EMAIL, roles: { ALPHA: 'manager' }, enrolled: true });
    const change = { user: userId, version: '1' };
    expect(pageOf(await scene.post('/desk/users/role', { ...change, role: 'viewer' })).statusCode).toBe(422);
    expect(pageOf(await scene.post('/desk/users/remove', change)).statusCode).toBe(422);
    expect(await membersOf(scene)).toHaveLength(2);
    const again = await scene.post('/desk/users/role', { ...change, role: 'manager' });
    expect(locationOf(again)).toBe('/desk/users?done=role');
  });

  test('is changed by somebody who gave the password a while ago only once it is given again', async () => {
    const scene = await member();
    const old = { passwordAtMs: scene.clock.now() - 24 * HOUR_MS };
    const answer = await scene.post('/desk/users/remove', { user: scene.userId, version: '1' }, old);
    expect(locationOf(answer)).toBe('/desk/password?from=%2Fdesk%2Fusers');
    expect(await scene.roleNow()).toBe('cashier');
  });
});

describe('Whose sign-ins need a one-time code', () => {
  const ruleOf = async ({ users }: Awaited<ReturnType<typeof accountScene>>) =>
    (await users.ofDealer('ALPHA')).codeRule;

  test('is what a manager says, in versions', async () => {
    const scene = await accountScene();
    const [first, second] = [randomUUID(), randomUUID()];
    const change = (codesFor: string, version: string, once: string) =>
      scene.post('/desk/users/codes', { 'codes-for': codesFor, 'codes-version': version }, { once });
    expect(locationOf(await change('everybody', '0', first))).toBe('/desk/users?done=codes');
    expect(await ruleOf(scene)).toMatchObject({ dealerCode: 'ALPHA', codesFor: 'everybody', version: 1 });
    expect(await scene.entryOf(first)).toMatchObject({
      command: 'desk-change-codes',
      dealerCode: 'ALPHA',
      changed: ['codesFor'],
      result: { codesFor: 'everybody' },
      before: { codesFor: 'managers' },
      after: { codesFor: 'everybody' },
    });
    expect(locationOf(await change('managers', '1', second))).toBe('/desk/users?done=codes');
    expect(await ruleOf(scene)).toMatchObject({ codesFor: 'managers', version: 2 });
    expect(await scene.entryOf(second)).toMatchObject({
      before: { codesFor: 'everybody' },
      after: { codesFor: 'managers' },
    });
  });

  test('is everybody’s where the form says what there is not', async () => {
    const scene = await accountScene();
    await scene.post('/desk/users/codes', { 'codes-for': 'nobody', 'codes-version': '0' });
    expect(await ruleOf(scene)).toMatchObject({ codesFor: 'everybody' });
  });

  test('is not changed where somebody changed it since it was shown', async () => {
    const scene = await accountScene();
    const answer = await scene.post('/desk/users/codes', { 'codes-for': 'everybody', 'codes-version': '1' });
    expect(pageOf(answer).statusCode).toBe(422);
    expect(await ruleOf(scene)).toBeUndefined();
  });
});
