import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { attemptItem } from '../../shared/adapters/dynamodb/attempt/attempt-item.ts';
import { testCard } from '../../shared/nestpay/test-cards.ts';
import { newBankDealer, simple } from '../support/bank/bank-merchants.ts';
import { type DealerSite, outcomeOf, startDealerSite } from '../support/dealer/dealer-site.ts';
import { ratesOf } from '../support/dealer/virtual-pos.ts';
import { putRows } from '../support/store/store.ts';
import { closePages, openBrowser, picture } from './browser.ts';
import { pressPay, typeCard, wait } from './payer-hands.ts';

let browser: Browser;
let shop: DealerSite;
beforeAll(async () => {
  browser = await openBrowser();
  shop = await startDealerSite();
});
afterAll(async () => {
  await closePages(browser);
  await shop.stop();
});

const MINUTE_MS = 60_000;

const photograph = (page: Page, name: string) => picture(page, `pay-${name}`);

const openIn = async (url: string, locale: 'tr-TR' | 'en-GB', javaScriptEnabled = true): Promise<Page> => {
  const context = await browser.newContext({ locale, javaScriptEnabled, viewport: { width: 420, height: 800 } });
  const page = await context.newPage();
  await page.goto(url);
  return page;
};

/** A link of a dealer with a result page, after this many attempts. */
const tried = async (attempts: number) => {
  const dealer = await newBankDealer({ dealer: { name: 'Çiçek Bahçesi' } });
  const link = await dealer.newLink({ ...simple, IsThreeD: 0, RedirectUrl: `${shop.address}/result` });
  const { progress } = await dealer.linkAt(link.url);
  await dealer.changeLink(link.url, { progress: { ...progress, attempts } });
  return { dealer, ...link };
};

const withoutThreeD = async (page: Page, cardId: string): Promise<void> => {
  await typeCard(page, cardId);
  await page.check('[name=threeD][value="0"]');
  await pressPay(page);
};

/** The code that the dealer's page received last, if its hash says "not paid". */
const failureAtShop = async (page: Page, codeForHash: string): Promise<string | undefined> => {
  await page.locator('#received').waitFor(wait);
  const report = shop.reports.at(-1);
  expect(report && outcomeOf(report, codeForHash)).toBe('not paid');
  return report?.fields.find(([name]) => name === 'resultCode')?.[1];
};

describe('A person whose last attempt fails arrives at the dealer’s page without pressing anything', () => {
  test('from the bank, with 3D', async () => {
    const { url, codeForHash } = await tried(19);
    const page = await openIn(url, 'en-GB');
    await typeCard(page, 'insufficient-funds');
    await pressPay(page);
    expect(await failureAtShop(page, codeForHash)).toBe('002');
  });

  test('from the form, without 3D', async () => {
    const { url, codeForHash } = await tried(19);
    const page = await openIn(url, 'tr-TR');
    await withoutThreeD(page, 'stolen');
    expect(await failureAtShop(page, codeForHash)).toBe('018');
  });

  test('from the form, with a card that cannot be verified', async () => {
    const { url, codeForHash } = await tried(19);
    const page = await openIn(url, 'en-GB');
    await typeCard(page, 'troy');
    await pressPay(page);
    expect(await failureAtShop(page, codeForHash)).toBe('013');
  });

  test('from the page that waits for the bank, by its “try again”', async () => {
    const { url, codeForHash, dealer } = await tried(19);
    const page = await openIn(url, 'en-GB');
    await withoutThreeD(page, 'error-before-charge');
    await page.getByText('We are asking your bank').waitFor(wait);
    const [attempt] = await dealer.attemptsAt(url);
    if (attempt === undefined) throw new Error('no attempt');
    await putRows(dealer.store, [attemptItem({ ...attempt, lastCallAtMs: Date.now() - 3 * MINUTE_MS })]);
    // The page reloads itself; the test does not reload it.
    await page.getByRole('button', { name: 'Try again' }).waitFor(wait);
    await page.getByRole('button', { name: 'Try again' }).click();
    expect(await failureAtShop(page, codeForHash)).toBe('021');
  });
});

describe('A person without an attempt left', () => {
  test.each(['tr-TR', 'en-GB'] as const)('reads so in %s, and returns by a button', async (locale) => {
    const { url, codeForHash } = await tried(20);
    const page = await openIn(url, locale);
    expect(await page.locator('form:has([name=cardNumber])').count()).toBe(0);
    await photograph(page, `used-up-${locale}`);
    await page.click('.give-up button');
    expect(await failureAtShop(page, codeForHash)).toBe('001');
  });
});

describe('A person who is to come later', () => {
  test.each(['tr-TR', 'en-GB'] as const)('is not bidden in %s to try now', async (locale) => {
    const { url } = await tried(0);
    const page = await openIn(url, locale);
    await withoutThreeD(page, 'issuer-unavailable');
    await page.locator('[role=alert]:not([hidden]) h2').waitFor(wait);
    await photograph(page, `later-${locale}`);
    const told = await page.locator('[role=alert]:not([hidden])').innerText();
    expect(told).toMatch(locale === 'tr-TR' ? /Biraz sonra yeniden deneyin/ : /Try again in a while/);
    expect(told).not.toMatch(/aşağıdaki form|form below/);
  });
});

describe('A person who types more than eight digits of a card', () => {
  test.each([true, false])('sees its installments (script: %s)', async (script) => {
    const dealer = await newBankDealer({ pos: { rates: ratesOf({ 1: '0', 3: '2.39' }), installmentCounts: [3] } });
    const { url } = await dealer.newLink({ SetInstallmentBy: 0, Amount: 100.1, CommissionByDealer: 0 });
    const page = await openIn(url, 'en-GB', script);
    await page.fill(
      '[name=cardNumber]',
      testCard('approved')
        .number.replaceAll(/(\d{4})/g, '$1 ')
        .trim(),
    );
    if (!script) await page.click('button[value=quote]');
    await page.locator('[value="3:10249"]').waitFor(wait);
  });
});
