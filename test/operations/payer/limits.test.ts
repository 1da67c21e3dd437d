import { describe, expect, test } from 'vitest';
import { keys } from '../../../shared/adapters/dynamodb/keys.ts';
import { dynamoLimitUsage } from '../../../shared/adapters/dynamodb/limit/limit-usage.ts';
import { istanbulDayOf } from '../../../shared/domain/calendar.ts';
import { windowStartOf } from '../../../shared/domain/link/attempt-count.ts';
import { minor } from '../../../shared/domain/money/money.ts';
import { roomInWindow } from '../../support/app/fixed-window.ts';
import { invokePage, postFrom } from '../../support/app/other-address.ts';
import { type BankDealer, newBankDealer, rowsOf, simple } from '../../support/bank/bank-merchants.ts';
import {
  formFor,
  openPage,
  type PageForm,
  payThroughBank,
  payWith,
  throughBank,
  typedCard,
} from '../../support/payment/payer.ts';
import { putRows } from '../../support/store/store.ts';

const TEN_MINUTES_MS = 600_000;
const TRY_LATER = 'The payment cannot be completed right now';
const HANDED_OVER = 'Taking you to your bank';

const payFormOf = async (dealer: BankDealer): Promise<PageForm> =>
  formFor(await openPage((await dealer.newLink(simple)).url), 'pay');

/** Counts this many attempts of an address in the current ten minutes. */
const alreadyTried = ({ store }: BankDealer, addressScope: string, count: number): Promise<void> =>
  putRows(store, [{ ...keys.counter('address', addressScope, windowStartOf(Date.now())), count }]);

describe('Attempts of an address are counted over all links (rule 33)', () => {
  test('a hundred in ten minutes, then “try later” and no attempt; another address pays all the same', async () => {
    await roomInWindow(TEN_MINUTES_MS);
    const dealer = await newBankDealer();
    await alreadyTried(dealer, '127.33.0.1', 98);
    for (const card of ['approved', 'approved-mastercard']) {
      const answer = await postFrom('127.33.0.1', await payFormOf(dealer), typedCard(card));
      expect(answer.markup).toContain(HANDED_OVER);
    }
    const { url } = await dealer.newLink(simple);
    const form = formFor(await openPage(url), 'pay');
    for (const card of ['approved', 'troy']) {
      const refused = await postFrom('127.33.0.1', form, typedCard(card));
      expect([refused.status, refused.markup.includes(TRY_LATER)]).toEqual([200, true]);
    }
    expect(await dealer.attemptsAt(url)).toEqual([]);
    expect((await postFrom('127.33.0.2', form, typedCard('approved'))).markup).toContain(HANDED_OVER);
  });

  test('an IPv6 address by its first 64 bits', async () => {
    await roomInWindow(TEN_MINUTES_MS);
    const dealer = await newBankDealer();
    const post = invokePage(dealer.stack, 'payment-link-local-start-payment');
    const network = `2001:db8:${Math.floor(Math.random() * 65_536).toString(16)}`;
    for (let attempt = 1; attempt <= 2; attempt += 1) {
      const answer = await post(`${network}:1::${attempt}`, await payFormOf(dealer), typedCard('approved'));
      expect(answer.markup).toContain(HANDED_OVER);
    }
    const [counter] = (await rowsOf(dealer.stack, `COUNT#address#${network}:1`)).map(({ pk }) => String(pk));
    await alreadyTried(dealer, counter?.split('#')[2] ?? '', 100);
    const form = await payFormOf(dealer);
    const refused = await post(`${network}:1:ffff:1:2:3`, form, typedCard('approved'));
    expect([refused.status, refused.markup.includes(TRY_LATER)]).toEqual([200, true]);
    expect((await post(`${network}:2::1`, form, typedCard('approved'))).markup).toContain(HANDED_OVER);
  });

  test('ten with one card from ten addresses are too many as well, and another card pays', async () => {
    await roomInWindow(TEN_MINUTES_MS);
    const dealer = await newBankDealer();
    for (const link of [0, 1]) {
      const form = await payFormOf(dealer);
      for (let attempt = 1; attempt <= 5; attempt += 1) {
        const answer = await postFrom(`127.33.${link + 1}.${attempt}`, form, typedCard('approved'));
        expect(answer.markup).toContain(HANDED_OVER);
      }
    }
    const form = await payFormOf(dealer);
    expect((await postFrom('127.33.3.1', form, typedCard('approved'))).markup).toContain(TRY_LATER);
    const other = await postFrom('127.33.3.1', form, typedCard('approved-mastercard'));
    expect(other.markup).toContain(HANDED_OVER);
  });

  test('a card that cannot be verified counts like every other: ten, then “try later” and no attempt', async () => {
    await roomInWindow(TEN_MINUTES_MS);
    const dealer = await newBankDealer();
    for (const link of [0, 1]) {
      const form = await payFormOf(dealer);
      for (let attempt = 1; attempt <= 5; attempt += 1) {
        const answer = await postFrom(`127.33.${link + 4}.${attempt}`, form, typedCard('troy'));
        expect(answer.markup).not.toContain(TRY_LATER);
      }
      const paused = await postFrom('127.33.4.9', form, typedCard('troy'));
      expect(paused.markup).toContain('Too many attempts');
    }
    const { url } = await dealer.newLink(simple);
    const form = formFor(await openPage(url), 'pay');
    expect((await postFrom('127.33.6.1', form, typedCard('troy'))).markup).toContain(TRY_LATER);
    expect(await dealer.attemptsAt(url)).toEqual([]);
  });
});

describe('The dealer’s monthly budget (rule 17)', () => {
  test('that is short at the claim: “try later”, nothing charged or taken, no attempt active and the link open', async () => {
    const limits = { TL: { values: { daily: minor(100_000), monthly: minor(6000), shards: 2 } } };
    const dealer = await newBankDealer({ dealer: { limits } });
    const [first, second, third] = await Promise.all([1, 2, 3].map(() => dealer.newLink(simple)));
    if (first === undefined || second === undefined || third === undefined) throw new Error('no link');
    const handOver = await payWith(await openPage(third.url), 'approved');
    for (const { url } of [first, second]) await payThroughBank(await openPage(url), 'frictionless');
    const refused = await throughBank(handOver);
    expect(refused.text).toContain(TRY_LATER);
    expect(await dealer.charges()).toHaveLength(2);
    expect(await dealer.orders()).toHaveLength(2);
    const query = {
      dealerCode: dealer.dealer.dealerCode,
      currency: 'TL',
      day: istanbulDayOf(Date.now()),
      shards: 2,
    } as const;
    expect(await dynamoLimitUsage(dealer.store).used(query)).toEqual({ daily: 5500, monthly: 5500 });
    const { state, progress } = await dealer.linkAt(third.url);
    expect([state, progress.activeAttempt]).toEqual(['open', undefined]);
    expect(await dealer.attemptsAt(third.url)).toMatchObject([
      { state: 'declined', reportedOutcome: 'failed', reservations: [] },
    ]);
  });
});
