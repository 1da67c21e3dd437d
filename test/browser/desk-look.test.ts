import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pageHeaders } from '../../shared/pages/page-headers.ts';
import { deskSamples } from '../unit/pages/desk/desk-samples.ts';
import { closePages, openStillBrowser, picture } from './browser.ts';
import { faultFinder, overflowOf } from './page-looks.ts';

const HOST = 'https://desk.example';
/** Most that a page of the desk may be, uncompressed. */
const MOST_BYTES = 40_000;
let page: Page;
let heard: string[] = [];

beforeAll(async () => {
  const browser = await openStillBrowser();
  page = await (await browser.newContext()).newPage();
  page.on('console', (message) => heard.push(message.text()));
  page.on('pageerror', (error) => heard.push(error.message));
  await page.route('**/*', (route) => {
    const url = new URL(route.request().url());
    const sample = deskSamples.get(url.pathname.slice(1))?.(url.searchParams.get('lang') === 'en' ? 'en' : 'tr');
    if (sample === undefined) return route.fulfill({ status: 404, body: 'none' });
    return route.fulfill({ headers: { ...pageHeaders(sample, { sandbox: false }) }, body: sample.markup });
  });
});
afterAll(async () => closePages(await openStillBrowser()));

/**
 * Each language in one of the colours and at one end of the widths. Whether anything overflows is looked at in the widths where
 * the layout changes too.
 */
const looks = [
  { language: 'tr', colorScheme: 'light', widths: [1440, 768, 320] },
  { language: 'en', colorScheme: 'dark', widths: [320, 961] },
] as const;

const findFaults = faultFinder();

test.each([...deskSamples.keys()])(
  'on the page %s axe finds nothing, nothing overflows, and it is below 40 kB',
  async (name) => {
    for (const { language, colorScheme, widths } of looks) {
      heard = [];
      await page.emulateMedia({ colorScheme });
      const [first, ...others] = widths;
      await page.setViewportSize({ width: first, height: 700 });
      const response = await page.goto(`${HOST}/${name}?lang=${language}`);
      expect((await response?.body())?.byteLength).toBeLessThan(MOST_BYTES);
      const faults = await findFaults(page, { language, colorScheme });
      expect({ language, width: first, faults }).toEqual({ language, width: first, faults: [] });
      await picture(page, `${name}-${language}-${first}-${colorScheme}`);
      for (const width of others) {
        await page.setViewportSize({ width, height: 700 });
        expect({ language, width, faults: await overflowOf(page) }).toEqual({ language, width, faults: [] });
        await picture(page, `${name}-${language}-${width}-${colorScheme}`);
      }
      expect(heard).toEqual([]);
    }
  },
);

test('a printed statement has its numbers in black, and nothing to press', async () => {
  await page.setViewportSize({ width: 960, height: 700 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto(`${HOST}/desk-today-oneStatement?lang=tr`);
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  expect(await page.getByRole('button').count()).toBe(0);
  expect(await page.getByRole('navigation').count()).toBe(0);
  expect(await page.locator('main').innerText()).toContain('2147483004');
  const cell = 'getComputedStyle(document.querySelector("td.number"))';
  const card = 'getComputedStyle(document.querySelector(".card"))';
  expect(await page.evaluate(`[${cell}.color, ${card}.backgroundColor]`)).toEqual([
    'rgb(0, 0, 0)',
    'rgb(255, 255, 255)',
  ]);
  // A sheet of paper is as narrow as a tablet, and its rows stay rows.
  expect(await page.evaluate('getComputedStyle(document.querySelector("tbody tr")).display')).toBe('table-row');
  await picture(page, 'desk-statement-printed');
  await page.emulateMedia({ media: 'screen' });
});
