import type { Browser, Page } from 'playwright-core';
import { expect } from 'vitest';
import { closePages, openBrowser } from './browser.ts';
import { type PagesServer, startPagesServer } from './pages-server.ts';

let browser: Browser;
let server: PagesServer;

/** Starts the browser and the server of the pages. */
export const startCardForms = async (): Promise<void> => {
  [browser, server] = await Promise.all([openBrowser(), startPagesServer()]);
};

export const stopCardForms = async (): Promise<void> => {
  await Promise.all([closePages(browser), server.close()]);
  tabs.clear();
};

/** The server of the pages, with what the pages posted and asked. */
export const pagesServer = (): PagesServer => server;

export const forgetPosted = (): void => {
  server.posted.length = 0;
};

const tabs = new Map<boolean, Promise<Page>>();

const openTab = async (javaScriptEnabled: boolean): Promise<Page> => {
  const context = await browser.newContext({ javaScriptEnabled, viewport: { width: 720, height: 900 } });
  return context.newPage();
};

/** One tab with script and one without serve all tests: a tab of its own for each costs more than the test. */
export const open = async (name: string, javaScriptEnabled = true): Promise<Page> => {
  const tab = tabs.get(javaScriptEnabled) ?? openTab(javaScriptEnabled);
  tabs.set(javaScriptEnabled, tab);
  const page = await tab;
  await page.goto(`${server.address}/${name}?lang=en`);
  return page;
};

/** Takes from the tabs what a test listened to and routed. The pages keep nothing in the browser. */
export const clearTabs = async (): Promise<void> => {
  for (const tab of tabs.values()) {
    const page = await tab;
    page.removeAllListeners('request');
    await page.unrouteAll();
  }
};

export const press = async (page: Page, ...keys: readonly string[]): Promise<void> => {
  for (const key of keys) await page.keyboard.press(key);
};

export const focused = (page: Page): Promise<unknown> =>
  page.evaluate('document.activeElement.name || document.activeElement.tagName');
/** The focus comes with the page's next picture, which may be later than its load or a press. */
export const hasFocus = (page: Page, expression: string, value: string): Promise<void> =>
  expect.poll(() => page.evaluate(`document.activeElement.${expression}`)).toBe(value);
/** Installments that come in place move what stands below them. */
export const isSettled = (page: Page): Promise<void> =>
  page.locator('#plans[aria-busy]').waitFor({ state: 'detached' });

interface TypedCard {
  readonly number?: string;
  readonly holder?: string;
  readonly expiry?: string;
  readonly cvc?: string;
}

export const fill = async (page: Page, card: TypedCard = {}): Promise<void> => {
  const { number = '4111111111111111', holder = 'AYŞE K', expiry = '12/2030', cvc = '123' } = card;
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiry date').fill(expiry);
  await page.getByRole('textbox', { name: 'Security code' }).fill(cvc);
  await page.getByLabel('Name on the card').fill(holder);
  await page.getByLabel('Name on the card').blur();
  await isSettled(page);
};

export const pay = (page: Page) => page.locator('#pay');
export const shownProblems = (page: Page) => page.locator('.problem:visible').allInnerTexts();
export const postedForms = (): readonly Record<string, string>[] =>
  server.posted.map(({ fields }) => Object.fromEntries(fields));
export const isPosted = (page: Page): Promise<void> => page.getByRole('heading', { name: 'posted' }).waitFor();
