import { describe, expect, test } from 'vitest';
import { dynamoLimitUsage } from '../../shared/adapters/dynamodb/limit-usage.ts';
import { istanbulDayOf } from '../../shared/domain/calendar.ts';
import { minor } from '../../shared/domain/money.ts';
import { type BankDealer, newBankDealer, simple } from '../support/bank-merchants.ts';
import { invokePage, type PlainAnswer, postFrom } from '../support/elsewhere.ts';
import { roomInWindow } from '../support/fixed-window.ts';
import { formFor, openPage, type PageForm, payThroughBank, payWith, throughBank, typedCard } from '../support/payer.ts';

const TEN_MINUTES_MS = 600_000;
const TRY_LATER = 'The payment cannot be completed right now. Please try again later.';
const HANDED_OVER = 'Taking you to your bank';

/** No card more than ten times and no link more than five: only the address is counted out. */
const CARDS = ['approved', 'approved-mastercard', 'frictionless', 'insufficient-funds'];

const payFormOf = async (dealer: BankDealer): Promise<PageForm> =>
  formFor(await openPage((await dealer.newLink(simple)).url), 'pay');

/** Attempts of one payer with 3D, five a link; each is left at the hand-over page. */
const attemptThirty = async (
  dealer: BankDealer,
  post: (form: PageForm, typed: Readonly<Record<string, string>>, attempt: number) => Promise<PlainAnswer>,
): Promise<void> => {
  let form = await payFormOf(dealer);
  for (let attempt = 0; attempt < 30; attempt += 1) {
    if (attempt > 0 && attempt % 5 === 0) form = await payFormOf(dealer);
    const answer = await post(form, typedCard(CARDS[attempt % CARDS.length] ?? ''), attempt);
    expect([attempt, answer.markup.includes(HANDED_OVER)]).toEqual([attempt, true]);
  }
};

describe('Attempts of an address are counted over all links (rule 33)', () => {
  test('thirty in ten minutes, then “try later” and no attempt; another address pays all the same', async () => {
    await roomInWindow(TEN_MINUTES_MS);
    const dealer = await newBankDealer();
    await attemptThirty(dealer, (form, typed) => postFrom('127.33.0.1', form, typed));
    const { url } = await dealer.newLink(simple);
    const form = formFor(await openPage(url), 'pay');
    const refused = await postFrom('127.33.0.1', form, typedCard('approved'));
    expect([refused.status, refused.markup.includes(TRY_LATER)]).toEqual([200, true]);
    expect(await dealer.attemptsAt(url)).toEqual([]);
    expect((await postFrom('127.33.0.2', form, typedCard('approved'))).markup).toContain(HANDED_OVER);
  });

  test('an IPv6 address by its first 64 bits', async () => {
    await roomInWindow(TEN_MINUTES_MS);
    const dealer = await newBankDealer();
    const post = invokePage(dealer.stack, 'payment-link-local-start-payment');
    const network = `2001:db8:${Math.floor(Math.random() * 65_536).toString(16)}`;
    await attemptThirty(dealer, (form, typed, attempt) => post(`${network}:1::${attempt + 1}`, form, typed));
    const form = await payFormOf(dealer);
    const refused = await post(`${network}:1:ffff:1:2:3`, form, typedCard('approved'));
    expect([refused.status, refused.location]).toEqual([303, expect.stringContaining('advice=try-later')]);
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
});

describe('The dealer’s monthly budget (rule 17)', () => {
  test('that is short at the claim: “try later”, nothing charged or taken, the slot free and the link open', async () => {
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
    expect([state, progress.slot]).toEqual(['open', undefined]);
    expect(await dealer.attemptsAt(third.url)).toMatchObject([{ state: 'declined', told: 'failed', receipts: [] }]);
  });
});
