import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { documentedOperations } from '../../infra/docs/operations.ts';
import { eventTypes } from '../../shared/domain/outbox/event.ts';
import { closePages, openBrowser, picture } from './browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => closePages(browser));

const { baseUrl: base } = inject('stack');

describe('The reference of the API at /docs', () => {
  test('shows every operation and webhook, and asks nobody but its own service', async () => {
    const page = await (await browser.newContext({ viewport: { width: 360, height: 800 } })).newPage();
    const asked: string[] = [];
    const heard: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    page.on('console', (message) => heard.push(message.text()));
    page.on('pageerror', (error) => heard.push(error.message));
    await page.goto(`${base}/docs`);
    const operations = documentedOperations.flatMap(({ contract }) => contract.routes);
    const blocks = page.locator('.opblock');
    await blocks.nth(operations.length + eventTypes.length - 1).waitFor();
    expect(await blocks.count()).toBe(operations.length + eventTypes.length);
    await blocks.first().locator('.opblock-summary-control').click();
    await blocks.first().locator('.responses-table').first().waitFor();
    const beyond = `[...document.querySelectorAll('.opblock.is-open *')].filter((one) => one.getBoundingClientRect().right > 360).length`;
    expect(await page.evaluate(beyond)).toBe(0);
    await picture(page, 'documents');
    expect(asked.filter((url) => !url.startsWith(`${base}/docs`) && !url.startsWith('data:'))).toEqual([]);
    expect(heard).toEqual([]);
  });

  test('has a policy without scripts from text, and files that come compressed where the caller takes that', async () => {
    const page = await fetch(`${base}/docs`);
    expect(await page.text()).toContain('<a href="/">Front page</a>');
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'; script-src 'self';");
    expect(policy).not.toContain('unsafe-eval');
    const file = await fetch(`${base}/docs/openapi.json`, { headers: { 'accept-encoding': 'gzip' } });
    expect(file.headers.get('content-encoding')).toBe('gzip');
    expect(file.headers.get('content-security-policy')).toContain("default-src 'none'");
    const plain = await fetch(`${base}/docs/openapi.json`, { headers: { 'accept-encoding': 'identity' } });
    expect(plain.headers.get('content-encoding')).toBeNull();
    const text = await plain.text();
    expect(text).toBe(await file.text());
    expect(JSON.parse(text)).toMatchObject({ openapi: '3.1.1' });
    for (const other of ['nothing.js', '__proto__', 'toString', '..%2Findex.js']) {
      expect((await fetch(`${base}/docs/${other}`)).status, other).toBe(404);
    }
  });
});
