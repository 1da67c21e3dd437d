import { describe, expect, test } from 'vitest';
import { customerItems } from '../../../../shared/adapters/dynamodb/customer/customers.ts';
import { minor } from '../../../../shared/domain/money/money.ts';
import { customerOf } from '../../../support/dealer/records.ts';
import { addressOfBox, GATE_FORM, type ShopInMemory, shopInMemory } from '../../../support/payment/shop-in-memory.ts';

const CODE = { OtherTrxCode: 'CART-17' };
const MINUTE_MS = 60_000;
const IN_3D = ['authenticating'];

/** How the payment ended that nobody could pay: its one attempt, and what its dealer is told. */
const endOf = (shop: ShopInMemory) => {
  const { state, progress } = shop.link() ?? {};
  const attempts = shop.attempts().map((one) => [one.state, one.bank?.code]);
  return {
    attempts,
    state,
    reportedOutcome: progress?.result?.code,
    box: shop.hasBox(),
    asked: shop.met.started.length,
  };
};

const refusedWith = (code: string, asked = 0) => ({
  attempts: [['declined', code]],
  state: 'failed',
  reportedOutcome: code,
  box: false,
  asked,
});

describe('The opening of a box by the payer’s POST', () => {
  test('asks the gateway once for its form, writes the attempt with the deletion of the box, and hands over', async () => {
    const shop = await shopInMemory();
    const { url } = await shop.begun({ ...CODE, Amount: 12.5, InstallmentNumber: 3 });
    expect(await shop.visit(url)).toMatchObject({ kind: 'hand-over', form: GATE_FORM });
    expect(shop.attempts()).toMatchObject([
      { state: 'authenticating', number: 1, terms: { total: 1250, installments: 3 }, payerAddress: '203.0.113.7' },
    ]);
    const [attempt] = shop.attempts();
    expect(shop.met.started).toMatchObject([
      [{}, { order: { orderId: attempt?.orderId, amount: 1250 }, card: { number: '4111111111111111' } }, {}],
    ]);
    expect(shop.hasBox()).toBe(false);
    expect(await shop.visit(url)).toMatchObject({ kind: 'at-bank' });
    expect(shop.met.started).toHaveLength(1);
  });

  test('gives the gateway ten seconds, and keeps what the gateway must get again with the callback', async () => {
    const shop = await shopInMemory();
    shop.met.begins = { kind: 'form', form: GATE_FORM, gatewayState: 'state of the gate' };
    await shop.visit((await shop.begun(CODE)).url);
    expect(shop.met.started[0]?.[2]).toEqual({ answerBy: shop.clock.now() + 10_000 });
    expect(shop.attempts()).toMatchObject([{ gatewayState: 'state of the gate' }]);
  });

  test('a look opens nothing and writes nothing', async () => {
    const shop = await shopInMemory();
    const { url } = await shop.begun(CODE);
    const before = JSON.stringify(shop.table.rows());
    expect(await shop.visit(url, 'look')).toMatchObject({ kind: 'opening' });
    for (const does of ['give-up', 'retry'] as const) {
      expect(await shop.visit(url, does)).toMatchObject({ kind: 'opening' });
    }
    expect(JSON.stringify(shop.table.rows())).toBe(before);
  });

  test('a wrong key and no key open nothing and burn nothing', async () => {
    const shop = await shopInMemory();
    const { url } = await shop.begun(CODE);
    const address = addressOfBox(url);
    const wrong = `${address.slice(0, -1)}${address.endsWith('A') ? 'Q' : 'A'}`;
    for (const bad of [wrong, address.slice(0, address.lastIndexOf('.'))]) {
      expect(await shop.visit(url.replace(address, bad))).toEqual({ kind: 'unknown' });
    }
    expect(shop.met.started).toEqual([]);
    expect(await shop.visit(url)).toMatchObject({ kind: 'hand-over' });
  });

  test('of two posts at once one hands over', async () => {
    const shop = await shopInMemory();
    const { url } = await shop.begun(CODE);
    const kinds = (await Promise.all([shop.visit(url), shop.visit(url)])).map(({ kind }) => kind);
    expect(kinds.toSorted()).toEqual(['at-bank', 'hand-over']);
    expect(shop.attempts().map(({ state }) => state)).toEqual(IN_3D);
  });

  test('the virtual POS is the version that the call chose, whatever operators changed since (rule 14)', async () => {
    const shop = await shopInMemory();
    const { url } = await shop.begun(CODE);
    await shop.changePos({ version: 2, gateway: 'https://other.example' });
    await shop.visit(url);
    expect(shop.met.started[0]?.[0]).toMatchObject({ version: 1, gateway: 'https://bank.example' });
    expect(shop.attempts()[0]?.pos).toMatchObject({ version: 1 });
  });
});

describe('A box that may not be paid by now ends as declined, is told, and asks no bank', () => {
  test.each<[string, string, (shop: ShopInMemory) => void]>([
    ['the stage is paused (rule 18)', '000', ({ met }) => Object.assign(met, { stagePaused: true })],
    [
      'the dealer is paused',
      '000',
      ({ met, dealer }) => Object.assign(met.dealer, { now: { ...dealer, paused: true } }),
    ],
    [
      'the dealer is disabled',
      '000',
      ({ met, dealer }) => Object.assign(met.dealer, { now: { ...dealer, enabled: false } }),
    ],
    ['the dealer is gone', '000', ({ met }) => Object.assign(met.dealer, { now: undefined })],
    ['the bank’s breaker is open (rule 46)', '008', ({ met }) => Object.assign(met, { isBreakerOpen: true })],
  ])('%s: %s', async (_why, code, change) => {
    const shop = await shopInMemory();
    const { url } = await shop.begun(CODE);
    change(shop);
    expect(await shop.visit(url)).toMatchObject({ kind: 'moved', location: expect.stringContaining('/result/') });
    expect(endOf(shop)).toEqual(refusedWith(code));
  });

  test('a gateway that begins no authentication declines it with its code', async () => {
    const shop = await shopInMemory();
    const { url } = await shop.begun(CODE);
    shop.met.begins = { kind: 'failed', code: '021' };
    expect(await shop.visit(url)).toMatchObject({ kind: 'moved' });
    expect(endOf(shop)).toEqual(refusedWith('021', 1));
  });

  test('older than 15 minutes it is told F 001 and never opened', async () => {
    const shop = await shopInMemory();
    const { url } = await shop.begun(CODE);
    shop.clock.advance(15 * MINUTE_MS - 1);
    expect(await shop.visit(url, 'look')).toMatchObject({ kind: 'opening' });
    shop.clock.advance(1);
    expect(await shop.visit(url)).toMatchObject({ kind: 'moved' });
    expect(endOf(shop)).toEqual({ attempts: [], state: 'failed', reportedOutcome: '001', box: false, asked: 0 });
  });
});

describe('The day of a card, taken when the box is opened (rule 17)', () => {
  test.each(['TL', 'USD', 'EUR'] as const)('a payment in %s takes from that currency alone', async (Currency) => {
    const shop = await shopInMemory({ cardLimit: { count: 5, amount: minor(3000) } });
    await shop.visit((await shop.begun({ ...CODE, Currency })).url);
    expect(shop.cardDays()).toEqual([{ count: 1, [`usedMinor${Currency}`]: 2750 }]);
    expect(shop.attempts()).toMatchObject([{ shop: { cardReservation: { currency: Currency, amount: 2750 } } }]);
  });

  test('a dealer without a limit of cards counts none', async () => {
    const shop = await shopInMemory();
    await shop.visit((await shop.begun(CODE)).url);
    expect(shop.cardDays()).toEqual([]);
  });

  test('that another payment filled since the call ends this one as refused, and takes nothing more', async () => {
    const shop = await shopInMemory({ cardLimit: { count: 'unlimited', amount: minor(3000) } });
    const [one, other] = [await shop.begun(CODE), await shop.begun({ OtherTrxCode: 'CART-18' })];
    expect(await shop.visit(one.url)).toMatchObject({ kind: 'hand-over' });
    expect(await shop.visit(other.url)).toMatchObject({ kind: 'moved' });
    const ended = shop.attempts().map(({ state, bank }) => [state, bank?.code]);
    expect(ended).toHaveLength(2);
    expect(ended).toEqual(
      expect.arrayContaining([
        ['authenticating', undefined],
        ['declined', '000'],
      ]),
    );
    expect(shop.cardDays()).toEqual([{ count: 1, usedMinorTL: 2750 }]);
  });
});

describe('A card that is to be stored waits in the attempt of its box (rule 27)', () => {
  const asked = { ...CODE, CustomerInformation: { CustomerCode: 'C-1' } };
  const sceneWithCustomer = async () => {
    const shop = await shopInMemory();
    const customer = customerOf('D1', { dealerCustomerId: 1033, customerCode: 'C-1' });
    for (const put of customerItems(customer)) await shop.table.transact([{ put }]);
    return shop;
  };

  test.each([
    [1, { customer: { dealerCustomerId: 1033, customerCode: 'C-1' } }],
    [0, undefined],
  ])('IsTokenized %i', async (IsTokenized, pending) => {
    const shop = await sceneWithCustomer();
    await shop.visit((await shop.begun({ ...asked, IsTokenized })).url);
    const [{ pendingCard } = { pendingCard: undefined }] = shop.attempts();
    if (pending === undefined) expect(pendingCard).toBeUndefined();
    else expect(pendingCard).toMatchObject(pending);
    // Neither CVC nor number stands in a row in clear.
    expect(JSON.stringify(shop.table.rows())).not.toContain('4111111111111111');
  });

  test.each([
    ['of a known customer', { CustomerCode: 'C-1' }, 1033],
    [
      'of a customer whom the call itself makes',
      { CustomerCode: 'C-2', FirstName: 'Ada', LastName: 'Lovelace' },
      100_000,
    ],
  ])('under the name that the dealer gave it, %s', async (_whose, customer, dealerCustomerId) => {
    const shop = await sceneWithCustomer();
    const CustomerInformation = { ...customer, CardName: 'Mine' };
    await shop.visit((await shop.begun({ ...CODE, IsTokenized: 1, CustomerInformation })).url);
    const owner = { dealerCustomerId, customerCode: customer.CustomerCode };
    expect(shop.attempts()).toMatchObject([
      { pendingCard: { cardName: 'Mine', customer: owner }, shop: { customer: owner } },
    ]);
  });

  test('a vault that fails keeps nobody from paying', async () => {
    const shop = await sceneWithCustomer();
    shop.met.isVaultSealing = false;
    expect(await shop.visit((await shop.begun({ ...asked, IsTokenized: 1 })).url)).toMatchObject({ kind: 'hand-over' });
    expect(shop.attempts()[0]?.pendingCard).toBeUndefined();
  });
});

describe('The page after the box was opened', () => {
  const atBank = async () => {
    const shop = await shopInMemory();
    const { url } = await shop.begun(CODE);
    await shop.visit(url);
    return { shop, url };
  };

  test('giving up tells F 001, and the attempt can be charged no more', async () => {
    const { shop, url } = await atBank();
    expect(await shop.visit(url, 'retry')).toMatchObject({ kind: 'at-bank' });
    expect(await shop.visit(url, 'give-up')).toMatchObject({ kind: 'moved' });
    expect(shop.link()).toMatchObject({ state: 'failed', progress: { result: { code: '001' } } });
    expect(await shop.visit(url)).toMatchObject({ kind: 'moved' });
  });

  test('leads back from a bank that does not answer after three minutes, and not before', async () => {
    const { shop, url } = await atBank();
    await shop.lock();
    shop.clock.advance(3 * MINUTE_MS - 1);
    for (const does of ['give-up', 'retry', 'open', 'look'] as const) {
      expect(await shop.visit(url, does)).toMatchObject({ kind: 'waiting' });
    }
    expect(shop.attempts()[0]).toMatchObject({ state: 'charging', reportedOutcome: 'nobody' });
    shop.clock.advance(1);
    expect(await shop.visit(url, 'look')).toMatchObject({ kind: 'waiting' });
    expect(await shop.visit(url, 'retry')).toMatchObject({ kind: 'moved' });
    expect(shop.link()).toMatchObject({ state: 'failed', progress: { result: { code: '021' } } });
    // Its dealer was told F, so a charge that is found is given back (rules 1 and 7).
    expect(shop.attempts()[0]?.reportedOutcome).toBe('failed');
  });

  test('a box of an older call opens nothing, and the gateway is not asked', async () => {
    const shop = await shopInMemory();
    const first = await shop.begun(CODE);
    const second = await shop.begun({ ...CODE, Amount: 30 });
    // The key of the first call beside the token of the second, and the other way round.
    const [oldKey, newKey] = [first, second].map(({ url }) => addressOfBox(url).split('.')[3] ?? '');
    const mixed = second.url.replace(newKey ?? '', oldKey ?? '');
    expect(await shop.visit(first.url)).toMatchObject({ kind: 'begun-again' });
    expect(await shop.visit(mixed)).toEqual({ kind: 'unknown' });
    expect([shop.met.started.length, shop.attempts().length, shop.hasBox()]).toEqual([0, 0, true]);
  });

  test.each([
    ['a changed call', { Amount: 30 }, { kind: 'begun-again' }],
    ['the same call', {}, { kind: 'unknown' }],
  ])('%s that replaces the box while it is opened: the payment is looked at anew', async (_which, changes, shown) => {
    const shop = await shopInMemory();
    const { url } = await shop.begun(CODE);
    shop.met.beforeBox = async () => {
      shop.met.beforeBox = async () => undefined;
      await shop.begun({ ...CODE, ...changes });
    };
    expect(await shop.visit(url)).toMatchObject(shown);
    expect([shop.met.started.length, shop.attempts().length, shop.hasBox()]).toEqual([0, 0, true]);
  });
});
