import axe from 'axe-core';
import type { Browser, BrowserContext, Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Language } from '../../shared/pages/language.ts';
import { samples } from '../unit/pages/page-samples.ts';
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

interface Look {
  readonly language: Language;
  readonly width: number;
  readonly colorScheme: 'light' | 'dark';
}

let tab: Promise<Page> | undefined;
let heard: string[] = [];

/** One tab for all pages, which is quicker than one for each. Pages that pass on stay, and complaints are noted. */
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

// The page's policy forbids other scripts, so the checker runs outside of it.
const violations = async (page: Page): Promise<readonly string[]> => {
  const results = await page.evaluate(`(() => { ${axe.source}; return axe.run(); })()`);
  return (results as { violations: { id: string; nodes: { html: string }[] }[] }).violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`,
  );
};

const looks: readonly Look[] = [
  { language: 'tr', width: 720, colorScheme: 'light' },
  { language: 'tr', width: 320, colorScheme: 'dark' },
  { language: 'en', width: 320, colorScheme: 'dark' },
];

describe.each(Object.keys(samples))('the page %s', (name) => {
  test.each(looks)('axe finds nothing and nothing overflows, $language at $width px, $colorScheme', async (look) => {
    const { page, complaints } = await open(name, look);
    expect(await page.locator('html').getAttribute('lang')).toBe(look.language);
    expect(await violations(page)).toEqual([]);
    const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
    expect(await page.evaluate(overflow)).toBe(0);
    expect(complaints).toEqual([]);
    await page.screenshot({
      path: screenshotPath(`page-${name}-${look.language}-${look.width}-${look.colorScheme}`),
      fullPage: true,
    });
  });
});

test('dark mode changes the ground and the ink of the page', async () => {
  const shades = async (colorScheme: 'light' | 'dark'): Promise<unknown> => {
    const { page } = await open('card', { language: 'tr', width: 720, colorScheme });
    const colours =
      '(() => { const { color, backgroundColor } = getComputedStyle(document.body); return [color, backgroundColor]; })()';
    return page.evaluate(colours);
  };
  expect(await shades('dark')).toEqual(['rgb(237, 242, 247)', 'rgb(16, 22, 28)']);
  expect(await shades('light')).toEqual(['rgb(22, 32, 43)', 'rgb(238, 242, 246)']);
});

test.each([320, 360, 720])('the largest amount is not broken inside its number at %i px', async (width) => {
  const { page } = await open('card', { language: 'tr', width, colorScheme: 'light' });
  const linesOfNumber = `(() => {
    const amount = document.querySelector('.amount');
    amount.textContent = '999.999.999,99 TL';
    const number = document.createRange();
    number.setStart(amount.firstChild, 0);
    number.setEnd(amount.firstChild, '999.999.999,99'.length);
    return number.getClientRects().length;
  })()`;
  expect(await page.evaluate(linesOfNumber)).toBe(1);
});

test('a printed receipt has the facts and nothing to press', async () => {
  const { page } = await open('receipt', { language: 'en', width: 720, colorScheme: 'dark' });
  await page.emulateMedia({ media: 'print', colorScheme: 'light' });
  expect(await page.getByRole('link').count()).toBe(0);
  expect(await page.locator('main').innerText()).toContain('411111******1111');
  // Browsers print no backgrounds: light ink on one would not be seen.
  const state = 'getComputedStyle(document.querySelector(".state"))';
  expect(await page.evaluate(`[${state}.color, ${state}.backgroundColor]`)).toEqual([
    'rgb(0, 0, 0)',
    'rgba(0, 0, 0, 0)',
  ]);
  await page.screenshot({ path: screenshotPath('page-receipt-printed'), fullPage: true });
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
