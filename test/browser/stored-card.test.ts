import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testCard } from '../../shared/nestpay/test-cards.ts';
import { newOfferingDealer, type OfferingDealer } from '../support/card/offered-cards.ts';
import { closePages, openBrowser } from './browser.ts';
import { approve, passOn, wait } from './payer-hands.ts';

const PASSWORD = 'gizli-parola-9';
const chooses = { SetInstallmentBy: 0, CommissionByDealer: 1 } as const;

let browser: Browser;
let dealer: OfferingDealer;
beforeAll(async () => {
  [browser, dealer] = await Promise.all([openBrowser(), newOfferingDealer()]);
});
afterAll(async () => {
  await closePages(browser);
});

const newLink = async (): Promise<string> => {
  const customer = await dealer.addCustomer(PASSWORD);
  await dealer.addCard(customer, testCard('approved').number);
  return dealer.linkFor(customer, chooses);
};

const open = async (url: string, javaScriptEnabled: boolean): Promise<Page> => {
  const viewport = { width: 360, height: 740 };
  const context = await browser.newContext({ javaScriptEnabled, viewport, locale: 'en-GB' });
  const page = await context.newPage();
  await page.goto(url);
  return page;
};

const storedCard = (page: Page) => page.getByRole('button', { name: /•••• 1111/ });
const other = (page: Page) => page.locator('button[value=another-card]');

describe.each([
  ['with script', true],
  ['without script', false],
] as const)('A payer with a stored card, %s (rule 48)', (_title, script) => {
  test('chooses it, looks at another card and comes back, and pays with CVC, password and 3D', async () => {
    const url = await newLink();
    const page = await open(url, script);
    // The hidden button in front of the cards takes the key Enter: a stored card is chosen by its own button alone.
    await page.fill('[name=cardNumber]', '5555 5555');
    await page.press('[name=cardNumber]', 'Enter');
    await page
      .locator(script ? '#problems:not([hidden])' : '.plans [name=choice]')
      .first()
      .waitFor(wait);
    await storedCard(page).click();
    await other(page).click();
    await storedCard(page).waitFor(wait);
    expect(await page.inputValue('[name=cardNumber]')).toBe('5555 5555');
    await storedCard(page).click();
    await page.getByRole('radio', { name: /2 installments/ }).check(wait);
    await page.fill('[name=cvc]', '123');
    await page.fill('[name=password]', 'not it');
    await page.locator('#pay').click();
    await page.locator('#password[aria-invalid=true]').waitFor(wait);
    expect(await page.inputValue('[name=cvc]')).toBe('');
    await page.fill('[name=cvc]', '123');
    await page.fill('[name=password]', PASSWORD);
    await page.locator('#pay').click();
    // The form goes on from the gate's answer: this service posted the card there.
    if (!script) await passOn(page, 'creq');
    await approve(page);
    if (!script) for (const field of ['HASH', 'callback']) await passOn(page, field);
    await expect.poll(async () => (await dealer.linkAt(url)).state, wait).toBe('paid');
    const attempts = await dealer.attemptsAt(url);
    // The wrong password was counted, and is no attempt.
    expect(attempts.map(({ state, terms }) => [state, terms.installments])).toEqual([['approved', 2]]);
    expect((await dealer.linkAt(url)).progress.wrongPasswords).toBe(1);
  });
});

test('the form of a stored card changes its language in place, and nothing typed is lost', async () => {
  const page = await open(await newLink(), true);
  await storedCard(page).click();
  await page.fill('[name=cvc]', '12');
  await page.fill('[name=password]', PASSWORD);
  await page.locator('#pay').click();
  expect(await page.locator('.problem:visible').allInnerTexts()).toEqual([
    'Check the security code: 3 digits, 4 on American Express.',
  ]);
  await page.locator('a[hreflang=tr]').click();
  await page.locator('html[lang=tr] #password').waitFor(wait);
  expect(await page.inputValue('[name=password]')).toBe(PASSWORD);
  expect(await page.locator('form').first().innerText()).toContain('•••• 1111');
  await page.fill('[name=cvc]', '123');
  await page.locator('#pay').click();
  await page.locator('#one-time-code').waitFor(wait);
});
