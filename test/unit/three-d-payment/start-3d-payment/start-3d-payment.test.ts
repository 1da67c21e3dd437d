import { describe, expect, test } from 'vitest';
import { customerItems } from '../../../../shared/adapters/dynamodb/customer/customers.ts';
import { minor } from '../../../../shared/domain/money/money.ts';
import { leastByToken } from '../../../support/card/stored-cards.ts';
import { customerOf } from '../../../support/dealer/records.ts';
import { addressOfBox, shopInMemory } from '../../../support/payment/shop-in-memory.ts';
import { shopCard } from '../../../support/payment/shop-payments.ts';

const CODE = { OtherTrxCode: 'CART-17' };
const MINUTE_MS = 60_000;
const tokenOf = (url: string): string => addressOfBox(url).split('.').slice(0, 3).join('.');
const numberOf = (url: string): string | undefined => addressOfBox(url).split('.')[1];

describe('What a dealer’s call writes for a 3D payment of its shop', () => {
  test('a payment and a box, and neither attempt nor number in clear; no bank is called', async () => {
    const shop = await shopInMemory();
    const { url } = await shop.begun(CODE);
    expect(url).toMatch(/^https:\/\/pay\.example\/box\/[^/]+$/);
    expect([shop.attempts().length, shop.hasBox(), shop.link()?.state]).toEqual([0, true, 'open']);
    expect(JSON.stringify(shop.table.rows())).not.toContain('4111111111111111');
    expect([shop.met.started.length, shop.met.posted.length]).toEqual([0, 0]);
  });

  test.each([
    [1, true],
    [0, false],
  ])('IsPoolPayment %i: the money of the attempt is pooled or not, as the call says', async (IsPoolPayment, pooled) => {
    const shop = await shopInMemory();
    await shop.visit((await shop.begun({ IsPoolPayment })).url);
    expect(shop.link()?.terms.pooled).toBe(pooled);
  });

  test.each([
    ['the stage', { stagePaused: true }, {}],
    ['the dealer', {}, { paused: true }],
  ])('a pause of %s refuses it before anything is written (rule 18)', async (_of, stage, dealer) => {
    const shop = await shopInMemory(dealer);
    Object.assign(shop.met, stage);
    const before = shop.table.rows().length;
    expect(await shop.call(CODE)).toEqual({ kind: 'refused', reason: 'InvalidRequest' });
    expect(shop.table.rows()).toHaveLength(before);
  });

  test('what is left of the card’s day is counted in the currency of the call alone (rule 17)', async () => {
    const shop = await shopInMemory({ cardLimit: { count: 'unlimited', amount: minor(3000) } });
    await shop.visit((await shop.begun({ Currency: 'USD' })).url);
    expect(await shop.call({ Currency: 'USD' })).toEqual({ kind: 'refused', reason: 'DailyCardLimitExceeded' });
    expect((await shop.call({ Currency: 'TL' })).kind).toBe('answered');
  });

  test('a payment above the dealer’s day is refused, since the lock would refuse it after 3D', async () => {
    const limits = { TL: { values: { daily: minor(2000), monthly: 'unlimited', shards: 1 } } } as const;
    const shop = await shopInMemory({ limits });
    expect(await shop.call(CODE)).toEqual({ kind: 'refused', reason: 'DailyDealerLimitExceeded' });
    expect(shop.hasBox()).toBe(false);
  });
});

describe('A 3D payment by the token of a stored card (rules 24 and 25)', () => {
  const byToken = (CardToken: string) => ({ ...CODE, ...leastByToken, CardToken });

  test('gets an address of its own, and its box holds no number', async () => {
    const shop = await shopInMemory();
    const { url } = await shop.begun(byToken(await shop.storeCard()));
    expect(new URL(url).pathname).toMatch(/^\/box\/[^/]+\/stored-card$/);
    // Opened at the address of the other kind, it is no card: the payer is sent on, and no stored card was opened.
    shop.met.opened.length = 0;
    const other = url.replace('/stored-card', '');
    expect(await shop.visit(other)).toEqual({ kind: 'moved', location: expect.stringContaining('/stored-card') });
    expect(shop.met.opened).not.toContain('card');
  });

  test('is refused where the virtual POS takes no start from the server', async () => {
    const shop = await shopInMemory();
    const CardToken = await shop.storeCard();
    await shop.changePos({ version: 2, serverStart: false });
    expect(await shop.call(byToken(CardToken))).toEqual({ kind: 'refused', reason: 'VirtualPosNotAvailable' });
    expect((await shop.call(CODE)).kind).toBe('answered');
  });

  test('told again within a minute of its end, leads to the page of stored cards', async () => {
    const shop = await shopInMemory();
    const request = byToken(await shop.storeCard());
    const first = await shop.begun(request);
    shop.met.gateSays = { kind: 'failed', code: '024', why: { kind: 'silent' } };
    await shop.visit(first.url);
    const again = await shop.begun(request);
    expect(again).toMatchObject({ replayed: true, codeForHash: first.codeForHash });
    expect(new URL(again.url).pathname).toBe(`/box/${tokenOf(first.url)}/stored-card`);
    expect(await shop.visit(again.url, 'look')).toMatchObject({ kind: 'moved' });
  });
});

describe('A further call with a known code (rule 10)', () => {
  test('before anybody opened it: the same CodeForHash and number at a new address, and the old one opens nothing', async () => {
    const shop = await shopInMemory();
    const first = await shop.begun(CODE);
    const second = await shop.begun({ ...CODE, ...shopCard('approved-mastercard') });
    expect(second).toMatchObject({ replayed: true, codeForHash: first.codeForHash });
    expect(second.url).not.toBe(first.url);
    expect(await shop.visit(first.url)).toEqual({ kind: 'unknown' });
    expect(await shop.visit(second.url)).toMatchObject({ kind: 'hand-over' });
    expect(shop.attempts().map(({ number, maskedCard }) => [number, maskedCard.slice(0, 1)])).toEqual([[1, '5']]);
  });

  test('that is changed before anybody opened it: a new number, address and CodeForHash', async () => {
    const shop = await shopInMemory();
    const first = await shop.begun(CODE);
    const second = await shop.begun({ ...CODE, Amount: 30 });
    expect(second.codeForHash).not.toBe(first.codeForHash);
    expect([numberOf(first.url), numberOf(second.url), second.replayed]).toEqual(['01', '02', false]);
    expect(await shop.visit(first.url)).toMatchObject({ kind: 'begun-again' });
    await shop.visit(second.url);
    expect(shop.attempts().map(({ terms }) => terms.total)).toEqual([3000]);
  });

  test('within a minute of a decline the same answer again; after it another attempt', async () => {
    const shop = await shopInMemory();
    shop.met.begins = { kind: 'failed', code: '008' };
    const first = await shop.begun(CODE);
    await shop.visit(first.url);
    shop.clock.advance(MINUTE_MS - 1);
    const again = await shop.begun(CODE);
    expect(again).toMatchObject({ replayed: true, codeForHash: first.codeForHash });
    expect(addressOfBox(again.url)).toBe(tokenOf(first.url));
    expect(shop.hasBox()).toBe(false);
    shop.clock.advance(1);
    const next = await shop.begun(CODE);
    expect([numberOf(next.url), next.replayed]).toEqual(['02', false]);
    expect(next.codeForHash).not.toBe(first.codeForHash);
  });

  test('retried at once with another card, or a changed cart, is the next attempt and is not the answer again', async () => {
    for (const change of [shopCard('approved-mastercard'), { Amount: 30 }]) {
      const shop = await shopInMemory();
      shop.met.begins = { kind: 'failed', code: '008' };
      await shop.visit((await shop.begun(CODE)).url);
      const next = await shop.begun({ ...CODE, ...change });
      expect([numberOf(next.url), next.replayed]).toEqual(['02', false]);
    }
  });

  test('supersedes an attempt at the bank’s page: it is closed, its card day is given back, its waiting card is gone', async () => {
    const shop = await shopInMemory({ cardLimit: { count: 'unlimited', amount: minor(3000) } });
    const customer = customerOf('D1', { dealerCustomerId: 1033, customerCode: 'C-1' });
    for (const put of customerItems(customer)) await shop.table.transact([{ put }]);
    const asked = { ...CODE, IsTokenized: 1, CustomerInformation: { CustomerCode: 'C-1' } };
    const first = await shop.begun(asked);
    await shop.visit(first.url);
    expect(shop.attempts()[0]?.pendingCard).toBeDefined();
    // The whole of the card's day was taken by the attempt whose place this call takes.
    const second = await shop.begun({ ...asked, Amount: 30 });
    expect(shop.attempts().map(({ state, pendingCard }) => [state, pendingCard])).toEqual([['closed', undefined]]);
    expect(shop.cardDays()).toEqual([{ count: 1, usedMinorTL: 0 }]);
    expect(await shop.visit(first.url, 'look')).toMatchObject({ kind: 'begun-again', wasCharged: false });
    await shop.visit(second.url);
    expect(shop.attempts().map(({ state }) => state)).toEqual(['closed', 'authenticating']);
    expect(shop.cardDays()).toEqual([{ count: 2, usedMinorTL: 3000 }]);
  });

  test.each([
    ['changed', { Amount: 30 }],
    ['equal', {}],
  ])('that is %s gets StillRunning while the charge is under way, and writes nothing', async (_which, changes) => {
    const shop = await shopInMemory();
    await shop.visit((await shop.begun(CODE)).url);
    await shop.lock();
    const before = JSON.stringify(shop.table.rows());
    expect(await shop.call({ ...CODE, ...changes })).toEqual({ kind: 'refused', reason: 'StillRunning' });
    expect(JSON.stringify(shop.table.rows())).toBe(before);
  });

  test('uses the code up after ten attempts', async () => {
    const shop = await shopInMemory();
    shop.met.begins = { kind: 'failed', code: '008' };
    for (let tried = 1; tried <= 10; tried += 1) await shop.visit((await shop.begun({ ...CODE, Amount: tried })).url);
    expect(await shop.call({ ...CODE, Amount: 11 })).toEqual({ kind: 'refused', reason: 'AttemptsUsedUp' });
  });

  test('twenty changed calls at once: the last number alone is alive, whoever was answered', async () => {
    const shop = await shopInMemory();
    const calls = Array.from({ length: 20 }, (_, index) => shop.call({ ...CODE, Amount: 10 + index }));
    const urls = (await Promise.all(calls)).flatMap((one) => (one.kind === 'answered' ? [String(one.data.Url)] : []));
    const kinds = await Promise.all(urls.map(async (url) => (await shop.visit(url, 'look')).kind));
    expect(urls.length).toBeGreaterThan(1);
    expect(kinds.filter((kind) => kind === 'opening')).toHaveLength(1);
    expect(new Set(kinds)).toEqual(new Set(['opening', 'begun-again']));
  });

  test('an opening between its look and its write makes an equal call the next one, which supersedes what was begun', async () => {
    const shop = await shopInMemory();
    const first = await shop.begun(CODE);
    shop.met.beforeWrite = async () => {
      shop.met.beforeWrite = async () => undefined;
      await shop.visit(first.url);
    };
    const second = await shop.begun(CODE);
    expect([numberOf(second.url), second.replayed]).toEqual(['02', false]);
    expect(shop.attempts().map(({ state }) => state)).toEqual(['closed']);
    expect(await shop.visit(second.url)).toMatchObject({ kind: 'hand-over' });
  });

  test('a lock between its look and its write keeps the charge: the call hears StillRunning', async () => {
    const shop = await shopInMemory();
    await shop.visit((await shop.begun(CODE)).url);
    shop.met.beforeWrite = async () => {
      shop.met.beforeWrite = async () => undefined;
      await shop.lock();
    };
    expect(await shop.call({ ...CODE, Amount: 30 })).toEqual({ kind: 'refused', reason: 'StillRunning' });
    expect(shop.attempts().map(({ state }) => state)).toEqual(['charging']);
  });
});
