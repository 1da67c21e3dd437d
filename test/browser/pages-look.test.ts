import type { Browser, BrowserContext, Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Language } from '../../shared/domain/language.ts';
import { minor } from '../../shared/domain/money/money.ts';
import { cardFormIn, sampleLink, samples } from '../unit/pages/page-samples.ts';
import { closePages, openBrowser, openStillBrowser, picture } from './browser.ts';
import { faultFinder, faultsOf, OVERFLOW, overflowOf } from './page-looks.ts';
import { type PagesServer, startPagesServer } from './pages-server.ts';

let browser: Browser;
let server: PagesServer;
beforeAll(async () => {
  [browser, server] = await Promise.all([openStillBrowser(), startPagesServer()]);
});
afterAll(async () => {
  await Promise.all([closePages(browser), server.close()]);
});

interface Look {
  readonly language: Language;
  readonly width: number;
  readonly colorScheme: 'light' | 'dark';
}

let tab: Promise<Page> | undefined;
let heard: string[] = [];

/**
 * One tab for all pages, which is faster than one for each. Pages that forward the payer stay, and browser errors are
 * noted.
 */
const openTab = async (): Promise<Page> => {
  const page = await (await browser.newContext()).newPage();
  await page.addInitScript('HTMLFormElement.prototype.submit = () => {}');
  page.on('console', (message) => heard.push(message.text()));
  page.on('pageerror', (error) => heard.push(error.message));
  return page;
};

const open = async (
  name: string,
  { language, width, colorScheme }: Look,
): Promise<{ page: Page; complaints: readonly string[] }> => {
  tab ??= openTab();
  const page = await tab;
  await page.emulateMedia({ media: null, colorScheme });
  await page.setViewportSize({ width, height: 700 });
  heard = [];
  await page.goto(`${server.address}/${name}?lang=${language}`);
  return { page, complaints: heard };
};

/**
 * What each page is looked at with, once it is open in a language: size and colours. Axe looks in both languages, and
 * in both colours.
 */
const looks: Readonly<Record<Language, readonly (Omit<Look, 'language'> & { readonly axe: boolean })[]>> = {
  tr: [
    { width: 720, colorScheme: 'light', axe: true },
    { width: 320, colorScheme: 'dark', axe: false },
  ],
  en: [{ width: 320, colorScheme: 'dark', axe: true }],
};

const findFaults = faultFinder();

test.each(Object.keys(samples))('on the page %s axe finds nothing, and nothing overflows', async (name) => {
  for (const language of ['tr', 'en'] as const) {
    const [first, ...others] = looks[language];
    if (first === undefined) throw new Error('no look');
    const { page, complaints } = await open(name, { ...first, language });
    expect(await page.locator('html').getAttribute('lang')).toBe(language);
    for (const look of [first, ...others]) {
      await page.emulateMedia({ media: null, colorScheme: look.colorScheme });
      await page.setViewportSize({ width: look.width, height: 700 });
      const faults = look.axe ? await findFaults(page, { ...look, language }) : await overflowOf(page);
      expect({ language, ...look, faults }).toEqual({ language, ...look, faults: [] });
      await picture(page, `page-${name}-${language}-${look.width}-${look.colorScheme}`);
    }
    expect(complaints).toEqual([]);
  }
});

test('axe finds what a page lost, also behind pages without faults', async () => {
  const look = { language: 'en', width: 320, colorScheme: 'dark' } as const;
  const { page } = await open('card', look);
  await page.evaluate("document.querySelector('label').remove()");
  expect(await findFaults(page, look)).toEqual(expect.arrayContaining([expect.stringMatching(/^label: <input /)]));
});

test('dark mode changes the ground and the ink of the page', async () => {
  const shades = async (colorScheme: 'light' | 'dark'): Promise<unknown> => {
    const { page } = await open('card', { language: 'tr', width: 720, colorScheme });
    const colours =
      '(() => { const { color, backgroundColor } = getComputedStyle(document.body); return [color, backgroundColor]; })()';
    return page.evaluate(colours);
  };
  expect(await shades('dark')).toEqual(['rgb(233, 238, 242)', 'rgb(16, 22, 28)']);
  expect(await shades('light')).toEqual(['rgb(22, 32, 42)', 'rgb(243, 245, 247)']);
});

test('every total of the installments can be read on a phone with text of twice the size', async () => {
  const { page } = await open('card-installments', { language: 'tr', width: 360, colorScheme: 'light' });
  await page.evaluate("document.documentElement.style.fontSize = '200%'");
  const clipped = `[...document.querySelectorAll('.plan')].filter((plan) => {
    const { right } = plan.getBoundingClientRect();
    return [...plan.children].some((one) => one.getBoundingClientRect().right > right);
  }).length`;
  expect(await page.locator('.plan .total:visible').count()).toBeGreaterThan(1);
  expect([await page.evaluate(clipped), await page.evaluate(OVERFLOW)]).toEqual([0, 0]);
});

test('the largest amount stands on one line and inside its column, on small screens and with text of twice the size', async () => {
  const { page } = await open('card', { language: 'tr', width: 320, colorScheme: 'light' });
  const terms = { ...sampleLink.terms, amount: minor(99_999_999_999) };
  await page.setContent(cardFormIn('tr', { link: { ...sampleLink, terms } }).markup);
  expect(await page.locator('.amount').innerText()).toContain('999.999.999,99');
  const fits = `(() => {
    const amount = document.querySelector('.amount');
    const { right, height } = amount.querySelector('.sum').getBoundingClientRect();
    const isOneLine = height < 2 * parseFloat(getComputedStyle(amount).fontSize);
    return isOneLine && right <= amount.getBoundingClientRect().right;
  })()`;
  for (const [width, size] of [
    [320, '100%'],
    [360, '100%'],
    [720, '100%'],
    [1280, '100%'],
    [360, '200%'],
  ] as const) {
    await page.setViewportSize({ width, height: 700 });
    await page.evaluate(`document.documentElement.style.fontSize = "${size}"`);
    expect([width, size, await page.evaluate(fits)]).toEqual([width, size, true]);
  }
});

test('a printed receipt has the facts and its code, and nothing to press', async () => {
  const { page } = await open('receipt', { language: 'en', width: 720, colorScheme: 'dark' });
  await page.emulateMedia({ media: 'print', colorScheme: 'light' });
  expect(await page.getByRole('link').count()).toBe(0);
  expect(await page.getByRole('button').count()).toBe(0);
  const shown = await page.locator('main').innerText();
  expect([shown.includes('•••• 1111'), shown.includes('P90325')]).toEqual([true, true]);
  expect(await page.locator('.qr').isVisible()).toBe(true);
  await page.emulateMedia({ media: 'screen', colorScheme: 'light' });
  expect(await page.locator('.qr').isVisible()).toBe(true);
  // The phone that shows the receipt cannot take a picture of it.
  await page.setViewportSize({ width: 360, height: 700 });
  expect(await page.locator('.qr').isVisible()).toBe(false);
  await page.emulateMedia({ media: 'print', colorScheme: 'light' });
  // Browsers print no backgrounds, so a light mark on a dark ground would be invisible.
  const badge = 'getComputedStyle(document.querySelector(".badge"))';
  expect(await page.evaluate(`[${badge}.color, ${badge}.backgroundColor]`)).toEqual([
    'rgb(0, 0, 0)',
    'rgba(0, 0, 0, 0)',
  ]);
  await picture(page, 'page-receipt-printed');
});

test('with forced colours, and at 200 % of the size, nothing is lost and nothing overflows', async () => {
  const { page } = await open('card-many', { language: 'tr', width: 640, colorScheme: 'light' });
  await page.emulateMedia({ forcedColors: 'active' });
  await picture(page, 'page-card-forced-colours');
  expect(await faultsOf(page)).toEqual([]);
  await page.emulateMedia({ forcedColors: 'none' });
  await page.evaluate('document.documentElement.style.fontSize = "200%"');
  const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
  expect(await page.evaluate(overflow)).toBe(0);
  await picture(page, 'page-card-twice-the-size');
});

test('everything that can be pressed is at least 24 px high and wide', async () => {
  for (const name of ['card-many', 'card-dressed', 'receipt-dressed', 'expired']) {
    const { page } = await open(name, { language: 'tr', width: 360, colorScheme: 'light' });
    const sizes = await page.evaluate(`[...document.querySelectorAll('a, button, summary, input:not([type=hidden])')]
      .filter((one) => one.checkVisibility())
      .map((one) => [one.outerHTML.slice(0, 60), (one.closest('label') ?? one).getBoundingClientRect()])
      .map(([markup, { width, height }]) => [markup, Math.min(width, height)])`);
    expect((sizes as [string, number][]).filter(([, size]) => size < 24)).toEqual([]);
  }
});

test('a receipt is printed and shared by its buttons', async () => {
  const clicked = await openBrowser();
  const page = await (await clicked.newContext()).newPage();
  await page.goto(`${server.address}/receipt?lang=en`);
  await page.evaluate('window.print = () => { document.title = "printed"; }');
  await page.getByRole('button', { name: 'Print' }).click();
  expect(await page.title()).toBe('printed');
  await page.evaluate('navigator.share = async ({ url }) => { document.title = url; }');
  await page.getByRole('button', { name: 'Share' }).click();
  expect(await page.title()).toBe(page.url());
  await closePages(clicked);
});

describe('a page', () => {
  let context: BrowserContext;
  let page: Page;
  beforeAll(async () => {
    context = await browser.newContext({ javaScriptEnabled: false });
    page = await context.newPage();
  });

  test.each(Object.keys(samples))('such as %s is one request without a cookie', async (name) => {
    const requests: string[] = [];
    const note = (request: Request): void => void requests.push(request.url());
    page.on('request', note);
    await page.goto(`${server.address}/${name}`, { waitUntil: 'load' });
    page.off('request', note);
    expect(requests).toEqual([`${server.address}/${name}`]);
    expect(await context.cookies()).toEqual([]);
  });
});
