import { describe, expect, test } from 'vitest';
import { newBankDealer, simple } from '../../support/bank/bank-merchants.ts';
import { formsOf } from '../../support/bank/bank-payer.ts';
import {
  callbackOf,
  finishingForm,
  hasFormFor,
  openPage,
  passingForm,
  payWith,
  postForm,
  reportOn,
  toCallback,
} from '../../support/payment/payer.ts';

const FORM = 'application/x-www-form-urlencoded';

/** A payer whom the bank has just sent back, and what the attempt and the bank know of it. */
const comingBack = async () => {
  const dealer = await newBankDealer();
  const { url } = await dealer.newLink(simple);
  const callback = callbackOf(await toCallback(await payWith(await openPage(`${url}?lang=tr`), 'approved')));
  const state = async () => [await dealer.linkAt(url), await dealer.attemptsAt(url), await dealer.orders()];
  return { dealer, url, callback, state };
};

describe('A payer whom the bank sends back (rule 2)', () => {
  test('sees at once a page that has written and charged nothing, and pays by what it posts, once', async () => {
    const { dealer, url, callback, state } = await comingBack();
    const before = await state();
    const page = await postForm(callback);
    expect([page.status, page.address]).toEqual([200, callback.action]);
    // In the language of the payment, and without a word of it: nobody has looked whose it is.
    expect(page.text).toMatch(/^Deneme ortamı Son bir adım kaldı/);
    expect(page.markup).not.toContain('27,50');
    expect(page.headers.get('cache-control')).toBe('no-store');
    expect(page.headers.get('content-security-policy')).toContain("form-action 'self'; script-src 'sha256-");
    // Reloaded, and left: the attempt waits as before, until the sweeper closes it like any other that was left at 3D.
    const again = await finishingForm(callback);
    expect(await state()).toEqual(before);
    const reports = [await postForm(passingForm(page)), await postForm(again)];
    expect(reportOn(reports[0] ?? page).fields.resultCode).toBe('');
    expect(reports[1]?.text).toContain('Ödemeniz alındı');
    expect(await dealer.charges()).toHaveLength(1);
    expect((await dealer.linkAt(url)).state).toBe('paid');
  });

  test('with bytes that are no UTF-8 carries them on as they are', async () => {
    const { callback } = await comingBack();
    for (const body of ['mdErrorMsg=%DE%FDk+%F0', 'mdErrorMsg=%C5%9F&a']) {
      const answer = await fetch(callback.action, { method: 'POST', body, headers: { 'content-type': FORM } });
      const carried = formsOf(await answer.text())[0]?.fields[0]?.[1] ?? '';
      expect(Buffer.from(carried, 'base64url').toString('latin1')).toBe(body);
    }
  });

  test('in a way in which no browser comes from a bank sees the page of the link, which can still be paid', async () => {
    const { dealer, url, callback, state } = await comingBack();
    const before = await state();
    const body = new URLSearchParams(
      callback.fields.map(([name, value]): [string, string] => [name, value]),
    ).toString();
    const posts = [
      { body, headers: { 'content-type': 'text/plain' } },
      { body: `${body}&x=${'x'.repeat(64 * 1024)}`, headers: { 'content-type': FORM } },
      { body: '', headers: { 'content-type': FORM } },
    ];
    for (const post of posts) {
      const { status, headers } = await fetch(callback.action, { method: 'POST', redirect: 'manual', ...post });
      expect([status, headers.get('location')]).toEqual([303, `${url}?lang=tr`]);
    }
    const looked = await fetch(`${callback.action}?${body}`, { headers: { accept: 'text/html' } });
    expect([looked.status, (await looked.text()).includes('class="wide"')]).toEqual([404, false]);
    expect(await state()).toEqual(before);
    expect(hasFormFor(await openPage(url), 'pay')).toBe(true);
    expect(reportOn(await postForm(await finishingForm(callback))).fields.resultCode).toBe('');
    expect(await dealer.charges()).toHaveLength(1);
  });
});
