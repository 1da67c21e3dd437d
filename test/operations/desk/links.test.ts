import { randomInt, randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { dealerItem } from '../../../shared/adapters/dynamodb/dealer/dealers.ts';
import { PATIENCE_MS } from '../../support/app/patience.ts';
import { newBankDealer } from '../../support/bank/bank-merchants.ts';
import type { NewDealerOptions } from '../../support/dealer/dealers.ts';
import { formTo } from '../../support/desk/desk-browser.ts';
import { signedInAt } from '../../support/desk/desk-people.ts';
import { deskScene, deskSceneOf } from '../../support/desk/desk-scene.ts';
import { LINKS, linkAddressIn, linkFormAtDesk, linkIdIn, linkMadeAtDesk } from '../../support/desk/links-at-desk.ts';
import { openPage, payWith, throughBank } from '../../support/payment/payer.ts';
import { putRows } from '../../support/store/store.ts';

describe('A link that is made at the desk (rule 54)', () => {
  test('is the link that CreateUserPosPayment makes, with its address, QR code and ways to share', async () => {
    const { dealer, browser, user, audit } = await deskScene({}, { role: 'cashier', language: 'tr' });
    const location = await linkMadeAtDesk(browser, {
      description: 'Bahçe takımı',
      name: 'Ayşe Yılmaz',
      installments: '3',
    });
    const page = await browser.open(location);
    expect(page.status).toBe(200);
    expect(page.text).toContain('Link hazır.');
    const address = linkAddressIn(page.markup);
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
      .callLink('GetUserPosPaymentDetail', { UserPosPaymentId: linkIdIn(location) })
      .catch(() => undefined);
    expect(state).toBeDefined();
    const [entry, ...others] = await audit('desk-create-link');
    expect(others).toEqual([]);
    expect(entry).toMatchObject({ by: { userId: user.userId }, after: { amount: 125_050, currency: 'TL' } });
    expect(JSON.stringify(entry)).not.toContain(new URL(address).pathname.split('/').at(-1) ?? '-');
  });

  test('is made once, however often its form is posted; the same form with another amount makes none', async () => {
    const { browser, audit } = await deskScene();
    const form = await linkFormAtDesk(browser);
    const answers = await Promise.all([1, 2, 3].map(() => browser.post(form, { amount: '10' })));
    expect(new Set(answers.map(({ location }) => location)).size).toBe(1);
    expect((await browser.post(form, { amount: '10' })).location).toBe(answers[0]?.location);
    const other = await browser.post(form, { amount: '11' });
    expect([other.status, other.text.includes('Another link was made with this form before')]).toEqual([422, true]);
    expect(await audit('desk-create-link')).toHaveLength(1);
    const again = await browser.post(formTo(other, LINKS), {});
    expect(linkIdIn(again.location ?? '')).toBeGreaterThan(linkIdIn(answers[0]?.location ?? ''));
  });

  test('is not told to another dealer whose form names the same one-time value (rule 55)', async () => {
    const { browser } = await deskScene();
    const form = await linkFormAtDesk(browser);
    const once = new Map(form.fields).get('once') ?? '';
    const first = linkIdIn((await browser.post(form, { amount: '10' })).location ?? '');
    const stranger = await deskScene();
    const answer = await stranger.browser.post(await linkFormAtDesk(stranger.browser), { amount: '10', once });
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
      const answer = await browser.post(await linkFormAtDesk(browser), { description: 'Kept words', ...typed });
      expect([answer.status, answer.location]).toEqual([422, undefined]);
      expect(answer.text).toContain('No link was made');
      expect(answer.text).toContain(sentence);
      expect(new Map(formTo(answer, LINKS).fields).get('description')).toBe('Kept words');
      expect(answer.markup).not.toContain('4111 1111 1111 1111');
      expect(await audit('desk-create-link')).toEqual([]);
    }
  });

  test('is not made by a viewer, nor without a one-time value', async () => {
    const { dealer, browser, audit } = await deskScene();
    const form = await linkFormAtDesk(browser);
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
    const location = await linkMadeAtDesk(browser, { description: 'Only mine' });
    await expect.poll(async () => (await browser.open(LINKS)).text, { timeout: PATIENCE_MS }).toContain('Only mine');
    const stranger = await deskScene({}, { role: 'manager' });
    for (const path of [
      `/desk/links/${linkIdIn(location)}`,
      `/desk/links/${linkIdIn(location)}/cancel`,
      '/desk/links/1',
      '/desk/links/x',
    ]) {
      const answer = await stranger.browser.open(path);
      expect([path, answer.status, answer.text.includes('There is no such record')]).toEqual([path, 404, true]);
    }
    expect((await stranger.browser.open(LINKS)).text).not.toContain('Only mine');
    const form = await linkFormAtDesk(stranger.browser);
    for (const action of ['cancel', 'resend', 'elsewhere']) {
      const answer = await stranger.browser.post({ ...form, action: `${form.action}/${linkIdIn(location)}/${action}` });
      expect(answer.status).toBe(404);
    }
    expect((await browser.open(location)).text).toContain('Not paid yet');
  });

  test('is cancelled once, behind a page that says what that does', async () => {
    const { browser, audit } = await deskScene();
    const id = linkIdIn(await linkMadeAtDesk(browser));
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

describe('A link that the desk sends (rule 43)', () => {
  const phone = () => `5${randomInt(100_000_000, 999_999_999)}`;

  test('is not sent where its definition sends nothing, and the page says so', async () => {
    const { browser } = await deskScene({ definition: { deliveryMode: 'none' } });
    const path = await linkMadeAtDesk(browser, { phone: phone() });
    const page = await browser.open(path);
    expect(page.text).toContain('This link is not sent by message');
    const form = await linkFormAtDesk(browser);
    const refused = await browser.post({ ...form, action: `${form.action}/${linkIdIn(path)}/resend` });
    expect([refused.status, refused.text.includes('This link is not sent by message')]).toEqual([409, true]);
  });

  test('is not sent by a dealer without the channel, who may still cancel it', async () => {
    const { dealer, browser } = await deskScene();
    const path = await linkMadeAtDesk(browser, { phone: phone() });
    const id = linkIdIn(path);
    const form = await linkFormAtDesk(browser);
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
    const path = await linkMadeAtDesk(browser, { amount: '12' });
    const address = linkAddressIn((await browser.open(path)).markup);
    await throughBank(await payWith(await openPage(address), 'approved'));
    await expect.poll(async () => (await browser.open(path)).text, { timeout: PATIENCE_MS }).toContain('State Paid');
    const page = await browser.open(path);
    const [, payment = ''] = /href="(\/desk\/payments\/\d+)"/.exec(page.markup) ?? [];
    expect((await browser.open(payment)).status).toBe(200);
    expect(page.markup).not.toContain(address);
  });
});
