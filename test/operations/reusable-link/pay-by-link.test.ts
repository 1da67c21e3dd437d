import { describe, expect, test } from 'vitest';
import { newBankDealer } from '../../support/bank/bank-merchants.ts';
import { ledTo, linkForm, newLinkBrowser } from '../../support/link/link-payer.ts';
import { newReusableLink } from '../../support/link/made-links.ts';
import { asks, asksNote, openAmount } from '../../support/link/reusable-links.ts';
import { openPage, payThroughBank } from '../../support/payment/payer.ts';

describe('A link of a fixed amount that asks nothing (rule 52)', () => {
  test('makes a request of its payer, which is paid like any other', async () => {
    const dealer = await newBankDealer();
    const { url, link } = await newReusableLink(dealer);
    const browser = newLinkBrowser();
    const page = await browser.open(url);
    expect([page.status, page.text]).toEqual([200, expect.stringContaining('Seramik atölyesi')]);
    expect(page.text).toContain('Continue with ₺ 25.00');
    const posted = await browser.post(linkForm(page));
    expect(posted.status).toBe(303);
    const request = ledTo(posted);
    expect(new URL(request).pathname).toMatch(/^\/pay\/[a-z2-7]{26}\.[\w-]{22}$/);
    const made = await dealer.linkAt(request);
    expect(made).toMatchObject({
      state: 'open',
      description: 'Seramik atölyesi',
      madeOf: { name: link.name, userPosLinkId: link.userPosLinkId, linkCode: link.linkCode },
      terms: { amount: 2500, currency: 'TL' },
      delivery: {},
    });
    expect(made.otherTrxCode).toMatch(new RegExp(`^${link.linkCode}-[a-z2-7]{16}$`));
    expect((made.expiresAtMs - made.createdAtMs) / 60_000).toBe(60);
    await payThroughBank(await openPage(request), 'approved');
    expect((await dealer.linkAt(request)).state).toBe('paid');
    expect(await dealer.charges()).toMatchObject([{ amount: 2500 }]);
  });

  test('shows its page by GET and HEAD, which write nothing, and names the browser once', async () => {
    const dealer = await newBankDealer();
    const { url, link } = await newReusableLink(dealer);
    const browser = newLinkBrowser();
    const first = await browser.open(url);
    await browser.open(url);
    expect(browser.set).toEqual([
      expect.stringMatching(/^link-browser=[\w-]{22}; Path=\/link; HttpOnly; Secure; SameSite=Lax$/),
    ]);
    expect(first.headers.get('cache-control')).toBe('no-store');
    const head = await fetch(url, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    const rows = await dealer.store.query({ pk: `LINK#${link.name}`, between: { from: ' ', until: '~' }, limit: 10 });
    expect(rows).toEqual([expect.objectContaining({ sk: '1#LINK', version: 1 })]);
  });

  test('is shown in the language that its dealer chose, unless the payer chooses another', async () => {
    const dealer = await newBankDealer();
    const { url } = await newReusableLink(dealer, { template: { language: 'TR' } });
    const moved = await fetch(url, { headers: { 'accept-language': 'en' }, redirect: 'manual' });
    expect([moved.status, moved.headers.get('location')]).toEqual([303, `${url}?lang=tr`]);
    expect((await openPage(`${url}?lang=en`)).text).toContain('Your payment');
  });
});

describe('A link whose payer chooses the amount', () => {
  const amount = openAmount({ suggested: [10_000, 25_050] });

  test('says the amount back before it makes a request, and carries everything typed along', async () => {
    const dealer = await newBankDealer();
    const { url } = await newReusableLink(dealer, { amount, questions: [asks('FullName')] });
    const browser = newLinkBrowser();
    const form = linkForm(await browser.open(url));
    const read = await browser.post(form, { amount: '1,250.5', answer0: 'Elif "E" Deneme' });
    expect(read.status).toBe(200);
    expect(read.text).toContain('Is this amount right?');
    expect(read.text).toContain('₺ 1,250.50');
    const request = ledTo(await browser.post(linkForm(read)));
    expect(await dealer.linkAt(request)).toMatchObject({
      terms: { amount: 125_050 },
      buyer: { fullName: 'Elif "E" Deneme' },
    });
  });

  test('makes it at once where the page has said the very amount, and asks again where it said another', async () => {
    const dealer = await newBankDealer();
    const { url } = await newReusableLink(dealer, { amount });
    const browser = newLinkBrowser();
    const form = linkForm(await browser.open(url));
    expect((await browser.post(form, { amount: '125', shown: '1250' })).text).toContain('₺ 125.00');
    const request = ledTo(await browser.post(form, { amount: '125', shown: '12500' }));
    expect((await dealer.linkAt(request)).terms.amount).toBe(12_500);
  });

  test('leads back to the form from the amount that was read, with what was typed', async () => {
    const dealer = await newBankDealer();
    const { url } = await newReusableLink(dealer, { amount, questions: [asksNote('Masa', false)] });
    const browser = newLinkBrowser();
    const read = await browser.post(linkForm(await browser.open(url)), { amount: '12.5', answer0: 'Pencere' });
    const form = linkForm(await browser.post(linkForm(read), { change: '' }));
    expect(Object.fromEntries(form.fields)).toMatchObject({ amount: '12.5', answer0: 'Pencere' });
  });

  test('fills in a suggested amount without script, and makes nothing of it yet', async () => {
    const dealer = await newBankDealer();
    const { url } = await newReusableLink(dealer, { amount, questions: [asks('FullName')] });
    const browser = newLinkBrowser();
    const page = await browser.open(url);
    expect(page.markup.match(/name="suggested" value="\d+"/g)).toHaveLength(2);
    const filled = await browser.post(linkForm(page), { suggested: '25050', answer0: 'Elif' });
    expect(filled.status).toBe(200);
    expect(filled.text).toContain('You pay ₺250.50 .');
    expect(filled.text).not.toContain('Please correct');
    expect(Object.fromEntries(linkForm(filled).fields)).toMatchObject({ amount: '250.50', answer0: 'Elif' });
  });

  test.each([
    ['9.99', 'The smallest amount is ₺10.00.'],
    ['5000.01', 'The largest amount is ₺5,000.00.'],
    ['1.250', 'Enter the amount in digits'],
    ['', 'Enter the amount.'],
  ])('refuses %j, says why, and keeps it', async (typed, said) => {
    const dealer = await newBankDealer();
    const { url } = await newReusableLink(dealer, { amount });
    const browser = newLinkBrowser();
    const page = await browser.open(url);
    expect(page.text).toContain('From ₺10.00 to ₺5,000.00.');
    const again = await browser.post(linkForm(page), { amount: typed, shown: '100000' });
    expect([again.status, again.location]).toEqual([200, undefined]);
    expect(again.text).toContain(said);
    expect(again.text).not.toContain('You pay');
    expect(Object.fromEntries(linkForm(again).fields)).toMatchObject({ amount: typed });
  });
});

describe('A link that asks its payer', () => {
  const questions = [asks('FullName'), asks('Email'), asks('GsmNumber', false), asksNote('Çocuğun adı')];

  test('keeps the answers with the request, and sends nothing to them', async () => {
    const dealer = await newBankDealer();
    const { url } = await newReusableLink(dealer, { questions });
    const browser = newLinkBrowser();
    const typed = { answer0: 'Elif Deneme', answer1: 'elif@example.com', answer2: '0532 123 45 67', answer3: 'Deniz' };
    const request = ledTo(await browser.post(linkForm(await browser.open(url)), typed));
    expect(await dealer.linkAt(request)).toMatchObject({
      buyer: { fullName: 'Elif Deneme', email: 'elif@example.com', gsmNumber: '5321234567' },
      answers: [{ label: 'Çocuğun adı', text: 'Deniz' }],
      delivery: {},
    });
  });

  test('names each field that is missing or wrong, keeps what was typed, and makes nothing', async () => {
    const dealer = await newBankDealer();
    const { url } = await newReusableLink(dealer, { questions });
    const browser = newLinkBrowser();
    const typed = { answer0: '', answer1: 'elif@', answer2: '12', answer3: '4111 1111 1111 1111' };
    const again = await browser.post(linkForm(await browser.open(url)), typed);
    expect([again.status, again.location]).toEqual([200, undefined]);
    for (const said of [
      'Fill in “Full name”.',
      'Enter the e-mail address like name@example.com.',
      'Enter a Turkish mobile number',
      'Do not write a card number into “Çocuğun adı”.',
    ])
      expect(again.text).toContain(said);
    expect(Object.fromEntries(linkForm(again).fields)).toMatchObject(typed);
    const fixed = { ...typed, answer0: 'Elif', answer1: 'elif@example.com', answer2: '', answer3: 'Deniz' };
    expect((await browser.post(linkForm(again), fixed)).status).toBe(303);
  });

  test('shows what payers typed as text', async () => {
    const dealer = await newBankDealer();
    const { url } = await newReusableLink(dealer, { questions: [asks('FullName'), asks('Email')] });
    const browser = newLinkBrowser();
    const again = await browser.post(linkForm(await browser.open(url)), { answer0: '"><script>alert(1)</script>' });
    expect(again.markup).not.toContain('<script>alert');
    expect(Object.fromEntries(linkForm(again).fields)).toMatchObject({ answer0: '"><script>alert(1)</script>' });
  });
});
