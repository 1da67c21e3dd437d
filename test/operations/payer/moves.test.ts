import { describe, expect, test } from 'vitest';
import { roomInWindow } from '../../support/app/fixed-window.ts';
import { newBankDealer, simple } from '../../support/bank/bank-merchants.ts';
import {
  callbackOf,
  finishingForm,
  formFor,
  hasFormFor,
  openPage,
  type PageForm,
  type PayerPage,
  passingForm,
  payThroughBank,
  payWith,
  postCallback,
  postForm,
  quoteFor,
  reportOn,
  throughBank,
  toCallback,
  typedCard,
} from '../../support/payment/payer.ts';

/** A post whose answer is not followed. A reload of the browser would ask for the page that it names. */
const postOnly = async (form: PageForm, typed: Readonly<Record<string, string>> = {}) => {
  const body = new URLSearchParams(form.fields.map(([name, value]): [string, string] => [name, typed[name] ?? value]));
  for (const [name, value] of Object.entries(typed)) if (!body.has(name)) body.append(name, value);
  const headers = { 'accept-language': 'en' };
  const response = await fetch(form.action, { method: 'POST', body, headers, redirect: 'manual' });
  await response.body?.cancel();
  const { status } = response;
  // Addresses on the payer's path are secret: no cache keeps them, and no other site learns them.
  if (status === 303) {
    const told = ['cache-control', 'referrer-policy'].map((name) => response.headers.get(name));
    expect(told).toEqual(['no-store', 'strict-origin']);
  }
  return { status, location: response.headers.get('location') };
};

const TEN_MINUTES_MS = 600_000;

const isReport = ({ markup }: PayerPage): boolean => markup.includes('name="hashValue"');

describe('The language that a payer chose by the switch', () => {
  // The browser prefers English throughout. Later pages are Turkish only because the payer chose it.
  const inTurkish = async (fields: Record<string, unknown> = {}) => {
    const dealer = await newBankDealer();
    const { url } = await dealer.newLink({ ...simple, ...fields });
    return { dealer, url, form: await openPage(`${url}?lang=tr`) };
  };

  test('outlives the bank: the report after it is in that language', async () => {
    const { form } = await inTurkish();
    const handOver = await payWith(form, 'approved');
    expect(handOver.text).toContain('Bankanıza geçiyorsunuz');
    const report = await throughBank(handOver);
    expect(isReport(report)).toBe(true);
    expect(report.text).toContain('Ödemeniz alındı');
  });

  test('outlives the bank on a receipt of the service, and the switch there changes it', async () => {
    const { form } = await inTurkish({ RedirectUrl: undefined, Email: 'payer@example.com' });
    const receipt = await payThroughBank(form, 'frictionless');
    expect(receipt.text).toContain('Ödemeniz alındı');
    const switched = await openPage(receipt.address.replace('lang=tr', 'lang=en'), 'tr');
    expect(switched.text).toContain('Your payment was received');
  });

  test.each([
    ['with 3D', {}],
    ['without 3D', { threeD: '0' }],
  ])('outlives a decline %s', async (_how, typed) => {
    const { form } = await inTurkish({ IsThreeD: 0 });
    const page = await payWith(form, 'insufficient-funds', typed);
    const declined = hasFormFor(page, 'pay') ? page : await throughBank(page);
    expect(declined.text).toContain('Bu kartla ödeme yapılamadı');
  });

  test('outlives giving up, a refused callback, and a payment without 3D', async () => {
    const [given, refused, paid] = [await inTurkish(), await inTurkish(), await inTurkish({ IsThreeD: 0 })];
    expect((await postForm(formFor(given.form, 'give-up'))).text).toContain('Ödeme yapılmadı');
    expect((await payThroughBank(refused.form, 'callback-wrong-hash')).text).toContain('Kartla öde');
    expect((await payWith(paid.form, 'approved', { threeD: '0' })).text).toContain('Ödemeniz alındı');
  });

  test('stands in the receipt’s way back to the dealer, and not in the dealer’s Url', async () => {
    const { url, form } = await inTurkish();
    await payThroughBank(form, 'approved');
    expect((await openPage(`${url}?lang=tr`)).markup).toMatch(/href="[^"]*\/result\/[^"?]+\?lang=tr"/);
    expect(new URL(url).search).toBe('');
  });
});

describe('A post that changed something is answered by a move, so that reload and back post no card again', () => {
  const withoutThreeD = async () => {
    const dealer = await newBankDealer();
    const { url } = await dealer.newLink({ ...simple, IsThreeD: 0 });
    return { dealer, url, form: formFor(await openPage(url), 'pay') };
  };

  test('a decline without 3D: 303 to the link, which tells it, and looking again starts no attempt', async () => {
    const { dealer, url, form } = await withoutThreeD();
    const { status, location } = await postOnly(form, { ...typedCard('insufficient-funds'), threeD: '0' });
    expect([status, location]).toEqual([303, `${url}?lang=en`]);
    for (let reload = 1; reload <= 2; reload += 1) {
      expect((await openPage(location ?? '')).text).toContain('Try another card.');
    }
    expect(await dealer.attemptsAt(url)).toHaveLength(1);
    expect(await dealer.orders()).toHaveLength(1);
  });

  test('a refusal without an attempt is told on the form, and nothing of it is in an address', async () => {
    const { dealer, url, form } = await withoutThreeD();
    const real = { ...typedCard('approved'), holderName: 'Ayşe Kaya', cardNumber: '4242424242424242' };
    const page = await postForm(form, real);
    expect([page.status, page.address]).toEqual([200, url]);
    expect(page.text).toContain('Try another card.');
    expect(hasFormFor(page, 'pay')).toBe(true);
    // The card is another one now, its holder is not.
    expect(page.markup).toContain(`value="${real.holderName}"`);
    expect(page.markup).not.toContain(real.cardNumber);
    expect(await dealer.attemptsAt(url)).toEqual([]);
    expect(reportOn(await payThroughBank(page, 'approved')).fields.resultCode).toBe('');
    const over = await openPage(url);
    expect([over.text.includes('Your payment was received'), over.text.includes('Try another card')]).toEqual([
      true,
      false,
    ]);
  });

  test.each(['ask-bank', 'stolen', 'toString', '__proto__', '<b>', ''])(
    'an advice in the address is not shown: “%s”',
    async (text) => {
      const { url } = await withoutThreeD();
      const page = await openPage(`${url}?lang=en&advice=${encodeURIComponent(text)}`);
      expect([page.status, page.text.includes('You were not charged')]).toEqual([200, false]);
      expect(page.markup).toBe((await openPage(`${url}?lang=en`)).markup);
    },
  );

  test('the bank’s callback, and a link that passes its payer on: 303', async () => {
    const { dealer, url } = await withoutThreeD();
    const { progress } = await dealer.linkAt(url);
    await dealer.changeLink(url, { progress: { ...progress, attempts: 19 } });
    const callback = callbackOf(await toCallback(await payWith(await openPage(url), 'stolen')));
    const { status, location } = await postOnly(await finishingForm(callback));
    expect([status, location]).toEqual([303, `${url}?lang=en&then=report`]);
    const passing = await fetch(location ?? '', { redirect: 'manual' });
    expect([passing.status, new URL(passing.headers.get('location') ?? '').pathname]).toEqual([
      303,
      expect.stringMatching(/^\/result\//),
    ]);
    expect(passing.headers.get('cache-control')).toBe('no-store');
    expect(passing.headers.get('referrer-policy')).toBe('strict-origin');
  });

  test('a success without 3D: 303 to the result', async () => {
    const { form } = await withoutThreeD();
    const { status, location } = await postOnly(form, { ...typedCard('approved'), threeD: '0' });
    expect(status).toBe(303);
    expect(new URL(location ?? '').pathname).toMatch(/^\/result\//);
  });

  test.each(['pay', 'give-up', 'retry', 'quote', 'nothing'])(
    '“%s” on a link that is paid: 303 to it',
    async (action) => {
      const { dealer, url, form } = await withoutThreeD();
      await postOnly(form, { ...typedCard('approved'), threeD: '0' });
      const posted = { ...typedCard('approved'), action };
      expect(await postOnly({ ...form, fields: [] }, posted)).toEqual({ status: 303, location: `${url}?lang=en` });
      expect(await dealer.attemptsAt(url)).toHaveLength(1);
    },
  );

  test('what must be typed again stays a page: a mistake in the form, and digits that are quoted', async () => {
    const dealer = await newBankDealer();
    const { url } = await dealer.newLink({ SetInstallmentBy: 0, CommissionByDealer: 0 });
    const quoted = await quoteFor(await openPage(url), 'approved');
    expect([quoted.status, quoted.address]).toEqual([200, url]);
    const corrected = await payWith(quoted, 'approved', { cvc: '1' });
    expect(corrected.text).toContain('Please correct the following');
  });
});

describe('A double click without script', () => {
  test('on a payment with 3D: every post is handed over to the bank, one charge comes of it', async () => {
    const dealer = await newBankDealer();
    const { url } = await dealer.newLink(simple);
    const form = await openPage(url);
    const handOvers = await Promise.all([1, 2, 3].map(() => payWith(form, 'approved')));
    for (const page of handOvers) expect(page.text).toContain('Taking you to your bank');
    expect(await dealer.attemptsAt(url)).toHaveLength(3);
    // The browser shows the answer to the last post. Callbacks of the other posts never come, or come as well.
    const [first, ...others] = await Promise.all(handOvers.map((page) => toCallback(page)));
    expect(first && reportOn(await postCallback(callbackOf(first))).fields.resultCode).toBe('');
    for (const late of others)
      expect((await postCallback(callbackOf(late))).text).toContain('Your payment was received');
    expect(await dealer.orders()).toHaveLength(1);
  });

  test('with the last attempt of ten minutes: the one that is too many sees the pause', async () => {
    await roomInWindow(TEN_MINUTES_MS);
    const dealer = await newBankDealer();
    const { url } = await dealer.newLink(simple);
    const form = await openPage(url);
    for (let attempt = 1; attempt <= 4; attempt += 1) await payWith(form, 'approved');
    const pages = await Promise.all([1, 2].map(() => payWith(form, 'approved')));
    expect(pages.filter(({ text }) => text.includes('Too many attempts'))).toHaveLength(1);
    expect(pages.filter(({ text }) => text.includes('Taking you to your bank'))).toHaveLength(1);
  });

  test('on a payment without 3D: the second post never shows the bare form', async () => {
    const dealer = await newBankDealer();
    const { url } = await dealer.newLink({ ...simple, IsThreeD: 0 });
    const form = await openPage(url);
    const pages = await Promise.all([1, 2, 3].map(() => payWith(form, 'approved', { threeD: '0' })));
    for (const page of pages) expect(hasFormFor(page, 'pay')).toBe(false);
    expect(await dealer.charges()).toHaveLength(1);
  });
});

describe('A link that is paid', () => {
  test('tells each tab the first result: the form, the hand-over, the callback and the report opened again', async () => {
    const dealer = await newBankDealer();
    const { url } = await dealer.newLink(simple);
    const [form, otherForm] = [await openPage(url), await openPage(url)];
    const [handOver, otherHandOver] = [await payWith(form, 'approved'), await payWith(otherForm, 'approved')];
    const atBank = await toCallback(handOver);
    const report = await postCallback(callbackOf(atBank));
    const before = await dealer.linkAt(url);
    // Reloads the report, goes back to the callback and to the form, and uses the other tab at every point.
    expect(reportOn(await openPage(report.address))).toEqual(reportOn(report));
    const later = [
      await postCallback(callbackOf(atBank)),
      await payWith(form, 'frictionless'),
      await openPage(url),
      await postCallback(callbackOf(await toCallback(otherHandOver))),
      await payWith(otherForm, 'approved-mastercard'),
    ];
    for (const page of later) {
      expect(page.text).toContain('Your payment was received');
      expect(page.text).toContain('•••• 1111');
      expect(page.markup).toContain(`href="${report.address}"`);
    }
    expect(await dealer.linkAt(url)).toEqual(before);
    expect(await dealer.orders()).toHaveLength(1);
    expect(passingForm(report).action).toBe('https://shop.example/result');
  });
});
