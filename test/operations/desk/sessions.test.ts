import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { dealerItem } from '../../../shared/adapters/dynamodb/dealer/dealers.ts';
import { deskUserItem, membershipItems } from '../../../shared/adapters/dynamodb/desk/desk-items.ts';
import { dynamoDeskUsers } from '../../../shared/adapters/dynamodb/desk/desk-users.ts';
import { formTokenOf, newSecret } from '../../../shared/desk/call/secrets.ts';
import { authenticationOf } from '../../support/dealer/dealers.ts';
import { formTo, newDeskBrowser } from '../../support/desk/desk-browser.ts';
import { type DeskPerson, signedInAt } from '../../support/desk/desk-people.ts';
import { quickHashOf } from '../../support/desk/quick-passwords.ts';
import { formTokenIn, madeUpForm, type WholeDealer, wholeDealer } from '../../support/desk/whole-dealer.ts';
import { putRows } from '../../support/store/store.ts';

const PASSWORD = 'Kestane-Agaci-77';
const hashed = quickHashOf(PASSWORD);

/** What somebody gets who has a cookie of the desk and nothing else. */
const thief = ({ dealer }: WholeDealer, secret: string, cookie = 'desk') =>
  newDeskBrowser(dealer.stack.baseUrl, { [cookie]: secret });

interface Stolen {
  readonly dealer: WholeDealer;
  readonly cashier: DeskPerson;
  readonly manager: DeskPerson;
}

const manage = async (
  { manager: { browser }, cashier }: Stolen,
  action: 'role' | 'remove',
  typed: Readonly<Record<string, string>> = {},
): Promise<void> => {
  const page = await browser.get(`/desk/users/${cashier.user.userId}`);
  await browser.submit(formTo(page, `/desk/users/${action}`), typed);
};

/** What ends a session, by what people call it. */
const ENDS: Readonly<Record<string, (stolen: Stolen) => Promise<unknown>>> = {
  'its user has signed out': async ({ cashier: { browser } }) =>
    browser.post(formTo(await browser.get('/desk/settings'), '/desk/sign-out')),
  'the role of its user has changed': (stolen) => manage(stolen, 'role', { role: 'viewer' }),
  'its user was removed': (stolen) => manage(stolen, 'remove'),
  'its user was removed and invited anew with the same role': async (stolen) => {
    await manage(stolen, 'remove');
    await putRows(stolen.dealer.dealer.store, [
      ...membershipItems({ ...stolen.cashier.membership, addedAtMs: Date.now() }),
    ]);
  },
  'the password of its user was reset': ({ dealer, cashier: { user } }) =>
    putRows(dealer.dealer.store, [deskUserItem({ ...user, version: 2, epoch: user.epoch + 1 })]),
  'its dealer was disabled': ({ dealer: { dealer } }) =>
    putRows(dealer.store, [dealerItem({ ...dealer.dealer, version: 2, enabled: false })]),
};

describe('A stolen cookie (rule 53)', () => {
  test.each(Object.entries(ENDS))(
    'opens nothing and posts nothing from the next request on, where %s',
    async (_name, end) => {
      const dealer = await wholeDealer();
      const [cashier, manager] = [await dealer.signedIn('cashier'), await dealer.signedIn('manager')];
      const token = await formTokenIn(cashier);
      const stolen = thief(dealer, cashier.secret);
      expect((await stolen.get('/desk/links')).status).toBe(200);
      await end({ dealer, cashier, manager });
      const before = await dealer.rows();
      for (const path of [
        '/desk',
        '/desk/links',
        `/desk/payments/${dealer.paymentId}`,
        '/desk/settings',
        '/desk/dealer',
      ]) {
        const { status, location, markup } = await thief(dealer, cashier.secret).get(path);
        expect([path, status, location]).toEqual([path, 303, expect.stringContaining('/desk/sign-in?from=')]);
        expect(markup).toBe('');
      }
      const form = madeUpForm(dealer, '/desk/links', { amount: '5', description: 'x', token });
      expect(await thief(dealer, cashier.secret).post(form)).toMatchObject({
        status: 303,
        location: '/desk/sign-in?ended=post',
      });
      expect(await dealer.rows()).toEqual(before);
    },
  );
});

describe('A cookie that was given to a browser before (rule 53)', () => {
  test('is not the session behind the sign-in, and a session in it ends', async () => {
    const dealer = await wholeDealer();
    const attacker = await dealer.signedIn('viewer');
    const { user } = await signedInAt(dealer.dealer, { role: 'cashier', user: { password: hashed } });
    for (const fixed of [newSecret(), attacker.secret]) {
      // The sign-in's page would lead on whoever has a session, so its form is one that an attacker's page shows.
      const visitor = newSecret();
      const browser = newDeskBrowser(dealer.dealer.stack.baseUrl, { desk: fixed, 'desk-visitor': visitor });
      const typed = { email: user.email, password: PASSWORD, token: formTokenOf(visitor) };
      const answer = await browser.post(madeUpForm(dealer, '/desk/sign-in', typed));
      expect([answer.status, answer.location]).toEqual([303, '/desk']);
      expect(browser.cookies.get('desk')).toMatch(/^[\w-]{43}$/);
      expect(browser.cookies.get('desk')).not.toBe(fixed);
      expect((await browser.get('/desk')).status).toBe(200);
      expect((await thief(dealer, fixed).get('/desk')).location).toContain('/desk/sign-in');
    }
  });

  test('signs nobody in from another site, though its token is known', async () => {
    const dealer = await wholeDealer();
    const { user } = await signedInAt(dealer.dealer, { role: 'cashier', user: { password: hashed } });
    const visitor = newSecret();
    const browser = newDeskBrowser(dealer.dealer.stack.baseUrl, { 'desk-visitor': visitor });
    const typed = { email: user.email, password: PASSWORD, token: formTokenOf(visitor) };
    const form = madeUpForm(dealer, '/desk/sign-in', typed);
    expect((await browser.post(form, {}, { origin: 'https://evil.example' })).status).toBe(403);
    expect(browser.set).toEqual([]);
  });
});

describe('A secret of one kind (rule 53)', () => {
  test('is none of another: a pending sign-in, a visitor and a device open no page, and a session is none of them', async () => {
    const dealer = await wholeDealer();
    const manager = await signedInAt(dealer.dealer, { role: 'manager', user: { password: hashed } });
    const browser = newDeskBrowser(dealer.dealer.stack.baseUrl);
    const form = formTo(await browser.open('/desk'), '/desk/sign-in');
    const { location } = await browser.post(form, { email: manager.user.email, password: PASSWORD });
    expect(location).toMatch(/^\/desk\/sign-in\/code/);
    for (const name of ['desk-sign-in', 'desk-visitor']) {
      const secret = browser.cookies.get(name) ?? expect.unreachable(`no cookie ${name}`);
      expect((await thief(dealer, secret).get('/desk')).location).toContain('/desk/sign-in?from=');
    }
    expect((await browser.get('/desk')).location).toContain('/desk/sign-in?from=');
    for (const cookie of ['desk-sign-in', 'desk-device', 'desk-visitor', 'Desk', '__Host-desk', 'desk ']) {
      expect((await thief(dealer, manager.secret, cookie).get('/desk')).location).toContain('/desk/sign-in?from=');
    }
    const code = await thief(dealer, manager.secret, 'desk-sign-in').get('/desk/sign-in/code');
    expect(code.location).toBe('/desk/sign-in?ended=code');
  });

  test('has a token of its own: a visitor’s, another user’s and that of another session of the same user are refused', async () => {
    const dealer = await wholeDealer();
    const mine = await dealer.signedIn('manager');
    const other = await dealer.signedIn('manager');
    const second = await signedInAt(dealer.dealer, { user: mine.user, membership: mine.membership });
    const before = await dealer.rows();
    for (const secret of [newSecret(), other.secret, second.secret]) {
      const typed = { amount: '5', description: 'x', token: formTokenOf(secret) };
      expect((await mine.browser.post(madeUpForm(dealer, '/desk/links', typed))).status).toBe(403);
    }
    expect(await dealer.rows()).toEqual(before);
  });
});

describe('The two doors (rule 53)', () => {
  test('a session opens no operation, with or without its token', async () => {
    const dealer = await wholeDealer();
    const { secret, browser } = await dealer.signedIn('manager');
    const before = await dealer.rows();
    for (const body of [
      { PaymentDealerRequest: { DealerPaymentId: Number(dealer.paymentId) } },
      { PaymentDealerAuthentication: { DealerCode: dealer.dealer.dealer.dealerCode, token: formTokenOf(secret) } },
      { PaymentDealerAuthentication: { ...authenticationOf({ ...dealer.dealer.account, Password: secret }) } },
    ]) {
      const headers = { cookie: `desk=${secret}`, authorization: `Bearer ${secret}` };
      for (const operation of ['DoVoid', 'DoCreateRefundRequest', 'GetDealerPaymentTrxDetailList']) {
        const answer = await dealer.dealer.post(`/PaymentDealer/${operation}`, JSON.stringify(body), headers);
        expect([operation, answer.Data, answer.ResultCode === 'Success']).toEqual([operation, null, false]);
      }
    }
    expect(await dealer.rows()).toEqual(before);
    expect((await browser.get('/desk')).status).toBe(200);
  });

  test('a credential of a dealer’s program opens no page and posts nothing', async () => {
    const dealer = await wholeDealer();
    const { stack, account } = dealer.dealer;
    const block = authenticationOf(account);
    const basic = Buffer.from(`${account.Username}:${account.Password}`).toString('base64');
    const before = await dealer.rows();
    const path = `/desk/payments/${dealer.paymentId}/void`;
    for (const headers of [
      { authorization: `Basic ${basic}` },
      { authorization: `Bearer ${block.CheckKey}` },
      { cookie: `desk=${block.CheckKey}` },
      { 'x-api-key': account.Password },
    ]) {
      const sent = { ...headers, origin: new URL(stack.baseUrl).origin, 'content-type': 'application/json' };
      const body = JSON.stringify({ PaymentDealerAuthentication: block, once: randomUUID(), shown: 'x' });
      const options = { headers: sent, redirect: 'manual' } as const;
      const page = await fetch(`${stack.baseUrl}/desk/payments`, options);
      expect([page.status, page.headers.get('location')]).toEqual([303, expect.stringContaining('/desk/sign-in')]);
      const post = await fetch(`${stack.baseUrl}${path}`, { ...options, method: 'POST', body });
      expect([post.status, post.headers.get('location')]).toEqual([303, '/desk/sign-in?ended=post']);
    }
    expect(await dealer.rows()).toEqual(before);
    expect(await dealer.dealer.charges()).toHaveLength(1);
  });
});

test('whoever was removed from one dealer keeps the other, and nothing of the first (rules 53 and 55)', async () => {
  const [first, second] = [await wholeDealer(), await wholeDealer()];
  const cashier = await first.signedIn('cashier');
  const { userId } = cashier.user;
  const membership = {
    dealerCode: second.dealer.dealer.dealerCode,
    userId,
    role: 'cashier',
    version: 1,
    addedAtMs: 0,
  } as const;
  await putRows(first.dealer.store, [...membershipItems(membership)]);
  await manage({ dealer: first, cashier, manager: await first.signedIn('manager') }, 'remove');
  expect(await dynamoDeskUsers(first.dealer.store).membership(first.dealer.dealer.dealerCode, userId)).toBeUndefined();
  const { browser } = await signedInAt(second.dealer, { user: cashier.user, membership });
  expect((await browser.get('/desk')).status).toBe(200);
  const token = await formTokenIn({ browser });
  const chosen = madeUpForm(second, '/desk/dealer', { dealer: first.dealer.dealer.dealerCode, token });
  expect((await browser.post(chosen)).status).toBe(404);
  expect((await browser.get('/desk/dealer')).markup).not.toContain(first.dealer.dealer.name);
});
