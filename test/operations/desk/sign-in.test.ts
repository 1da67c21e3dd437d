import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { stackOfTests } from '../../support/app/stack-of-tests.ts';
import { newDealer } from '../../support/dealer/dealers.ts';
import { callOperation } from '../../support/dealer/operation-calls.ts';
import { formTo, newDeskBrowser } from '../../support/desk/desk-browser.ts';
import { signedInAt } from '../../support/desk/desk-people.ts';
import { newPerson, PASSWORD, signIn } from '../../support/desk/sign-in-scene.ts';

const { baseUrl } = stackOfTests();

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
