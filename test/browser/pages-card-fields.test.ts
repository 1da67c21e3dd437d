import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { cardBrandOf } from '../../shared/domain/card/bank-card-brand.ts';
import { numbersOfTestCards } from '../../shared/nestpay/test-card-numbers.ts';
import { picture } from './browser.ts';
import {
  clearTabs,
  fill,
  focused,
  forgetPosted,
  hasFocus,
  isPosted,
  isSettled,
  open,
  pagesServer,
  pay,
  postedForms,
  press,
  shownProblems,
  startCardForms,
  stopCardForms,
} from './card-form.ts';

beforeAll(startCardForms);
afterAll(stopCardForms);
beforeEach(forgetPosted);
afterEach(clearTabs);

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
    expect(pagesServer().posted).toHaveLength(1);
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
    expect(pagesServer().posted).toHaveLength(1);
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
    expect(pagesServer().posted).toEqual([]);
  });

  test('accepts the number of every test card, and shows the mark of the brand that the service knows', async () => {
    const page = await open('card-installments');
    const numbers = [
      ...numbersOfTestCards,
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
    expect(seen.slice(0, numbersOfTestCards.length).every(([, accepted]) => accepted)).toBe(true);
    expect(pagesServer().posted).toEqual([]);
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
    expect(pagesServer().posted).toHaveLength(1);
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
