import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newBankDealer } from '../support/bank/bank-merchants.ts';
import { type DealerSite, outcomeOf, startDealerSite } from '../support/dealer/dealer-site.ts';
import { shopCard, startedBy, startShop } from '../support/payment/shop-payments.ts';
import { closePages, openBrowser } from './browser.ts';
import { wait } from './payer-hands.ts';

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

const started = async (fields: Readonly<Record<string, unknown>> = {}) =>
  startedBy(await startShop(await newBankDealer(), { RedirectUrl: `${shop.address}/result`, ...fields }));

const openIn = async (url: string, javaScriptEnabled = true): Promise<Page> => {
  const context = await browser.newContext({ locale: 'tr-TR', javaScriptEnabled });
  const page = await context.newPage();
  await page.goto(url);
  return page;
};

const outcomeAtShop = async (page: Page, codeForHash: string) => {
  await page.locator('#received').waitFor(wait);
  const report = shop.reports.at(-1);
  return report && outcomeOf(report, codeForHash);
};

describe('A person whom a dealer’s shop sends to its 3D payment', () => {
  test('comes to the bank and back to the dealer without pressing anything of ours', async () => {
    const { url, codeForHash } = await started(shopCard('frictionless'));
    expect(await outcomeAtShop(await openIn(url), codeForHash)).toBe('paid');
  });

  test('is back at the dealer after a decline in the same way', async () => {
    const { url, codeForHash } = await started(shopCard('insufficient-funds'));
    expect(await outcomeAtShop(await openIn(url), codeForHash)).toBe('not paid');
  });

  test('without script opens the payment by its button', async () => {
    const { url } = await started();
    const page = await openIn(url, false);
    await page.click('button');
    // The hand-over page, in the language of the browser, with a button of its own.
    await page.locator('input[name=cv2]').waitFor({ ...wait, state: 'attached' });
    expect(await page.locator('h1').textContent()).toBe('Bankanıza geçiyorsunuz');
  });
});
