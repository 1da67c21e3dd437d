import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { currentUser, SessionEnded } from '../../../../functions/desk/change-desk-account/current-user.ts';
import { FakePasswords } from '../../../fakes/desk-passwords.ts';
import { locationOf, pageOf } from '../../../support/desk/desk-calls.ts';
import { PASSWORD, sessionsIn } from '../desk-scene.ts';
import { accountScene } from './account-scene.ts';

const NEW_PASSWORD = 'a boat on the silent lake';
const TYPED = { 'old-password': PASSWORD, 'new-password': NEW_PASSWORD, 'new-password-again': NEW_PASSWORD };
const MINUTE_MS = 60_000;

/** A cookie of the browser that an answer sets; undefined where it sets none. */
const cookieIn = (answer: object): string | undefined => ('cookies' in answer ? String(answer.cookies) : undefined);

describe('The profile of a user', () => {
  test('is changed in name and language, and the audit says what was changed', async () => {
    const { post, stored, entryOf, manager } = await accountScene();
    const once = randomUUID();
    const answer = await post('/desk/settings/profile', { name: 'Deniz', language: 'tr' }, { once });
    expect(locationOf(answer)).toBe('/desk/settings?done=profile');
    expect(await stored()).toEqual({ ...manager, name: 'Deniz', language: 'tr', version: 2 });
    expect(await entryOf(once)).toMatchObject({
      command: 'desk-change-profile',
      dealerCode: 'ALPHA',
      changed: ['name', 'language'],
      result: { userId: manager.userId },
      before: { name: 'Ayşe', language: 'en' },
      after: { name: 'Deniz', language: 'tr' },
    });
  });

  test('keeps its language where the form says none that there is', async () => {
    const { post, stored, entryOf } = await accountScene();
    const once = randomUUID();
    await post('/desk/settings/profile', { name: 'Deniz', language: 'xx' }, { once });
    expect(await stored()).toMatchObject({ name: 'Deniz', language: 'en' });
    expect(await entryOf(once)).toMatchObject({ changed: ['name'] });
  });

  test.each(['', '4111 1111 1111 1111', 'x'.repeat(500)])('with the name "%.20s" is shown again', async (name) => {
    const { post, stored, manager } = await accountScene();
    const { statusCode, markup } = pageOf(await post('/desk/settings/profile', { name, language: 'tr' }));
    expect(statusCode).toBe(422);
    expect(markup).toContain('aria-invalid="true"');
    expect(await stored()).toEqual(manager);
  });

  test('that is posted again is changed once; a form without its value, or with a used one, changes nothing', async () => {
    const { post, stored } = await accountScene();
    const once = randomUUID();
    const profile = (name: string, value: string) =>
      post('/desk/settings/profile', { name, language: 'en' }, { once: value });
    await profile('Deniz', once);
    expect(locationOf(await profile('Deniz', once))).toBe('/desk/settings?done=profile');
    expect(pageOf(await profile('Derya', once)).statusCode).toBe(422);
    expect(pageOf(await profile('Derya', 'none')).statusCode).toBe(422);
    expect(await stored()).toMatchObject({ name: 'Deniz', version: 2 });
  });

  test('is not changed by a session that has ended meanwhile', async () => {
    const { post, stored } = await accountScene({ user: { epoch: 2 } });
    const answer = await post('/desk/settings/profile', { name: 'Deniz', language: 'en' });
    expect(locationOf(answer)).toBe('/desk/sign-in?ended=post');
    expect(await stored()).toMatchObject({ name: 'Ayşe' });
  });
});

test('The session of a user who is not there any more has ended', async () => {
  const { callOf } = await accountScene();
  const gone = { users: { find: () => Promise.resolve(undefined) } };
  await expect(currentUser(await callOf('/desk/settings/profile', {}), gone)).rejects.toBeInstanceOf(SessionEnded);
});

describe('A new password (rule 53)', () => {
  test('ends all sessions, and the caller goes on in a new one', async () => {
    const scene = await accountScene();
    const once = randomUUID();
    const answer = await scene.post('/desk/settings/password', TYPED, { once });
    expect(locationOf(answer)).toBe('/desk/settings?done=password');
    expect(cookieIn(answer)).toContain('HttpOnly');
    const { password, epoch, version } = await scene.stored();
    expect({ password, epoch, version }).toEqual({
      password: FakePasswords.hashOf(NEW_PASSWORD),
      epoch: 2,
      version: 2,
    });
    const sessions = sessionsIn(scene);
    expect(sessions).toMatchObject([{ userId: scene.manager.userId, epoch: 2, passwordAtMs: scene.nowMs }]);
    expect(sessions[0]?.sessionId).not.toBe('session');
    const entry = await scene.entryOf(once);
    expect(entry).toMatchObject({
      command: 'desk-change-password',
      dealerCode: 'ALPHA',
      changed: ['password'],
      result: { userId: scene.manager.userId },
    });
    expect(JSON.stringify(entry)).not.toMatch(/walk|boat/);
  });

  test('needs the old one', async () => {
    const { post, stored, manager } = await accountScene();
    const answer = await post('/desk/settings/password', { ...TYPED, 'old-password': 'another walk' });
    expect(pageOf(answer).statusCode).toBe(422);
    expect(await stored()).toEqual(manager);
  });

  test.each([
    ['is too short', 'short'],
    ['holds the address of its user', 'manager@people.example'],
    ['holds the name of its dealer', 'my shop ALPHA is good'],
    ['holds the name of another dealer that it opens', 'my shop BETA is good'],
  ])('that %s is refused', async (_what, typed) => {
    const scene = await accountScene();
    await scene.person({ email: 'manager@people.example', roles: { BETA: 'viewer' } });
    const answer = await scene.post('/desk/settings/password', {
      ...TYPED,
      'new-password': typed,
      'new-password-again': typed,
    });
    expect(pageOf(answer).statusCode).toBe(422);
    expect((await scene.stored()).password).toEqual(FakePasswords.hashOf(PASSWORD));
  });

  test('is typed twice', async () => {
    const { post, stored, manager } = await accountScene();
    const answer = await post('/desk/settings/password', { ...TYPED, 'new-password-again': `${NEW_PASSWORD} ` });
    expect(pageOf(answer).statusCode).toBe(422);
    expect(await stored()).toEqual(manager);
  });

  test('is guessed ten times in a quarter of an hour, and right ones are not counted', async () => {
    const { post, clock, stored } = await accountScene();
    const wrong = { ...TYPED, 'old-password': 'another walk' };
    const notSame = { ...TYPED, 'new-password-again': 'other' };
    for (let times = 0; times < 9; times += 1) await post('/desk/settings/password', wrong);
    // The old password was right each time.
    for (let times = 0; times < 2; times += 1) {
      expect(pageOf(await post('/desk/settings/password', notSame)).statusCode).toBe(422);
    }
    await post('/desk/settings/password', wrong);
    expect(pageOf(await post('/desk/settings/password', TYPED)).statusCode).toBe(429);
    clock.advance(15 * MINUTE_MS);
    expect(locationOf(await post('/desk/settings/password', TYPED))).toBe('/desk/settings?done=password');
    expect((await stored()).epoch).toBe(2);
  });

  test('that is posted again sets no cookie, and a form without its value changes nothing', async () => {
    const scene = await accountScene();
    const once = randomUUID();
    expect(pageOf(await scene.post('/desk/settings/password', TYPED, { once: 'none' })).statusCode).toBe(422);
    await scene.post('/desk/settings/password', TYPED, { once });
    const repeat = { ...TYPED, 'old-password': NEW_PASSWORD };
    const answer = await scene.post('/desk/settings/password', repeat, { once });
    expect(locationOf(answer)).toBe('/desk/settings?done=password');
    expect(cookieIn(answer)).toBeUndefined();
    expect(await scene.stored()).toMatchObject({ version: 2 });
  });
});
