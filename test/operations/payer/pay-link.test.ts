import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type BankDealer, newBankDealer, simple } from '../../support/bank/bank-merchants.ts';
import {
  giveUp,
  hasFormFor,
  openPage,
  type PayerPage,
  payThroughBank,
  payWith,
  reportOn,
  throughBank,
} from '../../support/payment/payer.ts';

const sha256 = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');

const FIELDS = ['hashValue', 'resultCode', 'resultMessage', 'trxCode', 'OtherTrxCode'];

describe('A link that is paid with 3D', () => {
  test('reports exactly five fields to the dealer, with the hash of CodeForHash + T (decisions: the report of a result)', async () => {
    const dealer = await newBankDealer();
    const { url, codeForHash } = await dealer.newLink({ ...simple, OtherTrxCode: 'My Code/1' });
    const page = await payThroughBank(await openPage(url), 'approved');
    expect(page.status).toBe(200);
    const { to, fields } = reportOn(page);
    expect(to).toBe('https://shop.example/result');
    expect(Object.keys(fields)).toEqual(FIELDS);
    const [order] = await dealer.charges();
    expect(fields).toEqual({
      hashValue: sha256(`${codeForHash}T`),
      resultCode: '',
      resultMessage: '',
      trxCode: order?.orderId,
      OtherTrxCode: 'My Code/1',
    });
    expect(order).toMatchObject({ amount: 2750, capturedAmount: 2750, currency: 'TL', state: 'captured' });
  });

  test('says the same when the report is opened again, and HEAD says it without a body', async () => {
    const dealer = await newBankDealer();
    const { url } = await dealer.newLink(simple);
    const first = await payThroughBank(await openPage(url), 'frictionless');
    const again = await openPage(first.address);
    expect(again.markup).toBe(first.markup);
    const head = await fetch(first.address, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
  });

  test('has a page that says so, with the receipt and the way back, and takes no more money (rule 30)', async () => {
    const dealer = await newBankDealer();
    const { url } = await dealer.newLink(simple);
    const report = await payThroughBank(await openPage(url), 'approved');
    const page = await openPage(url);
    expect(page.status).toBe(200);
    expect(page.text).toContain('Your payment was received');
    expect(page.text).toContain('Visa •••• 1111');
    expect(page.markup).toContain(`href="${report.address}"`);
    expect(hasFormFor(page, 'pay')).toBe(false);
  });

  test('ends on a receipt of the service where the dealer has no RedirectUrl', async () => {
    const dealer = await newBankDealer();
    const { url } = await dealer.newLink({ ...simple, RedirectUrl: undefined, Email: 'payer@example.com' });
    const page = await payThroughBank(await openPage(url), 'approved');
    expect(page.text).toContain('Your payment was received');
    expect(page.text).toContain('27.50 TL');
    expect(page.forms.map(({ action }) => new URL(action).pathname)).toEqual([`${new URL(url).pathname}/receipt`]);
  });

  test('is a pre-authorisation at the bank where the dealer asked for one (dealer interface 2.8)', async () => {
    const dealer = await newBankDealer();
    const { url } = await dealer.newLink({ ...simple, IsPreAuth: 1 });
    expect(reportOn(await payThroughBank(await openPage(url), 'approved')).fields.resultCode).toBe('');
    expect(await dealer.orders()).toMatchObject([{ state: 'authorised', amount: 2750, capturedAmount: 0 }]);
    expect((await dealer.linkAt(url)).state).toBe('paid');
  });

  test('is paid in the language that the payer reads, from page to bank', async () => {
    const dealer = await newBankDealer();
    const { url } = await dealer.newLink(simple);
    const form = await openPage(url, 'tr');
    expect(form.text).toContain('Kartla öde');
    expect(form.markup).toContain('<html lang="tr">');
  });

  test('never shows CodeForHash on a page (rule 28)', async () => {
    const dealer = await newBankDealer();
    const { url, codeForHash } = await dealer.newLink(simple);
    const opened = await openPage(url);
    const handOver = await payWith(opened, 'approved');
    const pages = [opened, handOver, await throughBank(handOver), await openPage(url)];
    for (const { markup } of pages) expect(markup.toUpperCase()).not.toContain(codeForHash);
  });
});

describe('A payer without the bank’s confirmation', () => {
  const openTo = (changes: Partial<BankDealer['dealer']> = {}) => newBankDealer({ dealer: changes });

  test('may choose that where the dealer may charge without 3D, and 3D is preselected (rule 20)', async () => {
    const dealer = await openTo();
    const { url } = await dealer.newLink({ ...simple, IsThreeD: 0 });
    const page = await openPage(url);
    expect(page.markup).toMatch(/name="threeD" value="1" checked/);
    const { to, fields } = reportOn(await payWith(page, 'approved', { threeD: '0' }));
    expect([to, fields.resultCode]).toEqual(['https://shop.example/result', '']);
    expect(await dealer.charges()).toHaveLength(1);
  });

  test.each([
    ['the request demands 3D', {}, { IsThreeD: 1 }],
    ['the dealer must use 3D', { threeDRequired: true }, {}],
  ])('is handed to the bank all the same where %s (rule 20)', async (_why, changes, fields) => {
    const dealer = await openTo(changes);
    const { url } = await dealer.newLink({ ...simple, ...fields });
    const page = await openPage(url);
    expect(page.markup).not.toMatch(/type="radio" name="threeD"/);
    const handOver = await payWith(page, 'approved', { threeD: '0' });
    expect(handOver.text).toContain('Taking you to your bank');
    expect(await dealer.orders()).toEqual([]);
  });
});

describe('After a decline', () => {
  test('the payer is told what to do, tries another card, and the dealer hears of the success alone', async () => {
    const dealer = await newBankDealer();
    const { url, codeForHash } = await dealer.newLink(simple);
    const declined = await payThroughBank(await openPage(url), 'insufficient-funds');
    expect(new URL(declined.address).pathname).toBe(new URL(url).pathname);
    expect(declined.text).toContain('This card could not be used You were not charged. Try another card.');
    const { fields } = reportOn(await payThroughBank(declined, 'approved'));
    expect(fields).toMatchObject({ hashValue: sha256(`${codeForHash}T`), resultCode: '', resultMessage: '' });
    expect((await dealer.charges()).map(({ cardId }) => cardId)).toEqual(['approved']);
    const attempts = await dealer.attemptsAt(url);
    expect(attempts.map(({ state, reportedOutcome }) => [state, reportedOutcome])).toEqual([
      ['declined', 'failed'],
      ['approved', 'paid'],
    ]);
  });

  test('giving up closes the link for good and reports the decline with the hash of CodeForHash + F', async () => {
    const dealer = await newBankDealer();
    const { url, codeForHash } = await dealer.newLink({ ...simple, OtherTrxCode: 'given-up' });
    const page = await giveUp(await payThroughBank(await openPage(url), 'stolen'));
    const { to, fields } = reportOn(page);
    expect(to).toBe('https://shop.example/result');
    expect(Object.keys(fields)).toEqual(FIELDS);
    expect(fields).toEqual({
      hashValue: sha256(`${codeForHash}F`),
      resultCode: '018',
      resultMessage: 'Stolen card',
      trxCode: '',
      OtherTrxCode: 'given-up',
    });
    expect((await openPage(page.address)).markup).toBe(page.markup);
    const closed = await openPage(url);
    expect([closed.status, hasFormFor(closed, 'pay')]).toEqual([410, false]);
    expect(closed.text).toContain('Not paid');
  });

  test('giving up before any decline reports 001', async () => {
    const dealer = await newBankDealer();
    const { url } = await dealer.newLink(simple);
    const { fields } = reportOn(await giveUp(await openPage(url)));
    expect([fields.resultCode, fields.resultMessage]).toEqual(['001', 'Cardholder confirmation failed']);
  });

  test('a mistake in the form gives back what this very post carried, and never the CVC (rule 34)', async () => {
    const dealer = await newBankDealer();
    const { url } = await dealer.newLink(simple);
    const page = await payWith(await openPage(url), 'approved', { cvc: '91' });
    expect(page.text).toContain('Please correct the following');
    expect(page.markup).toMatch(/name="cardNumber"[^>]* value="4111111111111111"/);
    expect(page.markup).toMatch(/name="holderName"[^>]* value="Elif Deneme"/);
    expect(page.markup).not.toMatch(/name="cvc"[^>]* value/);
    const again = await openPage(url);
    expect(again.markup).not.toMatch(/name="(?:cardNumber|holderName)"[^>]* value/);
    expect(reportOn(await payThroughBank(page, 'approved')).fields.resultCode).toBe('');
  });
});

describe('A link that takes no money', () => {
  /** A form like the one of the link, of another dealer: a dealer whose page was opened is cached there for a while. */
  const formFor = async (url: string, dealer: BankDealer): Promise<PayerPage> => {
    const other = await dealer.newLink(simple);
    const form = await openPage(other.url);
    return { ...form, forms: form.forms.map((one) => ({ ...one, action: url })) };
  };

  const pays = async (dealer: BankDealer, url: string): Promise<void> => {
    const page = await payWith(await formFor(url, dealer), 'approved');
    expect(page.text).not.toContain('Taking you to your bank');
    expect(await dealer.orders()).toEqual([]);
  };

  test.each([
    ['cancelled', 410, 'Cancelled', { state: 'cancelled' }],
    ['expired', 410, 'Expired', { expiresAtMs: 1 }],
  ] as const)('%s: a form that was open already is answered with the link’s end', async (_name, status, words, to) => {
    const dealer = await newBankDealer();
    const { url } = await dealer.newLink(simple);
    const form = await openPage(url);
    await dealer.changeLink(url, to);
    const page = await payWith(form, 'approved');
    expect(page.status).toBe(status);
    expect(page.text).toContain(words);
    expect(page.forms).toEqual([]);
    await pays(dealer, url);
  });

  test('unknown: 404 for the page, the callback and the result, and nothing is said of what exists', async () => {
    const dealer = await newBankDealer();
    const { url } = await dealer.newLink(simple);
    const { origin } = new URL(url);
    await pays(dealer, `${origin}/pay/abcdefghijklmnopqrstuv`);
    for (const path of ['pay/abcdefghijklmnopqrstuv', 'result/abcdefghijklmnopqrstuv', 'result/x']) {
      expect((await openPage(`${origin}/${path}`)).status).toBe(404);
    }
    for (const path of ['3d/abcdefghijklmnopqrstuv', '3d/x', 'pay/x']) {
      expect((await fetch(`${origin}/${path}`, { method: 'POST', body: 'action=pay' })).status).toBe(404);
    }
  });

  test.each([
    ['disabled', { enabled: false }],
    ['paused', { paused: true }],
  ])('of a dealer who is %s says “try later” (rules 14, 18)', async (_name, changes) => {
    const dealer = await newBankDealer();
    const { url } = await dealer.newLink(simple);
    const { dealerItem } = await import('../../../shared/adapters/dynamodb/dealer/dealers.ts');
    const { putRows } = await import('../../support/store/store.ts');
    await putRows(dealer.store, [dealerItem({ ...dealer.dealer, ...changes })]);
    const posted = await payWith(await formFor(url, await newBankDealer()), 'approved');
    expect(posted.text).toContain('The payment cannot be completed right now');
    const opened = await openPage(url);
    expect(opened.text).toContain('Payments are paused right now');
    expect(hasFormFor(opened, 'pay')).toBe(false);
    expect(await dealer.orders()).toEqual([]);
  });
});
