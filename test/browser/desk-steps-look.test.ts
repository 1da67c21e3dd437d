import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pageHeaders } from '../../shared/pages/page-headers.ts';
import { stepSamples } from '../unit/pages/desk/step-samples.ts';
import { closePages, openBrowser, picture } from './browser.ts';
import { carryAxe, faultsOf, overflowOf } from './page-looks.ts';

const HOST = 'https://desk.example';
let browser: Browser;
let page: Page;
let heard: string[] = [];

beforeAll(async () => {
  browser = await openBrowser();
  page = await (await browser.newContext()).newPage();
  await carryAxe(page);
  page.on('console', (message) => heard.push(message.text()));
  page.on('pageerror', (error) => heard.push(error.message));
  await page.route('**/*', (route) => {
    const url = new URL(route.request().url());
    const sample = stepSamples[url.pathname.slice(1)]?.(url.searchParams.get('lang') === 'en' ? 'en' : 'tr');
    if (sample === undefined) return route.fulfill({ status: 404, body: 'none' });
    return route.fulfill({ headers: { ...pageHeaders(sample, { sandbox: false }) }, body: sample.markup });
  });
});
afterAll(() => closePages(browser));

/** Axe looks at both languages and both colours; the widest and the narrowest screen show that nothing overflows. */
const looks = [
  { language: 'tr', width: 320, colorScheme: 'light', axe: true },
  { language: 'tr', width: 1440, colorScheme: 'light', axe: false },
  { language: 'en', width: 320, colorScheme: 'dark', axe: true },
  { language: 'en', width: 720, colorScheme: 'dark', axe: false },
] as const;

test.each(Object.keys(stepSamples))(
  'on the page %s around a step axe finds nothing, and nothing overflows',
  async (name) => {
    for (const { language, width, colorScheme, axe } of looks) {
      heard = [];
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 700 });
      await page.goto(`${HOST}/${name}?lang=${language}`);
      const faults = axe ? await faultsOf(page) : await overflowOf(page);
      expect({ language, width, faults }).toEqual({ language, width, faults: [] });
      await picture(page, `desk-step-${name}-${language}-${width}-${colorScheme}`);
      expect(heard).toEqual([]);
    }
  },
);
