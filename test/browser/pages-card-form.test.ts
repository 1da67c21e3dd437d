import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { cardBrandOf } from '../../shared/domain/card/bank-card-brand.ts';
import { testCards } from '../../shared/nestpay/test-cards.ts';
import { closePages, openBrowser, screenshotPath } from './browser.ts';
import { type PagesServer, startPagesServer } from './pages-server.ts';

let browser: Browser;
let server: PagesServer;
beforeAll(async () => {
  [browser, server] = await Promise.all([openBrowser(), startPagesServer()]);
});
afterAll(async () => {
  await Promise.all([closePages(browser), server.close()]);
});
beforeEach(() => {
  server.posted.length = 0;
});

const open = async (name: string, javaScriptEnabled = true): Promise<Page> => {
  const context = await browser.newContext({ javaScriptEnabled, viewport: { width: 720, height: 900 } });
  const page = await context.newPage();
  await page.goto(`${server.address}/${name}?lang=en`);
  return page;
};

const press = async (page: Page, ...keys: readonly string[]): Promise<void> => {
  for (const key of keys) await page.keyboard.press(key);
};

const focused = (page: Page): Promise<unknown> =>
  page.evaluate('document.activeElement.name || document.activeElement.tagName');

interface TypedCard {
  readonly number?: string;
  readonly holder?: string;
  readonly month?: string;
  readonly year?: string;
  readonly cvc?: string;
}

const fill = async (page: Page, card: TypedCard = {}): Promise<void> => {
  const { number = '4111111111111111', holder = 'AYŞE K', month = '12', year = '2030', cvc = '123' } = card;
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Name on the card').fill(holder);
  await page.getByRole('textbox', { name: 'Month' }).fill(month);
  await page.getByRole('textbox', { name: 'Year' }).fill(year);
  await page.getByRole('textbox', { name: 'Security code' }).fill(cvc);
};

const pay = (page: Page) => page.getByRole('button', { name: /^Pay/ });
const shownProblems = (page: Page) => page.locator('.problem:visible').allInnerTexts();
const postedForms = (): readonly Record<string, string>[] =>
  server.posted.map(({ fields }) => Object.fromEntries(fields));

describe.each([
  ['with script', true],
  ['without script', false],
] as const)('the card form %s', (_title, script) => {
  test('is paid by keyboard alone, in the order of the eye', async () => {
    const page = await open('card-installments', script);
    const order: unknown[] = [];
    // Past the language switch and the other card, to the chosen count of the installments.
    await press(page, 'Tab', 'Tab', 'Tab');
    order.push(await focused(page));
    await press(page, 'ArrowDown', 'Tab');
    for (const text of ['4111111111111111', 'AYŞE K', '12', '2030', '123']) {
      order.push(await focused(page));
      await page.keyboard.type(text);
      await press(page, 'Tab');
    }
    order.push(await focused(page));
    await press(page, 'Tab');
    order.push(await focused(page));
    await press(page, 'Space', 'Tab');
    order.push(await focused(page));
    expect(order).toEqual([
      'choice',
      'cardNumber',
      'holderName',
      'expiryMonth',
      'expiryYear',
      'cvc',
      'threeD',
      'storeCard',
      'BUTTON',
    ]);
    await press(page, 'Enter');
    await page.getByText('posted').waitFor();
    expect(server.posted).toHaveLength(1);
    expect(server.posted[0]?.path).toBe('/card-installments');
    expect(postedForms()[0]).toEqual({
      action: 'pay',
      bin: '41111111',
      choice: '6:130858',
      cardNumber: script ? '4111 1111 1111 1111' : '4111111111111111',
      holderName: 'AYŞE K',
      expiryMonth: '12',
      expiryYear: '2030',
      cvc: '123',
      threeD: '1',
      storeCard: '1',
    });
  });

  test('nothing is posted while a field is empty', async () => {
    const page = await open('card', script);
    await pay(page).click();
    await page.waitForTimeout(300);
    expect(server.posted).toEqual([]);
    expect(await focused(page)).toBe('cardNumber');
  });

  test('after the problems that the server found, the summary has the focus and leads to the field', async () => {
    const page = await open('card-problems', script);
    expect(await page.evaluate('document.activeElement.getAttribute("role")')).toBe('alert');
    await page.getByRole('link', { name: /expiry date/ }).click();
    await press(page, 'Tab');
    expect(await focused(page)).toMatch(/expiry(Month|Year)/);
    expect(await page.getByRole('textbox', { name: 'Month' }).getAttribute('aria-describedby')).toBe('expiry-problem');
  });

  test('giving up takes a second step, by keyboard', async () => {
    const page = await open('card', script);
    const confirm = page.getByRole('button', { name: 'Yes, give up' });
    expect(await confirm.isVisible()).toBe(false);
    await page.getByText('Give up and return').focus();
    await press(page, 'Enter');
    expect(await confirm.isVisible()).toBe(true);
    await press(page, 'Tab', 'Enter');
    await page.getByText('posted').waitFor();
    expect(server.posted).toEqual([{ path: '/card', fields: [['action', 'give-up']] }]);
  });

  test('the first step posts 8 digits, the waiting page another try', async () => {
    const first = await open('bin', script);
    await first.getByLabel('First 8 digits').fill('41111111');
    await first.getByRole('button', { name: 'Continue' }).click();
    await first.getByText('posted').waitFor();
    const long = await open('waiting-long', script);
    await long.getByRole('button', { name: 'Try again' }).click();
    await long.getByText('posted').waitFor();
    expect(postedForms()).toEqual([{ action: 'quote', bin: '41111111' }, { action: 'retry' }]);
  });
});

describe('what the script adds', () => {
  test('says what is surely wrong, beside each field, and nothing once it is mended', async () => {
    const page = await open('card');
    await fill(page, { number: '4111111111111112', holder: ' ', month: '13', cvc: '12' });
    await pay(page).click();
    expect(await shownProblems(page)).toHaveLength(4);
    await page.screenshot({ path: screenshotPath('card-checked-by-script'), fullPage: true });
    await fill(page);
    expect(await shownProblems(page)).toEqual([]);
    expect(await page.locator('[aria-invalid=true]').count()).toBe(0);
    expect(await page.locator('#card-form [aria-describedby]').count()).toBe(0);
    await pay(page).click();
    await page.getByText('posted').waitFor();
    expect(server.posted).toHaveLength(1);
  });

  test.each([
    [{ year: '30' }],
    [{ month: '1', year: '2026' }],
    [{ number: '371449635398431', cvc: '1234' }],
    [{ number: '9792030394440796' }],
    [{ number: '4111-1111-1111-1111' }],
    [{ number: ' 5555 5555 5555 4444 ' }],
    [{ number: '6304000000000000' }],
    [{ holder: 'X Æ A-12' }],
  ])('lets through what may be right: %j', async (card) => {
    const page = await open('card');
    await fill(page, card);
    await pay(page).click();
    await page.getByText('posted').waitFor();
    expect(server.posted).toHaveLength(1);
  });

  test.each([
    [{ month: '12', year: '2025' }, /expiry/],
    [{ month: '0' }, /expiry/],
    [{ number: '371449635398431', cvc: '123' }, /security code/],
    [{ number: '411111' }, /card number/],
  ])('holds back %j', async (card, problem) => {
    const page = await open('card');
    await fill(page, card);
    await pay(page).click();
    expect(await shownProblems(page)).toEqual([expect.stringMatching(problem)]);
    expect(server.posted).toEqual([]);
  });

  test('accepts the number of every test card, and names the brand that the service knows', async () => {
    const page = await open('card');
    const names = {
      visa: 'Visa',
      mastercard: 'Mastercard',
      'american-express': 'American Express',
      troy: 'Troy',
      other: '',
    };
    const numbers = [
      ...testCards.map(({ number }) => number),
      '2221000000000009',
      '2720990000000007',
      '6011000000000004',
      '2220000000000000',
    ];
    const found = await page.evaluate(`${JSON.stringify(numbers)}.map((number) => {
      const field = document.getElementById('card-number');
      field.value = number;
      field.dispatchEvent(new Event('input'));
      document.getElementById('card-form').requestSubmit();
      return [document.getElementById('brand').textContent, document.getElementById('number-problem').hidden];
    })`);
    const known = testCards.length;
    expect((found as [string, boolean][]).map(([brand]) => brand)).toEqual(
      numbers.map((number) => names[cardBrandOf(number)]),
    );
    expect((found as [string, boolean][]).slice(0, known).every(([, accepted]) => accepted)).toBe(true);
    expect(server.posted).toEqual([]);
  });

  test('writes the digits in groups as they are typed, and lets them be mended in the middle', async () => {
    const page = await open('card');
    const number = page.getByLabel('Card number');
    await number.pressSequentially('411111111');
    expect(await number.inputValue()).toBe('4111 1111 1');
    await press(page, 'Home', 'ArrowRight', 'Delete', 'Delete');
    await page.keyboard.type('22');
    expect(await number.inputValue()).toBe('4221 1111 1');
    await number.fill('');
    await number.pressSequentially('371449635398431');
    expect(await number.inputValue()).toBe('3714 496353 98431');
  });

  test('posts once for a double click, and names the chosen total on the button', async () => {
    const page = await open('card-installments');
    expect(await pay(page).innerText()).toBe('Pay 1,259.19 TL');
    await page.getByLabel('6 installments').check();
    expect(await pay(page).innerText()).toBe('Pay 1,308.58 TL');
    await fill(page);
    await pay(page).dblclick({ noWaitAfter: true });
    await page.getByText('posted').waitFor();
    await page.waitForTimeout(200);
    expect(server.posted).toHaveLength(1);
  });
});
