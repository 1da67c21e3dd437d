import { randomUUID } from 'node:crypto';
import { describe, expect, inject, test } from 'vitest';
import { scryptPasswords } from '../../../shared/adapters/desk/scrypt-passwords.ts';
import { deskUserItem, membershipItems } from '../../../shared/adapters/dynamodb/desk/desk-items.ts';
import { deskUserIdOf } from '../../../shared/desk/call/secrets.ts';
import type { DeskUser } from '../../../shared/domain/desk/user.ts';
import { newDealer } from '../../support/dealer/dealers.ts';
import { callOperation } from '../../support/dealer/operation-calls.ts';
import { type DeskBrowser, formTo, newDeskBrowser } from '../../support/desk/desk-browser.ts';
import { signedInAt } from '../../support/desk/desk-people.ts';
import { forgetSignInsOfAddress } from '../../support/desk/sign-in-counts.ts';
import { waitForMessages } from '../../support/message/inbox.ts';
import { putRows } from '../../support/store/store.ts';

const PASSWORD = 'a long walk by the sea';
const NEXT_PASSWORD = 'seven storks over the bridge';
const hashed = scryptPasswords().hash(PASSWORD);
const { baseUrl } = inject('stack');

/** A cashier of dealers who has signed in nowhere yet. */
const newPerson = async (dealers: readonly Awaited<ReturnType<typeof newDealer>>[]): Promise<DeskUser> => {
  const email = `cashier-${randomUUID()}@people.example`;
  const userId = deskUserIdOf(email);
  const user: DeskUser = {
    userId,
    version: 1,
    email,
    name: 'Ayşe',
    language: 'en',
    createdAtMs: 0,
    epoch: 1,
    password: await hashed,
  };
  const [first] = dealers;
  const memberships = dealers.flatMap(({ dealer: { dealerCode } }) => [
    ...membershipItems({ dealerCode, userId, role: 'cashier', version: 1, addedAtMs: 0 }),
  ]);
  const store = first?.store ?? expect.unreachable('no dealer');
  await forgetSignInsOfAddress({ store });
  await putRows(store, [deskUserItem(user), ...memberships]);
  return user;
};

const signIn = async (browser: DeskBrowser, email: string, password: string = PASSWORD) =>
  browser.post(formTo(await browser.open('/desk'), '/desk/sign-in'), { email, password });

describe('Signing in over HTTP (rule 53)', () => {
  test('leads from any page to the form and back to that page, with cookies that scripts and other sites do not get', async () => {
    const { email } = await newPerson([await newDealer()]);
    const browser = newDeskBrowser(baseUrl);
    const form = formTo(await browser.open('/desk/links'), '/desk/sign-in');
    const answer = await browser.post(form, { email, password: PASSWORD });
    expect(answer).toMatchObject({ status: 303, location: '/desk/links' });
    for (const cookie of browser.set)
      expect(cookie).toMatch(/^desk[\w-]*=[\w-]*; Path=\/desk; HttpOnly; SameSite=Strict/);
    expect((await browser.get('/desk/links')).status).toBe(200);
  });

  test('says the same of a wrong password and of nobody, and shows no password again', async () => {
    const { email } = await newPerson([await newDealer()]);
    const texts = [];
    for (const typed of [email, `nobody-${randomUUID()}@people.example`]) {
      const { status, text, markup } = await signIn(newDeskBrowser(baseUrl), typed, 'a wrong password');
      expect(status).toBe(403);
      expect(markup).not.toContain('a wrong password');
      texts.push(text);
    }
    expect(texts[0]).toBe(texts[1]);
  });

  test('a session opens no operation, and the credential of a dealer’s program opens no desk', async () => {
    const dealer = await newDealer();
    const { secret, browser } = await signedInAt(dealer, { role: 'cashier' });
    const post: typeof dealer.post = (path, body) => dealer.post(path, body, { cookie: `desk=${secret}` });
    const account = { ...dealer.account, Password: 'not the password' };
    const refused = await callOperation({ post, account }, 'GetDealer', {});
    expect(refused).toMatchObject({ Data: null });
    expect(refused.ResultCode).not.toBe('Success');
    expect((await browser.get('/desk')).status).toBe(200);
    const { Username, Password } = dealer.account;
    expect((await signIn(newDeskBrowser(baseUrl), Username, Password)).status).toBe(403);
  });

  test('a user of two dealers chooses one of them, and sees the name of that one alone', async () => {
    const dealers = [await newDealer(), await newDealer()];
    const { email } = await newPerson(dealers);
    const browser = newDeskBrowser(baseUrl);
    const answer = await signIn(browser, email);
    expect(answer.location).toMatch(/^\/desk\/dealer\?from=/);
    let choice = formTo(await browser.open(answer.location ?? ''), '/desk/dealer');
    for (const { dealer } of dealers) {
      await browser.post(choice, { dealer: dealer.dealerCode });
      const again = await browser.get('/desk/dealer');
      expect(again.markup).toContain(`· ${dealer.name}</title>`);
      choice = formTo(again, '/desk/dealer');
    }
  });

  test('a reset is mailed, sets a password by its link, ends every session, and is used up', async () => {
    const user = await newPerson([await newDealer()]);
    const elsewhere = newDeskBrowser(baseUrl);
    await signIn(elsewhere, user.email);
    expect((await elsewhere.get('/desk')).status).toBe(200);
    const browser = newDeskBrowser(baseUrl);
    const sent = await browser.post(formTo(await browser.open('/desk/reset'), '/desk/reset'), { email: user.email });
    expect(sent.text).toContain('If this address has an account');
    const [mail] = await waitForMessages(baseUrl, user.email);
    const path =
      /\/desk\/reset\/[\w-]{43}/.exec(JSON.stringify(mail))?.[0] ?? expect.unreachable('no link in the mail');
    const form = formTo(await browser.get(path), path);
    expect((await browser.post(form, { password: 'password2026!' })).status).toBe(400);
    expect((await browser.post(form, { password: NEXT_PASSWORD })).location).toContain('/desk/sign-in?done=password');
    expect((await browser.get(path)).status).toBe(404);
    expect((await elsewhere.get('/desk')).location).toContain('/desk/sign-in');
    expect((await signIn(browser, user.email)).status).toBe(403);
    expect((await signIn(browser, user.email, NEXT_PASSWORD)).location).toBe('/desk');
  });

  test('an invitation is mailed, and its link makes a user who is signed in', async () => {
    const dealer = await newDealer();
    const { browser } = await signedInAt(dealer, { role: 'manager' });
    const email = `new-${randomUUID()}@people.example`;
    const invite = formTo(await browser.get('/desk/users'), '/desk/users/invite');
    await browser.submit(invite, { name: 'Deniz', email, role: 'viewer', language: 'en' });
    const [mail] = await waitForMessages(baseUrl, email);
    const path =
      /\/desk\/invitation\/[\w-]{43}/.exec(JSON.stringify(mail))?.[0] ?? expect.unreachable('no link in the mail');
    const invited = newDeskBrowser(baseUrl);
    const page = await invited.submit(formTo(await invited.get(path), path), {
      name: 'Deniz Kaya',
      password: NEXT_PASSWORD,
    });
    expect(page.text).toContain('Deniz Kaya Viewer');
    expect((await newDeskBrowser(baseUrl).get(path)).status).toBe(404);
  });
});

describe('Codes that a dealer wants from everybody (rule 53)', () => {
  test('a manager says so, and a cashier without one opens its settings alone from the next request', async () => {
    const dealer = await newDealer();
    const manager = await signedInAt(dealer, { role: 'manager' });
    const cashier = await signedInAt(dealer, { role: 'cashier' });
    expect((await cashier.browser.get('/desk')).status).toBe(200);
    const form = formTo(await manager.browser.get('/desk/users'), '/desk/users/codes');
    expect((await manager.browser.submit(form, { 'codes-for': 'everybody' })).text).toContain('Saved.');
    expect((await cashier.browser.get('/desk')).location).toBe('/desk/settings');
    expect((await cashier.browser.get('/desk/settings')).text).toContain(
      'This merchant wants a one-time code from everybody',
    );
    expect((await manager.browser.get('/desk')).status).toBe(200);
    // The same form again changes nothing: its value was used, and what it showed is not what is stored.
    expect((await manager.browser.post(form, { 'codes-for': 'managers' })).status).toBe(422);
    const next = formTo(await manager.browser.get('/desk/users'), '/desk/users/codes');
    await manager.browser.submit(next, { 'codes-for': 'managers' });
    expect((await cashier.browser.get('/desk')).status).toBe(200);
  });

  test('a cashier cannot say so', async () => {
    const dealer = await newDealer();
    const { browser } = await signedInAt(dealer, { role: 'cashier' });
    const [form] = (await browser.get('/desk/settings')).forms;
    if (form === undefined) return expect.unreachable('no form');
    const action = new URL('/desk/users/codes', baseUrl).href;
    const refused = await browser.post({ ...form, action }, { 'codes-for': 'everybody' });
    expect(refused.status).toBe(403);
    return undefined;
  });
});
