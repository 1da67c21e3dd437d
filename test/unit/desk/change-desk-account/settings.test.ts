import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { recoveryDigestOf } from '../../../../shared/desk/account/recovery-codes.ts';
import { VaultUnavailable } from '../../../../shared/ports/vault.ts';
import { FakePasswords } from '../../../fakes/desk-passwords.ts';
import { locationOf, pageOf } from '../../../support/desk/desk-calls.ts';
import { PASSWORD, RECOVERY_CODE, sessionsIn } from '../desk-scene.ts';
import { accountScene } from './account-scene.ts';

const NEW_PASSWORD = 'a boat on the silent lake';
const TYPED = { 'old-password': PASSWORD, 'new-password': NEW_PASSWORD, 'new-password-again': NEW_PASSWORD };
const MINUTE_MS = 60_000;
const RECOVERY_CODES = /[A-Z0-9]{4}(?:-[A-Z0-9]{4}){3}/g;

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
    expect(entry).toMatchObject({ command: 'desk-change-password', dealerCode: 'ALPHA', changed: ['password'] });
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

describe('New recovery codes', () => {
  const asked = { 'recovery-password': PASSWORD, 'recovery-proof': RECOVERY_CODE };
  const shownCodes = (markup: string) => markup.match(RECOVERY_CODES) ?? [];

  test('take the place of those that are left, on the word of password and code, and are shown once', async () => {
    const { post, stored, entryOf, manager } = await accountScene({ enrolled: true });
    const once = randomUUID();
    const { statusCode, markup } = pageOf(await post('/desk/settings/recovery-codes', asked, { once }));
    const codes = shownCodes(markup);
    expect(statusCode).toBe(200);
    expect(codes).toHaveLength(10);
    expect((await stored()).code).toEqual({ ...manager.code, recoveryCodes: codes.map(recoveryDigestOf) });
    expect(await entryOf(once)).toMatchObject({
      command: 'desk-renew-recovery-codes',
      dealerCode: 'ALPHA',
      changed: ['recoveryCodes'],
      result: { userId: manager.userId },
      before: { recoveryCodes: 2 },
      after: { recoveryCodes: 10 },
    });
  });

  test('need a code that is right, and one that is wrong is counted', async () => {
    const { post, stored, manager } = await accountScene({ enrolled: true });
    const wrong = { ...asked, 'recovery-proof': 'WRNG-WRNG-WRNG-WRNG' };
    expect(pageOf(await post('/desk/settings/recovery-codes', wrong)).statusCode).toBe(422);
    const { code, wrongCodes } = await stored();
    expect(code).toEqual(manager.code);
    expect(wrongCodes).toMatchObject({ count: 1 });
  });

  test('are taken by the code of the authenticator too, once', async () => {
    const { post, stored, codeNow, clock } = await accountScene({ enrolled: true });
    const proof = { ...asked, 'recovery-proof': codeNow() };
    expect(pageOf(await post('/desk/settings/recovery-codes', proof)).statusCode).toBe(200);
    expect((await stored()).code?.lastStep).toBe(Math.floor(clock.now() / 30_000));
    expect(pageOf(await post('/desk/settings/recovery-codes', proof)).statusCode).toBe(422);
  });

  test('need the password, and a code that was set up', async () => {
    const { post, stored, manager } = await accountScene({ enrolled: true });
    expect(
      pageOf(await post('/desk/settings/recovery-codes', { ...asked, 'recovery-password': 'another walk' })).statusCode,
    ).toBe(422);
    expect(await stored()).toEqual(manager);
    const without = await accountScene();
    expect(pageOf(await without.post('/desk/settings/recovery-codes', asked)).statusCode).toBe(422);
  });

  test('are made of recovery codes alone after twenty wrong codes of a day', async () => {
    const { post, codeNow, stored } = await accountScene({
      enrolled: true,
      user: { wrongCodes: { day: '20260115', count: 20 } },
    });
    const byCode = { ...asked, 'recovery-proof': codeNow() };
    expect(pageOf(await post('/desk/settings/recovery-codes', byCode)).statusCode).toBe(422);
    expect(pageOf(await post('/desk/settings/recovery-codes', asked)).statusCode).toBe(200);
    expect((await stored()).code?.recoveryCodes).toHaveLength(10);
  });

  test('that are posted again are not shown again', async () => {
    const { post } = await accountScene({ enrolled: true });
    const once = randomUUID();
    await post('/desk/settings/recovery-codes', asked, { once });
    // The first post has used the code: a reload cannot prove it again.
    const answer = await post('/desk/settings/recovery-codes', asked, { once });
    expect(shownCodes(pageOf(answer).markup)).toEqual([]);
  });
});

describe('A new authenticator', () => {
  const begin = { 'code-password': PASSWORD, 'code-proof': '' };
  const hidden = (markup: string, name: string) =>
    new RegExp(`name="${name}" value="([^"]*)"`).exec(markup)?.[1]?.replaceAll('&quot;', '"') ?? '';

  test('is confirmed by a code of its own, which ends all sessions and shows ten recovery codes', async () => {
    const scene = await accountScene();
    const begun = pageOf(await scene.post('/desk/settings/code', begin));
    expect(begun.statusCode).toBe(200);
    expect(await scene.stored()).toEqual(scene.manager);
    const [sealed, atMs] = [hidden(begun.markup, 'sealed'), hidden(begun.markup, 'begun')];
    expect(atMs).toBe(String(scene.nowMs));
    const wrong = pageOf(await scene.post('/desk/settings/confirm-code', { sealed, begun: atMs, code: '1' }));
    expect(wrong.statusCode).toBe(422);
    expect(hidden(wrong.markup, 'sealed')).toBe(sealed);
    const once = randomUUID();
    const posted = { sealed, begun: atMs, code: scene.codeNow() };
    const answer = await scene.post('/desk/settings/confirm-code', posted, { once });
    const codes = pageOf(answer).markup.match(RECOVERY_CODES) ?? [];
    expect(codes).toHaveLength(10);
    expect(cookieIn(answer)).toContain('HttpOnly');
    expect(await scene.stored()).toMatchObject({
      version: 2,
      epoch: 2,
      code: {
        sealedSecret: sealed,
        secretVersion: scene.nowMs,
        enrolledAtMs: scene.nowMs,
        lastStep: Math.floor(scene.nowMs / 30_000),
        recoveryCodes: codes.map(recoveryDigestOf),
      },
    });
    expect(sessionsIn(scene)).toMatchObject([{ epoch: 2 }]);
    expect(await scene.entryOf(once)).toMatchObject({
      command: 'desk-enrol-code',
      dealerCode: 'ALPHA',
      changed: ['code'],
      before: { enrolled: false },
      after: { enrolled: true },
    });
  });

  test('forgets the wrong codes of the one before it', async () => {
    const scene = await accountScene({ user: { wrongCodes: { day: '20260115', count: 3 } } });
    const { markup } = pageOf(await scene.post('/desk/settings/code', begin));
    const posted = { sealed: hidden(markup, 'sealed'), begun: hidden(markup, 'begun'), code: scene.codeNow() };
    expect(pageOf(await scene.post('/desk/settings/confirm-code', posted)).statusCode).toBe(200);
    expect(await scene.stored()).not.toHaveProperty('wrongCodes');
  });

  test.each([
    ['a quarter of an hour old', -15 * MINUTE_MS, undefined],
    ['of a later moment', 1, undefined],
    ['empty', 0, ''],
    ['sealed for another user', 0, 'v1.other'],
  ])('whose form is %s begins anew', async (_what, offset, other) => {
    const scene = await accountScene();
    const { markup } = pageOf(await scene.post('/desk/settings/code', begin));
    const posted = { sealed: other ?? hidden(markup, 'sealed'), begun: String(scene.nowMs + offset), code: '123456' };
    const answer = pageOf(await scene.post('/desk/settings/confirm-code', posted));
    expect(answer.statusCode).toBe(422);
    expect(hidden(answer.markup, 'sealed')).toBe('');
    expect(await scene.stored()).toEqual(scene.manager);
  });

  test('needs the password, and the code of the one before it', async () => {
    const scene = await accountScene({ enrolled: true });
    const wrong = pageOf(await scene.post('/desk/settings/code', { ...begin, 'code-password': 'another walk' }));
    expect(wrong.statusCode).toBe(422);
    expect(hidden(wrong.markup, 'sealed')).toBe('');
    expect(pageOf(await scene.post('/desk/settings/code', begin)).statusCode).toBe(422);
    const once = randomUUID();
    const proven = { ...begin, 'code-proof': RECOVERY_CODE };
    expect(pageOf(await scene.post('/desk/settings/code', proven, { once })).statusCode).toBe(200);
    expect((await scene.stored()).code?.recoveryCodes).toHaveLength(1);
    expect(await scene.entryOf(once)).toMatchObject({
      command: 'desk-begin-code',
      dealerCode: 'ALPHA',
      changed: [],
      result: { userId: scene.manager.userId },
    });
  });

  test('is not begun while the vault does not answer', async () => {
    const scene = await accountScene({
      through: (deps) => ({ ...deps, sealer: { ...deps.sealer, seal: () => Promise.reject(new VaultUnavailable('TimeoutError')) } }),
    });
    expect(pageOf(await scene.post('/desk/settings/code', begin)).statusCode).toBe(503);
  });
});
