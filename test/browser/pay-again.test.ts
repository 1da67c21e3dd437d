import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newBankDealer, simple } from '../support/bank/bank-merchants.ts';
import { closePages, openBrowser, picture } from './browser.ts';
import { approve, passOn, pressPay, typeCard, wait } from './payer-hands.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => closePages(browser));

/** A link that ends on the service's own receipt, opened by a payer whose browser speaks English. */
const openLink = async (fields: Record<string, unknown> = {}, javaScriptEnabled = true) => {
  const dealer = await newBankDealer({ dealer: { name: 'Çiçek Bahçesi' } });
  const own = { RedirectUrl: undefined, Email: 'payer@example.com', IsThreeD: 0 };
  const { url } = await dealer.newLink({ ...simple, ...own, ...fields });
  const context = await browser.newContext({
    locale: 'en-GB',
    javaScriptEnabled,
    viewport: { width: 700, height: 800 },
  });
  const page = await context.newPage();
  const posts: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') posts.push(new URL(request.url()).pathname);
  });
  await page.goto(url);
  return { dealer, url, page, posts };
};

const withoutThreeD = async (page: Page, cardId: string): Promise<void> => {
  await typeCard(page, cardId);
  await page.check('[name=threeD][value="0"]');
  await pressPay(page);
};

const isReceipt = (page: Page) => page.getByText('Visa •••• 1111').waitFor(wait);

describe.each([true, false])('A payer who goes back or reloads (script: %s)', (script) => {
  test('after a decline without 3D posts no card again, and still reads why', async () => {
    const { dealer, url, page, posts } = await openLink({}, script);
    await withoutThreeD(page, 'insufficient-funds');
    await page.locator('[role=alert]:not([hidden]) h2').waitFor(wait);
    expect(posts).toHaveLength(1);
    for (let reload = 1; reload <= 2; reload += 1) {
      await page.reload();
      expect(await page.locator('main').innerText()).toContain('Try another card.');
    }
    await page.goBack();
    await page.goForward();
    expect(posts).toHaveLength(1);
    expect(await dealer.attemptsAt(url)).toHaveLength(1);
  });

  test('after a payment without 3D sees its receipt, from every page that was passed', async () => {
    const { dealer, url, page, posts } = await openLink({}, script);
    await withoutThreeD(page, 'approved');
    await isReceipt(page);
    await page.reload();
    await isReceipt(page);
    await page.goBack();
    await page.reload();
    await isReceipt(page);
    expect(posts).toHaveLength(1);
    expect(await dealer.orders()).toHaveLength(1);
    expect((await dealer.linkAt(url)).state).toBe('paid');
  });
});

test('The language of the visible switch outlives the bank, to the receipt, and the switch works there', async () => {
  const { dealer, page } = await openLink();
  await page.getByRole('link', { name: 'Türkçe' }).click();
  await page.locator('html[lang=tr]').waitFor(wait);
  await typeCard(page, 'approved');
  await pressPay(page);
  await page.locator('#one-time-code').waitFor(wait);
  expect(await page.locator('html').getAttribute('lang')).toBe('tr');
  await approve(page);
  await page.getByText('Ödemeniz alındı').first().waitFor(wait);
  await picture(page, 'pay-receipt-after-switch');
  await page.getByRole('link', { name: 'English' }).click();
  await page.getByText('Your payment was received').first().waitFor(wait);
  expect(await dealer.charges()).toHaveLength(1);
});

test('A double click without script on a payment with 3D leads to the bank, and pays once', async () => {
  const { dealer, page } = await openLink({ IsThreeD: 1 }, false);
  await typeCard(page, 'frictionless');
  await page.dblclick('form:has([name=cardNumber]) button');
  for (const field of ['cv2', 'HASH', 'callback']) await passOn(page, field);
  await page.getByText('•••• 0013').waitFor(wait);
  expect(await dealer.orders()).toHaveLength(1);
});
