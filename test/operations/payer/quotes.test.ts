import { describe, expect, test } from 'vitest';
import { keys } from '../../../shared/adapters/dynamodb/keys.ts';
import { quoteWindowOf } from '../../../shared/adapters/dynamodb/limit/quote-counters.ts';
import { roomInWindow } from '../../support/app/fixed-window.ts';
import { invokePage, postFrom } from '../../support/app/other-address.ts';
import { newBankDealer, simple } from '../../support/bank/bank-merchants.ts';
import { ratesOf } from '../../support/dealer/virtual-pos.ts';
import { newOperator } from '../../support/operator/operators.ts';
import {
  formFor,
  hasFormFor,
  openPage,
  payWith,
  postForm,
  quoteFor,
  throughBank,
  typedCard,
} from '../../support/payment/payer.ts';
import { putRows } from '../../support/store/store.ts';

const HOUR_MS = 3_600_000;
const NOT_SHOWN = 'Installments are not shown right now';
const chooses = { SetInstallmentBy: 0, Amount: 100.1, CommissionByDealer: 0 } as const;
const BIN = { cardNumber: '41111111' };

const newDealer = () =>
  newBankDealer({ pos: { rates: ratesOf({ 1: '0', 2: '1.79', 3: '2.39' }), installmentCounts: [2, 3] } });

type Dealer = Awaited<ReturnType<typeof newDealer>>;

const quoteFormOf = async (dealer: Dealer, fields: Record<string, unknown> = chooses) => {
  const { url } = await dealer.newLink(fields);
  return { url, form: formFor(await openPage(url), 'quote') };
};

const isQuoted = ({ markup }: { readonly markup: string }): boolean => markup.includes('value="2:10189"');
const isHandedOver = ({ markup }: { readonly markup: string }): boolean => markup.includes('Taking you to your bank');

/** Counts this many quotes of a link or an address in the current hour. */
const alreadyAsked = ({ store }: Dealer, scope: 'quotes-of-link' | 'quotes-of-address', id: string, count: number) =>
  putRows(store, [{ ...keys.counter(scope, id, quoteWindowOf(Date.now())), count }]);

/** A link whose payer, at this test's own address, has used all quotes of the hour. */
const outOfQuotes = async (dealer: Dealer, fields: Record<string, unknown> = chooses) => {
  const { url, form } = await quoteFormOf(dealer, fields);
  await alreadyAsked(dealer, 'quotes-of-link', (await dealer.linkAt(url)).payment, 300);
  return { url, form };
};

describe('Installment quotes are counted (rule 34)', () => {
  test('twenty an hour for a link and an address; another address and another link are quoted all the same', async () => {
    await roomInWindow(HOUR_MS);
    const dealer = await newDealer();
    const { url, form } = await quoteFormOf(dealer);
    for (let asked = 1; asked <= 20; asked += 1) {
      expect([asked, isQuoted(await postFrom('127.34.0.1', form, BIN))]).toEqual([asked, true]);
    }
    const refused = await postFrom('127.34.0.1', form, BIN);
    expect([isQuoted(refused), refused.markup.includes(NOT_SHOWN)]).toEqual([false, true]);
    expect(isQuoted(await postFrom('127.34.0.2', form, BIN))).toBe(true);
    expect((await dealer.linkAt(url)).state).toBe('open');
    const other = await quoteFormOf(dealer);
    expect(isQuoted(await postFrom('127.34.0.1', other.form, BIN))).toBe(true);
  });

  test('three hundred an hour for a link, whoever asks', async () => {
    await roomInWindow(HOUR_MS);
    const dealer = await newDealer();
    const { url, form } = await quoteFormOf(dealer);
    await alreadyAsked(dealer, 'quotes-of-link', (await dealer.linkAt(url)).payment, 299);
    expect(isQuoted(await postFrom('127.34.2.1', form, BIN))).toBe(true);
    expect(isQuoted(await postFrom('127.34.2.2', form, BIN))).toBe(false);
  });

  test('six hundred an hour for an address, over all links; another address is quoted all the same', async () => {
    await roomInWindow(HOUR_MS);
    const dealer = await newDealer();
    await alreadyAsked(dealer, 'quotes-of-address', '127.34.1.1', 599);
    const [first, second] = [(await quoteFormOf(dealer)).form, (await quoteFormOf(dealer)).form];
    expect(isQuoted(await postFrom('127.34.1.1', first, BIN))).toBe(true);
    expect(isQuoted(await postFrom('127.34.1.1', second, BIN))).toBe(false);
    expect(isQuoted(await postFrom('127.34.1.2', second, BIN))).toBe(true);
  });

  test('an IPv6 address by its first 64 bits', async () => {
    await roomInWindow(HOUR_MS);
    const dealer = await newDealer();
    const post = invokePage(dealer.stack, 'payment-link-local-start-payment');
    const network = `2001:db8:${Math.floor(Math.random() * 65_536).toString(16)}:1`;
    const { form } = await quoteFormOf(dealer);
    for (let asked = 1; asked <= 20; asked += 1) {
      expect(isQuoted(await post(`${network}::${asked}`, form, BIN))).toBe(true);
    }
    expect(isQuoted(await post(`${network}:ffff::1`, form, BIN))).toBe(false);
    expect(isQuoted(await post(`${network.slice(0, -1)}2::1`, form, BIN))).toBe(true);
  });

  test('counts a card with a mistake in it as well, whose answer shows the same amounts', async () => {
    await roomInWindow(HOUR_MS);
    const dealer = await newDealer();
    const { form } = await quoteFormOf(dealer);
    const pay = formFor(await postForm(form, BIN), 'pay');
    const mistaken = { ...typedCard('approved'), cvc: '1', choice: '2:10189' };
    for (let asked = 2; asked <= 20; asked += 1) expect(isQuoted(await postForm(pay, mistaken))).toBe(true);
    for (const choice of ['2:10189', '2:1']) {
      const refused = await postForm(pay, { ...mistaken, choice });
      expect([isQuoted(refused), refused.text.includes(NOT_SHOWN)]).toEqual([false, true]);
      expect(refused.text).toContain('Please correct the following');
    }
    expect(await dealer.orders()).toEqual([]);
    // An earlier quote can still be paid: paying uses no quote.
    expect(isHandedOver(await postForm(pay, { ...typedCard('approved'), choice: '2:10189' }))).toBe(true);
  });
});

describe('A link that has a contact is noted as opened (rule 30)', () => {
  const GsmNumber = '5301112233';

  test('by its first quote, once, beside the count; looking at its page notes nothing', async () => {
    const dealer = await newDealer();
    const { url, form } = await quoteFormOf(dealer, { ...chooses, GsmNumber });
    await fetch(url, { method: 'HEAD' });
    const before = await dealer.linkAt(url);
    expect(before.progress).not.toHaveProperty('openedAtMs');
    expect(isQuoted(await postForm(form, BIN))).toBe(true);
    const opened = await dealer.linkAt(url);
    expect(opened).toEqual({
      ...before,
      progress: { ...before.progress, openedAtMs: expect.any(Number) as unknown },
    });
    const { openedAtMs = 0 } = opened.progress;
    expect(openedAtMs).toBeGreaterThanOrEqual(before.createdAtMs);
    expect(isHandedOver(await payWith(await postForm(form, BIN), 'approved'))).toBe(true);
    expect((await dealer.linkAt(url)).progress).toMatchObject({ attempts: 1, openedAtMs });
    const { dealerCode, userPosPaymentId } = opened;
    const { progress } = await newOperator().done('show-payment-request', { dealerCode, userPosPaymentId });
    expect(progress).toMatchObject({ openedAt: new Date(openedAtMs).toISOString() });
  });

  test('by its first attempt, where no quote came before it', async () => {
    const dealer = await newBankDealer();
    const { url } = await dealer.newLink({ Amount: 100.1, GsmNumber });
    expect(isHandedOver(await payWith(await openPage(url), 'approved'))).toBe(true);
    const { createdAtMs, progress } = await dealer.linkAt(url);
    expect(progress.openedAtMs).toBeGreaterThanOrEqual(createdAtMs);
  });

  test('and one without a contact never is', async () => {
    const dealer = await newDealer();
    const { url, form } = await quoteFormOf(dealer);
    expect(isHandedOver(await payWith(await postForm(form, BIN), 'approved'))).toBe(true);
    const { attempts, openedAtMs } = (await dealer.linkAt(url)).progress;
    expect([attempts, openedAtMs]).toEqual([1, undefined]);
  });
});

describe('A refused quote never stops a payment', () => {
  test('the form shows one payment of the amount, with the number that was typed, and takes it', async () => {
    await roomInWindow(HOUR_MS);
    const dealer = await newDealer();
    const { form } = await outOfQuotes(dealer);
    const page = await postForm(form, BIN);
    expect(page.text).toContain(NOT_SHOWN);
    expect(page.text).not.toContain('You were not charged');
    expect(formFor(page, 'pay').fields).toContainEqual(['cardNumber', BIN.cardNumber]);
    expect(formFor(page, 'pay').offers('choice')).toEqual(['1:10010']);
    await throughBank(await payWith(page, 'approved'));
    expect(await dealer.charges()).toMatchObject([{ amount: 10_010 }]);
  });

  test('where the card costs something else, its post shows the counts before anything is charged', async () => {
    await roomInWindow(HOUR_MS);
    const dealer = await newBankDealer({ pos: { rates: ratesOf({ 1: '1', 2: '1.79' }), installmentCounts: [2] } });
    const { form } = await outOfQuotes(dealer);
    const changed = await payWith(await postForm(form, BIN), 'approved');
    expect(changed.text).toContain('The total has changed');
    expect(formFor(changed, 'pay').offers('choice')).toEqual(['1:10110', '2:10189']);
    expect(await dealer.orders()).toEqual([]);
    await throughBank(await payWith(changed, 'approved', { choice: '2:10189' }));
    expect(await dealer.charges()).toMatchObject([{ amount: 10_189 }]);
  });

  test('a count that the dealer set is shown as it is asked for, and charged only with its own total', async () => {
    await roomInWindow(HOUR_MS);
    const dealer = await newDealer();
    const { form } = await outOfQuotes(dealer, { ...chooses, SetInstallmentBy: 1, InstallmentNumber: 3 });
    const page = await postForm(form, BIN);
    expect(formFor(page, 'pay').offers('choice')).toEqual(['3:10010']);
    expect(page.text).not.toContain('no commission');
    const changed = await payWith(page, 'approved');
    expect(formFor(changed, 'pay').offers('choice')).toEqual(['3:10249']);
    await throughBank(await payWith(changed, 'approved'));
    expect(await dealer.charges()).toMatchObject([{ amount: 10_249 }]);
  });
});

describe('The digits that a quote is asked with', () => {
  test.each([
    ['eight', '41111111'],
    ['eight in groups', '4111 1111'],
    ['nine', '411111111'],
    ['a whole number', '4111111111111111'],
    ['a whole number in groups', ' 4111-1111-1111-1111 '],
    ['a whole number that is none', '41111111999999999999999'],
  ])('%s: the first eight are taken, and the number comes back from this very post', async (_what, cardNumber) => {
    const dealer = await newDealer();
    const { form } = await quoteFormOf(dealer);
    const page = await postForm(form, { cardNumber });
    expect([page.status, isQuoted(page)]).toEqual([200, true]);
    expect(formFor(page, 'pay').fields).toContainEqual(['cardNumber', cardNumber]);
    // From this post alone: whoever opens the link sees nothing of it.
    expect((await openPage(page.address)).markup).not.toContain(`value="${cardNumber}"`);
  });

  test.each(['', '4111111', '41111111x', '4111.1111', 'card number', '٤١١١١١١١'])(
    '“%s” is not eight digits: the page asks again',
    async (cardNumber) => {
      const dealer = await newDealer();
      const { form } = await quoteFormOf(dealer);
      const page = await postForm(form, { cardNumber });
      expect([page.status, hasFormFor(page, 'quote')]).toEqual([200, true]);
      expect(page.text).toContain(cardNumber === '' ? 'Enter the card number.' : 'Check the card number');
    },
  );
});

describe('What is never quoted, shown or counted', () => {
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

  test('a quote shows amounts, never rates or banks', async () => {
    const dealer = await newDealer();
    const { url } = await dealer.newLink(chooses);
    const quoted = await quoteFor(await openPage(url), 'approved');
    expect(quoted.text).toContain('101.89 TL');
    for (const hidden of ['1.79%', '%1.79', '2.39%', 'Isbank']) expect(quoted.markup).not.toContain(hidden);
  });
});
