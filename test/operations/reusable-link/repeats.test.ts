import { describe, expect, test } from 'vitest';
import type { ReusableLink } from '../../../shared/domain/reusable-link/reusable-link.ts';
import { newFormValue, random128 } from '../../../shared/http/one-time-form.ts';
import { newBankDealer } from '../../support/bank/bank-merchants.ts';
import { ledTo, linkForm, newLinkBrowser } from '../../support/link/link-payer.ts';
import { newReusableLink } from '../../support/link/made-links.ts';
import { openAmount } from '../../support/link/reusable-links.ts';
import { giveUp, openPage, payThroughBank } from '../../support/payment/payer.ts';

const opened = async (changes: Parameters<typeof newReusableLink>[1] = {}) => {
  const dealer = await newBankDealer();
  const made = await newReusableLink(dealer, changes);
  const browser = newLinkBrowser();
  return { dealer, ...made, browser, form: linkForm(await browser.open(made.url)) };
};

describe('The same post of a link’s form (rule 52)', () => {
  test('leads to the same request while that is open', async () => {
    const { browser, form } = await opened();
    const request = ledTo(await browser.post(form));
    expect(ledTo(await browser.post(form))).toBe(request);
  });

  test('ten times at once makes one request', async () => {
    const { browser, form } = await opened();
    const posted = await Promise.all(Array.from({ length: 10 }, () => browser.post(form)));
    expect(new Set(posted.map(ledTo)).size).toBe(1);
  });

  test('without the cookie makes another request: a tablet at a counter, a forwarded page', async () => {
    const { browser, form } = await opened();
    const request = ledTo(await browser.post(form));
    browser.forget();
    const other = ledTo(await browser.post(form));
    expect(other).not.toBe(request);
    expect(ledTo(await newLinkBrowser().post(form))).not.toBe(other);
  });

  test('with another amount makes another request', async () => {
    const { browser, form, dealer } = await opened({ amount: openAmount() });
    const first = ledTo(await browser.post(form, { amount: '10', shown: '1000' }));
    const second = ledTo(await browser.post(form, { amount: '20', shown: '2000' }));
    expect(second).not.toBe(first);
    expect(ledTo(await browser.post(form, { amount: '10.00', shown: '1000' }))).toBe(first);
    expect((await dealer.linkAt(second)).terms.amount).toBe(2000);
  });

  test('makes another request when the first was paid, and both can be paid', async () => {
    const { browser, form, dealer } = await opened();
    const first = ledTo(await browser.post(form));
    await payThroughBank(await openPage(first), 'approved');
    const second = ledTo(await browser.post(form));
    expect(second).not.toBe(first);
    await payThroughBank(await openPage(second), 'approved');
    expect(await dealer.charges()).toHaveLength(2);
  });

  test('makes another request when the payer gave the first one up', async () => {
    const { browser, form, dealer } = await opened();
    const first = ledTo(await browser.post(form));
    await giveUp(await openPage(first));
    expect((await dealer.linkAt(first)).state).toBe('failed');
    expect(ledTo(await browser.post(form))).not.toBe(first);
  });
});

describe('A payer who comes back to the link', () => {
  const PAID = 'A payment was made from this browser';

  test('after paying is told that one was paid, and pays again as another request', async () => {
    const { browser, url, form } = await opened();
    const request = ledTo(await browser.post(form));
    expect((await browser.open(url)).text).not.toContain(PAID);
    await payThroughBank(await openPage(request), 'approved');
    const again = await browser.open(url);
    expect(again.text).toContain(PAID);
    // Nothing of the payment itself: the next payer may have the same browser.
    expect(again.markup).not.toContain(new URL(request).pathname);
    expect(ledTo(await browser.post(linkForm(again)))).not.toBe(request);
    expect((await newLinkBrowser().open(url)).text).not.toContain(PAID);
  });

  test('is not told of a payment by another link', async () => {
    const { dealer, browser, form } = await opened();
    await payThroughBank(await openPage(ledTo(await browser.post(form))), 'approved');
    const other = await newReusableLink(dealer);
    expect((await browser.open(other.url)).text).not.toContain(PAID);
  });
});

describe('A bad or old form', () => {
  const OLD = 'This page was open for too long';

  const values: readonly (readonly [string, (link: ReusableLink, browser: string) => string])[] = [
    ['none', () => ''],
    ['made up', () => `${random128()}.m0000000.${'x'.repeat(43)}.${'x'.repeat(43)}`],
    ['two hours old', (link, browser) => newFormValue(link, { browser, nowMs: Date.now() - 7_200_000 })],
    ['of another key', (link, browser) => newFormValue({ ...link, formKey: 'x' }, { browser, nowMs: Date.now() })],
  ];

  test.each(values)('%s: makes nothing, and shows what was typed with a fresh value', async (_what, made) => {
    const { browser, form, link } = await opened({ amount: openAmount() });
    const cookie = /link-browser=([^;]+)/.exec(browser.set[0] ?? '')?.[1] ?? '';
    const again = await browser.post(form, { form: made(link, cookie), amount: '12.5', shown: '1250' });
    expect([again.status, again.location]).toEqual([200, undefined]);
    expect(again.text).toContain(OLD);
    expect(Object.fromEntries(linkForm(again).fields)).toMatchObject({ amount: '12.5' });
    expect((await browser.post(linkForm(again), { shown: '1250' })).status).toBe(303);
  });

  test('of another link makes nothing of this one', async () => {
    const { dealer, browser, form } = await opened();
    const other = await newReusableLink(dealer);
    const again = await browser.post({ ...form, action: other.url });
    expect([again.status, again.text]).toEqual([200, expect.stringContaining(OLD)]);
  });
});
