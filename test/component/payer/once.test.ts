import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { dealerItem } from '../../../shared/adapters/dynamodb/dealer/dealers.ts';
import { dynamoLimitUsage } from '../../../shared/adapters/dynamodb/limit/limit-usage.ts';
import { istanbulDayOf } from '../../../shared/domain/calendar.ts';
import { minor } from '../../../shared/domain/money/money.ts';
import { roomInWindow } from '../../support/app/fixed-window.ts';
import { type BankDealer, newBankDealer, rowsOf, simple } from '../../support/bank/bank-merchants.ts';
import { cardSecretsIn, cardSecretsInLog } from '../../support/card/card-secrets.ts';
import {
  CVC,
  callbackOf,
  formFor,
  giveUp,
  hasFormFor,
  openPage,
  type PayerPage,
  payThroughBank,
  payWith,
  postCallback,
  postForm,
  reportOn,
  throughBank,
  toCallback,
  typedCard,
} from '../../support/payment/payer.ts';
import { putRows } from '../../support/store/store.ts';

const isReport = (page: PayerPage): boolean => page.markup.includes('name="hashValue"');

describe('One charge, however often the payer presses (rule 2)', () => {
  test('a double submit without 3D: one of the two charges, the other sees the link as it is', async () => {
    const dealer = await newBankDealer();
    const { url } = await dealer.newLink({ ...simple, IsThreeD: 0 });
    const form = await openPage(url);
    const pages = await Promise.all([1, 2, 3].map(() => payWith(form, 'approved', { threeD: '0' })));
    expect(pages.filter(isReport).length).toBeLessThanOrEqual(1);
    expect(await dealer.charges()).toHaveLength(1);
    expect(await dealer.orders()).toHaveLength(1);
    expect((await openPage(url)).text).toContain('Your payment was received');
  });

  test('two tabs through 3D: the second one’s callback sees the first one’s result', async () => {
    const dealer = await newBankDealer();
    const { url } = await dealer.newLink(simple);
    const [one, other] = [await openPage(url), await openPage(url)];
    const callback = callbackOf(await toCallback(await payWith(one, 'approved')));
    const later = callbackOf(await toCallback(await payWith(other, 'approved')));
    const [first, second] = [await postCallback(callback), await postCallback(later)];
    expect(isReport(first)).toBe(true);
    expect(second.text).toContain('Your payment was received');
    expect(await dealer.orders()).toHaveLength(1);
  });

  test('two callbacks of two tabs at once charge once', async () => {
    const dealer = await newBankDealer();
    const { url } = await dealer.newLink(simple);
    const handOvers = [await payWith(await openPage(url), 'approved'), await payWith(await openPage(url), 'approved')];
    const callbacks = await Promise.all(handOvers.map((page) => toCallback(page)));
    await Promise.all(callbacks.map((page) => postCallback(callbackOf(page))));
    expect(await dealer.orders()).toHaveLength(1);
    expect((await openPage(url)).text).toContain('Your payment was received');
  });

  test('the same callback five times at once, and later again: one charge, the link’s state each time', async () => {
    const dealer = await newBankDealer();
    const { url } = await dealer.newLink(simple);
    const callback = callbackOf(await toCallback(await payWith(await openPage(url), 'callback-twice')));
    await Promise.all([1, 2, 3, 4, 5].map(() => postCallback(callback)));
    expect((await postCallback(callback)).text).toContain('Your payment was received');
    expect(await dealer.orders()).toHaveLength(1);
  });

  test('back to the form and posted again after the payment: the receipt', async () => {
    const dealer = await newBankDealer();
    const { url } = await dealer.newLink(simple);
    const form = await openPage(url);
    await payThroughBank(form, 'approved');
    expect((await payWith(form, 'approved')).text).toContain('Your payment was received');
    expect((await giveUp(form)).text).toContain('Your payment was received');
    expect(await dealer.orders()).toHaveLength(1);
  });

  test('given up while the bank asks: the callback charges nothing', async () => {
    const dealer = await newBankDealer();
    const { url } = await dealer.newLink(simple);
    const form = await openPage(url);
    const callback = callbackOf(await toCallback(await payWith(form, 'approved')));
    expect(reportOn(await giveUp(form)).fields.resultCode).toBe('001');
    const page = await postCallback(callback);
    expect([page.status, isReport(page)]).toEqual([410, false]);
    expect(await dealer.orders()).toEqual([]);
  });
});

describe('A callback that is not of this payment changes nothing (rule 19)', () => {
  test.each(['callback-wrong-hash', 'callback-wrong-amount', 'callback-wrong-order', 'callback-repeated-field'])(
    '%s',
    async (cardId) => {
      const dealer = await newBankDealer();
      const { url } = await dealer.newLink(simple);
      const callbackPage = await toCallback(await payWith(await openPage(url), cardId));
      const [linkBefore, attemptsBefore] = [await dealer.linkAt(url), await dealer.attemptsAt(url)];
      const page = await postCallback(callbackOf(callbackPage));
      expect(hasFormFor(page, 'pay')).toBe(true);
      expect([await dealer.linkAt(url), await dealer.attemptsAt(url)]).toEqual([linkBefore, attemptsBefore]);
      expect(await dealer.orders()).toEqual([]);
      expect(reportOn(await payThroughBank(page, 'approved')).fields.resultCode).toBe('');
    },
  );
});

describe('After 3D that did not pass the link takes 3D only (rule 20)', () => {
  const choosable = (page: PayerPage): boolean => /type="radio" name="threeD"/.test(page.markup);

  const isBound = async (dealer: BankDealer, url: string): Promise<void> => {
    const form = await openPage(url);
    expect(choosable(form)).toBe(false);
    expect((await payWith(form, 'approved', { threeD: '0' })).text).toContain('Taking you to your bank');
    expect(await dealer.orders()).toEqual([]);
  };

  test.each(['3d-failed', '3d-attempted', '3d-unavailable'])('%s', async (cardId) => {
    const dealer = await newBankDealer();
    const { url } = await dealer.newLink({ ...simple, IsThreeD: 0 });
    expect(choosable(await openPage(url))).toBe(true);
    await payThroughBank(await openPage(url), cardId);
    await isBound(dealer, url);
  });

  test.each(['fail', 'give-up'] as const)('the challenge answered with %s', async (decision) => {
    const dealer = await newBankDealer();
    const { url } = await dealer.newLink({ ...simple, IsThreeD: 0 });
    await payThroughBank(await openPage(url), 'approved', decision);
    await isBound(dealer, url);
  });

  test('left at the bank’s page, and the link opened again at once', async () => {
    const dealer = await newBankDealer();
    const { url } = await dealer.newLink({ ...simple, IsThreeD: 0 });
    await toCallback(await payWith(await openPage(url), '3d-abandoned'));
    await isBound(dealer, url);
  });

  test('attempted 3D is charged where the pinned virtual POS permits it', async () => {
    const dealer = await newBankDealer({ pos: { attemptedThreeDAllowed: true } });
    const { url } = await dealer.newLink(simple);
    expect(reportOn(await payThroughBank(await openPage(url), '3d-attempted')).fields.resultCode).toBe('');
    expect(await dealer.charges()).toHaveLength(1);
  });
});

describe('Attempts are counted (rule 33)', () => {
  test('five in ten minutes, then a pause that says how long, and giving up is still possible', async () => {
    await roomInWindow(600_000);
    const dealer = await newBankDealer();
    const { url } = await dealer.newLink(simple);
    let page = await openPage(url);
    for (let attempt = 1; attempt <= 5; attempt += 1) page = await payThroughBank(page, 'stolen');
    expect(page.text).toContain('Too many attempts');
    const minutes = Number(/again in (\d+) minutes?/.exec(page.text)?.[1]);
    expect(minutes).toBeGreaterThanOrEqual(1);
    expect(minutes).toBeLessThanOrEqual(10);
    expect(hasFormFor(page, 'pay')).toBe(false);
    expect(await dealer.attemptsAt(url)).toHaveLength(5);
    expect(reportOn(await giveUp(page)).fields.resultCode).toBe('018');
  });

  test('ten with one card over all links of a dealer, then “try later”', async () => {
    const dealer = await newBankDealer();
    let page: PayerPage | undefined;
    for (const attempts of [4, 4, 2]) {
      const { url } = await dealer.newLink(simple);
      page = await openPage(url);
      for (let attempt = 1; attempt <= attempts; attempt += 1) page = await payThroughBank(page, 'lost');
    }
    const refused = page === undefined ? undefined : await payWith(page, 'lost');
    expect(refused?.text).toContain('The payment cannot be completed right now');
    expect(await dealer.orders()).toHaveLength(10);
  });
});

describe('The dealer’s daily budget (rule 17)', () => {
  const limited = (dailyMinor: number) => ({
    dealer: { limits: { TL: { values: { daily: minor(dailyMinor), monthly: 'unlimited' as const, shards: 2 } } } },
  });
  const used = async ({ store, dealer: { dealerCode } }: BankDealer): Promise<number> => {
    const day = istanbulDayOf(Date.now());
    return (await dynamoLimitUsage(store).used({ dealerCode, currency: 'TL', day, shards: 2 })).daily;
  };

  test('is taken at the claim, not at the start, and kept by a payment', async () => {
    const dealer = await newBankDealer(limited(10_000));
    const { url } = await dealer.newLink(simple);
    const handOver = await payWith(await openPage(url), 'approved');
    expect(await used(dealer)).toBe(0);
    await throughBank(handOver);
    expect(await used(dealer)).toBe(2750);
  });

  test.each([
    ['with 3D', {}],
    ['without 3D', { threeD: '0' }],
  ])('is given back after a decline %s', async (_how, typed) => {
    const dealer = await newBankDealer(limited(10_000));
    const { url } = await dealer.newLink({ ...simple, IsThreeD: 0 });
    const page = await payWith(await openPage(url), 'insufficient-funds', typed);
    const declined = hasFormFor(page, 'pay') ? page : await throughBank(page);
    expect(declined.text).toContain('Try another card');
    expect(await dealer.orders()).toMatchObject([{ state: 'declined' }]);
    expect(await used(dealer)).toBe(0);
  });

  test.each([
    ['with 3D', {}],
    ['without 3D', { threeD: '0' }],
  ])('that is short: try later %s, nothing charged, the link still open', async (_how, typed) => {
    const dealer = await newBankDealer(limited(10_000));
    const { url } = await dealer.newLink({ ...simple, IsThreeD: 0 });
    const form = await openPage(url);
    const limits = limited(2700).dealer.limits;
    await putRows(dealer.store, [dealerItem({ ...dealer.dealer, limits })]);
    const page = await payWith(form, 'approved', typed);
    const refused = hasFormFor(page, 'pay') ? page : await throughBank(page);
    expect(refused.text).toContain('The payment cannot be completed right now');
    expect(await dealer.orders()).toEqual([]);
    expect(await used(dealer)).toBe(0);
    expect((await dealer.linkAt(url)).state).toBe('open');
  });

  test('never is exceeded by links that are paid at once', async () => {
    const dealer = await newBankDealer(limited(6000));
    const links = await Promise.all([1, 2, 3, 4].map(() => dealer.newLink(simple)));
    const callbacks = await Promise.all(
      links.map(async ({ url }) => callbackOf(await toCallback(await payWith(await openPage(url), 'approved')))),
    );
    await Promise.all(callbacks.map((callback) => postCallback(callback)));
    const charged = (await dealer.charges()).reduce((sum, { amount }) => sum + amount, 0);
    expect(charged).toBe(await used(dealer));
    expect(charged).toBeLessThanOrEqual(6000);
    expect(charged).toBeGreaterThanOrEqual(2750);
  });
});

test('neither a card number nor a CVC is in any row or log line, after all of this (rules 22, 26, 29)', async () => {
  const dealer = await newBankDealer();
  const { url } = await dealer.newLink({ ...simple, IsThreeD: 0 });
  await payWith(await openPage(url), 'approved', { cvc: `${CVC}x` });
  const fields = typedCard('approved');
  await postForm({ ...formFor(await openPage(url), 'pay'), fields: [] }, fields);
  expect(reportOn(await payWith(await openPage(url), 'approved', { threeD: '0' })).fields.resultCode).toBe('');
  const log = readFileSync(join(dealer.stack.dataDir, 'logs', 'functions.log'), 'utf8');
  const rows = (await rowsOf(dealer.stack)).map((row) => JSON.stringify(row));
  expect(rows.length).toBeGreaterThan(50);
  expect(rows.filter((row) => cardSecretsIn(row).length > 0)).toEqual([]);
  expect(cardSecretsInLog(log)).toEqual([]);
});
