import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
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
  startCardForms,
  stopCardForms,
} from './card-form.ts';

beforeAll(startCardForms);
afterAll(stopCardForms);
beforeEach(forgetPosted);
afterEach(clearTabs);

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
    expect(pagesServer().posted).toHaveLength(1);
    expect(pagesServer().posted[0]?.path).toBe('/card-installments');
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
    expect(pagesServer().posted).toEqual([{ path: '/card', fields: [['action', 'give-up']] }]);
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
    expect(pagesServer().posted[0]?.fields.find(([name]) => name === 'action')).toEqual(['action', 'quote']);
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
    pagesServer().quoted.length = 0;
    const page = await open('first');
    expect(await page.getByRole('button', { name: 'Continue' }).count()).toBe(0);
    const number = page.getByLabel('Card number');
    await number.pressSequentially('4111111');
    expect(pagesServer().quoted).toEqual([]);
    await number.pressSequentially('111111111');
    await page.getByLabel('6 installments').check();
    expect(pagesServer().quoted).toEqual([{ path: '/first/quote', fields: [['bin', '41111111']] }]);
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
