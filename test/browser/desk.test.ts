import { randomInt, randomUUID } from 'node:crypto';
import { KMSClient } from '@aws-sdk/client-kms';
import type { BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { codeNow } from '../../infra/local/demo-code.ts';
import { totpCodes } from '../../shared/adapters/desk/totp-codes.ts';
import { deskUserItem } from '../../shared/adapters/dynamodb/desk/desk-items.ts';
import { kmsSealer } from '../../shared/adapters/vault/kms-vault.ts';
import { deskCodeContext } from '../../shared/ports/vault.ts';
import { PATIENCE_MS } from '../support/app/patience.ts';
import { type BankDealer, newBankDealer } from '../support/bank/bank-merchants.ts';
import { type DeskPerson, signedInAt } from '../support/desk/desk-people.ts';
import { deskSceneOf } from '../support/desk/desk-scene.ts';
import { quickHashOf } from '../support/desk/quick-passwords.ts';
import { waitForMessages } from '../support/message/inbox.ts';
import { putRows } from '../support/store/store.ts';
import { closePages, openBrowser, picture } from './browser.ts';
import { wait } from './payer-hands.ts';

const { baseUrl, endpoint, vaultKeyArn } = inject('stack');
const PASSWORD = 'a long walk by the sea';
const PHONE = { width: 360, height: 740 };
let dealer: BankDealer;

beforeAll(async () => {
  dealer = await newBankDealer({
    dealer: { wantedEvents: { messages: ['link.created'] } },
    definition: { deliveryMode: 'sms' },
  });
  await deskSceneOf(dealer, { role: 'cashier' });
});
afterAll(async () => closePages(await openBrowser()));

const newContext = async (options: BrowserContextOptions = {}): Promise<BrowserContext> =>
  (await openBrowser()).newContext({ viewport: PHONE, locale: 'en-GB', ...options });

/** A tab of somebody who signed in before. */
const tabOf = async ({ secret }: DeskPerson, options: BrowserContextOptions = {}): Promise<Page> => {
  const context = await newContext(options);
  await context.addCookies([{ name: 'desk', value: secret, url: `${baseUrl}/desk` }]);
  return context.newPage();
};

/** A manager with a password and an authenticator, who has signed in nowhere yet. */
const newManager = async () => {
  const { user } = await signedInAt(dealer, { role: 'manager' });
  const codeSecret = totpCodes().newSecret();
  const kms = new KMSClient({
    endpoint,
    region: 'eu-central-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    maxAttempts: 1,
    requestHandler: { connectionTimeout: PATIENCE_MS, requestTimeout: PATIENCE_MS },
  });
  const sealer = kmsSealer({ kms, keyArn: vaultKeyArn, clock: { now: () => Date.now() } });
  const sealedSecret = await sealer.seal(codeSecret, deskCodeContext(user, 1));
  const code = { sealedSecret, secretVersion: 1, enrolledAtMs: 0, lastStep: 0, recoveryCodes: [] };
  await putRows(dealer.store, [deskUserItem({ ...user, code, password: quickHashOf(PASSWORD) })]);
  return { email: user.email, codeSecret };
};

/** Counts what a person presses. */
const presses = () => {
  let count = 0;
  const press = async (what: Locator): Promise<void> => {
    count += 1;
    await what.click(wait);
  };
  return { press, count: () => count };
};

const button = (page: Page, name: string | RegExp): Locator => page.getByRole('main').getByRole('button', { name });

describe.each([
  ['with script', true],
  ['without script', false],
] as const)('At the desk, %s (rules 53, 54)', (_title, javaScriptEnabled) => {
  test('a manager signs in with a code and sends a link, by at most five presses', async () => {
    const { email, codeSecret } = await newManager();
    const context = await newContext({ javaScriptEnabled });
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const page = await context.newPage();
    const { press, count } = presses();
    await page.goto(`${baseUrl}/desk`);
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Password').fill(PASSWORD);
    await press(button(page, 'Sign in'));
    await page.locator('[name=code]').fill(codeNow(codeSecret, Date.now()).digits, wait);
    await press(button(page, 'Continue'));
    await press(page.getByRole('link', { name: 'Links', exact: true }));
    const phone = `53${randomInt(10 ** 7, 10 ** 8)}`;
    await page.getByLabel('Amount').fill('1250.50', wait);
    await page.getByLabel('Mobile phone').fill(phone);
    await press(button(page, 'Make the link'));
    const address = await page.getByLabel('Address').inputValue(wait);
    expect(count()).toBeLessThanOrEqual(5);
    const [message] = await waitForMessages(baseUrl, `+90${phone}`);
    expect(JSON.stringify(message)).toContain(address);
    if (javaScriptEnabled) {
      await press(button(page, 'Copy'));
      await button(page, 'Copied').waitFor(wait);
      expect(await page.evaluate('navigator.clipboard.readText()')).toBe(address);
    } else {
      expect(await button(page, 'Copy').count()).toBe(0);
    }
    await picture(page, `desk-link-made-${javaScriptEnabled}`);
  });

  test('a refund is said before it is made, and pressed twice, or again behind “back”, it is made once', async () => {
    const OtherTrxCode = randomUUID();
    await dealer.payDirectly({ OtherTrxCode });
    const page = await tabOf(await signedInAt(dealer), { javaScriptEnabled });
    await page.goto(`${baseUrl}/desk/payments`);
    await page.getByLabel('Find', { exact: true }).fill(OtherTrxCode);
    await button(page, 'Show').click();
    await page.getByRole('link', { name: 'Refund' }).click(wait);
    await page.getByLabel('Amount').fill('10', wait);
    await button(page, 'Continue').click();
    await page.getByText('₺10.00 is refunded to the card').waitFor(wait);
    await button(page, 'Refund ₺10.00').dblclick();
    const told = page.locator('ol.life li').filter({ hasText: /refund.*₺10\.00|₺10\.00.*refund/i });
    await told.waitFor(wait);
    const payment = page.url();
    await picture(page, `desk-refunded-${javaScriptEnabled}`);
    await page.goBack(wait);
    await page.getByText('No money moved.').waitFor(wait);
    await page.goto(payment);
    expect(await told.count()).toBe(1);
  });
});

describe('At the desk (rules 53, 55)', () => {
  test('nobody who signed out sees a page again by “back”', async () => {
    const page = await tabOf(await signedInAt(dealer));
    await page.goto(`${baseUrl}/desk/payments`);
    await page.goto(`${baseUrl}/desk/links`);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('Password').waitFor(wait);
    await page.goBack(wait);
    await page.getByLabel('Password').waitFor(wait);
    expect(await page.getByRole('navigation').count()).toBe(0);
  });

  test('a viewer finds nothing to press that changes anything', async () => {
    const OtherTrxCode = randomUUID();
    await dealer.payDirectly({ OtherTrxCode });
    const page = await tabOf(await signedInAt(dealer, { role: 'viewer' }));
    const posts = async (): Promise<readonly string[]> =>
      page.evaluate(`[...document.querySelectorAll('form[method=post]')].map((form) => new URL(form.action).pathname)`);
    for (const path of ['', '/payments', '/links', '/reusable-links', '/statements', '/customers']) {
      await page.goto(`${baseUrl}/desk${path}`);
      const harmless = ['/desk/sign-out', '/desk/payments', '/desk/customers'];
      expect((await posts()).filter((one) => !harmless.includes(one))).toEqual([]);
    }
    await page.goto(`${baseUrl}/desk/payments`);
    await page.getByLabel('Find', { exact: true }).fill(OtherTrxCode);
    await button(page, 'Show').click();
    await page.getByText('There is nothing that you can do').waitFor(wait);
    expect(await posts()).toEqual(['/desk/sign-out']);
  });

  test('the first stop of the keyboard skips to the content', async () => {
    const page = await tabOf(await signedInAt(dealer));
    await page.goto(`${baseUrl}/desk/links`);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.name')).toBe('amount');
  });
});
