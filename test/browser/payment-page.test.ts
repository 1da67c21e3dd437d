import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PaymentRequest } from '../../shared/domain/link/payment-request.ts';
import { newDealer } from '../support/dealer/dealers.ts';
import { itemsOfLink, storedLink } from '../support/payment/stored-payments.ts';
import { putRows } from '../support/store/store.ts';
import { closePages, openBrowser, picture } from './browser.ts';
import { faultsOf } from './page-looks.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(async () => {
  await closePages(browser);
});

interface View {
  readonly locale?: string;
  readonly width?: number;
  readonly colorScheme?: 'light' | 'dark';
}

const open = async (
  url: string,
  { locale = 'tr-TR', width = 800, colorScheme = 'light' }: View = {},
): Promise<Page> => {
  const context = await browser.newContext({ locale, colorScheme, viewport: { width, height: 700 } });
  const page = await context.newPage();
  await page.goto(url);
  return page;
};

const newLink = async (
  fields: Record<string, unknown> = {},
  changes: Partial<PaymentRequest> = {},
): Promise<string> => {
  const { createLink, store } = await newDealer({ dealer: { name: 'Çiçek & <b>Bahçe</b>' } });
  const { Url } = (await createLink(fields)).Data as { Url: string };
  const link = await storedLink(store, Url.split('/').at(-1) ?? '');
  await putRows(store, itemsOfLink({ ...link, ...changes }));
  return Url;
};

const full = {
  Amount: 1234.5,
  Description: 'Bahçe takımı <script>alert(1)</script>',
  BuyerInformation: {
    BuyerFullName: 'Ayşe "K" <i>',
    BasketProduct: [{ ProductCode: 'K-1', UnitPrice: 617.25, Quantity: 2 }],
  },
};

describe('The page of a payment request', () => {
  test('shows dealer, amount and card form in Turkish, and what the dealer wrote as text', async () => {
    const page = await open(await newLink(full));
    const body = await page.locator('main').innerText();
    expect(body).toContain('Çiçek & <b>Bahçe</b>');
    expect(body).toContain('1.234,50');
    expect(body).toContain('Kartla öde');
    expect(body).toContain('Bahçe takımı <script>alert(1)</script>');
    expect(body).toContain('1.234,50');
    expect(await page.locator('html').getAttribute('lang')).toBe('tr');
    await picture(page, 'open-tr');
  });

  test('speaks the language of the browser, and the visible switch changes it', async () => {
    const page = await open(await newLink(full), { locale: 'en-GB' });
    expect(await page.locator('main').innerText()).toContain('Pay by card');
    expect(await page.locator('main').innerText()).toContain('1,234.50');
    await picture(page, 'open-en');
    await page.getByRole('link', { name: 'Türkçe' }).click();
    await page.getByRole('heading', { name: 'Kartla öde' }).waitFor();
    expect(await page.locator('main').innerText()).toContain('Kartla öde');
  });

  test.each([
    ['paid', 200, 'Paid', { state: 'paid' }],
    ['cancelled', 410, 'Cancelled', { state: 'cancelled' }],
    ['expired', 410, 'Expired', { expiresAtMs: 1 }],
  ] as const)('a link that is %s says so with status %i', async (name, status, words, changes) => {
    const url = await newLink({}, changes);
    expect((await fetch(url)).status).toBe(status);
    const page = await open(url, { locale: 'en-GB' });
    expect(await page.locator('.state').innerText()).toBe(words);
    await picture(page, name);
  });

  test.each(['x', 'abcdefghijklmnopqrstuv', 'abcdefghijklmnopqrst%2Fv', '%00'])(
    'an unknown address (%s) is 404 with a page',
    async (token) => {
      const url = (await newLink()).replace(/[^/]+$/, token);
      const response = await fetch(url, { headers: { 'accept-language': 'en' } });
      expect(response.status).toBe(404);
      expect(await response.text()).toContain('Link not found');
    },
  );

  test.each([
    ['tr-TR', 'light', 800],
    ['en-GB', 'dark', 320],
  ] as const)('axe finds nothing in %s, %s, at %i px, and nothing overflows', async (locale, colorScheme, width) => {
    const page = await open(await newLink(full), { locale, colorScheme, width });
    expect(await faultsOf(page)).toEqual([]);
    await picture(page, `${locale}-${colorScheme}-${width}`);
  });

  test('is one request of at most 12 kB, without cookie, cache or referrer, never framed', async () => {
    const url = await newLink(full);
    const context = await browser.newContext();
    const requests: string[] = [];
    const page = await context.newPage();
    page.on('request', (request) => requests.push(request.url()));
    const response = await page.goto(url);
    expect(requests).toEqual([url]);
    expect(gzipSync((await response?.body()) ?? '').length).toBeLessThan(12_000);
    const headers = (await response?.allHeaders()) ?? {};
    expect(headers['set-cookie']).toBeUndefined();
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['referrer-policy']).toBe('strict-origin');
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'(?: 'sha256-[^']+')?; img-src data:; form-action 'self'/,
    );
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(headers['content-security-policy']).not.toContain('unsafe');
  });

  test('HEAD answers like GET without a body, and looking changes nothing', async () => {
    const url = await newLink();
    const response = await fetch(url, { method: 'HEAD' });
    expect([response.status, await response.text()]).toEqual([200, '']);
    expect((await fetch(url)).status).toBe(200);
  });
});
