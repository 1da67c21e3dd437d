import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { cardFields, failure, success } from '../unit/pages/page-samples.ts';
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

const reported = ({ hashValue, resultCode, resultMessage, trxCode, otherTrxCode }: typeof success) => [
  ['hashValue', hashValue],
  ['resultCode', resultCode],
  ['resultMessage', resultMessage],
  ['trxCode', trxCode],
  ['OtherTrxCode', otherTrxCode],
];

describe.each([
  ['hand-over', { path: '/3d', fields: cardFields }],
  ['redirect-paid', { path: '/result', fields: reported(success) }],
  ['redirect-failed', { path: '/result', fields: reported(failure) }],
] as const)('the page %s', (name, expected) => {
  test('posts by itself, once', async () => {
    const page = await newPage(true);
    await page.goto(`${server.address}/${name}?lang=tr`);
    await page.getByText('posted').waitFor();
    expect(server.posted).toEqual([expected]);
  });

  test('waits for its button where there is no script', async () => {
    const page = await newPage(false);
    await page.goto(`${server.address}/${name}?lang=tr`);
    expect(server.posted).toEqual([]);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByText('posted').waitFor();
    expect(server.posted).toEqual([expected]);
  });
});

describe('a page in the frame of another site (rule 31)', () => {
  /** The same machine under its other name is another origin. */
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

test('the waiting page asks again by itself, without script', async () => {
  const page = await newPage(false);
  await page.goto(`${server.address}/waiting?lang=en`);
  const again = page.waitForRequest(`${server.address}/waiting?lang=en`);
  expect((await again).method()).toBe('GET');
});
