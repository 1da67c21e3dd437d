import { describe, expect, test } from 'vitest';
import { chooseDealer, showDealers } from '../../../functions/desk/sign-in-at-desk/choose-dealer.ts';
import type { DeskCall } from '../../../shared/desk/call/desk-call.ts';
import { digestOf } from '../../../shared/desk/call/secrets.ts';
import type { DeskUser } from '../../../shared/domain/desk/user.ts';
import { signInTexts } from '../../../shared/pages/desk/sign-in/sign-in-texts.ts';
import { dealerWith } from '../../support/dealer/dealers.ts';
import { deskCallWith, pageOf } from '../../support/desk/desk-calls.ts';
import { commandsIn, givePassword, PASSWORD, sessionsIn, signInScene } from './desk-scene.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const SESSION = '__Host-desk';

const signedIn = async (roles: Parameters<ReturnType<typeof signInScene>['person']>[0] = {}) => {
  const scene = signInScene();
  const user = await scene.person(roles);
  const browser = scene.newBrowser();
  const { location } = await givePassword(browser);
  return { scene, user, browser, location };
};

const BOTH = { roles: { ALPHA: 'cashier', BETA: 'viewer' } } as const;

describe('The dealer of a session (rule 53)', () => {
  test('a user of several dealers chooses one, and comes back to where it wanted to', async () => {
    const { browser, location } = await signedIn(BOTH);
    expect(location).toBe('/desk/dealer?from=%2Fdesk');
    const { text } = await browser.get('/desk/dealer?from=%2Fdesk%2Flinks');
    expect(text).toContain('Shop ALPHA');
    expect(text).toContain('Shop BETA');
    const chosen = await browser.post('/desk/dealer?from=%2Fdesk%2Flinks', { dealer: 'BETA' });
    expect(chosen).toMatchObject({ status: 303, location: '/desk/links' });
  });

  test('another dealer is opened by another session, which ends when the first would have; the first is gone', async () => {
    const { scene, browser } = await signedIn(BOTH);
    const [first] = sessionsIn(scene);
    scene.clock.advance(MINUTE_MS);
    await browser.get('/desk/dealer');
    const before = browser.cookies.get(SESSION) ?? '';
    await browser.post('/desk/dealer', { dealer: 'BETA' });
    const [second, ...others] = sessionsIn(scene);
    expect(others).toEqual([]);
    expect(browser.cookies.get(SESSION)).not.toBe(before);
    expect(second).toMatchObject({
      dealerCode: 'BETA',
      startedAtMs: first?.startedAtMs,
      passwordAtMs: first?.passwordAtMs,
      lastUsedAtMs: scene.clock.now(),
    });
    expect(commandsIn(scene)).toEqual(['desk-sign-in', 'desk-choose-dealer']);
    browser.cookies.set(SESSION, before);
    expect((await browser.get('/desk/dealer')).location).toBe('/desk/sign-in?from=%2Fdesk%2Fdealer');
  });

  test('a disabled dealer, another’s and one that does not exist are answered alike, and change nothing', async () => {
    const { scene, browser } = await signedIn(BOTH);
    scene.enable('BETA', false);
    scene.enable('GAMMA');
    const { text } = await browser.get('/desk/dealer');
    expect(text).not.toContain('Shop BETA');
    const answers = [];
    for (const dealer of ['BETA', 'GAMMA', 'NO-SUCH-DEALER', ''])
      answers.push(await browser.post('/desk/dealer', { dealer }));
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect(new Set(answers.map(({ text: said }) => said)).size).toBe(1);
    expect(sessionsIn(scene)).toMatchObject([{ dealerCode: 'ALPHA' }]);
  });

  test('a disabled dealer is not the one that a sign-in begins with', async () => {
    const scene = signInScene();
    scene.enable('ALPHA', false);
    await scene.person(BOTH);
    expect((await givePassword(scene.newBrowser())).location).toBe('/desk');
    expect(sessionsIn(scene)).toMatchObject([{ dealerCode: 'BETA' }]);
  });
});

describe('What choosing a dealer says and keeps (rule 53)', () => {
  test('the desk that is open already is led to, and nothing is written', async () => {
    const { scene, browser } = await signedIn(BOTH);
    await browser.get('/desk/dealer');
    const before = sessionsIn(scene);
    const answer = await browser.post('/desk/dealer?from=%2Fdesk%2Flinks', { dealer: 'ALPHA' });
    expect(answer).toMatchObject({ status: 303, location: '/desk/links', cookies: [] });
    expect([sessionsIn(scene), commandsIn(scene)]).toEqual([before, ['desk-sign-in']]);
  });

  test('the audit entry is of the dealer that is opened, and names both', async () => {
    const { scene, browser, user } = await signedIn(BOTH);
    await browser.get('/desk/dealer');
    await browser.post('/desk/dealer', { dealer: 'BETA' });
    const [entry] = scene.table.rows().filter(({ command }) => command === 'desk-choose-dealer');
    expect(entry).toMatchObject({
      dealerCode: 'BETA',
      changed: [],
      by: { userId: user.userId },
      before: { dealerCode: 'ALPHA' },
      after: { dealerCode: 'BETA' },
    });
  });

  const dealer = dealerWith({ dealerCode: 'ALPHA', name: 'Shop ALPHA' });
  const { lead, changing } = signInTexts.en.dealer;
  /** Somebody who manages ALPHA, and chooses while another change comes in between. */
  const choice = (user: Partial<DeskUser> = {}) => {
    const scene = signInScene();
    const call = deskCallWith({ dealer, nowMs: scene.clock.now(), posted: { dealer: 'BETA' } });
    const memberships = ['ALPHA', 'BETA'].map((dealerCode) => ({ ...call.membership, dealerCode }));
    const deps = {
      dealers: scene.dealers,
      users: { ...scene.users, membershipsOf: async () => memberships },
      changes: { ...scene.changes, apply: async () => ({ kind: 'conflict' }) as const },
    };
    const { query: _none, ...page } = call.page;
    return { deps, call: { ...call, page, user: { ...call.user, ...user } } as DeskCall };
  };

  test('a choice that another change overtook opens nothing, says so, and can be made again', async () => {
    const { deps, call } = choice();
    const answer = await chooseDealer(deps)(call);
    const { statusCode, markup } = pageOf(answer);
    expect([statusCode, 'cookies' in answer]).toEqual([409, false]);
    expect(markup).toContain(changing);
    expect(markup).toContain('value="BETA"');
    const shown = pageOf(await showDealers(deps)(call)).markup;
    expect(shown).toContain(lead);
    expect(shown).not.toContain(changing);
  });

  test.each([
    ['without a one-time code', {}, 'Cashier'],
    [
      'with one',
      { code: { sealedSecret: '', secretVersion: 1, enrolledAtMs: 0, lastStep: 0, recoveryCodes: [] } },
      'Manager',
    ],
  ])('a manager %s is shown the role in force at each dealer', async (_what, user, role) => {
    const { deps, call } = choice(user);
    expect(pageOf(await showDealers(deps)(call)).markup).toContain(`<p class="soft">${role}</p>`);
  });
});

describe('The end of a session (rule 53)', () => {
  test('signing out ends it in the table, so that its cookie opens nothing any more', async () => {
    const { scene, browser } = await signedIn();
    await browser.get('/desk/password');
    const secret = browser.cookies.get(SESSION) ?? '';
    expect(await browser.post('/desk/sign-out', {})).toMatchObject({ status: 303, location: '/desk/sign-in?done=out' });
    expect(browser.cookies.has(SESSION)).toBe(false);
    expect(await scene.sessions.find(digestOf(secret))).toBeUndefined();
    expect(commandsIn(scene)).toEqual(['desk-sign-in', 'desk-sign-out']);
  });

  test('a page of another site signs nobody out', async () => {
    const { scene, browser } = await signedIn();
    await browser.get('/desk/password');
    expect((await browser.post('/desk/sign-out', { token: '' })).status).toBe(403);
    expect((await browser.post('/desk/sign-out', {}, { origin: 'https://evil.example' })).status).toBe(403);
    expect(sessionsIn(scene)).toHaveLength(1);
  });

  test('a browser that sends no cookie, as behind a link of another site, keeps the one that it has', async () => {
    const { cookies } = await signInScene().newBrowser().get('/desk/password');
    expect(cookies).toEqual([]);
  });

  test('a session that is used is not written at each request, and lasts 12 hours', async () => {
    const { scene, browser } = await signedIn();
    const used = () => sessionsIn(scene)[0]?.lastUsedAtMs;
    const startMs = scene.clock.now();
    scene.clock.advance(5 * MINUTE_MS - 1);
    await browser.get('/desk/password');
    expect(used()).toBe(startMs);
    scene.clock.advance(1);
    await browser.get('/desk/password');
    expect(used()).toBe(startMs + 5 * MINUTE_MS);
    while (scene.clock.now() < startMs + 12 * HOUR_MS - 20 * MINUTE_MS) {
      scene.clock.advance(20 * MINUTE_MS);
      if (scene.clock.now() < startMs + 12 * HOUR_MS) expect((await browser.get('/desk/password')).status).toBe(200);
    }
    scene.clock.advance(startMs + 12 * HOUR_MS - scene.clock.now());
    expect((await browser.get('/desk/password')).location).toContain('/desk/sign-in');
  });
});

describe('The password before money moves (rule 54)', () => {
  test('makes the session’s password fresh, and leads back', async () => {
    const { scene, browser } = await signedIn();
    scene.clock.advance(11 * MINUTE_MS);
    const path = `/desk/password?from=${encodeURIComponent('/desk/payments/5/refund')}`;
    expect((await browser.get(path)).text).toContain('Nothing has been done yet');
    expect(await browser.post(path, { password: PASSWORD })).toMatchObject({
      status: 303,
      location: '/desk/payments/5/refund',
    });
    expect(sessionsIn(scene)).toMatchObject([{ passwordAtMs: scene.clock.now() }]);
  });

  test('a wrong one does not, says that no money moved, and is counted', async () => {
    const { scene, browser } = await signedIn();
    const signedInAtMs = scene.clock.now();
    scene.clock.advance(11 * MINUTE_MS);
    await browser.get('/desk/password');
    const statuses = [];
    for (let one = 0; one < 11; one += 1) {
      const { status, text } = await browser.post('/desk/password', { password: 'wrong wrong' });
      statuses.push(status);
      expect(text).toContain('no money moved');
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 403), 429]);
    expect(sessionsIn(scene)).toMatchObject([{ passwordAtMs: signedInAtMs }]);
  });

  test('is asked of nobody who is not signed in', async () => {
    const answer = await signInScene().newBrowser().get('/desk/password');
    expect(answer).toMatchObject({ status: 303, location: '/desk/sign-in?from=%2Fdesk%2Fpassword' });
  });
});
