import { PNG } from 'pngjs';
import { describe, expect, test } from 'vitest';
import { looksItem } from '../../../shared/adapters/dynamodb/dealer/dealer-looks.ts';
import { newBankDealer, simple } from '../../support/bank/bank-merchants.ts';
import { ratesOf } from '../../support/dealer/virtual-pos.ts';
import { newDealerCode, newOperator, operatedDealer } from '../../support/operator/operators.ts';
import { openPage } from '../../support/payment/payer.ts';
import { putRows } from '../../support/store/store.ts';

const red = new PNG({ width: 64, height: 64 });
red.data.fill(255);
const logo = PNG.sync.write(red).toString('base64');

describe('What payers see of a dealer', () => {
  test('is put with the dealer, in an item of its own, and shows on its pages', async () => {
    const { done, dealerCode, store } = await operatedDealer();
    const put = { dealerCode, version: 1, displayName: 'Kardelen <b>', logo, accent: '#FFEE00' };
    expect((await done('put-dealer', put)).changed).toEqual(['accent', 'displayName', 'logo']);
    const shown = await done('show-dealer', { dealerCode });
    expect(shown).toMatchObject({ displayName: 'Kardelen <b>', accent: '#ffee00' });
    expect(shown.logo).toMatch(/^\d+ bytes$/);
    const profile = await store.get({ pk: `DEALER#${dealerCode}`, sk: 'PROFILE' });
    expect(Object.keys(profile ?? {})).not.toContain('logo');
    await done('put-dealer', { dealerCode, version: 2, logo: null });
    expect(await done('show-dealer', { dealerCode })).not.toHaveProperty('logo');
  });

  test.each([
    [{ logo: '<svg/>' }, 'logo'],
    [{ accent: 'red' }, 'accent'],
    [{ contact: { site: 'javascript:alert(1)' } }, 'contact.site'],
    [{ termsUrl: 'http://shop.example/' }, 'termsUrl'],
    [{ displayName: '4111 1111 1111 1111' }, 'displayName'],
  ])('%j is refused by the name of its field', async (fields, field) => {
    const operator = newOperator();
    expect(await operator.refused('put-dealer', { dealerCode: newDealerCode(), ...fields })).toMatchObject({ field });
  });

  test('is text and a picture on the page, never markup or style of the dealer', async () => {
    const dealer = await newBankDealer();
    const looks = { displayName: 'Kardelen <b>', logo, accent: '#ffee00', legalText: '<script>alert(1)</script>' };
    await putRows(dealer.store, [looksItem(dealer.dealer.dealerCode, looks)]);
    const { url } = await dealer.newLink(simple);
    const { markup } = await openPage(url);
    expect(markup).toContain('Kardelen &lt;b&gt;');
    expect(markup).toContain('<img class="logo" alt="" src="data:image/png;base64,');
    expect(markup).not.toContain('<script>alert');
    // Too light to be read on white: it is made darker, and stays as it is in the dark.
    expect(markup).toMatch(/<style>:root\{--mark:#(?!ffee00).*?prefers-color-scheme:dark\)\{:root\{--mark:#ffee00/);
    expect(markup).toContain('&lt;script&gt;alert(1)');
  });
});

describe('The quote call of the page (rule 34)', () => {
  const chooses = { SetInstallmentBy: 0, Amount: 100.1, CommissionByDealer: 0 };
  const ask = async (url: string, bin: string): Promise<{ readonly plans?: string }> => {
    const answer = await fetch(`${url}/quote?lang=en`, { method: 'POST', body: new URLSearchParams({ bin }) });
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    return (await answer.json()) as { readonly plans?: string };
  };

  test('answers the rows of the form, amounts only; a longer number is cut', async () => {
    const dealer = await newBankDealer({ pos: { rates: ratesOf({ 1: '0', 3: '2.39' }), installmentCounts: [3] } });
    const { url } = await dealer.newLink(chooses);
    const { plans = '' } = await ask(url, '41111111');
    expect(plans).toContain('value="1:10010" checked');
    expect(plans).toContain('value="3:10249"');
    expect(plans).not.toMatch(/%|<script|4111/);
    expect(await ask(url, '4111111111111111')).toEqual({ plans });
  });

  test('answers nothing for fewer digits, and on a link that cannot be paid', async () => {
    const dealer = await newBankDealer();
    const { url } = await dealer.newLink(chooses);
    expect(await ask(url, '4111')).toEqual({});
    await dealer.changeLink(url, { state: 'cancelled' });
    expect(await ask(url, '41111111')).toEqual({});
    expect(await ask(url.replace(/.$/, '_'), '41111111')).toEqual({});
  });

  test('shows the single payment and says so once too many were asked', async () => {
    const dealer = await newBankDealer({ pos: { rates: ratesOf({ 1: '0', 3: '2.39' }), installmentCounts: [3] } });
    const { url } = await dealer.newLink(chooses);
    const answers = await Promise.all(Array.from({ length: 24 }, () => ask(url, '41111111')));
    const refused = answers.filter(({ plans = '' }) => plans.includes('Installments are not shown right now'));
    expect(refused.length).toBeGreaterThanOrEqual(4);
    expect(refused[0]?.plans).toContain('<input type="hidden" name="choice" value="1:10010">');
  });
});

describe('A link as a QR code', () => {
  test('is a page for a browser, SVG and PNG by format, and nothing once the link is over', async () => {
    const dealer = await newBankDealer();
    const { url } = await dealer.newLink(simple);
    const page = await fetch(`${url}/qr`, { headers: { accept: 'text/html' } });
    expect([page.status, (await page.text()).includes('class="qr"')]).toEqual([200, true]);
    const svg = await fetch(`${url}/qr?format=svg`);
    expect([svg.headers.get('content-type'), (await svg.text()).startsWith('<svg xmlns')]).toEqual([
      'image/svg+xml',
      true,
    ]);
    const png = await fetch(`${url}/qr?format=png`);
    const picture = PNG.sync.read(Buffer.from(await png.arrayBuffer()));
    expect([png.headers.get('content-type'), picture.width === picture.height]).toEqual(['image/png', true]);
    await dealer.changeLink(url, { state: 'cancelled' });
    expect((await fetch(`${url}/qr`)).status).toBe(404);
  });
});

test('an unknown path is a page to a browser and an envelope to a program', async () => {
  const dealer = await newBankDealer();
  const { origin } = new URL((await dealer.newLink(simple)).url);
  for (const path of ['/', '/pay/', '/nothing/here']) {
    const page = await fetch(`${origin}${path}`, { headers: { accept: 'text/html', 'accept-language': 'en' } });
    expect([page.status, (await page.text()).includes('Link not found')]).toEqual([404, true]);
    const envelope = await fetch(`${origin}${path}`);
    expect(await envelope.json()).toMatchObject({ ResultCode: 'UnknownPath' });
  }
});

test('a paused dealer is said before the card is asked', async () => {
  const dealer = await newBankDealer({ dealer: { paused: true } });
  const { url } = await dealer.newLink(simple);
  const page = await openPage(url);
  expect(page.text).toContain('Payments are paused right now');
  expect(page.markup).not.toContain('name="cardNumber"');
});
