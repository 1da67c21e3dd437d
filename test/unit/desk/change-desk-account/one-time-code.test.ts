import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { recoveryDigestOf } from '../../../../shared/desk/account/recovery-codes.ts';
import { VaultUnavailable } from '../../../../shared/ports/vault.ts';
import { pageOf } from '../../../support/desk/desk-calls.ts';
import { PASSWORD, RECOVERY_CODE, sessionsIn } from '../desk-scene.ts';
import { accountScene } from './account-scene.ts';

const MINUTE_MS = 60_000;
const RECOVERY_CODES = /[A-Z0-9]{4}(?:-[A-Z0-9]{4}){3}/g;

/** A cookie of the browser that an answer sets; undefined where it sets none. */
const cookieIn = (answer: object): string | undefined => ('cookies' in answer ? String(answer.cookies) : undefined);

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
      through: (deps) => ({
        ...deps,
        sealer: { ...deps.sealer, seal: () => Promise.reject(new VaultUnavailable('TimeoutError')) },
      }),
    });
    expect(pageOf(await scene.post('/desk/settings/code', begin)).statusCode).toBe(503);
  });
});
