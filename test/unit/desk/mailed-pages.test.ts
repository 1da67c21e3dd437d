import { describe, expect, test } from 'vitest';
import { digestOf } from '../../../shared/desk/call/secrets.ts';
import { deskMailContext } from '../../../shared/ports/vault.ts';
import { clearVault } from '../../fakes/clear-vault.ts';
import { commandsIn, givePassword, invite, PASSWORD, type SignInScene, sessionsIn, signInScene } from './desk-scene.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const NEW_PASSWORD = 'seven storks over the bridge';

const askForReset = async (scene: SignInScene, email = 'ayse@people.example') => {
  const browser = scene.newBrowser();
  await browser.get('/desk/reset');
  return browser.post('/desk/reset', { email });
};

/** The secrets of the mails that wait to be sent, as whoever sends them opens them. */
const mailedSecrets = (scene: SignInScene): Promise<readonly string[]> =>
  Promise.all(
    scene.table
      .rows()
      .filter(({ entity }) => entity === 'desk-mail')
      .map(({ sealedSecret, mailId }) =>
        clearVault.open(String(sealedSecret), deskMailContext({ mailId: String(mailId) })),
      ),
  );

const onlySecret = async (scene: SignInScene): Promise<string> => {
  const [secret = '', ...others] = await mailedSecrets(scene);
  expect(others).toEqual([]);
  return secret;
};

describe('A reset of the password (rule 53)', () => {
  test('its link sets a password once, and all sessions of the user end', async () => {
    const scene = signInScene();
    const user = await scene.person();
    const elsewhere = scene.newBrowser();
    await givePassword(elsewhere);
    await askForReset(scene);
    const path = `/desk/reset/${await onlySecret(scene)}`;
    const browser = scene.newBrowser();
    expect((await browser.get(path)).text).toContain('Choose a new password');
    expect(await browser.post(path, { password: NEW_PASSWORD })).toMatchObject({
      status: 303,
      location: '/desk/sign-in?done=password',
    });
    expect(await scene.users.find(user.userId)).toMatchObject({ version: 2, epoch: 2 });
    expect((await elsewhere.get('/desk/dealer')).location).toContain('/desk/sign-in');
    expect((await givePassword(scene.newBrowser())).status).toBe(403);
    expect((await givePassword(scene.newBrowser(), { password: NEW_PASSWORD })).status).toBe(303);
    expect((await browser.post(path, { password: 'another fine password' })).status).toBe(404);
    expect(commandsIn(scene)).toContain('desk-reset-password');
  });

  test('never replaces the one-time code: whoever has the mailbox alone is asked for it', async () => {
    const scene = signInScene();
    const { userId, code } = await scene.person({ enrolled: true });
    await askForReset(scene);
    const browser = scene.newBrowser();
    const path = `/desk/reset/${await onlySecret(scene)}`;
    await browser.get(path);
    await browser.post(path, { password: NEW_PASSWORD });
    expect((await scene.users.find(userId))?.code).toEqual(code);
    expect((await givePassword(scene.newBrowser(), { password: NEW_PASSWORD })).location).toBe('/desk/sign-in/code');
    expect(sessionsIn(scene)).toEqual([]);
  });

  test('opening the link changes nothing, however often', async () => {
    const scene = signInScene();
    await scene.person();
    await askForReset(scene);
    const path = `/desk/reset/${await onlySecret(scene)}`;
    const before = JSON.stringify(scene.table.rows());
    for (let one = 0; one < 3; one += 1) expect((await scene.newBrowser().get(path)).status).toBe(200);
    expect(JSON.stringify(scene.table.rows())).toBe(before);
  });

  test('the answer is the same for an address that has no account, and none is mailed', async () => {
    const scene = signInScene();
    await scene.person();
    await scene.person({ email: 'former@people.example', roles: {} });
    const pages = [];
    for (const email of ['ayse@people.example', 'nobody@people.example', 'former@people.example']) {
      const { status, text } = await askForReset(scene, email);
      pages.push([status, text]);
    }
    expect(pages[0]?.[0]).toBe(200);
    expect(new Set(pages.map(String)).size).toBe(1);
    expect(await mailedSecrets(scene)).toHaveLength(1);
  });

  test('is good for 30 minutes, and until the password changes', async () => {
    const scene = signInScene();
    await scene.person();
    await askForReset(scene);
    await askForReset(scene);
    const [first = '', second = ''] = await mailedSecrets(scene);
    const browser = scene.newBrowser();
    scene.clock.advance(30 * MINUTE_MS - 1);
    await browser.get(`/desk/reset/${first}`);
    expect((await browser.post(`/desk/reset/${first}`, { password: NEW_PASSWORD })).status).toBe(303);
    expect((await browser.get(`/desk/reset/${second}`)).status).toBe(404);
    await askForReset(scene);
    const third = (await mailedSecrets(scene)).find((secret) => secret !== first && secret !== second) ?? '';
    expect((await browser.get(`/desk/reset/${third}`)).status).toBe(200);
    scene.clock.advance(30 * MINUTE_MS);
    expect((await browser.get(`/desk/reset/${third}`)).status).toBe(404);
  });

  test('a password that is not acceptable is refused with a sentence, and the link stays good', async () => {
    const scene = signInScene();
    await scene.person();
    await askForReset(scene);
    const path = `/desk/reset/${await onlySecret(scene)}`;
    const browser = scene.newBrowser();
    await browser.get(path);
    for (const [password, sentence] of [
      ['short', '12 characters or more'],
      ['this is ayse in person', 'must not hold your e-mail address'],
      ['the shopalpha door', 'must not hold the merchant’s name'],
      ['password2026!', 'Many people use this password'],
    ] as const) {
      const answer = await browser.post(path, { password });
      expect(answer.status).toBe(400);
      expect(answer.text).toContain(sentence);
      expect(answer.markup).not.toContain(`value="${password}"`);
    }
    expect(scene.passwords.hashed).toBe(0);
    expect((await browser.post(path, { password: NEW_PASSWORD })).status).toBe(303);
  });

  test('at most three mails an hour go to an address, whether it has an account or not', async () => {
    const scene = signInScene();
    await scene.person();
    for (const email of ['ayse@people.example', 'nobody@people.example']) {
      const statuses = [];
      for (let one = 0; one < 4; one += 1) statuses.push((await askForReset(scene, email)).status);
      expect(statuses).toEqual([200, 200, 200, 429]);
    }
    expect(await mailedSecrets(scene)).toHaveLength(3);
  });
});

describe('An invitation (rule 53)', () => {
  test('makes a user with a name and a password, signed in, once', async () => {
    const scene = signInScene();
    const { path, written } = await invite(scene, { role: 'manager' });
    const browser = scene.newBrowser();
    const { text, markup } = await browser.get(path);
    expect(text).toContain('Shop ALPHA invites you');
    expect(markup).toContain('value="Deniz"');
    const answer = await browser.post(path, { name: 'Deniz Kaya', password: NEW_PASSWORD });
    expect(answer).toMatchObject({ status: 303, location: '/desk' });
    const { userId } = written.link;
    expect(await scene.users.find(userId)).toMatchObject({
      name: 'Deniz Kaya',
      email: 'new@people.example',
      language: 'tr',
    });
    expect(await scene.users.membership('ALPHA', userId)).toMatchObject({ role: 'manager', version: 1 });
    expect(sessionsIn(scene)).toMatchObject([{ userId, dealerCode: 'ALPHA' }]);
    expect((await scene.users.ofDealer('ALPHA')).invitations).toEqual([]);
    const other = scene.newBrowser();
    expect((await other.get(path)).status).toBe(404);
    expect((await givePassword(other, { email: 'new@people.example', password: NEW_PASSWORD })).status).toBe(303);
  });

  test('the same press twice at once makes one user and one session', async () => {
    const scene = signInScene();
    const { path } = await invite(scene);
    const browser = scene.newBrowser();
    await browser.get(path);
    const typed = { name: 'Deniz', password: NEW_PASSWORD };
    const answers = await Promise.all([browser.post(path, typed), browser.post(path, typed)]);
    expect(answers.filter(({ location }) => location === '/desk')).toHaveLength(1);
    expect(sessionsIn(scene)).toHaveLength(1);
  });

  test('is good for 48 hours, and neither withdrawn nor of a disabled dealer', async () => {
    const scene = signInScene();
    const { path, written } = await invite(scene);
    const browser = scene.newBrowser();
    scene.enable('ALPHA', false);
    expect((await browser.get(path)).status).toBe(404);
    scene.enable('ALPHA');
    scene.clock.advance(48 * HOUR_MS - 1);
    expect((await browser.get(path)).status).toBe(200);
    scene.clock.advance(1);
    expect((await browser.get(path)).status).toBe(404);
    const second = await invite(scene);
    expect((await browser.get(second.path)).status).toBe(200);
    const entry = { commandId: 'w', command: 'withdraw', atMs: 0, changed: [], inputFingerprint: '', result: {} };
    await scene.changes.apply({ kind: 'desk', record: { withdraws: second.written.invitation } }, entry);
    expect((await browser.get(second.path)).status).toBe(404);
    expect(await scene.users.mailedLink(written.link.linkId)).toBeUndefined();
  });

  test('a later invitation takes the place of the one before', async () => {
    const scene = signInScene();
    const [first, second] = [await invite(scene), await invite(scene, { role: 'viewer' })];
    const browser = scene.newBrowser();
    expect((await browser.get(first.path)).status).toBe(404);
    expect((await browser.get(second.path)).text).toContain('Your role is viewer');
  });

  test('to a known address sets no password: signed in, one press adds the dealer', async () => {
    const scene = signInScene();
    const user = await scene.person();
    const { path } = await invite(scene, { email: user.email, dealerCode: 'BETA', role: 'viewer' });
    const browser = scene.newBrowser();
    const { text, markup } = await browser.get(path);
    expect(text).toContain('Sign in first');
    expect(markup).not.toContain('type="password"');
    expect((await browser.post(path, { name: 'X', password: NEW_PASSWORD })).location).toBe('/desk/sign-in?ended=post');
    expect(await scene.users.membership('BETA', user.userId)).toBeUndefined();
    const back = `?from=${encodeURIComponent(path)}`;
    expect((await givePassword(browser, { query: back })).location).toBe(path);
    expect((await browser.get(path)).text).toContain('Accept the invitation');
    expect(await browser.post(path, {})).toMatchObject({ status: 303, location: '/desk' });
    expect(await scene.users.membership('BETA', user.userId)).toMatchObject({ role: 'viewer' });
    expect(await scene.users.find(user.userId)).toEqual(user);
    expect(sessionsIn(scene)).toMatchObject([{ dealerCode: 'BETA' }]);
  });

  test('to a known address that opens no dealer any more is accepted by signing in from it', async () => {
    const scene = signInScene();
    const user = await scene.person({ roles: {} });
    const { path } = await invite(scene, { email: user.email });
    const browser = scene.newBrowser();
    expect((await givePassword(browser)).status).toBe(403);
    const query = `?from=${encodeURIComponent(path)}`;
    expect((await givePassword(browser, { query, password: 'wrong wrong wrong' })).status).toBe(403);
    expect(await scene.users.membership('ALPHA', user.userId)).toBeUndefined();
    expect((await givePassword(browser, { query })).location).toBe('/desk');
    expect(await scene.users.membership('ALPHA', user.userId)).toMatchObject({ role: 'cashier' });
  });

  test('is followed by nobody but the user of its address', async () => {
    const scene = signInScene();
    const user = await scene.person();
    await scene.person({ email: 'other@people.example', roles: { ALPHA: 'viewer' } });
    const { path } = await invite(scene, { email: 'other@people.example', dealerCode: 'BETA', role: 'manager' });
    const browser = scene.newBrowser();
    await givePassword(browser);
    const { text, markup } = await browser.get(path);
    expect(text).toContain('This invitation is for other@people.example');
    expect(markup).not.toContain('Accept the invitation');
    const posted = await browser.post(path, {});
    expect(posted.status).toBe(403);
    expect(posted.text).toContain('This invitation is for other@people.example');
    expect(await scene.users.membership('BETA', user.userId)).toBeUndefined();
  });

  test('a name is asked for, and a password that is acceptable', async () => {
    const scene = signInScene();
    const { path } = await invite(scene);
    const browser = scene.newBrowser();
    await browser.get(path);
    expect((await browser.post(path, { name: ' ', password: NEW_PASSWORD })).text).toContain('Type your name');
    expect((await browser.post(path, { name: 'x'.repeat(61), password: NEW_PASSWORD })).status).toBe(400);
    expect((await browser.post(path, { name: 'Deniz', password: PASSWORD.slice(0, 8) })).status).toBe(400);
    expect(sessionsIn(scene)).toEqual([]);
  });

  test('a secret that is none, or of another kind of link, is answered like one that was used', async () => {
    const scene = signInScene();
    await scene.person();
    await askForReset(scene);
    const reset = await onlySecret(scene);
    const browser = scene.newBrowser();
    const texts = [];
    for (const secret of ['x', 'x'.repeat(43), digestOf('x'), reset]) {
      const { status, text } = await browser.get(`/desk/invitation/${secret}`);
      expect(status).toBe(404);
      texts.push(text);
    }
    expect(new Set(texts).size).toBe(1);
  });

  test('that another change overtakes says that nothing was saved, and makes no user', async () => {
    const scene = signInScene();
    const { path, written } = await invite(scene);
    const browser = scene.newBrowser();
    await browser.get(path);
    Object.assign(scene.changes, { apply: async () => ({ kind: 'conflict' }) });
    const { status, text } = await browser.post(path, { name: 'Deniz', password: NEW_PASSWORD });
    expect(status).toBe(400);
    expect(text).toContain('Another change came at the same moment. Nothing was saved.');
    expect(await scene.users.find(written.invitation.userId)).toBeUndefined();
  });
});
