import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Frame, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { setUpDemoDealer } from '../../infra/local/demo-dealer.ts';
import { type LocalStack, startLocalStack } from '../../infra/local/stack.ts';
import { testCard } from '../../shared/nestpay/test-cards.ts';
import { farFromDayEnd } from '../support/bank/bank-server.ts';
import { closePages, openBrowser, picture } from './browser.ts';
import { faultsOf } from './page-looks.ts';
import { approve, passOn, pressPay, typeCard, wait } from './payer-hands.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'payment-links-shop-'));
let stack: LocalStack;
let browser: Browser;
/** The answer before the dealer is set up. */
let early: Response;

beforeAll(async () => {
  browser = await openBrowser();
  const environment = farFromDayEnd();
  const synthesized = inject('synthesized');
  stack = await startLocalStack({
    port: 0,
    dataDir,
    inMemory: true,
    schedules: false,
    environment,
    synthesized,
  });
  early = await fetch(`${stack.baseUrl}/shop`);
  const invokeOperate = (payload: unknown) => stack.invoke('operate', payload);
  await setUpDemoDealer({ invokeOperate, dataDir, baseUrl: stack.baseUrl });
});
afterAll(async () => {
  await closePages(browser);
  await stack.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** The shop as a browser sees it that knows this machine by a name. */
const openShop = async (name: '127.0.0.1' | 'localhost', javaScriptEnabled = true): Promise<Page> => {
  const context = await browser.newContext({
    locale: 'en-GB',
    javaScriptEnabled,
    viewport: { width: 1280, height: 860 },
  });
  const page = await context.newPage();
  await page.goto(`${stack.baseUrl.replace('127.0.0.1', name)}/shop`);
  return page;
};

const headingOf = (page: Page | Frame): Promise<string> => page.locator('.verdict h1').innerText(wait);

const typeInShop = async (page: Page, cardId: string): Promise<void> => {
  await page.click('summary:has-text("Pay by card")');
  await page.fill('[name=number]', testCard(cardId).number);
};

/** Looks at the page narrow and dark, and wide and light, and leaves it so. */
const faultsInLooks = async (page: Page, name: string): Promise<readonly string[]> => {
  const faults: string[] = [];
  for (const [width, colorScheme] of [
    [320, 'dark'],
    [1280, 'light'],
  ] as const) {
    await page.setViewportSize({ width, height: 860 });
    await page.emulateMedia({ colorScheme });
    faults.push(...(await faultsOf(page)));
    await picture(page, `shop-${name}-${width}-${colorScheme}`);
  }
  return faults;
};

/** Goes on from the link's page, pays with a card, and is back in the shop. */
const payOn = async (page: Page): Promise<void> => {
  await page.locator('#go').click(wait);
  await typeCard(page, 'frictionless');
  await pressPay(page);
  await page.locator('.verdict h1').waitFor(wait);
};

/** A course that is paid by its reusable link, in a browser of its own. */
const paidCourse = async (): Promise<Page> => {
  const page = await openShop('127.0.0.1');
  await page.click('form[action="/shop/pay/course"] button');
  await page.fill('[autocomplete=name]', 'Elif Deneme', wait);
  await payOn(page);
  return page;
};

/** What the form brought, as the page shows it. */
const postedIn = async (page: Page): Promise<URLSearchParams> => {
  const rows = page.locator('section:has-text("What arrived") tr');
  const fields = new URLSearchParams();
  for (const row of await rows.all()) {
    const value = row.locator('td > code');
    fields.append(await row.locator('th').innerText(), (await value.count()) === 0 ? '' : await value.innerText());
  }
  return fields;
};

/** Posts a form to the shop as somebody does who has it, and gives the page. */
const post = async (path: string, body: URLSearchParams): Promise<string> => {
  const response = await fetch(`${stack.baseUrl}/shop/${path}`, { method: 'POST', body });
  expect([response.status, response.headers.get('set-cookie')]).toEqual([200, null]);
  return response.text();
};

const headingIn = (markup: string): string | undefined => /<h1>([^<]*)/.exec(markup)?.[1];

describe('The demo shop of a sandbox stage', () => {
  test('says that an operator has to name its dealer, and then sells', async () => {
    expect([early.status, (await early.text()).includes('put-shop')]).toEqual([503, true]);
    const page = await openShop('127.0.0.1');
    expect(await page.locator('h1').innerText(wait)).toBe('Two tea glasses with saucers');
    expect(await faultsInLooks(page, 'product')).toEqual([]);
  });

  test('takes no form of another site, and no endless one (rule 49)', async () => {
    const form = { method: 'POST', body: new URLSearchParams({ order: `shop-${'0'.repeat(32)}` }) };
    for (const origin of ['https://evil.example', 'null']) {
      expect((await fetch(`${stack.baseUrl}/shop/pay/link`, { ...form, headers: { origin } })).status).toBe(403);
      expect((await fetch(`${stack.baseUrl}/shop/result`, { ...form, headers: { origin } })).status).toBe(403);
    }
    const long = { method: 'POST', body: new URLSearchParams({ order: 'x'.repeat(70_000) }) };
    expect((await fetch(`${stack.baseUrl}/shop/pay/link`, long)).status).toBe(413);
  });

  test('is paid at Garanti’s gateway by a card of Garanti, through the challenge of its bank', async () => {
    const page = await openShop('127.0.0.1');
    await page.click('form[action="/shop/pay/link"] button');
    await typeCard(page, 'approved');
    await page.fill('[name=cardNumber]', testCard('approved').garantiNumber ?? '');
    await pressPay(page);
    await page.waitForURL(/\/servlet\/challenge\//, wait);
    expect(await faultsInLooks(page, 'garanti-challenge')).toEqual([]);
    await page.click('details summary');
    await picture(page, 'shop-garanti-challenge-cards');
    await approve(page);
    expect(await headingOf(page)).toBe('Paid');
  });

  test('is paid by link, and shows the result with its hash verified', async () => {
    const page = await openShop('127.0.0.1');
    await page.click('form[action="/shop/pay/link"] button');
    await typeCard(page, 'frictionless');
    await pressPay(page);
    expect(await headingOf(page)).toBe('Paid');
    expect(await page.locator('.steps').innerText()).toContain('T fits.');
    expect(await faultsInLooks(page, 'result')).toEqual([]);
    await page.click('.back');
    expect(await page.locator('.state').first().innerText(wait)).toBe('paid');
  });

  test('is paid in a frame through the bank’s code, under the other name of the machine', async () => {
    const page = await openShop('localhost');
    await page.click('summary:has-text("in a frame")');
    await page.click('form[action="/shop/pay/frame"] button');
    const handle = await page.waitForSelector('iframe', wait);
    const frame = await handle.contentFrame();
    if (frame === null) throw new Error('the frame shows nothing');
    await typeCard(frame, 'approved');
    await pressPay(frame);
    await approve(frame);
    expect(await headingOf(frame)).toBe('Paid');
    expect(page.url()).toContain('/shop/frame');
    expect(await faultsOf(page)).toEqual([]);
    await frame.click('.back');
    expect(await page.locator('h1').innerText(wait)).toBe('Two tea glasses with saucers');
    expect(new URL(page.url()).hostname).toBe('localhost');
    expect(await page.locator('.state').allInnerTexts()).toEqual(['paid']);
  });

  test('is paid by card with 3D, without script, by buttons alone', async () => {
    const page = await openShop('127.0.0.1', false);
    await typeInShop(page, 'approved');
    await page.click('form[action="/shop/pay/card"] button');
    await page.click('main form button', wait);
    await passOn(page, 'cv2');
    await approve(page);
    for (const field of ['HASH', 'callback', 'hashValue']) await passOn(page, field);
    expect(await headingOf(page)).toBe('Paid');
  });

  test('charges a card in one call, and says that the bank declined it', async () => {
    const page = await openShop('127.0.0.1');
    await typeInShop(page, 'insufficient-funds');
    await page.uncheck('[name=threeD]');
    await page.click('form[action="/shop/pay/card"] button');
    expect(await headingOf(page)).toBe('Not paid');
    expect(await page.locator('main').innerText()).toContain('Insufficient limit');
    expect(await page.content()).not.toContain(testCard('insufficient-funds').number);
    expect(await faultsOf(page)).toEqual([]);
  });

  test('sells a place in its course by a reusable link, and believes what the service tells (rule 52)', async () => {
    const page = await paidCourse();
    expect(await headingOf(page)).toBe('Paid');
    const fields = await postedIn(page);
    expect(fields.get('OtherTrxCode')).toMatch(/^course-\d{8}-[0-9a-f]{10}-[a-z2-7]{16}$/);
    expect(await page.locator('.steps tr .yes').count()).toBe(6);
    expect(await page.locator('.steps').innerText()).toContain('at least 1250.00');
    expect(await faultsInLooks(page, 'course')).toEqual([]);
    await page.click('.back');
    expect(await page.locator('td:text-is("course, by reusable link")').count()).toBe(1);
    expect(await page.locator('.state').allInnerTexts()).toEqual(['paid']);
  });

  test('sells a gift by an open amount, and shows what its payer chose', async () => {
    const page = await openShop('127.0.0.1');
    await page.click('form[action="/shop/pay/gift"] button');
    await page.click('button[name=suggested][value="5000"]', wait);
    await payOn(page);
    expect(await headingOf(page)).toBe('Paid');
    expect(await page.locator('.steps').innerText()).toMatch(/₺50\.00\s+TL\s+was paid/);
    await page.click('.back');
    expect(await page.locator('td:text-is("gift, by open amount")').count()).toBe(1);
  });

  test('believes no form that was forged, brought again, or is of another link, and tells nobody of other payments', async () => {
    const page = await paidCourse();
    const fields = await postedIn(page);
    await page.reload();
    expect(await headingOf(page)).toBe('Not believed');
    expect(await faultsInLooks(page, 'repeated')).toEqual([]);
    const code = fields.get('OtherTrxCode') ?? '';
    const again = await post('course-result', fields);
    expect([headingIn(again), again.includes('took it before')]).toEqual(['Not believed', true]);
    const other = await post('gift-result', fields);
    expect([headingIn(other), other.includes('another link')]).toEqual(['Not believed', true]);
    fields.set('OtherTrxCode', `${code.slice(0, -16)}${'a'.repeat(16)}`);
    const forged = await post('course-result', fields);
    expect([headingIn(forged), forged.includes('knows no such payment')]).toEqual(['Not believed', true]);
    fields.set('OtherTrxCode', 'first-link-1');
    const foreign = await post('course-result', fields);
    expect([headingIn(foreign), foreign.includes('Nothing was asked')]).toEqual(['Not believed', true]);
    const stranger = await openShop('127.0.0.1');
    expect(await stranger.locator('.state').count()).toBe(0);
  });
});
