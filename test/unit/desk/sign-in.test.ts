import { describe, expect, test } from 'vitest';
import { commandsIn, DESK_URL, givePassword, invite, PASSWORD, sessionsIn, signInScene } from './desk-scene.ts';

const MINUTE_MS = 60_000;
const SESSION = '__Host-desk';

describe('Signing in at the desk (rule 53)', () => {
  test('a right password begins a session under a new secret, with its audit entry', async () => {
    const scene = signInScene();
    const user = await scene.person();
    const browser = scene.newBrowser();
    const answer = await givePassword(browser);
    expect(answer).toMatchObject({ status: 303, location: '/desk' });
    const cookie = answer.cookies.find((one) => one.startsWith(`${SESSION}=`));
    expect(cookie).toMatch(/^__Host-desk=[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Strict$/);
    expect(sessionsIn(scene)).toMatchObject([
      { userId: user.userId, dealerCode: 'ALPHA', epoch: 1, membershipVersion: 1, passwordAtMs: scene.clock.now() },
    ]);
    // The table has the digest of the cookie's secret alone.
    expect(JSON.stringify(scene.table.rows())).not.toContain(browser.cookies.get(SESSION));
    expect(commandsIn(scene)).toEqual(['desk-sign-in']);
  });

  test.each<[string, Parameters<ReturnType<typeof signInScene>['person']>[0] | undefined, string]>([
    ['nobody has this address', undefined, PASSWORD],
    ['the password is another', {}, 'another password'],
    ['the user has no password yet', { user: { password: undefined } as never }, PASSWORD],
    ['the user belongs to no dealer', { roles: {} }, PASSWORD],
    ['the one dealer is disabled', { roles: { CLOSED: 'manager' } }, PASSWORD],
  ])('where %s, the answer is the same, and so is the work', async (_name, options, password) => {
    const scene = signInScene();
    scene.enable('CLOSED', false);
    if (options !== undefined) await scene.person(options);
    const browser = scene.newBrowser();
    const answer = await givePassword(browser, { password });
    expect(answer.status).toBe(403);
    expect(answer.text).toContain('You are not signed in: the e-mail address or the password is wrong');
    expect(answer.markup).not.toContain(password);
    expect(scene.passwords.compared).toBe(1);
    expect(sessionsIn(scene)).toEqual([]);
    expect(commandsIn(scene)).toEqual([]);
    expect(browser.cookies.has(SESSION)).toBe(false);
  });

  test('a refused sign-in says the same of a known address as of an unknown one, to the letter', async () => {
    const scene = signInScene();
    await scene.person();
    const pages = [];
    for (const email of ['ayse@people.example', 'nobody@people.example']) {
      const { status, markup, token } = await givePassword(scene.newBrowser(), { email, password: 'another password' });
      pages.push([status, markup.replaceAll(token, 'TOKEN').replaceAll(email, 'EMAIL')]);
    }
    expect(pages[0]).toEqual(pages[1]);
  });

  test('capitals and blanks around the address do not matter', async () => {
    const scene = signInScene();
    await scene.person();
    expect(await givePassword(scene.newBrowser(), { email: '  AYSE@People.Example ' })).toMatchObject({ status: 303 });
  });

  test('a form without the token of its browser signs nobody in, and is not counted', async () => {
    const scene = signInScene();
    await scene.person();
    const [mine, other] = [scene.newBrowser(), scene.newBrowser()];
    await mine.get('/desk/sign-in');
    const { token } = await other.get('/desk/sign-in');
    for (const forged of ['', token, 'x'.repeat(43)]) {
      const answer = await mine.post('/desk/sign-in', {
        email: 'ayse@people.example',
        password: PASSWORD,
        token: forged,
      });
      expect(answer.status).toBe(403);
      expect(answer.text).toContain('Nothing was done');
    }
    expect(scene.passwords.compared).toBe(0);
    expect(sessionsIn(scene)).toEqual([]);
  });

  test('a form of another site signs nobody in', async () => {
    const scene = signInScene();
    await scene.person();
    const browser = scene.newBrowser();
    await browser.get('/desk/sign-in');
    const typed = { email: 'ayse@people.example', password: PASSWORD };
    for (const origin of ['https://evil.example', `${DESK_URL}.evil.example`, 'null']) {
      expect((await browser.post('/desk/sign-in', typed, { origin })).status).toBe(403);
    }
    expect(scene.passwords.compared).toBe(0);
  });

  test('a session that a browser was given before the sign-in is not the one that it has behind it', async () => {
    const scene = signInScene();
    await scene.person();
    const browser = scene.newBrowser();
    const planted = 'p'.repeat(43);
    browser.cookies.set(SESSION, planted);
    await givePassword(browser);
    expect(browser.cookies.get(SESSION)).not.toBe(planted);
    expect(sessionsIn(scene)).toHaveLength(1);
  });

  test('whoever signs in again in the same browser ends the session before', async () => {
    const scene = signInScene();
    await scene.person();
    const browser = scene.newBrowser();
    await browser.get('/desk/sign-in');
    const first = await browser.post('/desk/sign-in', { email: 'ayse@people.example', password: PASSWORD });
    expect(first.status).toBe(303);
    // A page of a second tab, from before the first sign-in, with its own visitor.
    browser.cookies.set('__Host-desk-visitor', 'v'.repeat(43));
    const session = browser.cookies.get(SESSION) ?? '';
    browser.cookies.delete(SESSION);
    await browser.get('/desk/sign-in');
    browser.cookies.set(SESSION, session);
    expect((await browser.post('/desk/sign-in', { email: 'ayse@people.example', password: PASSWORD })).status).toBe(
      303,
    );
    expect(sessionsIn(scene)).toHaveLength(1);
  });

  test('an address that asks to come back is followed within the desk alone', async () => {
    const scene = signInScene();
    await scene.person();
    const leads = async (from: string) =>
      (await givePassword(scene.newBrowser(), { query: `?from=${encodeURIComponent(from)}` })).location;
    expect(await leads('/desk/payments?day=20260115')).toBe('/desk/payments?day=20260115');
    for (const from of [
      'https://evil.example',
      '//evil.example/desk',
      '/deskevil',
      '/desk/../pay',
      '/desk\\evil',
      'desk',
      // A card number that somebody put into an address is not said again (rule 32).
      '/desk/payments/4546711234567894',
      '/desk/customers?find=4546%207112%203456%207894',
    ]) {
      expect(await leads(from), from).toBe('/desk');
    }
  });

  test('whoever is signed in already is led on, and a browser whose session is over sees the form', async () => {
    const scene = signInScene();
    await scene.person();
    const browser = scene.newBrowser();
    await givePassword(browser);
    expect(await browser.get('/desk/sign-in?from=%2Fdesk%2Flinks')).toMatchObject({
      status: 303,
      location: '/desk/links',
    });
    scene.clock.advance(30 * MINUTE_MS);
    expect((await browser.get('/desk/sign-in')).status).toBe(200);
  });

  test('an ended session says that nothing was done with what was posted', async () => {
    const scene = signInScene();
    const { text } = await scene.newBrowser().get('/desk/sign-in?ended=post');
    expect(text).toContain('nothing changed, and no money moved');
  });

  test('too many people at once are told to come again', async () => {
    const scene = signInScene();
    await scene.person();
    scene.passwords.busy = true;
    const answer = await givePassword(scene.newBrowser());
    expect(answer.status).toBe(503);
    expect(answer.text).toContain('Nothing changed');
  });
});

describe('Tries of a password (rule 53)', () => {
  test('ten wrong ones of an address in 15 minutes: the eleventh is not looked at, though it is right', async () => {
    const scene = signInScene();
    await scene.person();
    const browser = scene.newBrowser();
    for (let one = 0; one < 10; one += 1) {
      expect((await givePassword(browser, { password: `wrong ${one}` })).status).toBe(403);
    }
    const refused = await givePassword(browser);
    expect(refused.status).toBe(429);
    expect(refused.text).toContain('this one was not looked at');
    expect(scene.passwords.compared).toBe(10);
    scene.clock.advance(15 * MINUTE_MS);
    expect((await givePassword(browser)).status).toBe(303);
  });

  test('right ones are given back: twenty sign-ins of one address pass', async () => {
    const scene = signInScene();
    await scene.person();
    for (let one = 0; one < 20; one += 1) expect((await givePassword(scene.newBrowser())).status).toBe(303);
  });

  test('an unknown address is counted as a known one is', async () => {
    const scene = signInScene();
    const tried = [];
    for (let one = 0; one < 11; one += 1) {
      tried.push((await givePassword(scene.newBrowser(), { email: 'nobody@people.example' })).status);
    }
    expect(tried).toEqual([...Array.from({ length: 10 }, () => 403), 429]);
  });

  test('thirty wrong ones from anywhere in an hour lock strangers out, and not the browser that signed in before', async () => {
    const scene = signInScene();
    await scene.person();
    const own = scene.newBrowser();
    await givePassword(own);
    own.cookies.delete(SESSION);
    for (let one = 0; one < 30; one += 1) {
      const sent = { address: `203.0.113.${one}` };
      expect((await givePassword(scene.newBrowser(), { password: 'wrong wrong', sent })).status).toBe(403);
    }
    const stranger = await givePassword(scene.newBrowser(), { sent: { address: '198.51.100.1' } });
    expect(stranger.status).toBe(429);
    expect((await givePassword(own)).status).toBe(303);
  });

  test('a device cookie that nobody gave is a stranger’s', async () => {
    const scene = signInScene();
    await scene.person();
    const tried = [];
    for (let one = 0; one < 11; one += 1) {
      const browser = scene.newBrowser();
      browser.cookies.set('__Host-desk-device', `${String(one).padStart(2, '0')}${'d'.repeat(41)}`);
      tried.push((await givePassword(browser, { password: 'wrong wrong' })).status);
    }
    expect(tried.at(-1)).toBe(429);
  });

  test('a known device is counted by itself: ten wrong ones in 15 minutes', async () => {
    const scene = signInScene();
    await scene.person();
    const own = scene.newBrowser();
    await givePassword(own);
    own.cookies.delete(SESSION);
    for (let one = 0; one < 10; one += 1) await givePassword(own, { password: 'wrong wrong' });
    expect((await givePassword(own)).status).toBe(429);
  });
});

describe('A sign-in that leads back to an invitation, of somebody who opens no desk (rule 53)', () => {
  const from = async (email: string, addressOf: (path: string) => string) => {
    const scene = signInScene();
    const user = await scene.person({ roles: {} });
    const { path } = await invite(scene, { email });
    const query = `?from=${encodeURIComponent(addressOf(path))}`;
    const { status } = await givePassword(scene.newBrowser(), { query });
    return { status, scene, membership: await scene.users.membership('ALPHA', user.userId) };
  };

  test.each<[string, string, (path: string) => string]>([
    ['the invitation of somebody else', 'other@people.example', (path) => path],
    ['a longer address', 'ayse@people.example', (path) => `${path}/more`],
    ['an address that ends like it', 'ayse@people.example', (path) => `/desk/links${path}`],
    ['an address without it', 'ayse@people.example', () => '/desk/invitation/'],
    ['an invitation that there is not', 'ayse@people.example', () => `/desk/invitation/${'x'.repeat(43)}`],
  ])('by %s accepts nothing, and signs nobody in', async (_what, email, addressOf) => {
    const { status, scene, membership } = await from(email, addressOf);
    expect([status, membership]).toEqual([403, undefined]);
    expect(sessionsIn(scene)).toEqual([]);
  });

  test.each(['', '?lang=tr'])('by the own one, with %j behind it, accepts it', async (more) => {
    const { status, scene, membership } = await from('ayse@people.example', (path) => path + more);
    expect([status, membership?.role]).toEqual([303, 'cashier']);
    const [entry] = scene.table.rows().filter(({ command }) => command === 'desk-sign-in');
    expect(entry).toMatchObject({ dealerCode: 'ALPHA', changed: [], after: { role: 'cashier' } });
  });
});
