import { describe, expect, test } from 'vitest';
import { minor } from '../../../../shared/domain/money/money.ts';
import { leastByToken } from '../../../support/card/stored-cards.ts';
import { PAYER_FORM, type ShopInMemory, shopInMemory } from '../../../support/payment/shop-in-memory.ts';

const CODE = { OtherTrxCode: 'CART-17' };
const NUMBER = '4111111111111111';

/** A shop whose payer may open a box by the token of a stored card. */
const withBox = async (
  changes: Parameters<typeof shopInMemory>[0] = {},
  expiry?: Parameters<ShopInMemory['storeCard']>[0],
) => {
  const shop = await shopInMemory(changes);
  const token = await shop.storeCard(expiry);
  const { url } = await shop.begun({ ...CODE, ...leastByToken, CardToken: token, CvcNumber: '947' });
  shop.met.opened.length = 0;
  return { shop, token, url };
};

const endOf = ({ attempts, link, hasBox, met }: ShopInMemory) => ({
  attempts: attempts().map(({ state, bank }) => [state, bank?.code]),
  told: link()?.progress.result?.code,
  box: hasBox(),
  posts: met.posted.length,
});

const ended = (code: string, posts = 0) => ({ attempts: [['declined', code]], told: code, box: false, posts });

describe('The opening of a box by the token of a stored card (rules 2 and 25)', () => {
  test('posts the gate once with the card and the payer’s browser; the payer gets the gate’s form and no number', async () => {
    const { shop, url } = await withBox();
    const outcome = await shop.visit(url);
    expect(outcome).toMatchObject({ kind: 'hand-over', form: PAYER_FORM });
    expect(JSON.stringify(outcome)).not.toContain(NUMBER);
    const [attempt] = shop.attempts();
    expect(shop.met.posted).toMatchObject([
      [
        {},
        {
          card: { number: NUMBER, cvc: '947' },
          order: { orderId: attempt?.orderId },
          browser: { userAgent: 'Firefox' },
        },
        {},
      ],
    ]);
    expect(shop.met.started).toEqual([]);
    expect(await shop.visit(url)).toMatchObject({ kind: 'at-bank' });
    expect(shop.met.posted).toHaveLength(1);
  });

  test('of twenty posts at once one posts the gate; the others give the probe of its breaker back', async () => {
    const { shop, url } = await withBox();
    const kinds = (await Promise.all(Array.from({ length: 20 }, () => shop.visit(url)))).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'hand-over')).toHaveLength(1);
    expect([shop.met.posted.length, shop.attempts().length, shop.met.released]).toEqual([1, 1, 19]);
  });

  test('a box with a card is none of this address: the payer is sent on, and nothing is written', async () => {
    const shop = await shopInMemory();
    const { url } = await shop.begun(CODE);
    const before = JSON.stringify(shop.table.rows());
    const location = expect.not.stringContaining('/stored-card');
    expect(await shop.visit(`${url}/stored-card`)).toEqual({ kind: 'moved', location });
    expect(JSON.stringify(shop.table.rows())).toBe(before);
    expect(shop.met.posted).toEqual([]);
  });
});

describe('A box by token that may not be paid by now ends as declined, is told, and posts no gate', () => {
  test.each<[string, string, (of: Awaited<ReturnType<typeof withBox>>) => unknown]>([
    ['its card was removed since', '000', ({ shop, token }) => shop.removeCard(token)],
    ['the stage is paused', '000', ({ shop: { met } }) => Object.assign(met, { stagePaused: true })],
    [
      'the dealer is paused',
      '000',
      ({ shop: { met, dealer } }) => Object.assign(met.dealer, { now: { ...dealer, paused: true } }),
    ],
    ['the bank’s breaker is open', '008', ({ shop: { met } }) => Object.assign(met, { isBreakerOpen: true })],
    ['the gate’s breaker is open', '008', ({ shop: { met } }) => Object.assign(met, { isGateBreakerOpen: true })],
    // Of the same version: as a version that was written before the setting was.
    ['its virtual POS takes no start from the server', '000', ({ shop }) => shop.changePos({ serverStart: false })],
  ])('%s: %s', async (_why, code, change) => {
    const of = await withBox();
    await change(of);
    expect(await of.shop.visit(of.url)).toMatchObject({ kind: 'moved', location: expect.stringContaining('/result/') });
    expect(endOf(of.shop)).toEqual(ended(code));
  });

  test('a card whose last month ends between the call and the opening', async () => {
    // The scene's clock stands in the middle of January; the last minutes of the month are ten minutes of a box's life.
    const { shop, token } = await withBox({}, { expiryMonth: '01', expiryYear: '2026' });
    shop.clock.advance(Date.parse('2026-01-31T23:55:00+03:00') - shop.clock.now());
    const { url } = await shop.begun({ ...leastByToken, OtherTrxCode: 'CART-18', CardToken: token });
    shop.clock.advance(10 * 60_000);
    expect(await shop.visit(url)).toMatchObject({ kind: 'moved' });
    expect(endOf(shop)).toMatchObject({ attempts: [['declined', '000']], posts: 0 });
  });

  test('the day of a card that was filled since: nothing is taken, and the probe is given back', async () => {
    const { shop, token, url } = await withBox({ cardLimit: { count: 1, amount: 'unlimited' } });
    const other = await shop.begun({ ...leastByToken, OtherTrxCode: 'CART-18', CardToken: token });
    await shop.visit(other.url);
    expect(await shop.visit(url)).toMatchObject({ kind: 'moved' });
    expect(shop.cardDays()).toEqual([{ count: 1, usedMinorTL: 2750 }]);
    expect([shop.met.posted.length, shop.met.released]).toEqual([1, 1]);
  });
});

describe('What is taken before the gate is posted', () => {
  test.each(['TL', 'USD'] as const)('the card’s day in %s, of that currency alone (rule 17)', async (Currency) => {
    const shop = await shopInMemory({ cardLimit: { count: 5, amount: minor(5000) } });
    const CardToken = await shop.storeCard();
    const { url } = await shop.begun({ ...CODE, ...leastByToken, CardToken, Currency });
    await shop.visit(url);
    expect(shop.cardDays()).toEqual([{ count: 1, [`usedMinor${Currency}`]: 2750 }]);
  });

  test('a gate without a form ends that very attempt with 024, and gives the card’s day back', async () => {
    const { shop, url } = await withBox({ cardLimit: { count: 5, amount: minor(5000) } });
    shop.met.gateSays = { kind: 'failed', code: '024', why: { kind: 'silent' } };
    expect(await shop.visit(url)).toMatchObject({ kind: 'moved' });
    expect(endOf(shop)).toEqual(ended('024', 1));
    expect(shop.cardDays()).toEqual([{ count: 1, usedMinorTL: 0 }]);
    expect(await shop.visit(url)).toMatchObject({ kind: 'moved' });
    expect(shop.met.posted).toHaveLength(1);
  });
});
