import { describe, expect, test } from 'vitest';
import { payWithStoredCard } from '../../../functions/pay-with-stored-card/pay-with-stored-card.ts';
import type { PostedStoredCard } from '../../../functions/pay-with-stored-card/stored-card-call.ts';
import { binItem, dynamoBinDirectory } from '../../../shared/adapters/dynamodb/card/bin-directory.ts';
import {
  customerCardItems,
  dynamoStoredCards,
  storedCardItem,
} from '../../../shared/adapters/dynamodb/card/stored-cards.ts';
import { customerKeys } from '../../../shared/adapters/dynamodb/customer/customer-keys.ts';
import { customerItems, dynamoCustomers } from '../../../shared/adapters/dynamodb/customer/customers.ts';
import type { Row } from '../../../shared/adapters/dynamodb/engine/writes.ts';
import { blockIdentifiers } from '../../../shared/adapters/dynamodb/identifiers.ts';
import type { Key } from '../../../shared/adapters/dynamodb/keys.ts';
import { dynamoAttempts } from '../../../shared/adapters/dynamodb/payment/attempts.ts';
import { dynamoPaymentRequests } from '../../../shared/adapters/dynamodb/payment/payment-requests.ts';
import { dynamoQuoteCounters } from '../../../shared/adapters/dynamodb/quote-counters.ts';
import {
  dynamoVirtualPosDirectory,
  virtualPosItems,
} from '../../../shared/adapters/dynamodb/virtual-pos/virtual-pos-directory.ts';
import { systemRandomness } from '../../../shared/adapters/runtime/system.ts';
import { maskCard } from '../../../shared/domain/card/card-rules.ts';
import type { Customer } from '../../../shared/domain/customer/customer.ts';
import type { Dealer } from '../../../shared/domain/dealer/dealer.ts';
import { minor } from '../../../shared/domain/money/money.ts';
import { testCard } from '../../../shared/nestpay/test-cards.ts';
import { sealStoredCard } from '../../../shared/payment-flow/kept-card.ts';
import { offeredCards } from '../../../shared/payment-flow/offered-cards.ts';
import type { BankGateway } from '../../../shared/ports/bank-gateway.ts';
import { customerPasswordContext, type SealContext } from '../../../shared/ports/vault.ts';
import { closedBreaker, closedGateBreaker } from '../../fakes/breaker.ts';
import { FakeClock } from '../../fakes/clock.ts';
import { openVault, plainHasher } from '../../support/card/card-storing.ts';
import { dealerWith } from '../../support/dealer/dealers.ts';
import { customerOf, linkWith } from '../../support/dealer/records.ts';
import { posWith, ratesOf, termsWith } from '../../support/dealer/virtual-pos.ts';
import { attemptsAmong, itemsOfLink } from '../../support/payment/stored-payments.ts';
import { MemoryTable } from '../../support/store/memory-table.ts';

const DEALER = 'D1';
const PASSWORD = 'gizli-parola-9';
const ALIVE = { expiryMonth: '12', expiryYear: '2030' };
const NUMBER = testCard('approved').number;
const ANOTHER = 'try-another-card';

/** A link that names a customer, whose payer pays with a stored card, over a table in memory and a gate of the test. */
const sceneOf = async ({ dealer: changes = {}, password }: { dealer?: Partial<Dealer>; password?: string } = {}) => {
  const [table, clock, plain] = [new MemoryTable(), new FakeClock(), openVault()];
  let dealer = dealerWith({
    dealerCode: DEALER,
    storedCardsOnLinks: true,
    storedCardsWithoutPassword: true,
    ...changes,
  });
  const opened: string[] = [];
  const vault = {
    ...plain,
    open: async (sealed: string, place: SealContext) => {
      opened.push(place.purpose);
      return place.purpose === 'merchant-key' ? 'a key' : plain.open(sealed, place);
    },
  };
  const put = async (...rows: readonly (Row & Key)[]): Promise<void> => {
    for (const row of rows) await table.transact([{ put: row }]);
  };
  const posts: Parameters<BankGateway['startOnServer']>[] = [];
  const rates = ratesOf({ 1: '2' });
  const ofCard = posWith({ dealerCode: DEALER, rates, installmentCounts: [] });
  const ofAkbank = { posId: 'akbank', bankCode: '46', rates: ratesOf({ 1: '1.5', 3: '3' }), isDefault: false };
  const other = posWith({ dealerCode: DEALER, ...ofAkbank });
  await put(virtualPosItems(ofCard).current);
  const deps = {
    attempts: dynamoAttempts(table),
    bank: {
      startOnServer: async (...post: (typeof posts)[number]) => {
        posts.push(post);
        const form = { action: 'https://acs.example/c', fields: [['creq', 'x']], acceptCharset: 'utf-8' } as const;
        return { kind: 'form', form } as const;
      },
    },
    paymentRequests: dynamoPaymentRequests(table),
    dealerOf: async () => dealer,
    brake: { isOn: async () => false },
    breaker: closedBreaker,
    gateBreaker: closedGateBreaker,
    bins: dynamoBinDirectory(table),
    posDirectory: dynamoVirtualPosDirectory(table),
    quotes: dynamoQuoteCounters(table),
    storedCards: dynamoStoredCards(table),
    customers: dynamoCustomers(table),
    identifiers: blockIdentifiers(table),
    cards: plainHasher,
    randomness: systemRandomness,
    opener: vault,
    clock,
    baseUrl: 'https://pay.example',
    sandbox: true,
  };
  const addCustomer = async (of: Partial<Customer>, secret?: string): Promise<Customer> => {
    const { sealedPassword: _none, ...customer } = customerOf(DEALER, of);
    const sealedPassword =
      secret === undefined ? undefined : await vault.seal(secret, customerPasswordContext(customer));
    const whole = sealedPassword === undefined ? customer : { ...customer, sealedPassword };
    await put(...customerItems(whole));
    return whole;
  };
  const addCard = async (owner: Customer, { number = NUMBER, ...expiry } = { ...ALIVE, number: NUMBER }) => {
    const place = { dealerCode: owner.dealerCode, token: systemRandomness.guid().toLowerCase(), version: 1 };
    const sealed = await sealStoredCard(place, { number, ...expiry }, vault);
    const { dealerCustomerId, customerCode } = owner;
    const customer = { dealerCustomerId, customerCode };
    const card = { ...place, ...sealed, customer, maskedCard: maskCard(number), storedAtMs: clock.now() };
    await put(storedCardItem(card), ...customerCardItems(card));
    return card.token.slice(0, 8);
  };
  const customer = await addCustomer({ dealerCustomerId: 100_001, customerCode: 'C-1' }, password);
  const link = linkWith({
    dealerCode: DEALER,
    dealerCustomerId: customer.dealerCustomerId,
    customerCode: customer.customerCode,
    createdAtMs: clock.now(),
    expiresAtMs: clock.now() + 3_600_000,
    terms: termsWith({ commissionByDealer: 0 }),
  });
  await put(...itemsOfLink(link));
  const payer = { payerAddress: '203.0.113.7', addressScope: '203.0.113.7', language: 'en', browser: {} } as const;
  const post = (posted: PostedStoredCard) => payWithStoredCard(deps)({ token: link.token, posted, ...payer });
  return {
    table,
    clock,
    put,
    addCustomer,
    addCard,
    customer,
    link,
    other,
    posts,
    opened,
    changeDealer: (changed: Partial<Dealer>) => {
      dealer = { ...dealer, ...changed };
    },
    offered: async () => (await offeredCards(link, dealer, deps)).map(({ reference }) => reference),
    choose: (reference: string) => post({ action: 'choose', reference }),
    /** Presses the button of the form, for 102.00 TL in one payment unless the test says otherwise. */
    pay: (reference: string, typed: Partial<Extract<PostedStoredCard, { action: 'pay' }>> = {}) => {
      const choice = { count: 1, total: minor(10_200) };
      return post({ action: 'pay', reference, cvc: '123', password: '', choice, ...typed });
    },
    attempts: () => attemptsAmong(table.rows()).map(({ state, bank }) => [state, bank?.code]),
  };
};

describe('The stored cards that a link offers (rule 48)', () => {
  test('are those of its own customer, and one of them pays', async () => {
    const scene = await sceneOf();
    const reference = await scene.addCard(scene.customer);
    const foreign = await scene.addCard(await scene.addCustomer({ dealerCustomerId: 100_002, customerCode: 'C-2' }));
    expect(await scene.offered()).toEqual([reference]);
    expect(await scene.pay(foreign)).toMatchObject({ kind: 'declined', advice: ANOTHER });
    expect(scene.opened).not.toContain('card');
    expect(await scene.choose(foreign)).toMatchObject({ kind: 'declined' });
    expect(await scene.pay(reference)).toMatchObject({ kind: 'gate' });
    expect(scene.posts).toHaveLength(1);
    expect(scene.attempts()).toEqual([['authenticating', undefined]]);
  });

  test.each<[string, (scene: Awaited<ReturnType<typeof sceneOf>>) => unknown]>([
    [
      'the customer’s code now belongs to another customer, and the customer has a new one',
      async ({ put, customer, addCustomer }) => {
        await put(...customerItems({ ...customer, customerCode: 'C-9', version: 2 }));
        await addCustomer({ dealerCustomerId: 100_002, customerCode: 'C-1' });
      },
    ],
    [
      'the customer is gone',
      ({ table, customer }) => table.transact([{ remove: customerKeys.byId(DEALER, customer.dealerCustomerId) }]),
    ],
    ['the dealer’s links offer none any more', ({ changeDealer }) => changeDealer({ storedCardsOnLinks: false })],
    [
      'the dealer asks for a password, and the customer has none',
      ({ changeDealer }) => changeDealer({ storedCardsWithoutPassword: false }),
    ],
    [
      'no virtual POS takes a stored card',
      ({ put }) => put(virtualPosItems(posWith({ dealerCode: DEALER, serverStart: false })).current),
    ],
  ])('are none, and none is payable, once %s', async (_since, change) => {
    const scene = await sceneOf();
    const reference = await scene.addCard(scene.customer);
    expect(await scene.offered()).toEqual([reference]);
    await change(scene);
    expect(await scene.offered()).toEqual([]);
    expect(await scene.choose(reference)).toMatchObject({ kind: 'declined', advice: ANOTHER });
    expect(await scene.pay(reference)).toMatchObject({ kind: 'declined', advice: ANOTHER });
    expect([scene.opened, scene.posts, scene.attempts()]).toEqual([[], [], []]);
  });
});

describe('What a stored card pays on a link', () => {
  test('is quoted by the digits that are shown of it, and nothing is decrypted for it', async () => {
    const scene = await sceneOf();
    await scene.put(virtualPosItems(scene.other).current, binItem({ bin: NUMBER.slice(0, 6), bankCode: '46' }));
    const reference = await scene.addCard(scene.customer);
    const form = await scene.choose(reference);
    expect(form).toMatchObject({ kind: 'stored-card', totalChanged: false });
    // The prices of the bank of the card, which the first six digits tell; not those of the default virtual POS.
    expect(form.kind === 'stored-card' ? form.quotes[0]?.total : undefined).toBe(10_150);
    expect(scene.opened).toEqual([]);
  });

  test('the bank of the whole number decides; a total that the payer did not see is shown first (rule 16)', async () => {
    const scene = await sceneOf();
    await scene.put(virtualPosItems(scene.other).current, binItem({ bin: NUMBER.slice(0, 8), bankCode: '46' }));
    const reference = await scene.addCard(scene.customer);
    const shown = await scene.choose(reference);
    const [quote] = shown.kind === 'stored-card' ? shown.quotes : [];
    expect(quote?.total).toBe(10_200);
    const told = await scene.pay(reference);
    expect(told).toMatchObject({ kind: 'stored-card', totalChanged: true });
    expect([scene.posts, scene.attempts()]).toEqual([[], []]);
    const [now] = told.kind === 'stored-card' ? told.quotes : [];
    const choice = { count: now?.count ?? 0, total: now?.total ?? minor(0) };
    expect(choice.total).toBe(10_150);
    expect(await scene.pay(reference, { choice })).toMatchObject({ kind: 'gate' });
    expect(scene.posts[0]?.[1]).toMatchObject({ order: { amount: 10_150 } });
  });

  test.each([
    ['another total', { count: 1, total: minor(10_199) }],
    ['another count', { count: 3, total: minor(10_200) }],
    ['no choice', undefined],
  ])('%s than the one that is charged pays nothing', async (_what, choice) => {
    const scene = await sceneOf();
    const reference = await scene.addCard(scene.customer);
    expect(await scene.pay(reference, { choice })).toMatchObject({ kind: 'stored-card', totalChanged: true });
    expect([scene.posts, scene.attempts()]).toEqual([[], []]);
  });
});

describe('A stored card that may not be charged is never posted to the gate', () => {
  test('one whose last month is over', async () => {
    const scene = await sceneOf();
    const over = await scene.addCard(scene.customer, { number: NUMBER, expiryMonth: '12', expiryYear: '2025' });
    const last = await scene.addCard(scene.customer, { number: NUMBER, expiryMonth: '01', expiryYear: '2026' });
    expect(await scene.pay(over)).toMatchObject({ kind: 'declined', advice: ANOTHER });
    expect([scene.posts, scene.attempts()]).toEqual([[], []]);
    expect(await scene.pay(last)).toMatchObject({ kind: 'gate' });
  });

  test.each([
    ['', [{ field: 'cvc', kind: 'missing' }]],
    ['12', [{ field: 'cvc', kind: 'wrong' }]],
    ['1234', [{ field: 'cvc', kind: 'wrong' }]],
    ['12a', [{ field: 'cvc', kind: 'wrong' }]],
  ])('with the CVC "%s", which counts as no attempt', async (cvc, problems) => {
    const scene = await sceneOf();
    const reference = await scene.addCard(scene.customer);
    expect(await scene.pay(reference, { cvc })).toMatchObject({ kind: 'stored-card', problems });
    expect([scene.opened, scene.posts, scene.attempts()]).toEqual([[], [], []]);
  });

  test('a paused dealer’s', async () => {
    const scene = await sceneOf();
    const reference = await scene.addCard(scene.customer);
    scene.changeDealer({ paused: true });
    expect(await scene.pay(reference)).toMatchObject({ kind: 'declined', advice: 'try-later' });
    expect([scene.opened, scene.posts, scene.attempts()]).toEqual([[], [], []]);
  });
});

describe('The customer’s password (rules 33 and 48)', () => {
  test('none: the field is named, and nothing is counted; a wrong one is an attempt; the right one pays', async () => {
    const scene = await sceneOf({ password: PASSWORD });
    const reference = await scene.addCard(scene.customer);
    expect(await scene.choose(reference)).toMatchObject({ kind: 'stored-card', asksPassword: true });
    expect(await scene.pay(reference)).toMatchObject({ problems: [{ field: 'password', kind: 'missing' }] });
    expect(scene.attempts()).toEqual([]);
    for (const password of [`${PASSWORD} `, PASSWORD.toUpperCase(), PASSWORD.slice(0, -1)]) {
      expect(await scene.pay(reference, { password })).toMatchObject({
        problems: [{ field: 'password', kind: 'wrong' }],
      });
    }
    expect([scene.attempts(), scene.posts]).toEqual([Array.from({ length: 3 }, () => ['declined', '000']), []]);
    expect(await scene.pay(reference, { password: PASSWORD })).toMatchObject({ kind: 'gate' });
  });

  test('a wrong one learns nothing of the card: neither that it expired nor that the total changed', async () => {
    const scene = await sceneOf({ password: PASSWORD });
    const over = await scene.addCard(scene.customer, { number: NUMBER, expiryMonth: '12', expiryYear: '2025' });
    const choice = { count: 1, total: minor(1) };
    const answer = await scene.pay(over, { password: 'guessed', choice });
    expect(answer).toMatchObject({ totalChanged: false, problems: [{ field: 'password', kind: 'wrong' }] });
  });
});
