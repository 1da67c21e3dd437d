import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { cardBrandOf } from '../../shared/domain/card/bank-card-brand.ts';
import { testCards } from '../../shared/nestpay/test-cards.ts';
import { closePages, openBrowser, picture } from './browser.ts';
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
afterEach(async () => {
  const tabs = await Promise.all(contexts.values());
  await Promise.all(tabs.flatMap((context) => context.pages()).map((page) => page.close()));
});

const contexts = new Map<boolean, Promise<BrowserContext>>();

/** A tab in one window with script and one without: a window of its own for each test costs more than the test. */
const open = async (name: string, javaScriptEnabled = true): Promise<Page> => {
  const context =
    contexts.get(javaScriptEnabled) ?? browser.newContext({ javaScriptEnabled, viewport: { width: 720, height: 900 } });
  contexts.set(javaScriptEnabled, context);
  const page = await (await context).newPage();
  await page.goto(`${server.address}/${name}?lang=en`);
  return page;
};

const press = async (page: Page, ...keys: readonly string[]): Promise<void> => {
  for (const key of keys) await page.keyboard.press(key);
};

const focused = (page: Page): Promise<unknown> =>
  page.evaluate('document.activeElement.name || document.activeElement.tagName');
/** The focus comes with the page's next picture, which may be later than its load or a press. */
const hasFocus = (page: Page, expression: string, value: string): Promise<void> =>
  expect.poll(() => page.evaluate(`document.activeElement.${expression}`)).toBe(value);
/** Installments that come in place move what stands below them. */
const isSettled = (page: Page): Promise<void> => page.locator('#plans[aria-busy]').waitFor({ state: 'detached' });

interface TypedCard {
  readonly number?: string;
  readonly holder?: string;
  readonly expiry?: string;
  readonly cvc?: string;
}

const fill = async (page: Page, card: TypedCard = {}): Promise<void> => {
  const { number = '4111111111111111', holder = 'AYŞE K', expiry = '12/2030', cvc = '123' } = card;
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiry date').fill(expiry);
  await page.getByRole('textbox', { name: 'Security code' }).fill(cvc);
  await page.getByLabel('Name on the card').fill(holder);
  await page.getByLabel('Name on the card').blur();
  await isSettled(page);
};

const pay = (page: Page) => page.locator('#pay');
const shownProblems = (page: Page) => page.locator('.problem:visible').allInnerTexts();
const postedForms = (): readonly Record<string, string>[] =>
  server.posted.map(({ fields }) => Object.fromEntries(fields));
const isPosted = (page: Page): Promise<void> => page.getByRole('heading', { name: 'posted' }).waitFor();

describe.each([
  ['with script', true],
  ['without script', false],
] as const)('the card form %s', (_title, script) => {
  test('is paid by keyboard alone, in the order of the eye', async () => {
    const page = await open('card-installments', script);
    const order: unknown[] = [];
    // Past the language link and the details of the order.
    await press(page, 'Tab', 'Tab', 'Tab');
    for (const text of ['4111111111111111', script ? '1230' : '12 / 30', '123', 'AYŞE K']) {
      order.push(await focused(page));
      await page.keyboard.type(text);
      await isSettled(page);
      await press(page, 'Tab');
    }
    order.push(await focused(page));
    await press(page, 'ArrowDown', 'Tab');
    order.push(await focused(page));
    await press(page, 'Tab');
    order.push(await focused(page));
    await press(page, 'Space', 'Tab');
    order.push(await focused(page));
    expect(order).toEqual(['cardNumber', 'expiry', 'cvc', 'holderName', 'choice', 'threeD', 'storeCard', 'BUTTON']);
    await press(page, 'Enter');
    await isPosted(page);
    expect(server.posted).toHaveLength(1);
    expect(server.posted[0]?.path).toBe('/card-installments');
    expect(postedForms()[0]).toEqual({
      action: 'pay',
      choice: '6:130858',
      cardNumber: script ? '4111 1111 1111 1111' : '4111111111111111',
      holderName: 'AYŞE K',
      expiry: '12 / 30',
      cvc: '123',
      threeD: '1',
      storeCard: '1',
    });
  });

  test('nothing is posted while a field is empty', async () => {
    const page = await open('card', script);
    await pay(page).click();
    await hasFocus(page, 'id', script ? 'problems' : 'card-number');
    // A post of the empty form would stand before that of the filled one.
    await fill(page, { expiry: '12 / 30' });
    await pay(page).click();
    await isPosted(page);
    expect(postedForms()).toMatchObject([{ holderName: 'AYŞE K' }]);
  });

  test('after the problems that the server found, the summary has the focus and leads to the field', async () => {
    const page = await open('card-problems', script);
    await hasFocus(page, 'getAttribute("role")', 'alert');
    await page.getByRole('link', { name: /expiry date/ }).click();
    await hasFocus(page, 'name', 'expiry');
    expect(await page.getByLabel('Expiry date').getAttribute('aria-describedby')).toBe('expiry-problem');
  });

  test('giving up takes a second step, by keyboard', async () => {
    const page = await open('card', script);
    const confirm = page.getByRole('button', { name: 'Yes, give up' });
    expect(await confirm.isVisible()).toBe(false);
    await page.getByText('Give up and return').focus();
    await press(page, 'Enter');
    await confirm.waitFor();
    await press(page, 'Tab', 'Enter');
    await isPosted(page);
    expect(server.posted).toEqual([{ path: '/card', fields: [['action', 'give-up']] }]);
  });

  test('the waiting page posts another try', async () => {
    const long = await open('waiting-long', script);
    await long.getByRole('button', { name: 'Try again' }).click();
    await isPosted(long);
    expect(postedForms()).toEqual([{ action: 'retry' }]);
  });
});

describe('without script', () => {
  test('the first step shows the number alone, takes a whole one, and asks for the quotes', async () => {
    const page = await open('first', false);
    expect(await page.locator('input:visible').count()).toBe(1);
    await page.getByLabel('Card number').fill('4111 1111 1111 1111');
    await press(page, 'Enter');
    await isPosted(page);
    expect(postedForms()[0]).toMatchObject({ cardNumber: '4111 1111 1111 1111' });
    expect(server.posted[0]?.fields.find(([name]) => name === 'action')).toEqual(['action', 'quote']);
  });

  test('counts behind "more" can be chosen', async () => {
    const page = await open('card-many', false);
    await page.getByText('6 more choices').click();
    await page.getByLabel('12 installments').check();
    expect(await page.locator('[name=choice]:checked').inputValue()).toBe('12:138264');
  });
});

describe('with script, the price that depends on the card', () => {
  test('is asked for after the eighth digit, once, and shown in place; the sum follows the choice', async () => {
    server.quoted.length = 0;
    const page = await open('first');
    expect(await page.getByRole('button', { name: 'Continue' }).count()).toBe(0);
    const number = page.getByLabel('Card number');
    await number.pressSequentially('4111111');
    expect(server.quoted).toEqual([]);
    await number.pressSequentially('111111111');
    await page.getByLabel('6 installments').check();
    expect(server.quoted).toEqual([{ path: '/first/quote', fields: [['bin', '41111111']] }]);
    expect(await pay(page).innerText()).toContain('₺1,308.58');
    expect(await page.locator('#chosen').innerText()).toBe('₺1,308.58 in 6 installments');
    await page.getByLabel('Single payment').check();
    expect(await page.locator('#chosen').innerText()).toBe('');
    await picture(page, 'card-quoted');
  });

  test('nothing typed or chosen is lost: by another card, or by a switch of the language', async () => {
    const page = await open('first');
    await fill(page);
    await page.getByLabel('3 installments').check();
    await page.getByLabel('Card number').fill('5555555555554444');
    await page.getByRole('link', { name: 'Türkçe' }).click();
    await page.getByText('Kartla öde').waitFor();
    await page.getByLabel('3 taksit').waitFor();
    await page.waitForFunction(`document.querySelector('[name=choice]:checked')?.value === '3:125919'`);
    await isSettled(page);
    expect(
      await page.evaluate('[...document.querySelectorAll("input:not([type])")].map(({ value }) => value)'),
    ).toEqual(['5555 5555 5555 4444', '12 / 30', '123', 'AYŞE K']);
    expect(await page.locator('html').getAttribute('lang')).toBe('tr');
    expect(new URL(page.url()).search).toBe('?lang=tr');
    await pay(page).click();
    await isPosted(page);
    expect(postedForms()[0]).toMatchObject({ action: 'pay', choice: '3:125919', cvc: '123', holderName: 'AYŞE K' });
  });

  test('a quote that fails leaves the form as it is', async () => {
    const page = await open('first');
    await page.route('**/quote*', (route) => route.abort());
    await fill(page);
    await pay(page).click();
    await isPosted(page);
    expect(postedForms()[0]).toMatchObject({ choice: '1:123450' });
  });
});

describe('what the script adds', () => {
  test('says what is wrong on leaving a field, "enter" for an empty one at the end, and nothing once it is mended', async () => {
    const page = await open('card');
    await fill(page, { number: '4111111111111112', holder: '', expiry: '13/30', cvc: '12' });
    expect(await shownProblems(page)).toEqual([
      'Check the card number: a digit looks wrong or is missing.',
      expect.stringMatching(/^Enter the expiry date as on the card/),
      'Check the security code: 3 digits, 4 on American Express.',
    ]);
    await pay(page).click();
    expect(await shownProblems(page)).toHaveLength(4);
    expect(await page.locator('#problems li').allInnerTexts()).toContain('Enter the name on the card.');
    expect(await page.title()).toMatch(/^Error: /);
    await page.locator('#problems a').first().click();
    await hasFocus(page, 'name', 'cardNumber');
    await picture(page, 'card-checked-by-script');
    // The field that is being typed into is no problem any more, and the others stay listed.
    await page.getByLabel('Name on the card').pressSequentially('A');
    expect(await page.locator('#problems li').count()).toBe(3);
    await fill(page);
    expect(await shownProblems(page)).toEqual([]);
    expect(await page.locator('[aria-invalid=true]').count()).toBe(0);
    await pay(page).click();
    await isPosted(page);
    expect(server.posted).toHaveLength(1);
  });

  test('the list of problems says what the fields say as they are mended, takes no focus, and goes with the last one', async () => {
    const page = await open('card');
    const listed = page.locator('#problems li');
    await pay(page).click();
    await hasFocus(page, 'id', 'problems');
    expect(await listed.allInnerTexts()).toEqual([
      'Enter the card number.',
      'Enter the expiry date.',
      'Enter the security code.',
      'Enter the name on the card.',
    ]);
    await page.getByLabel('Card number').fill('4111111111111112');
    await page.getByLabel('Expiry date').focus();
    expect((await listed.allInnerTexts())[0]).toBe('Check the card number: a digit looks wrong or is missing.');
    await page.keyboard.type('1230');
    expect(await focused(page)).toBe('expiry');
    expect(await listed.allInnerTexts()).toEqual([
      'Check the card number: a digit looks wrong or is missing.',
      'Enter the security code.',
      'Enter the name on the card.',
    ]);
    await listed.first().getByRole('link').click();
    await hasFocus(page, 'name', 'cardNumber');
    await fill(page);
    expect(await page.locator('#problems').isVisible()).toBe(false);
    expect(await page.title()).not.toMatch(/Error/);
  });

  test('a problem that the server found leaves the list once its field is typed into', async () => {
    const page = await open('card-problems');
    await page.getByRole('textbox', { name: 'Security code' }).fill('123');
    expect(await page.locator('#problems li').allInnerTexts()).toEqual([
      expect.stringMatching(/card number/),
      expect.stringMatching(/expiry date/),
      expect.stringMatching(/name on the card/),
    ]);
    await fill(page);
    expect(await page.locator('#problems').isVisible()).toBe(false);
    expect(await page.title()).not.toMatch(/Error/);
  });

  test.each(['1230', '12/30', '12/2030', '12 / 30', '12-30', '122030', '2030-12', '12.30'])(
    'takes an expiry written as %s',
    async (expiry) => {
      const page = await open('card');
      await fill(page, { expiry });
      expect(await page.getByLabel('Expiry date').inputValue()).toBe('12 / 30');
      await pay(page).click();
      await isPosted(page);
    },
  );

  test.each([
    ['130', '01 / 30'],
    ['1/30', '01 / 30'],
    ['0130', '01 / 30'],
    ['530', '05 / 30'],
    ['1230', '12 / 30'],
    ['01/2030', '01 / 30'],
  ])('writes the expiry while %s is typed', async (keys, written) => {
    const page = await open('card');
    await page.getByLabel('Expiry date').pressSequentially(keys);
    await page.getByLabel('Expiry date').blur();
    expect(await page.getByLabel('Expiry date').inputValue()).toBe(written);
  });

  test('lets the expiry be deleted', async () => {
    const page = await open('card');
    await page.getByLabel('Expiry date').pressSequentially('1230');
    await press(page, ...Array.from({ length: 7 }, () => 'Backspace'));
    expect(await page.getByLabel('Expiry date').inputValue()).toBe('');
  });

  test.each([
    [{ expiry: '1/26' }],
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
    await isPosted(page);
    expect(server.posted).toHaveLength(1);
  });

  test.each([
    [{ expiry: '12/25' }, /expiry/],
    [{ expiry: '00/30' }, /expiry/],
    [{ number: '371449635398431', cvc: '123' }, /security code/],
    [{ number: '411111' }, /card number/],
  ])('holds back %j', async (card, problem) => {
    const page = await open('card');
    await fill(page, card);
    await pay(page).click();
    expect(await shownProblems(page)).toEqual([expect.stringMatching(problem)]);
    expect(server.posted).toEqual([]);
  });

  test('accepts the number of every test card, and shows the mark of the brand that the service knows', async () => {
    const page = await open('card-installments');
    const numbers = [
      ...testCards.map(({ number }) => number),
      '2221000000000009',
      '2720990000000007',
      '6549971122223339',
      '6304000000000000',
      '6011000000000004',
      '2220000000000000',
    ];
    const found = await page.evaluate(`${JSON.stringify(numbers)}.map((number) => {
      const field = document.getElementById('card-number');
      field.value = number;
      field.dispatchEvent(new Event('input'));
      document.getElementById('card-form').requestSubmit();
      const shown = [...document.querySelectorAll('[data-brand].on')].map((mark) => mark.dataset.brand);
      return [shown, document.getElementById('card-number-problem').hidden];
    })`);
    const brandOf = (number: string): readonly string[] => [cardBrandOf(number)].filter((brand) => brand !== 'other');
    const seen = found as [string[], boolean][];
    expect(seen.map(([brands]) => brands)).toEqual(numbers.map(brandOf));
    expect(seen.slice(0, testCards.length).every(([, accepted]) => accepted)).toBe(true);
    expect(server.posted).toEqual([]);
  });

  test('shows where the code stands: three digits on the back, on American Express four on the front', async () => {
    const page = await open('card');
    await expect(page.getByRole('img', { name: /back/ }).isVisible()).resolves.toBe(true);
    await page.getByLabel('Card number').fill('3714');
    await expect(page.getByRole('img', { name: /front/ }).isVisible()).resolves.toBe(true);
    await expect(page.getByRole('img', { name: /back/ }).isVisible()).resolves.toBe(false);
  });

  test('writes the digits in groups as they are typed and pasted, and lets them be mended in the middle', async () => {
    const page = await open('card');
    const number = page.getByLabel('Card number');
    await number.pressSequentially('411111111');
    expect(await number.inputValue()).toBe('4111 1111 1');
    await press(page, 'Home', 'ArrowRight', 'Delete', 'Delete');
    await page.keyboard.type('22');
    expect(await number.inputValue()).toBe('4221 1111 1');
    await number.fill('4111111111111111');
    expect(await number.inputValue()).toBe('4111 1111 1111 1111');
    await number.fill('');
    await number.pressSequentially('371449635398431');
    expect(await number.inputValue()).toBe('3714 496353 98431');
    await press(page, ...Array.from({ length: 18 }, () => 'Backspace'));
    expect(await number.inputValue()).toBe('');
  });

  test('posts once for a double click', async () => {
    const page = await open('card-installments');
    expect(await pay(page).innerText()).toContain('₺1,259.19');
    await fill(page);
    // Counted where they leave: one may reach the server late.
    const posts: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') posts.push(new URL(request.url()).pathname);
    });
    await pay(page).dblclick({ noWaitAfter: true });
    await isPosted(page);
    expect(posts).toEqual(['/card-installments']);
    expect(server.posted).toHaveLength(1);
  });

  test('shows what is happening from the press of the button until the answer, and the form again after going back', async () => {
    const page = await open('card');
    await fill(page);
    // The answer never comes: the post itself is kept back.
    await page.evaluate('document.forms[0].addEventListener("submit", (event) => event.preventDefault())');
    await pay(page).click();
    await page.getByRole('heading', { name: 'Talking to your bank' }).waitFor();
    expect(await page.locator('#form-part').isVisible()).toBe(false);
    expect(await page.evaluate('document.activeElement.tagName')).toBe('H1');
    await page.getByText(/\d s so far/).waitFor();
    await picture(page, 'card-sending');
    await page.evaluate('dispatchEvent(new Event("pageshow"))');
    expect(await page.locator('#form-part').isVisible()).toBe(true);
    expect(await page.getByLabel('Name on the card').inputValue()).toBe('AYŞE K');
  });

  test('a test card of a sandbox stage is filled in by a press', async () => {
    const page = await open('card-sandbox');
    await page.getByText('test cards').click();
    await page.getByRole('button', { name: '5555 5555 5555 4444' }).click();
    await isSettled(page);
    await pay(page).click();
    await isPosted(page);
    expect(postedForms()[0]).toMatchObject({ cardNumber: '5555 5555 5555 4444', expiry: '12 / 30' });
  });
});
