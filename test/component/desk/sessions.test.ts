import { describe, expect, test } from 'vitest';
import { signedInAt } from '../../support/desk/desk-people.ts';
import { wholeDealer } from '../../support/desk/whole-dealer.ts';

const MINUTE_MS = 60_000;

describe('A stolen cookie (rule 53)', () => {
  test.each([
    ['has not been used for 30 minutes', { lastUsedAtMs: 30 * MINUTE_MS }],
    ['began 12 hours ago, though it was used just now', { startedAtMs: 12 * 60 * MINUTE_MS }],
  ])('opens nothing where its session %s', async (_name, ago) => {
    const dealer = await wholeDealer();
    const nowMs = Date.now();
    const times = Object.fromEntries(Object.entries(ago).map(([name, ms]) => [name, nowMs - ms]));
    const { browser } = await signedInAt(dealer.dealer, { role: 'cashier', session: times });
    for (const path of ['/desk', '/desk/links']) {
      expect((await browser.get(path)).location).toContain('/desk/sign-in?from=');
    }
    const almost = Object.fromEntries(Object.entries(times).map(([name, atMs]) => [name, atMs + MINUTE_MS]));
    const live = await signedInAt(dealer.dealer, { role: 'cashier', session: almost });
    expect((await live.browser.get('/desk')).status).toBe(200);
  });
});
