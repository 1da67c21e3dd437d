import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BankDealer, newBankDealer } from '../support/bank/bank-merchants.ts';
import { type LinkChanges, newReusableLink } from '../support/link/made-links.ts';
import { asks, asksNote, openAmount } from '../support/link/reusable-links.ts';
import { closePages, openBrowser, picture } from './browser.ts';
import { OVERFLOW } from './page-looks.ts';
import { approve, passesOn, pressPay, typeCard, wait } from './payer-hands.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => closePages(browser));

interface Opened {
  readonly page: Page;
  readonly dealer: BankDealer;
  readonly url: string;
}

const opened = async (changes: LinkChanges, options: BrowserContextOptions = {}): Promise<Opened> => {
  const dealer = await newBankDealer({ dealer: { name: 'Çiçek Bahçesi' } });
  const { url } = await newReusableLink(dealer, changes);
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 360, height: 740 }, ...options });
  const page = await context.newPage();
  await page.goto(url);
  return { page, dealer, url };
};

/** The request's own page, which asks for the card. */
const isAtCard = (page: Page) => page.locator('[name=cardNumber]').waitFor(wait);
const PAY_PAGE = /\/pay\/[a-z2-7]{26}\.[\w-]{22}/;

const payHere = async (page: Page): Promise<void> => {
  await typeCard(page, 'approved');
  await pressPay(page);
  await approve(page);
  await page.getByText('Your payment was received').first().waitFor(wait);
};

describe('A person pays by a reusable link', () => {
  test('of a fixed amount, goes back and pays once more, told that one was paid', async () => {
    const { page, dealer, url } = await opened({});
    await page.click('#go');
    await isAtCard(page);
    const first = page.url();
    await payHere(page);
    await page.goto(first);
    await page.getByText('Make another payment by this link').click();
    await page.getByText('A payment was made from this browser').waitFor(wait);
    expect(page.url()).toBe(`${url}?lang=en`);
    await picture(page, 'link-paid-before');
    await page.click('#go');
    await isAtCard(page);
    expect(page.url()).not.toBe(first);
    await payHere(page);
    expect(await dealer.charges()).toMatchObject([{ amount: 2500 }, { amount: 2500 }]);
  });

  test('goes back from the card and forward again: to the same request', async () => {
    const { page } = await opened({});
    await page.click('#go');
    await isAtCard(page);
    const first = page.url();
    await page.goBack();
    await page.locator('#go').waitFor(wait);
    await page.goForward();
    await isAtCard(page);
    expect(page.url()).toBe(first);
  });

  test('presses twice, and one request is made', async () => {
    const { page, dealer } = await opened({});
    const posts: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') posts.push(request.url());
    });
    await page.locator('#go').click({ ...wait, clickCount: 2 });
    await isAtCard(page);
    expect(posts).toHaveLength(1);
    const { madeOf } = await dealer.linkAt(page.url());
    expect(madeOf?.linkCode).toMatch(/^COURSE-/);
  });

  test.each([
    ['en-GB', '1,250.5', 'You pay ₺1,250.50.', 'Continue with ₺1,250.50', 125_050],
    ['tr-TR', '1.250', 'Ödeyeceğiniz tutar: 1.250,00\u00a0₺.', '1.250,00\u00a0₺ ile devam et', 125_000],
  ])('in %s types %s, reads it back at once, and pays it', async (locale, typed, said, button, amount) => {
    const { page, dealer } = await opened({ amount: openAmount() }, { locale });
    await page.fill('#amount', typed);
    expect(await page.locator('#amount-read').textContent()).toBe(said);
    expect(await page.locator('#go').textContent()).toBe(button);
    expect(await page.getAttribute('#amount', 'inputmode')).toBe('decimal');
    await picture(page, `link-open-${locale}`);
    await page.click('#go');
    await isAtCard(page);
    expect((await dealer.linkAt(page.url())).terms.amount).toBe(amount);
  });

  test('is told what is wrong with the amount before anything is sent, and by the field', async () => {
    const { page } = await opened({ amount: openAmount({ suggested: [10_000] }) });
    await page.fill('#amount', '5');
    await page.click('#go');
    await page.locator('#problems:not([hidden])').waitFor(wait);
    expect(await page.locator('#problems').innerText()).toContain('The smallest amount is ₺10.00.');
    expect(await page.locator('#amount-read').textContent()).toBe('');
    expect(await page.locator('#go').textContent()).toBe('Continue');
    expect(await page.title()).toMatch(/^Error: /);
    await page.fill('#amount', '1.250');
    await page.locator('#amount').blur();
    expect(await page.locator('#amount-problem').innerText()).toContain('Enter the amount in digits');
    expect(await page.locator('#amount-read').textContent()).toBe('');
    await page.getByRole('button', { name: '₺100.00' }).click();
    expect(await page.inputValue('#amount')).toBe('100');
    expect(await page.locator('#go').textContent()).toBe('Continue with ₺100.00');
    await page.click('#go');
    await isAtCard(page);
  });

  test('presses Enter in the amount, which is no suggested amount', async () => {
    const { page, dealer } = await opened({ amount: openAmount({ suggested: [10_000, 20_000] }) });
    await page.fill('#amount', '75');
    await page.press('#amount', 'Enter');
    await isAtCard(page);
    expect((await dealer.linkAt(page.url())).terms.amount).toBe(7500);
  });

  test('answers what the dealer asks, on 320 pixels, and what is missing is named', async () => {
    const questions = [asks('FullName'), asks('Email'), asks('GsmNumber', false), asksNote('Çocuğun adı ve soyadı')];
    const { page, dealer } = await opened({ questions }, { viewport: { width: 320, height: 640 } });
    await page.fill('#answer1', 'elif@example.com');
    await page.click('#go');
    await page.locator('#problems:not([hidden])').waitFor(wait);
    expect(Number(await page.evaluate(OVERFLOW))).toBe(0);
    const list = await page.locator('#problems').innerText();
    expect(list).toContain('Fill in “Full name”.');
    expect(list).toContain('Fill in “Çocuğun adı ve soyadı”.');
    expect(list).not.toContain('Mobile');
    expect(await page.getAttribute('#answer0', 'autocomplete')).toBe('name');
    expect(await page.getAttribute('#answer2', 'inputmode')).toBe('tel');
    await page.fill('#answer0', 'Elif Deneme');
    await page.fill('#answer3', 'Deniz Deneme');
    await page.click('#go');
    await isAtCard(page);
    expect(await dealer.linkAt(page.url())).toMatchObject({
      buyer: { fullName: 'Elif Deneme', email: 'elif@example.com' },
      answers: [{ label: 'Çocuğun adı ve soyadı', text: 'Deniz Deneme' }],
    });
  });
});

describe('A person without script', () => {
  test.each(['tr-TR', 'en-GB'])(
    'in %s sees the amount that was read, changes it, and pays to the end',
    async (locale) => {
      const { page, dealer } = await opened(
        { amount: openAmount({ suggested: [10_000, 25_000] }), questions: [asks('FullName')] },
        { locale, javaScriptEnabled: false },
      );
      await page.fill('#answer0', 'Elif Deneme');
      await page.click('[name=suggested] >> nth=1');
      expect(await page.inputValue('#amount')).toBe('250');
      expect(await page.inputValue('#answer0')).toBe('Elif Deneme');
      await page.fill('#amount', '300');
      await page.press('#amount', 'Enter');
      await page.locator('[name=change]').waitFor(wait);
      expect(await page.locator('main').innerText()).toContain('300');
      await picture(page, `link-amount-read-${locale}`);
      await page.click('[name=change]');
      expect(await page.inputValue('#amount')).toBe('300');
      await page.fill('#amount', '275,5');
      await page.click('#go');
      await page.locator('main form button >> nth=0').click();
      await page.waitForURL(PAY_PAGE, wait);
      const request = page.url();
      expect(await dealer.linkAt(request)).toMatchObject({
        terms: { amount: 27_550 },
        buyer: { fullName: 'Elif Deneme' },
      });
      await typeCard(page, 'approved');
      await pressPay(page);
      await passesOn(page, 'cv2');
      await page.click('main form button');
      await approve(page);
      for (const field of ['HASH', 'callback']) {
        await passesOn(page, field);
        await page.click('main form button');
      }
      await expect.poll(async () => (await dealer.linkAt(request)).state).toBe('paid');
      expect(await dealer.charges()).toMatchObject([{ amount: 27_550 }]);
    },
  );
});
