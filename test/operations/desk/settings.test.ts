import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { dynamoDeskUsers } from '../../../shared/adapters/dynamodb/desk/desk-users.ts';
import { nextMillisecond } from '../../support/app/next-millisecond.ts';
import { newDealer } from '../../support/dealer/dealers.ts';
import { formTo } from '../../support/desk/desk-browser.ts';
import { signedInAt } from '../../support/desk/desk-people.ts';
import { quickPasswords } from '../../support/desk/quick-passwords.ts';
import { codeNow, enrolled, PASSWORD, recoveryOn, secretOn, settingsScene } from '../../support/desk/settings-scene.ts';

const NEXT = 'Zeytin-Dallari-31';

describe('A user’s own settings (rule 53)', () => {
  test('name and language change, and the audit tells both before and after', async () => {
    const { browser, stored, entries, user } = await settingsScene({ role: 'viewer' });
    const form = formTo(await browser.get('/desk/settings'), '/desk/settings/profile');
    const page = await browser.submit(form, { name: 'Ayşe Öz', language: 'tr' });
    expect(page.text).toContain('Kaydedildi.');
    expect(await stored()).toMatchObject({ name: 'Ayşe Öz', language: 'tr', version: 2 });
    expect(await entries()).toEqual([
      expect.objectContaining({
        command: 'desk-change-profile',
        by: { userId: user.userId, email: user.email, name: user.name },
        before: { name: user.name, language: 'en' },
        after: { name: 'Ayşe Öz', language: 'tr' },
      }),
    ]);
  });

  test('the same form posted twice changes once, and its value serves for nothing else (rule 54)', async () => {
    const { browser, stored } = await settingsScene({ role: 'viewer' });
    const form = formTo(await browser.get('/desk/settings'), '/desk/settings/profile');
    await browser.post(form, { name: 'Once' });
    expect((await browser.post(form, { name: 'Once' })).location).toBe('/desk/settings?done=profile');
    expect(await stored()).toMatchObject({ name: 'Once', version: 2 });
    const other = await browser.post(form, { name: 'Twice' });
    expect(other.text).toContain('posted before');
    const without = await browser.post(form, { name: 'Three', once: 'none' });
    expect(without.status).toBe(422);
    expect(await stored()).toMatchObject({ name: 'Once', version: 2 });
  });

  test('a new password needs the old one, ends every other session, and lets this one go on', async () => {
    const { browser, stored, dealer, user, entries } = await settingsScene({ role: 'cashier' });
    const other = await signedInAt(dealer, { role: 'cashier' });
    const settings = await browser.get('/desk/settings');
    const form = formTo(settings, '/desk/settings/password');
    const typed = { 'old-password': PASSWORD, 'new-password': NEXT, 'new-password-again': NEXT };
    for (const [changes, says] of [
      [{ 'old-password': 'Another-Password-1' }, 'The password is wrong'],
      [{ 'new-password-again': `${NEXT}x` }, 'differ'],
      [{ 'new-password': 'short', 'new-password-again': 'short' }, 'at least 12 characters'],
    ] as const) {
      const answer = await browser.post(form, { ...typed, ...changes });
      expect(answer.status).toBe(422);
      expect(answer.text).toContain(says);
      expect(answer.markup).not.toContain(NEXT);
    }
    expect(await stored()).toMatchObject({ epoch: 1, version: 1 });
    const before = browser.cookies.get('desk');
    const page = await browser.submit(form, typed);
    expect(page.text).toContain('Your password has changed');
    expect(browser.cookies.get('desk')).not.toBe(before);
    expect(await stored()).toMatchObject({ epoch: 2 });
    expect(await quickPasswords.isRight(NEXT, (await stored()).password)).toBe(true);
    expect((await other.browser.get('/desk/settings')).status).toBe(200);
    browser.cookies.set('desk', before ?? '');
    expect((await browser.get('/desk/settings')).location).toContain('/desk/sign-in');
    const told = JSON.stringify(await entries());
    expect(told).toContain(user.userId);
    expect(told).not.toContain(NEXT);
  });

  test('ten wrong passwords are looked at, and then none for a while', async () => {
    const { browser } = await settingsScene({ role: 'viewer' });
    const form = formTo(await browser.get('/desk/settings'), '/desk/settings/code');
    const statuses: number[] = [];
    for (let times = 0; times < 11; times += 1) {
      statuses.push((await browser.post(form, { 'code-password': `Wrong-Password-${times}` })).status);
    }
    expect(statuses.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 422));
    expect(statuses[10]).toBe(429);
    expect((await browser.post(form, { 'code-password': PASSWORD })).status).toBe(429);
  });
});

describe('The one-time code (rule 53)', () => {
  test('GET makes no secret, and what another user began is not confirmed', async () => {
    const mine = await settingsScene({ role: 'cashier' });
    expect((await mine.browser.get('/desk/settings/code')).status).toBe(404);
    const theirs = await settingsScene({ role: 'cashier' });
    const begin = formTo(await theirs.browser.get('/desk/settings'), '/desk/settings/code');
    const scan = await theirs.browser.post(begin, { 'code-password': PASSWORD });
    const { fields } = formTo(scan, '/desk/settings/confirm-code');
    const taken = Object.fromEntries(fields.filter(([name]) => name === 'sealed' || name === 'begun'));
    const own = formTo(
      await mine.browser.post(formTo(await mine.browser.get('/desk/settings'), '/desk/settings/code'), {
        'code-password': PASSWORD,
      }),
      '/desk/settings/confirm-code',
    );
    const answer = await mine.browser.post(own, { ...taken, code: codeNow(secretOn(scan)) });
    expect(answer.text).toContain('begin again');
    expect(await mine.stored()).not.toHaveProperty('code');
  });

  test('a new authenticator, and new recovery codes, need a code of the old one or a recovery code, each once', async () => {
    const made = await settingsScene({ role: 'cashier' });
    const { browser, stored } = made;
    const [first = '', second = ''] = recoveryOn((await enrolled(made)).shown);
    const renew = async (proof: string) => {
      const form = formTo(await browser.get('/desk/settings'), '/desk/settings/recovery-codes');
      return browser.post(form, { 'recovery-password': PASSWORD, 'recovery-proof': proof });
    };
    expect((await renew('123456')).text).toContain('The code is wrong');
    expect((await stored()).wrongCodes).toMatchObject({ count: 1 });
    const replace = formTo(await browser.get('/desk/settings'), '/desk/settings/code');
    const begun = await browser.post(replace, { 'code-password': PASSWORD, 'code-proof': first.toLowerCase() });
    expect(secretOn(begun)).toHaveLength(32);
    expect((await stored()).code?.recoveryCodes).toHaveLength(9);
    expect((await renew(first)).text).toContain('The code is wrong');
    const fresh = recoveryOn(await renew(second));
    expect(fresh).toHaveLength(10);
    expect((await renew(second)).text).toContain('The code is wrong');
  });
});

describe('The users of a dealer', () => {
  test('are managed by managers alone: every other role is refused, and nothing changes (rule 54)', async () => {
    const { browser, dealer } = await settingsScene({ role: 'manager' });
    const till = await signedInAt(dealer, { role: 'cashier' });
    const invite = formTo(await browser.get('/desk/users'), '/desk/users/invite');
    const token = formTo(await till.browser.get('/desk/settings'), '/desk/settings/profile').fields.find(
      ([name]) => name === 'token',
    );
    for (const path of ['/desk/users', '/desk/looks']) {
      expect((await till.browser.get(path)).status).toBe(403);
    }
    const refused = await till.browser.post(invite, { token: token?.[1] ?? '', name: 'X', email: 'x@people.example' });
    expect(refused.status).toBe(403);
    expect(refused.text).toContain('Nothing changed');
    expect((await dynamoDeskUsers(dealer.store).ofDealer(dealer.dealer.dealerCode)).invitations).toEqual([]);
  });

  test('somebody is invited, invited anew, and the invitation is withdrawn', async () => {
    const { browser, dealer, entries } = await settingsScene();
    const email = `${randomUUID()}@people.example`;
    const invite = async () =>
      browser.submit(formTo(await browser.get('/desk/users'), '/desk/users/invite'), { name: 'Can', email });
    expect((await invite()).text).toContain('The invitation is on its way');
    const users = dynamoDeskUsers(dealer.store);
    const of = () => users.ofDealer(dealer.dealer.dealerCode);
    const [first] = (await of()).invitations;
    expect(first).toMatchObject({ email, role: 'cashier', name: 'Can' });
    await nextMillisecond();
    await invite();
    expect((await of()).invitations).toHaveLength(1);
    expect(await users.mailedLink(first?.linkId ?? '')).toBeUndefined();
    await nextMillisecond();
    const page = await browser.submit(formTo(await browser.get('/desk/users'), '/desk/users/withdraw'));
    expect(page.text).toContain('withdrawn');
    expect((await of()).invitations).toEqual([]);
    expect((await entries()).map(({ command }) => command)).toEqual([
      'desk-withdraw-invitation',
      'desk-invite-user',
      'desk-invite-user',
    ]);
  });

  test('a role changes and a user goes: both end the session of that user at its next request', async () => {
    const { browser, dealer } = await settingsScene();
    const till = await signedInAt(dealer, { role: 'cashier' });
    const path = `/desk/users/${till.user.userId}`;
    await browser.submit(formTo(await browser.get(path), '/desk/users/role'), { role: 'viewer' });
    expect((await till.browser.get('/desk/settings')).location).toContain('/desk/sign-in');
    const late = await signedInAt(dealer, { role: 'cashier' });
    const remove = formTo(await browser.get(`/desk/users/${late.user.userId}`), '/desk/users/remove');
    expect((await browser.submit(remove)).text).toContain('The user was removed');
    expect((await late.browser.get('/desk/settings')).location).toContain('/desk/sign-in');
  });

  test('nobody changes its own role, and a user of another dealer is answered like none (rule 55)', async () => {
    const { browser, dealer, user } = await settingsScene();
    const till = await signedInAt(dealer, { role: 'cashier' });
    const form = formTo(await browser.get(`/desk/users/${till.user.userId}`), '/desk/users/role');
    expect((await browser.post(form, { user: user.userId, role: 'manager' })).text).toContain('your own role');
    const elsewhere = await signedInAt(await newDealer(), { role: 'cashier' });
    expect((await browser.get(`/desk/users/${elsewhere.user.userId}`)).status).toBe(404);
    const fresh = formTo(await browser.get(`/desk/users/${till.user.userId}`), '/desk/users/remove');
    expect((await browser.post(fresh, { user: elsewhere.user.userId })).text).toContain('no such user');
    expect((await elsewhere.browser.get('/desk/settings')).status).toBe(200);
  });

  test('of two managers who remove each other at once one stays', async () => {
    const { browser, dealer, user } = await settingsScene();
    const other = await signedInAt(dealer, { role: 'manager' });
    const [mine, theirs] = await Promise.all([
      browser.get(`/desk/users/${other.user.userId}`),
      other.browser.get(`/desk/users/${user.userId}`),
    ]);
    await Promise.all([
      browser.post(formTo(mine, '/desk/users/remove')),
      other.browser.post(formTo(theirs, '/desk/users/remove')),
    ]);
    expect((await dynamoDeskUsers(dealer.store).ofDealer(dealer.dealer.dealerCode)).members).toHaveLength(1);
  });
});

describe('Looks and activity', () => {
  test('the looks are shown first, then saved; a form of an earlier version saves nothing', async () => {
    const { browser, dealer, entries } = await settingsScene();
    const form = formTo(await browser.get('/desk/looks'), '/desk/settings/looks');
    const typed = { displayName: 'Kardelen', accent: '#c2185b', phone: '+90 212 555 01 23' };
    const shown = await browser.post(form, { ...typed, do: 'show' });
    expect(shown.text).toContain('not saved yet');
    expect(shown.markup).toContain('--payer:');
    const saved = await browser.submit(form, { ...typed, do: 'save' });
    expect(saved.text).toContain('Saved.');
    expect((await browser.submit(form, { ...typed, do: 'save' })).text).toContain('Saved.');
    const again = await browser.get('/desk/looks');
    expect(again.markup).toContain('value="Kardelen"');
    const late = { ...form, fields: form.fields.map(([n, v]) => [n, n === 'once' ? randomUUID() : v] as const) };
    expect((await browser.post(late, { ...typed, displayName: 'Else', do: 'save' })).text).toContain(
      'changed meanwhile',
    );
    expect((await browser.post(formTo(again, '/desk/settings/looks'), { accent: 'red', do: 'save' })).status).toBe(422);
    expect((await entries()).filter(({ command }) => command === 'desk-change-looks')).toHaveLength(1);
    expect(dealer.dealer.dealerCode).not.toBe('');
  });

  test('the activity shows what this dealer’s people did, and nothing of another dealer', async () => {
    const { browser } = await settingsScene();
    const other = await settingsScene();
    const rename = async (of: typeof browser, name: string) =>
      of.submit(formTo(await of.get('/desk/settings'), '/desk/settings/profile'), { name });
    await rename(browser, 'Mine Here');
    await rename(other.browser, 'Theirs There');
    const { text } = await browser.get('/desk/activity');
    expect(text).toContain('Changed own name or language');
    expect(text).toContain('Mine Here');
    expect(text).not.toContain('Theirs There');
  });
});
