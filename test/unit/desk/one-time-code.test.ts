import { describe, expect, test } from 'vitest';
import { totpCodes } from '../../../shared/adapters/desk/totp-codes.ts';
import { deskUserItem } from '../../../shared/adapters/dynamodb/desk/desk-items.ts';
import { putRows } from '../../support/store/store.ts';
import {
  commandsIn,
  givePassword,
  RECOVERY_CODE,
  type SignInBrowser,
  type SignInScene,
  sessionsIn,
  signInScene,
} from './desk-scene.ts';

const MINUTE_MS = 60_000;
const SIGN_IN = '__Host-desk-sign-in';

/** A manager with a code whose password was right, and who is asked for the code. */
const asked = async (scene: SignInScene = signInScene()) => {
  const user = await scene.person({ enrolled: true, roles: { ALPHA: 'manager' } });
  const browser = scene.newBrowser();
  expect(await givePassword(browser)).toMatchObject({ status: 303, location: '/desk/sign-in/code' });
  await browser.get('/desk/sign-in/code');
  return { scene, user, browser };
};

const again = async (scene: SignInScene): Promise<SignInBrowser> => {
  const browser = scene.newBrowser();
  await givePassword(browser);
  await browser.get('/desk/sign-in/code');
  return browser;
};

describe('The one-time code of a sign-in (rule 53)', () => {
  test('a right password alone begins no session; the code does, and is used', async () => {
    const { scene, user, browser } = await asked();
    expect(sessionsIn(scene)).toEqual([]);
    const passwordAtMs = scene.clock.now();
    scene.clock.advance(MINUTE_MS);
    const answer = await browser.post('/desk/sign-in/code', { code: scene.codeNow() });
    expect(answer).toMatchObject({ status: 303, location: '/desk' });
    expect(sessionsIn(scene)).toMatchObject([{ userId: user.userId, passwordAtMs }]);
    expect(browser.cookies.has(SIGN_IN)).toBe(false);
    expect(scene.table.rows().filter(({ entity }) => entity === 'desk-sign-in')).toEqual([]);
    const { code, wrongCodes } = (await scene.users.find(user.userId)) ?? {};
    expect(code?.lastStep).toBe(Math.floor(scene.clock.now() / 30_000));
    expect(wrongCodes).toBeUndefined();
    expect(commandsIn(scene)).toEqual(['desk-sign-in']);
  });

  test('a code that was accepted is not accepted again, by whoever read it over a shoulder', async () => {
    const { scene, browser } = await asked();
    const code = scene.codeNow();
    await browser.post('/desk/sign-in/code', { code });
    const other = await again(scene);
    const answer = await other.post('/desk/sign-in/code', { code });
    expect(answer.status).toBe(403);
    expect(answer.text).toContain('This code is wrong, or it was used before. You have 4 tries left.');
    expect(sessionsIn(scene)).toHaveLength(1);
    // The step before it is used with it: a code that is older was shown before.
    expect((await other.post('/desk/sign-in/code', { code: scene.codeNow(-1) })).status).toBe(403);
    expect((await other.post('/desk/sign-in/code', { code: scene.codeNow(1) })).status).toBe(303);
  });

  test('a recovery code signs in once, however it is typed, and is gone', async () => {
    const { scene, user, browser } = await asked();
    const answer = await browser.post('/desk/sign-in/code', {
      recovery: ` ${RECOVERY_CODE.toLowerCase().replaceAll('-', ' ')} `,
    });
    expect(answer.status).toBe(303);
    expect((await scene.users.find(user.userId))?.code?.recoveryCodes).toHaveLength(1);
    const other = await again(scene);
    expect((await other.post('/desk/sign-in/code', { recovery: RECOVERY_CODE })).status).toBe(403);
  });

  test('five wrong codes end the sign-in: a right one behind them is too late', async () => {
    const { scene, browser } = await asked();
    const pending = browser.cookies.get(SIGN_IN) ?? '';
    for (const left of [4, 3, 2]) {
      expect((await browser.post('/desk/sign-in/code', { code: scene.wrongCode() })).text).toContain(
        `You have ${left} tries left.`,
      );
    }
    expect((await browser.post('/desk/sign-in/code', { recovery: 'ABCD' })).text).toContain('You have one try left.');
    const fifth = await browser.post('/desk/sign-in/code', { code: scene.wrongCode() });
    expect(fifth).toMatchObject({ status: 303, location: '/desk/sign-in?ended=code' });
    browser.cookies.set(SIGN_IN, pending);
    const late = await browser.post('/desk/sign-in/code', { code: scene.codeNow() });
    expect(late).toMatchObject({ status: 303, location: '/desk/sign-in?ended=code' });
    expect(sessionsIn(scene)).toEqual([]);
  });

  test('twenty wrong codes of a day demand a recovery code until midnight in Istanbul, also in a new sign-in', async () => {
    const scene = signInScene();
    const { user } = await asked(scene);
    for (let sign = 0; sign < 4; sign += 1) {
      const browser = await again(scene);
      for (let one = 0; one < 5; one += 1) await browser.post('/desk/sign-in/code', { code: scene.wrongCode() });
    }
    expect((await scene.users.find(user.userId))?.wrongCodes).toEqual({ day: '20260115', count: 20 });
    const browser = await again(scene);
    expect((await browser.get('/desk/sign-in/code')).text).toContain('Until midnight only a recovery code is accepted');
    const refused = await browser.post('/desk/sign-in/code', { code: scene.codeNow() });
    expect(refused.status).toBe(403);
    expect(sessionsIn(scene)).toEqual([]);
    expect((await browser.post('/desk/sign-in/code', { recovery: RECOVERY_CODE })).status).toBe(303);
    // 2026-01-15 09:00 UTC is noon in Istanbul: the day ends in twelve hours.
    scene.clock.advance(12 * 60 * MINUTE_MS);
    expect((await (await again(scene)).post('/desk/sign-in/code', { code: scene.codeNow() })).status).toBe(303);
  });

  test('codes that come at once are each counted before they are looked at: no burst tries more than its count', async () => {
    const { scene, user, browser } = await asked();
    const codes = Array.from({ length: 40 }, (_one, index) => String(100_000 + index)).filter(
      (code) => ![-1, 0, 1].map(scene.codeNow).includes(code),
    );
    const looked: string[] = [];
    const real = totpCodes();
    scene.codes.stepOf = (code, known) => {
      looked.push(code);
      return real.stepOf(code, known);
    };
    const answers = await Promise.all(codes.map((code) => browser.post('/desk/sign-in/code', { code })));
    const count = (await scene.users.find(user.userId))?.wrongCodes?.count ?? 0;
    expect(looked.length).toBeGreaterThan(0);
    expect(looked).toHaveLength(count);
    expect(count).toBeLessThanOrEqual(5);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(codes.length - count);
  });

  test('a right code that comes twice at once begins one session', async () => {
    const { scene, browser } = await asked();
    const code = scene.codeNow();
    const answers = await Promise.all([1, 2].map(() => browser.post('/desk/sign-in/code', { code })));
    expect(answers.filter(({ location }) => location === '/desk')).toHaveLength(1);
    expect(sessionsIn(scene)).toHaveLength(1);
  });

  test('a sign-in waits five minutes for its code', async () => {
    const { scene, browser } = await asked();
    scene.clock.advance(5 * MINUTE_MS);
    expect((await browser.post('/desk/sign-in/code', { code: scene.codeNow() })).location).toBe(
      '/desk/sign-in?ended=code',
    );
  });

  test('a new password ends the sign-ins that wait', async () => {
    const { scene, user, browser } = await asked();
    await putRows(scene.table, [deskUserItem({ ...user, version: 2, epoch: 2 })]);
    expect((await browser.post('/desk/sign-in/code', { code: scene.codeNow() })).location).toBe(
      '/desk/sign-in?ended=code',
    );
    expect(sessionsIn(scene)).toEqual([]);
  });

  test('a dealer that was disabled meanwhile is not opened', async () => {
    const { scene, browser } = await asked();
    scene.enable('ALPHA', false);
    expect((await browser.post('/desk/sign-in/code', { code: scene.codeNow() })).location).toBe(
      '/desk/sign-in?ended=code',
    );
    expect(sessionsIn(scene)).toEqual([]);
  });

  test('an empty form is counted nowhere, and no code without the cookie of a sign-in is taken', async () => {
    const { scene, user, browser } = await asked();
    expect((await browser.post('/desk/sign-in/code', { code: ' ' })).status).toBe(400);
    expect((await scene.users.find(user.userId))?.wrongCodes).toBeUndefined();
    const other = scene.newBrowser();
    await other.get('/desk/sign-in');
    expect((await other.post('/desk/sign-in/code', { code: scene.codeNow() })).location).toBe(
      '/desk/sign-in?ended=code',
    );
  });

  test('a code posted without the browser’s token is refused before it is counted', async () => {
    const { scene, user, browser } = await asked();
    expect((await browser.post('/desk/sign-in/code', { code: scene.codeNow(), token: 'x'.repeat(43) })).status).toBe(
      403,
    );
    expect((await scene.users.find(user.userId))?.version).toBe(1);
  });

  test('a vault that fails counts nothing', async () => {
    const { scene, user, browser } = await asked();
    await putRows(scene.table, [
      deskUserItem({ ...user, code: { ...(user.code ?? ({} as never)), sealedSecret: 'sealed elsewhere' } }),
    ]);
    expect((await browser.post('/desk/sign-in/code', { code: scene.codeNow() })).status).toBe(500);
    expect((await scene.users.find(user.userId))?.wrongCodes).toBeUndefined();
  });

  test('no code, password or secret stands in a log line', async () => {
    const { scene, browser } = await asked();
    const code = scene.codeNow();
    await browser.post('/desk/sign-in/code', { recovery: RECOVERY_CODE, code });
    const told = JSON.stringify(scene.log.lines);
    for (const secret of [code, RECOVERY_CODE, ...browser.cookies.values()]) expect(told).not.toContain(secret);
  });
});
