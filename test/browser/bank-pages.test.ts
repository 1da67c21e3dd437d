import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BankDealer, newBankDealer, simple } from '../support/bank/bank-merchants.ts';
import { callbackOf, openPage, payWith, postCallback, postForm, toCallback } from '../support/payment/payer.ts';
import { closePages, openBrowser, openStillBrowser, picture } from './browser.ts';
import { faultsInCopies } from './page-looks.ts';

let browser: Browser;
let dealer: BankDealer;
beforeAll(async () => {
  [browser, dealer] = await Promise.all([openBrowser(), newBankDealer()]);
});
afterAll(async () => {
  await Promise.all([closePages(browser), closePages(await openStillBrowser())]);
});

/** The bank's page for a card, which follows the hand-over page. */
const bankPageFor = async (cardId: string): Promise<string> => {
  const { url } = await dealer.newLink(simple);
  return (await postForm(callbackOf(await payWith(await openPage(url), cardId)))).address;
};

interface Look {
  readonly lang: 'tr' | 'en';
  readonly width: number;
  readonly colorScheme: 'light' | 'dark';
}

const looks: readonly Look[] = [
  { lang: 'tr', width: 720, colorScheme: 'light' },
  { lang: 'tr', width: 320, colorScheme: 'dark' },
  { lang: 'en', width: 320, colorScheme: 'light' },
];

let tab: Promise<Page> | undefined;

const openTab = async (): Promise<Page> => {
  const page = await (await browser.newContext()).newPage();
  await page.addInitScript('HTMLFormElement.prototype.submit = () => {}');
  return page;
};

/** Opened in one tab for all tests, with submit() of forms disabled, so that pages which forward the payer stay. */
const openAs = async ({ lang, width, colorScheme }: Look, address: string): Promise<Page> => {
  tab ??= openTab();
  const page = await tab;
  await page.emulateMedia({ colorScheme });
  await page.setViewportSize({ width, height: 700 });
  const url = new URL(address);
  url.searchParams.set('lang', lang);
  await page.goto(url.href);
  return page;
};

const findFaults = faultsInCopies();

const isClean = async (page: Page, { lang, colorScheme }: Look): Promise<void> => {
  expect(await findFaults(page, { language: lang, colorScheme })).toEqual([]);
};

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const apart = (one: Box, other: Box): boolean =>
  one.x + one.width + 8 <= other.x ||
  other.x + other.width + 8 <= one.x ||
  one.y + one.height + 8 <= other.y ||
  other.y + other.height + 8 <= one.y;

describe('The embedded bank’s challenge page', () => {
  test.each(looks)('axe finds nothing and nothing overflows: $lang, $width px, $colorScheme', async (look) => {
    const page = await openAs(look, await bankPageFor('approved'));
    expect(await page.locator('html').getAttribute('lang')).toBe(look.lang);
    await isClean(page, look);
    const name = `bank-challenge-${look.lang}-${look.width}-${look.colorScheme}`;
    await picture(page, name);
    await page.click('details summary');
    await isClean(page, look);
    await picture(page, `${name}-cards`);
  });

  test.each(looks)('approving stands out, and no two buttons touch: $lang, $width px', async (look) => {
    const page = await openAs(look, await bankPageFor('approved'));
    const buttons = page.locator('form button');
    const boxes: Box[] = [];
    for (const button of await buttons.all()) {
      const box = await button.boundingBox();
      if (box !== null) boxes.push(box);
    }
    const [approve, fail, giveUp] = boxes;
    if (approve === undefined || fail === undefined || giveUp === undefined) throw new Error('not three buttons');
    expect([apart(approve, fail), apart(approve, giveUp), apart(fail, giveUp)]).toEqual([true, true, true]);
    for (const { height } of boxes) expect(height).toBeGreaterThanOrEqual(44);
    const groundOf = '(one) => getComputedStyle(one).backgroundColor';
    const grounds = await page.evaluate(`[...document.querySelectorAll('form button')].map(${groundOf})`);
    const [ofApprove, ofFail, ofGiveUp] = grounds as string[];
    expect([ofFail, ofGiveUp]).toEqual(['rgba(0, 0, 0, 0)', 'rgba(0, 0, 0, 0)']);
    expect(ofApprove).not.toBe('rgba(0, 0, 0, 0)');
  });

  test.each(['tr', 'en'] as const)('a wrong code is said at its field, which has the focus: %s', async (lang) => {
    const look: Look = { lang, width: 320, colorScheme: 'dark' };
    const page = await openAs(look, await bankPageFor('approved'));
    const code = await page.locator('#one-time-code').innerText();
    await page.fill('#code', code === '000000' ? '111111' : '000000');
    await page.click('button[value=approve]');
    await page.locator('#code-problem').waitFor();
    expect(await page.getAttribute('#code', 'aria-describedby')).toBe('code-problem');
    const field = await page.locator('#code').boundingBox();
    expect(field?.height).toBeGreaterThanOrEqual(44);
    expect(field?.width).toBe((await page.locator('button[value=approve]').boundingBox())?.width);
    await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('code');
    await isClean(page, look);
    await picture(page, `bank-wrong-code-${lang}`);
  });

  test('on a wide screen the list of test cards stays folded, and whoever gives up needs no code', async () => {
    const page = await openAs(
      { lang: 'en', width: 1280, colorScheme: 'light' },
      await bankPageFor('approved-mastercard'),
    );
    expect(await page.getByText('4111110000000039').isVisible()).toBe(false);
    await page.getByText('Test cards').click();
    await page.getByText('4111110000000039').waitFor();
    await page.click('button[value=give-up]');
    await page.locator('#code').waitFor({ state: 'detached' });
  });

  test('by keyboard alone: the code and Enter approve', async () => {
    const page = await openAs({ lang: 'en', width: 720, colorScheme: 'light' }, await bankPageFor('approved'));
    await page.focus('#code');
    await page.keyboard.type(await page.locator('#one-time-code').innerText());
    await page.keyboard.press('Enter');
    await page.locator('[name=mdStatus]').waitFor({ state: 'attached' });
    expect(await page.locator('[name=mdStatus]').getAttribute('value')).toBe('1');
  });
});

describe('The embedded bank’s other pages', () => {
  test.each([
    ['the way back', 'frictionless'],
    ['the way back, twice', 'callback-twice'],
    ['the verification that never ends', '3d-abandoned'],
  ])('axe finds nothing on %s', async (_name, cardId) => {
    for (const look of looks) {
      const { url } = await dealer.newLink(simple);
      const { address } = await toCallback(await payWith(await openPage(`${url}?lang=${look.lang}`), cardId));
      const page = await openAs(look, address);
      await isClean(page, look);
      await picture(page, `bank-${cardId}-${look.lang}-${look.width}`);
    }
  });

  test('a callback that has come is the payer’s way on, in the language of the payment', async () => {
    const { url } = await dealer.newLink(simple);
    const back = await postCallback(
      callbackOf(await toCallback(await payWith(await openPage(`${url}?lang=tr`), 'approved'))),
    );
    expect(back.text).toContain('Ödemeniz alındı');
  });
});
