import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CARRIED, cardFields, failure, success } from '../unit/pages/page-samples.ts';
import { closePages, openBrowser } from './browser.ts';
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

const newPage = async (javaScriptEnabled: boolean): Promise<Page> => {
  const page = await (await browser.newContext({ javaScriptEnabled })).newPage();
  return page;
};

const tabs = new Map<boolean, Promise<Page>>();

/** One tab with script and one without, for pages that need no window of their own. */
const openPage = async (name: string, javaScriptEnabled: boolean): Promise<Page> => {
  const tab = tabs.get(javaScriptEnabled) ?? newPage(javaScriptEnabled);
  tabs.set(javaScriptEnabled, tab);
  const page = await tab;
  await page.goto(`${server.address}/${name}`);
  return page;
};

const reported = ({ hashValue, resultCode, resultMessage, trxCode, otherTrxCode }: typeof success) => [
  ['hashValue', hashValue],
  ['resultCode', resultCode],
  ['resultMessage', resultMessage],
  ['trxCode', trxCode],
  ['OtherTrxCode', otherTrxCode],
];

describe.each([
  ['hand-over', { path: '/3d', fields: cardFields }],
  ['finishing', { path: '/finishing', fields: [CARRIED] }],
  ['redirect-paid', { path: '/result', fields: reported(success) }],
  ['redirect-failed', { path: '/result', fields: reported(failure) }],
] as const)('the page %s', (name, expected) => {
  test('posts by itself, once', async () => {
    const page = await openPage(`${name}?lang=tr`, true);
    await page.getByText('posted').waitFor();
    expect(server.posted).toEqual([expected]);
  });

  test('waits for its button where there is no script', async () => {
    const page = await openPage(`${name}?lang=tr`, false);
    expect(server.posted).toEqual([]);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByText('posted').waitFor();
    expect(server.posted).toEqual([expected]);
  });
});

describe('a page in the frame of another site (rule 31)', () => {
  /** The same machine under another name is another origin. */
  const dealer = (): string => server.address.replace('127.0.0.1', 'localhost');
  const framed = async (name: string, ancestor: string | undefined, script: boolean): Promise<Page> => {
    const query = ancestor === undefined ? '' : `&ancestor=${ancestor}`;
    const page = await newPage(script);
    await page.goto(`${dealer()}/framed?of=${encodeURIComponent(`${server.address}/${name}?lang=en${query}`)}`);
    return page;
  };

  test('is shown to the named origin and to no other', async () => {
    const allowed = await framed('card', dealer(), true);
    await allowed.frameLocator('iframe').getByLabel('Card number').waitFor();
    const refused = await framed('card', undefined, true);
    expect(await refused.frameLocator('iframe').getByLabel('Card number').count()).toBe(0);
    const other = await framed('card', 'https://other.example', true);
    expect(await other.frameLocator('iframe').getByLabel('Card number').count()).toBe(0);
  });

  test('RedirectType 1 reports inside the frame', async () => {
    const page = await framed('redirect-failed', dealer(), true);
    await page.frameLocator('iframe').getByText('posted').waitFor();
    expect(page.url()).toContain('/framed');
  });

  test('RedirectType 0 leaves the frame, with a click where the browser wants one', async () => {
    const page = await framed('redirect-paid', dealer(), false);
    await page.frameLocator('iframe').getByRole('button').click();
    await page.waitForURL(`${server.address}/result`);
    expect(server.posted).toEqual([{ path: '/result', fields: reported(success) }]);
  });
});

describe('the page that waits for the result after the bank', () => {
  /** Opened with a clock that the test moves, and with posts that are never answered. */
  const waiting = async (): Promise<Page> => {
    const page = await newPage(true);
    await page.clock.install({ time: 0 });
    await page.clock.pauseAt(1000);
    await page.addInitScript('HTMLFormElement.prototype.submit = function () { document.title += " posted"; }');
    await page.goto(`${server.address}/finishing?lang=en`);
    await page.waitForFunction('document.title.endsWith(" posted")');
    return page;
  };

  test('tells for how long, then that the bank is slow, and gives a button when the answer must be lost', async () => {
    const page = await waiting();
    const [progress, button] = [page.getByRole('heading', { name: 'Talking to your bank' }), page.getByRole('button')];
    await page.clock.runFor(2000);
    await page.getByText('2 s so far').waitFor();
    expect([await progress.isVisible(), await button.isVisible()]).toEqual([true, false]);
    expect(await page.getByRole('status').isVisible()).toBe(false);
    await page.clock.runFor(14_000);
    await page.getByText('Your bank is slow to answer today').waitFor();
    await page.clock.runFor(30_000);
    await button.waitFor();
    expect(await progress.isVisible()).toBe(false);
    await button.click();
    await page.getByText('posted').waitFor();
    expect(server.posted).toEqual([{ path: '/finishing', fields: [CARRIED] }]);
  });

  test('posts once more when it comes back from the browser’s memory', async () => {
    const page = await waiting();
    await page.evaluate('dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }))');
    expect(await page.title()).toBe('One last step posted posted');
  });
});

test('the waiting page asks again by itself, without script', async () => {
  const page = await openPage('waiting?lang=en', false);
  const again = page.waitForRequest(`${server.address}/waiting?lang=en`);
  expect((await again).method()).toBe('GET');
});
