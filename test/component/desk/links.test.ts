import { randomInt, randomUUID } from 'node:crypto';
import { describe, expect, inject, test } from 'vitest';
import { dealerItem } from '../../../shared/adapters/dynamodb/dealer/dealers.ts';
import { PATIENCE_MS } from '../../support/app/patience.ts';
import { newBankDealer } from '../../support/bank/bank-merchants.ts';
import type { NewDealerOptions } from '../../support/dealer/dealers.ts';
import { type DeskBrowser, formTo } from '../../support/desk/desk-browser.ts';
import { signedInAt } from '../../support/desk/desk-people.ts';
import { deskScene, deskSceneOf } from '../../support/desk/desk-scene.ts';
import { waitForMessages } from '../../support/message/inbox.ts';
import { openPage, payWith, throughBank } from '../../support/payment/payer.ts';
import { putRows } from '../../support/store/store.ts';

const LINKS = '/desk/links';

const formOf = async (browser: DeskBrowser) => formTo(await browser.open(LINKS), LINKS);

const made = async (browser: DeskBrowser, typed: Readonly<Record<string, string>> = {}) => {
  const answer = await browser.post(await formOf(browser), { amount: '1250,50', ...typed });
  if (answer.location === undefined) throw new Error(`no link: ${answer.text}`);
  return answer.location;
};

const idIn = (location: string): number => Number(/\/desk\/links\/(\d+)/.exec(location)?.[1]);
const addressIn = (markup: string): string => /id="address"[^>]*value="([^"]*)"/.exec(markup)?.[1] ?? '';

describe('A link that is made at the desk (rule 54)', () => {
  test('is the link that CreateUserPosPayment makes, with its address, QR code and ways to share', async () => {
    const { dealer, browser, user, audit } = await deskScene({}, { role: 'cashier', language: 'tr' });
    const location = await made(browser, { description: 'Bahçe takımı', name: 'Ayşe Yılmaz', installments: '3' });
    const page = await browser.open(location);
    expect(page.status).toBe(200);
    expect(page.text).toContain('Link hazır.');
    const address = addressIn(page.markup);
    const payer = await fetch(address);
    expect(payer.status).toBe(200);
    expect(await payer.text()).toContain('1.250,50');
    for (const part of [
      'https://wa.me/?text=',
      'https://t.me/share/url?url=',
      'sms:?body=',
      'mailto:?subject=',
      'format=png',
    ]) {
      expect(page.markup).toContain(part);
    }
    const state = await dealer
      .callLink('GetUserPosPaymentDetail', { UserPosPaymentId: idIn(location) })
      .catch(() => undefined);
    expect(state).toBeDefined();
    const [entry, ...others] = await audit('desk-create-link');
    expect(others).toEqual([]);
    expect(entry).toMatchObject({ by: { userId: user.userId }, after: { amount: 125_050, currency: 'TL' } });
    expect(JSON.stringify(entry)).not.toContain(new URL(address).pathname.split('/').at(-1) ?? '-');
  });

  test('is made once, however often its form is posted; the same form with another amount makes none', async () => {
    const { browser, audit } = await deskScene();
    const form = await formOf(browser);
    const answers = await Promise.all([1, 2, 3].map(() => browser.post(form, { amount: '10' })));
    expect(new Set(answers.map(({ location }) => location)).size).toBe(1);
    expect((await browser.post(form, { amount: '10' })).location).toBe(answers[0]?.location);
    const other = await browser.post(form, { amount: '11' });
    expect([other.status, other.text.includes('Another link was made with this form before')]).toEqual([422, true]);
    expect(await audit('desk-create-link')).toHaveLength(1);
    const again = await browser.post(formTo(other, LINKS), {});
    expect(idIn(again.location ?? '')).toBeGreaterThan(idIn(answers[0]?.location ?? ''));
  });

  test('is not told to another dealer whose form names the same one-time value (rule 55)', async () => {
    const { browser } = await deskScene();
    const form = await formOf(browser);
    const once = new Map(form.fields).get('once') ?? '';
    const first = idIn((await browser.post(form, { amount: '10' })).location ?? '');
    const stranger = await deskScene();
    const answer = await stranger.browser.post(await formOf(stranger.browser), { amount: '10', once });
    expect([answer.status, answer.location]).toEqual([422, undefined]);
    expect(answer.markup).not.toContain(String(first));
    expect(await stranger.audit('desk-create-link')).toEqual([]);
  });

  test('is refused by the rules of the operation, and the form keeps what was typed', async () => {
    const cases: readonly (readonly [NewDealerOptions, Readonly<Record<string, string>>, string])[] = [
      [{}, { amount: '' }, 'Type the amount.'],
      [{}, { amount: '12,345.678' }, 'The amount is not clear.'],
      [{}, { amount: '0' }, 'must be above zero'],
      [{}, { amount: '5', phone: '0212 555 44 33' }, 'Turkish mobile number'],
      [{}, { amount: '5', email: 'nobody' }, 'e-mail address like'],
      [{}, { amount: '5', name: '4111 1111 1111 1111' }, 'card number'],
      [{}, { amount: '5', expires: '2020-01-01' }, 'last day'],
      [{}, { amount: '5', currency: 'XXX' }, 'currency cannot be taken'],
      [{}, { amount: '5', definition: '12' }, 'kind of link is gone'],
      [{ definition: { installmentCounts: [] } }, { amount: '5', installments: '6' }, 'number of installments'],
      [{ dealer: { channels: ['directPayment'] } }, { amount: '5' }, 'may not make links'],
      [{ dealer: { barredOperations: ['CreateUserPosPayment'] } }, { amount: '5' }, 'may not make links'],
      [{ virtualPos: [] }, { amount: '5' }, 'do not allow it'],
    ];
    for (const [options, typed, sentence] of cases) {
      const { browser, audit } = await deskScene(options);
      const answer = await browser.post(await formOf(browser), { description: 'Kept words', ...typed });
      expect([answer.status, answer.location]).toEqual([422, undefined]);
      expect(answer.text).toContain('No link was made');
      expect(answer.text).toContain(sentence);
      expect(new Map(formTo(answer, LINKS).fields).get('description')).toBe('Kept words');
      expect(answer.markup).not.toContain('4111 1111 1111 1111');
      expect(await audit('desk-create-link')).toEqual([]);
    }
  });

  test('counts in the dealer’s limits, which hold here too', async () => {
    const limits = { TL: { values: { daily: 1000, monthly: 100_000, shards: 1 } } } as never;
    const { browser } = await deskScene({ dealer: { limits } });
    const answer = await browser.post(await formOf(browser), { amount: '10.01' });
    expect([answer.status, answer.text.includes('limit of the merchant')]).toEqual([422, true]);
  });

  test('is not made by a viewer, nor without a one-time value', async () => {
    const { dealer, browser, audit } = await deskScene();
    const form = await formOf(browser);
    const blank = await browser.post(form, { amount: '10', once: 'x' });
    expect([blank.status, blank.text.includes('incomplete')]).toEqual([422, true]);
    const viewer = await signedInAt(dealer, { role: 'viewer' });
    const page = await viewer.browser.open(LINKS);
    expect(page.forms.map(({ action }) => new URL(action).pathname)).not.toContain('/desk/links-make');
    const token = page.forms.flatMap(({ fields }) => fields).find(([name]) => name === 'token')?.[1] ?? '';
    const fields = [
      ['token', token],
      ['once', randomUUID()],
      ['amount', '10'],
    ] as const;
    const refused = await viewer.browser.post({ action: form.action, fields });
    expect([refused.status, refused.text.includes('Your role does not allow this')]).toEqual([403, true]);
    expect(await audit('desk-create-link')).toEqual([]);
  });

  test('stands in the list of its dealer alone, and its page is nobody else’s', async () => {
    const { browser } = await deskScene();
    const location = await made(browser, { description: 'Only mine' });
    await expect.poll(async () => (await browser.open(LINKS)).text, { timeout: PATIENCE_MS }).toContain('Only mine');
    const stranger = await deskScene({}, { role: 'manager' });
    for (const path of [
      `/desk/links/${idIn(location)}`,
      `/desk/links/${idIn(location)}/cancel`,
      '/desk/links/1',
      '/desk/links/x',
    ]) {
      const answer = await stranger.browser.open(path);
      expect([path, answer.status, answer.text.includes('There is no such record')]).toEqual([path, 404, true]);
    }
    expect((await stranger.browser.open(LINKS)).text).not.toContain('Only mine');
    const form = await formOf(stranger.browser);
    for (const action of ['cancel', 'resend', 'elsewhere']) {
      const answer = await stranger.browser.post({ ...form, action: `${form.action}/${idIn(location)}/${action}` });
      expect(answer.status).toBe(404);
    }
    expect((await browser.open(location)).text).toContain('Not paid yet');
  });

  test('is cancelled once, behind a page that says what that does', async () => {
    const { browser, audit } = await deskScene();
    const id = idIn(await made(browser));
    const asked = await browser.open(`/desk/links/${id}/cancel`);
    expect(asked.text).toContain('can then no longer be paid');
    const form = formTo(asked, `/desk/links/${id}/cancel`);
    const answers = await Promise.all([1, 2].map(() => browser.submit(form)));
    for (const answer of answers) expect(answer.text).toContain('The link is cancelled.');
    const late = await browser.post(form, { once: randomUUID() });
    expect([late.status, late.text.includes('not open any more')]).toEqual([409, true]);
    expect(await audit('desk-cancel-link')).toMatchObject([
      { before: { state: 'open' }, after: { state: 'cancelled' } },
    ]);
    const filtered = await browser.open('/desk/links?state=cancelled');
    expect(filtered.text).toContain('Cancelled');
  });
});

/** One run of the sweep, which comes each minute in a deployed stage. */
const sweepOutbox = async (): Promise<void> => {
  const { endpoint } = inject('stack');
  await fetch(`${endpoint}/2015-03-31/functions/sweep-outbox/invocations`, { method: 'POST', body: '{}' });
};

describe('A link that the desk sends (rule 43)', () => {
  const sending = { dealer: { wantedEvents: { messages: ['link.created'] as const } } };
  const phone = () => `5${randomInt(100_000_000, 999_999_999)}`;

  test('reaches its payer by SMS, tells so in the list, and is sent again once for each form', async () => {
    const { browser, audit } = await deskScene({ ...sending, definition: { deliveryMode: 'sms' } });
    const to = phone();
    const path = await made(browser, { phone: `0${to}`, description: 'Sent' });
    const { baseUrl } = inject('stack');
    expect((await waitForMessages(baseUrl, `+90${to}`))[0]?.text).toContain(
      addressIn((await browser.open(path)).markup),
    );
    await expect
      .poll(async () => (await browser.open(LINKS)).text, { timeout: PATIENCE_MS })
      .toMatch(/Sent.*SMS (?:Sent|Delivered)/);
    const id = idIn(path);
    const form = formTo(await browser.open(path), `/desk/links/${id}/resend`);
    for (const answer of await Promise.all([1, 2].map(() => browser.submit(form)))) {
      expect(answer.text).toContain('sent again within a minute');
    }
    await sweepOutbox();
    await expect
      .poll(async () => (await waitForMessages(baseUrl, `+90${to}`)).length, { timeout: PATIENCE_MS })
      .toBe(2);
    expect(await audit('desk-resend-link')).toHaveLength(1);
  });

  test('is not sent where its definition sends nothing, and the page says so', async () => {
    const { browser } = await deskScene({ definition: { deliveryMode: 'none' } });
    const path = await made(browser, { phone: phone() });
    const page = await browser.open(path);
    expect(page.text).toContain('This link is not sent by message');
    const form = await formOf(browser);
    const refused = await browser.post({ ...form, action: `${form.action}/${idIn(path)}/resend` });
    expect([refused.status, refused.text.includes('This link is not sent by message')]).toEqual([409, true]);
  });

  test('is not sent by a dealer without the channel, who may still cancel it', async () => {
    const { dealer, browser } = await deskScene();
    const path = await made(browser, { phone: phone() });
    const id = idIn(path);
    const form = await formOf(browser);
    await putRows(dealer.store, [dealerItem({ ...dealer.dealer, channels: ['directPayment'] })]);
    const refused = await browser.post({ ...form, action: `${form.action}/${id}/resend` });
    expect([refused.status, refused.text.includes('may not make links')]).toEqual([409, true]);
    const cancelled = await browser.submit(
      formTo(await browser.open(`/desk/links/${id}/cancel`), `/desk/links/${id}/cancel`),
    );
    expect(cancelled.text).toContain('The link is cancelled.');
  });

  test('that is paid leads to its payment', async () => {
    const { browser } = await deskSceneOf(await newBankDealer(), { role: 'manager' });
    const path = await made(browser, { amount: '12' });
    const address = addressIn((await browser.open(path)).markup);
    await throughBank(await payWith(await openPage(address), 'approved'));
    await expect.poll(async () => (await browser.open(path)).text, { timeout: PATIENCE_MS }).toContain('State Paid');
    const page = await browser.open(path);
    const [, payment = ''] = /href="(\/desk\/payments\/\d+)"/.exec(page.markup) ?? [];
    expect((await browser.open(payment)).status).toBe(200);
    expect(page.markup).not.toContain(address);
  });
});
