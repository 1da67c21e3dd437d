import type { Browser, BrowserContextOptions, Frame, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { testCard } from '../../shared/nestpay/test-cards.ts';
import { newBankDealer, simple } from '../support/bank/bank-merchants.ts';
import { startForwardingGate } from '../support/bank/forwarding-gate.ts';
import { type DealerSite, outcomeOf, startDealerSite } from '../support/dealer/dealer-site.ts';
import { ratesOf } from '../support/dealer/virtual-pos.ts';
import { closePages, openBrowser, picture } from './browser.ts';
import { approve, passesOn, passOn, pressPay, typeCard, wait } from './payer-hands.ts';

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

const openIn = async (options: BrowserContextOptions, url: string): Promise<Page> => {
  const context = await browser.newContext({ viewport: { width: 700, height: 800 }, ...options });
  const page = await context.newPage();
  await page.goto(url);
  return page;
};

const photograph = (page: Page, name: string) => picture(page, `pay-${name}`);

const newLink = async (fields: Record<string, unknown> = {}) => {
  const dealer = await newBankDealer({ dealer: { name: 'Çiçek Bahçesi' } });
  return { dealer, ...(await dealer.newLink({ ...simple, RedirectUrl: `${shop.address}/result`, ...fields })) };
};

const isReceived = (page: Page | Frame) => page.locator('#received').waitFor(wait);

describe('A person pays a link', () => {
  test.each(['tr-TR', 'en-GB'])(
    'in %s, with script, through the challenge, and the dealer verifies the hash',
    async (locale) => {
      const { url, codeForHash, dealer } = await newLink({ OtherTrxCode: 'Sipariş 7' });
      const page = await openIn({ locale }, url);
      await typeCard(page, 'approved');
      await photograph(page, `form-${locale}`);
      await pressPay(page);
      await page.locator('#one-time-code').waitFor(wait);
      await photograph(page, `challenge-${locale}`);
      await approve(page);
      await isReceived(page);
      const report = shop.reports.at(-1);
      expect(report?.fields.map(([name]) => name)).toEqual([
        'hashValue',
        'resultCode',
        'resultMessage',
        'trxCode',
        'OtherTrxCode',
      ]);
      expect(report?.contentType).toBe('application/x-www-form-urlencoded');
      expect(report?.fields.at(-1)?.[1]).toBe('Sipariş 7');
      expect(report && outcomeOf(report, codeForHash)).toBe('paid');
      expect(await dealer.charges()).toHaveLength(1);
      await page.goto(url);
      await photograph(page, `receipt-${locale}`);
    },
  );

  test.each(['tr-TR', 'en-GB'])('in %s, without script, by buttons alone', async (locale) => {
    const { url, codeForHash, dealer } = await newLink();
    const page = await openIn({ locale, javaScriptEnabled: false }, url);
    await typeCard(page, 'approved');
    await pressPay(page);
    for (const field of ['cv2', 'HASH', 'callback', 'hashValue']) {
      await photograph(page, `passing-${await passesOn(page, field)}-${locale}`);
      // Nothing is charged before the page after the bank has posted.
      if (field !== 'hashValue') expect(await dealer.orders()).toEqual([]);
      await page.click('main form button');
      if (field === 'cv2') await approve(page);
    }
    await isReceived(page);
    const report = shop.reports.at(-1);
    expect(report && outcomeOf(report, codeForHash)).toBe('paid');
    expect(await dealer.charges()).toHaveLength(1);
  });

  test('is sent on by the bank’s gate to an issuer at another origin, and comes back paid (rule 25)', async () => {
    const gate = await startForwardingGate(inject('stack').baseUrl);
    try {
      const dealer = await newBankDealer({ pos: { gateway: gate.address } });
      const { url, codeForHash } = await dealer.newLink({ ...simple, RedirectUrl: `${shop.address}/result` });
      const page = await openIn({ locale: 'en-GB' }, url);
      await typeCard(page, 'approved');
      await pressPay(page);
      await page.locator('#one-time-code').waitFor(wait);
      expect(new URL(page.url()).hostname).toBe('localhost');
      await approve(page);
      await isReceived(page);
      const report = shop.reports.at(-1);
      expect(report && outcomeOf(report, codeForHash)).toBe('paid');
      expect(await dealer.charges()).toHaveLength(1);
    } finally {
      await gate.stop();
    }
  });

  test('sees how the payment goes while the bank is slow, in the language of the payment', async () => {
    const [isCalled, isSeen] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const gate = await startForwardingGate(inject('stack').baseUrl, () => {
      isCalled.resolve();
      return isSeen.promise;
    });
    try {
      const dealer = await newBankDealer({ pos: { gateway: gate.address } });
      const { url, codeForHash } = await dealer.newLink({ ...simple, RedirectUrl: `${shop.address}/result` });
      const page = await openIn({ locale: 'en-GB' }, `${url}?lang=tr`);
      await typeCard(page, 'frictionless');
      // A page whose post waits for an answer takes no questions of a test, so it tells by itself what it shows.
      await page.addInitScript('setInterval(() => console.log(document.body?.innerText), 200)');
      const isProgress = /^Deneme ortamı\s+Bankanızla görüşüyoruz.*\d saniye geçti$/s;
      const shown = page.waitForEvent('console', (message) => isProgress.test(message.text().trim()));
      await pressPay(page);
      await isCalled.promise;
      await shown;
      expect(await dealer.attemptsAt(url)).toMatchObject([{ state: 'charging', reportedOutcome: 'nobody' }]);
      isSeen.resolve();
      await isReceived(page);
      const report = shop.reports.at(-1);
      expect(report && outcomeOf(report, codeForHash)).toBe('paid');
      expect(await dealer.charges()).toHaveLength(1);
    } finally {
      isSeen.resolve();
      await gate.stop();
    }
  });

  test('is declined, reads why, pays with another card, and the dealer hears of the success alone', async () => {
    const { url, codeForHash, dealer } = await newLink();
    const before = shop.reports.length;
    const page = await openIn({ locale: 'tr-TR' }, url);
    await typeCard(page, 'insufficient-funds');
    await pressPay(page);
    await page.locator('[role=alert]:not([hidden]) h2').waitFor(wait);
    expect(await page.locator('main').innerText()).toContain('Başka bir kart deneyin.');
    expect(await page.inputValue('[name=cardNumber]')).toBe('');
    await photograph(page, 'declined');
    await typeCard(page, 'frictionless');
    await pressPay(page);
    await isReceived(page);
    expect(shop.reports.slice(before).map((report) => outcomeOf(report, codeForHash))).toEqual(['paid']);
    expect(await dealer.charges()).toHaveLength(1);
  });

  test('gives up, and the dealer hears 001', async () => {
    const { url, codeForHash } = await newLink();
    const page = await openIn({ locale: 'en-GB' }, url);
    await page.click('.give-up summary');
    await page.click('.give-up button');
    await isReceived(page);
    const report = shop.reports.at(-1);
    expect(report && outcomeOf(report, codeForHash)).toBe('not paid');
    expect(report?.fields[1]).toEqual(['resultCode', '001']);
    await page.goto(url);
    await photograph(page, 'given-up');
  });

  test.each([true, false])(
    'chooses installments and is charged the total shown (script: %s)',
    async (javaScriptEnabled) => {
      const dealer = await newBankDealer({
        pos: { rates: ratesOf({ 1: '0', 3: '2.39' }), installmentCounts: [3] },
      });
      const RedirectUrl = `${shop.address}/moved`;
      const { url } = await dealer.newLink({ SetInstallmentBy: 0, Amount: 100.1, CommissionByDealer: 0, RedirectUrl });
      const page = await openIn({ locale: 'tr-TR', javaScriptEnabled }, url);
      await page.fill('[name=cardNumber]', testCard('approved').number);
      await photograph(page, 'number');
      if (!javaScriptEnabled) await page.click('button[value=quote]');
      await page.check('[value="3:10249"]', wait);
      await photograph(page, 'installments');
      // The number is not asked for twice: it came back from the first step.
      expect((await page.inputValue('[name=cardNumber]')).replaceAll(' ', '')).toBe(testCard('approved').number);
      await typeCard(page, 'approved');
      await pressPay(page);
      if (!javaScriptEnabled) await passOn(page, 'cv2');
      await approve(page);
      if (!javaScriptEnabled) for (const field of ['HASH', 'callback', 'hashValue']) await passOn(page, field);
      // The dealer's page redirects to another origin, and the payer arrives there (rule 25).
      await page.locator('#thanks').waitFor(wait);
      expect(new URL(page.url()).origin).toBe(shop.elsewhere);
      expect(await dealer.charges()).toMatchObject([{ amount: 10_249 }]);
    },
  );

  test('in two tabs: the second one sees the first one’s result', async () => {
    const { url, dealer } = await newLink();
    const first = await openIn({ locale: 'en-GB' }, url);
    const second = await first.context().newPage();
    await second.goto(url);
    for (const page of [first, second]) {
      await typeCard(page, 'approved');
      await pressPay(page);
      await page.locator('#one-time-code').waitFor(wait);
    }
    await approve(first);
    await isReceived(first);
    await approve(second);
    await second.getByText('Your payment was received').first().waitFor(wait);
    expect(await dealer.orders()).toHaveLength(1);
    await first.goBack().catch(() => undefined);
    await second.reload();
    expect(await dealer.orders()).toHaveLength(1);
  });

  test('presses twice, and pays once', async () => {
    const { url, dealer } = await newLink();
    const page = await openIn({ locale: 'en-GB' }, url);
    await typeCard(page, 'frictionless');
    await pressPay(page, 2);
    await isReceived(page);
    expect(await dealer.orders()).toHaveLength(1);
  });
});

describe('A mobile payment in a dealer’s iframe (dealer interface 2.7)', () => {
  test.each([
    ['1', 'stays inside it'],
    ['0', 'leaves it with the report'],
  ])('with RedirectType %s %s', async (RedirectType) => {
    const dealer = await newBankDealer();
    const RedirectURL = `${shop.address}/result?MyTrxCode=M-1`;
    const answer = await dealer.startMobile({ RedirectType, RedirectURL });
    const { Url, CodeForHash } = answer.Data as { Url: string; CodeForHash: string };
    const page = await openIn({ locale: 'en-GB' }, `${shop.address}/frame?of=${encodeURIComponent(Url)}`);
    const frame = page.frames()[1];
    if (frame === undefined) throw new Error('no frame');
    await typeCard(frame, 'approved');
    await photograph(page, `iframe-${RedirectType}`);
    await pressPay(frame);
    await approve(frame);
    if (RedirectType === '0') {
      const left = await isReceived(page).then(
        () => true,
        () => false,
      );
      // Some browsers want a click before a framed page replaces the top window. The button is there for that.
      if (!left) await frame.click('form button', wait);
    }
    await isReceived(RedirectType === '1' ? frame : page);
    expect(new URL(page.url()).pathname).toBe(RedirectType === '1' ? '/frame' : '/result');
    const report = shop.reports.at(-1);
    expect(report && outcomeOf(report, CodeForHash)).toBe('paid');
    expect(await dealer.charges()).toHaveLength(1);
  });
});
