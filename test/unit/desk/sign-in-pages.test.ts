import { describe, expect, test } from 'vitest';
import type { DeskRole } from '../../../shared/domain/desk/roles.ts';
import { deskMailContext } from '../../../shared/ports/vault.ts';
import { clearVault } from '../../fakes/clear-vault.ts';
import { givePassword, invite, type SignInScene, sessionsIn, signInScene } from './desk-scene.ts';

const NEW_PASSWORD = 'seven storks over the bridge';

/** What audit entries of a command keep. */
const entriesOf = ({ table }: SignInScene, command: string) =>
  table.rows().filter(({ pk, command: one }) => String(pk).startsWith('COMMAND#') && one === command);

describe('What the first page says of what was before (rule 53)', () => {
  test.each([
    ['?ended=post', 'nothing changed, and no money moved'],
    ['?ended=code', 'This sign-in has ended'],
    ['?done=password', 'Your new password is set'],
    ['?done=out', 'You are signed out'],
  ])('%s: %s', async (query, sentence) => {
    const { text } = await signInScene().newBrowser().get(`/desk/sign-in${query}`);
    expect(text).toContain(sentence);
  });

  test.each(['', '?ended=other', '?done=other'])('%j: nothing', async (query) => {
    const plain = await signInScene().newBrowser().get('/desk/sign-in');
    const { text } = await signInScene().newBrowser().get(`/desk/sign-in${query}`);
    expect(text).toBe(plain.text);
  });

  test('the address to come back to and the language stay while somebody signs in by a code', async () => {
    const scene = signInScene();
    await scene.person({ enrolled: true });
    const leads = async (query: string) => (await givePassword(scene.newBrowser(), { query })).location;
    expect(await leads('')).toBe('/desk/sign-in/code');
    expect(await leads('?lang=tr')).toBe('/desk/sign-in/code?lang=tr');
    expect(await leads('?lang=en&from=%2Fdesk%2Flinks')).toBe('/desk/sign-in/code?from=%2Fdesk%2Flinks&lang=en');
    expect(await leads('?lang=de&from=%2Fdesk')).toBe('/desk/sign-in/code');
  });
});

describe('The audit of who may enter (rule 53)', () => {
  const reset = async (scene: SignInScene, roles: Readonly<Record<string, DeskRole>>) => {
    await scene.person({ roles });
    const asking = scene.newBrowser();
    await asking.get('/desk/reset');
    await asking.post('/desk/reset', { email: 'ayse@people.example' });
    const [mail] = scene.table.rows().filter(({ entity }) => entity === 'desk-mail');
    const secret = await clearVault.open(String(mail?.sealedSecret), deskMailContext({ mailId: String(mail?.mailId) }));
    const browser = scene.newBrowser();
    await givePassword(browser);
    await browser.get(`/desk/reset/${secret}`);
    const { cookies } = await browser.post(`/desk/reset/${secret}`, { password: NEW_PASSWORD });
    return { cookies, secret };
  };

  test('keeps dealer and role of a new user, and nothing of the password', async () => {
    const scene = signInScene();
    const { path } = await invite(scene, { role: 'manager' });
    const browser = scene.newBrowser();
    await browser.get(path);
    await browser.post(path, { name: 'Deniz', password: NEW_PASSWORD });
    const [entry, ...others] = entriesOf(scene, 'desk-follow-invitation');
    expect(others).toEqual([]);
    expect(entry).toMatchObject({
      changed: ['user', 'membership'],
      by: { email: 'new@people.example', name: 'Deniz' },
      dealerCode: 'ALPHA',
      after: { role: 'manager' },
    });
    expect(entry).not.toHaveProperty('before');
    expect(JSON.stringify(entry)).not.toContain(NEW_PASSWORD);
  });

  test('keeps the role before where a user is invited to a dealer that it has', async () => {
    const scene = signInScene();
    const user = await scene.person({ roles: { ALPHA: 'viewer', BETA: 'viewer' } });
    const { path } = await invite(scene, { email: user.email, dealerCode: 'BETA', role: 'manager' });
    const browser = scene.newBrowser();
    await givePassword(browser);
    await browser.get(path);
    expect(await browser.post(path, {})).toMatchObject({ status: 303, location: '/desk' });
    expect(entriesOf(scene, 'desk-follow-invitation')).toMatchObject([
      { changed: ['membership'], dealerCode: 'BETA', before: { role: 'viewer' }, after: { role: 'manager' } },
    ]);
    expect(await scene.users.membership('BETA', user.userId)).toMatchObject({ role: 'manager' });
  });

  test('has no entry of a user who has twenty dealers already, and that user gets no other', async () => {
    const scene = signInScene();
    const others = Array.from({ length: 19 }, (_, index) => `D${index}`);
    for (const dealerCode of others) scene.enable(dealerCode);
    const roles = Object.fromEntries(['ALPHA', ...others].map((dealerCode) => [dealerCode, 'viewer' as const]));
    const user = await scene.person({ roles });
    const browser = scene.newBrowser();
    await givePassword(browser);
    const full = await invite(scene, { email: user.email, dealerCode: 'BETA' });
    await browser.get(full.path);
    expect((await browser.post(full.path, {})).status).toBe(409);
    expect(await scene.users.membership('BETA', user.userId)).toBeUndefined();
    expect(entriesOf(scene, 'desk-follow-invitation')).toEqual([]);
    const known = await invite(scene, { email: user.email, dealerCode: 'ALPHA', role: 'cashier' });
    await browser.get(known.path);
    expect((await browser.post(known.path, {})).status).toBe(303);
  });

  test('names the dealers before and after a choice', async () => {
    const scene = signInScene();
    await scene.person({ roles: { ALPHA: 'cashier', BETA: 'viewer' } });
    const browser = scene.newBrowser();
    await givePassword(browser);
    const [first] = sessionsIn(scene);
    const wanted = first?.dealerCode === 'ALPHA' ? 'BETA' : 'ALPHA';
    await browser.get('/desk/dealer');
    expect(await browser.post('/desk/dealer', { dealer: String(first?.dealerCode) })).toMatchObject({
      location: '/desk',
    });
    expect(entriesOf(scene, 'desk-choose-dealer')).toEqual([]);
    await browser.post('/desk/dealer', { dealer: wanted });
    expect(entriesOf(scene, 'desk-choose-dealer')).toMatchObject([
      { dealerCode: wanted, before: { dealerCode: first?.dealerCode }, after: { dealerCode: wanted } },
    ]);
  });

  test('of a new password names the dealer where the user has but one; session and sign-in of the browser end', async () => {
    const scene = signInScene();
    const { cookies, secret } = await reset(scene, { ALPHA: 'cashier' });
    const [entry] = entriesOf(scene, 'desk-reset-password');
    expect(entry).toMatchObject({ changed: ['password'], dealerCode: 'ALPHA' });
    expect(JSON.stringify(entry)).not.toContain(secret);
    expect(cookies.map((cookie) => cookie.split('=')[0])).toEqual(['__Host-desk', '__Host-desk-sign-in']);
    expect(cookies.every((cookie) => cookie.endsWith('; Max-Age=0'))).toBe(true);
    const two = signInScene();
    await reset(two, { ALPHA: 'cashier', BETA: 'viewer' });
    const [ofTwo] = entriesOf(two, 'desk-reset-password');
    expect(ofTwo).toMatchObject({ changed: ['password'] });
    expect(ofTwo).not.toHaveProperty('dealerCode');
  });
});

describe('The choice of a dealer (rule 53)', () => {
  test('shows all dealers of the user, and which of them is open now', async () => {
    const scene = signInScene();
    await scene.person({ roles: { ALPHA: 'cashier', BETA: 'viewer' } });
    const browser = scene.newBrowser();
    await givePassword(browser);
    await browser.get('/desk/dealer');
    for (const dealer of ['BETA', 'ALPHA']) {
      await browser.post('/desk/dealer', { dealer });
      const { status, text } = await browser.get('/desk/dealer');
      expect(status).toBe(200);
      expect(text.match(/open now/g)).toHaveLength(1);
      expect(text).toMatch(new RegExp(`Shop ${dealer} (?:Cashier|Viewer) open now`));
    }
  });
});
