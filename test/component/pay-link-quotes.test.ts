import { describe, expect, test } from 'vitest';
import { newBankDealer, simple } from '../support/bank-merchants.ts';
import { invokePage, postFrom } from '../support/elsewhere.ts';
import { roomInWindow } from '../support/fixed-window.ts';
import { formFor, hasFormFor, openPage, payWith, postForm, quoteFor, typedCard } from '../support/payer.ts';
import { ratesOf } from '../support/virtual-pos.ts';

const HOUR_MS = 3_600_000;
const TRY_LATER = 'The payment cannot be completed right now. Please try again later.';
const chooses = { SetInstallmentBy: 0, Amount: 100.1, CommissionByDealer: 0 } as const;
const BIN = { bin: '41111111' };

const newDealer = () =>
  newBankDealer({ pos: { rates: ratesOf({ 1: '0', 2: '1.79', 3: '2.39' }), installmentCounts: [2, 3] } });

const quoteFormOf = async (dealer: Awaited<ReturnType<typeof newDealer>>) => {
  const { url } = await dealer.newLink(chooses);
  return { url, form: formFor(await openPage(url), 'quote') };
};

const isQuoted = ({ markup }: { readonly markup: string }): boolean => markup.includes('value="2:10189"');

describe('Installment quotes are counted (rule 34)', () => {
  test('twenty an hour for a link, whoever asks, then “try later”; another link is quoted all the same', async () => {
    await roomInWindow(HOUR_MS);
    const dealer = await newDealer();
    const { url, form } = await quoteFormOf(dealer);
    for (let asked = 1; asked <= 20; asked += 1) {
      const answer = await postFrom(`127.34.0.${asked % 2 === 0 ? 1 : 2}`, form, BIN);
      expect([asked, isQuoted(answer)]).toEqual([asked, true]);
    }
    const refused = await postForm(form, BIN);
    expect(refused.text).toContain(TRY_LATER);
    expect([isQuoted(refused), hasFormFor(refused, 'quote'), hasFormFor(refused, 'give-up')]).toEqual([
      false,
      true,
      true,
    ]);
    expect((await dealer.linkAt(url)).state).toBe('open');
    const other = await quoteFormOf(dealer);
    expect(isQuoted(await postForm(other.form, BIN))).toBe(true);
  });

  test('sixty an hour for an address, over all links, then “try later”; another address is quoted all the same', async () => {
    await roomInWindow(HOUR_MS);
    const dealer = await newDealer();
    const forms = await Promise.all([1, 2, 3, 4].map(async () => (await quoteFormOf(dealer)).form));
    const [first, second, third, fourth] = forms;
    if (first === undefined || second === undefined || third === undefined || fourth === undefined) throw new Error();
    for (const form of [first, second, third]) {
      for (let asked = 1; asked <= 20; asked += 1) expect(isQuoted(await postFrom('127.34.1.1', form, BIN))).toBe(true);
    }
    const refused = await postFrom('127.34.1.1', fourth, BIN);
    expect(isQuoted(refused)).toBe(false);
    expect(refused.markup).toContain(TRY_LATER);
    expect(isQuoted(await postFrom('127.34.1.2', fourth, BIN))).toBe(true);
  });

  test('an IPv6 address by its first 64 bits', async () => {
    await roomInWindow(HOUR_MS);
    const dealer = await newDealer();
    const post = invokePage(dealer.stack, 'payment-link-local-start-payment');
    const network = `2001:db8:${Math.floor(Math.random() * 65_536).toString(16)}:1`;
    const forms = await Promise.all([1, 2, 3, 4].map(async () => (await quoteFormOf(dealer)).form));
    const fourth = forms.pop();
    for (const form of forms) {
      for (let asked = 1; asked <= 20; asked += 1) {
        expect(isQuoted(await post(`${network}::${asked}`, form, BIN))).toBe(true);
      }
    }
    if (fourth === undefined) throw new Error('no form');
    expect((await post(`${network}:ffff::1`, fourth, BIN)).location).toContain('advice=try-later');
    expect(isQuoted(await post(`${network.slice(0, -1)}2::1`, fourth, BIN))).toBe(true);
  });

  test('counts a card with a mistake in it as well, whose answer shows the same amounts', async () => {
    await roomInWindow(HOUR_MS);
    const dealer = await newDealer();
    const { form } = await quoteFormOf(dealer);
    const pay = formFor(await postForm(form, BIN), 'pay');
    const mistaken = { ...typedCard('approved'), cvc: '1', choice: '2:10189' };
    for (let asked = 2; asked <= 20; asked += 1) expect(isQuoted(await postForm(pay, mistaken))).toBe(true);
    const refused = await postForm(pay, mistaken);
    expect([isQuoted(refused), refused.text.includes(TRY_LATER)]).toEqual([false, true]);
    expect(isQuoted(await postForm(pay, { ...mistaken, choice: '2:1' }))).toBe(false);
    expect(await dealer.orders()).toEqual([]);
    // What was quoted before can still be paid: paying asks for no quote.
    const handOver = await postForm(pay, { ...typedCard('approved'), choice: '2:10189' });
    expect(handOver.text).toContain('Taking you to your bank');
  });

  test('does not count what costs the same with every card', async () => {
    const dealer = await newDealer();
    const { url } = await dealer.newLink(simple);
    const form = await openPage(url);
    for (let mistake = 1; mistake <= 22; mistake += 1) {
      expect((await payWith(form, 'approved', { cvc: '1' })).text).toContain('Please correct the following');
    }
  });

  test.each([
    ['paid', 200, { state: 'paid' }],
    ['cancelled', 410, { state: 'cancelled' }],
    ['expired', 410, { expiresAtMs: 1 }],
  ] as const)('quotes nothing on a link that is %s', async (_state, status, changes) => {
    const dealer = await newDealer();
    const { url, form } = await quoteFormOf(dealer);
    await dealer.changeLink(url, changes);
    const answer = await postForm(form, BIN);
    expect([answer.status, isQuoted(answer), hasFormFor(answer, 'pay')]).toEqual([status, false, false]);
  });

  test('shows amounts, never rates or banks', async () => {
    const dealer = await newDealer();
    const { url } = await dealer.newLink(chooses);
    const quoted = await quoteFor(await openPage(url), 'approved');
    expect(quoted.text).toContain('101.89 TL');
    for (const hidden of ['1.79%', '%1.79', '2.39%', 'Isbank']) expect(quoted.markup).not.toContain(hidden);
  });
});
