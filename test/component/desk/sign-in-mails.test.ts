import { randomUUID } from 'node:crypto';
import { describe, expect, inject, test } from 'vitest';
import { newDealer } from '../../support/dealer/dealers.ts';
import { formTo, newDeskBrowser } from '../../support/desk/desk-browser.ts';
import { signedInAt } from '../../support/desk/desk-people.ts';
import { newPerson, signIn } from '../../support/desk/sign-in-scene.ts';
import { waitForMessages } from '../../support/message/inbox.ts';

const NEXT_PASSWORD = 'seven storks over the bridge';
const { baseUrl } = inject('stack');

describe('Signing in over HTTP (rule 53)', () => {
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
