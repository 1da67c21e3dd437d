import { randomBytes, randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { dynamoAttempts } from '../../../shared/adapters/dynamodb/attempt/attempts.ts';
import { dynamoStoredCards, storedCardItem } from '../../../shared/adapters/dynamodb/card/stored-cards.ts';
import { customerKeys } from '../../../shared/adapters/dynamodb/customer/customer-keys.ts';
import type { Attempt } from '../../../shared/domain/attempt/attempt.ts';
import type { AttemptChange } from '../../../shared/domain/attempt/attempt-change.ts';
import { approve } from '../../../shared/domain/attempt/transitions.ts';
import { type StoredCard, tokenOfCustomer } from '../../../shared/domain/card/stored-card.ts';
import { concludeDeclined } from '../../../shared/payment-flow/conclude.ts';
import type { CardToStore } from '../../../shared/ports/attempts.ts';
import { UnreadableRow } from '../../../shared/ports/store-errors.ts';
import { attemptWithCard, OWNER } from '../../support/card/waiting-card.ts';
import { putRows } from '../../support/store/store.ts';
import type { StoreWorld } from '../../support/store/store-world.ts';

const newDealerCode = (): string => `T${randomBytes(6).toString('hex')}`;
const newHash = (): string => randomBytes(32).toString('base64url');

/** The forms of a token, and the partition that holds its card. */
const tokenForms = {
  'a token of random digits': () => randomUUID(),
  'a token that names the customer': () => tokenOfCustomer(randomUUID(), OWNER.dealerCustomerId),
} as const;

type NewToken = () => string;

const cardWith = (changes: Partial<StoredCard> = {}): StoredCard => ({
  token: randomUUID(),
  dealerCode: newDealerCode(),
  customer: OWNER,
  maskedCard: '411111******1111',
  sealed: 'v2.key.sealed.value',
  keyName: randomUUID(),
  version: 1,
  storedAtMs: 1_768_500_000_000,
  ...changes,
});

const ENDING = { nowMs: 1_768_500_000_000, resultReference: '' };

const approved = (attempt: Attempt): AttemptChange => {
  const change = approve(attempt, {}, ENDING);
  if (change === undefined) throw new Error('the approval is not allowed');
  return change;
};

/** Approves an attempt of the card's dealer, and stores the card with it. */
const approveWith = async ({ direct }: StoreWorld, store: CardToStore) => {
  const attempt = await attemptWithCard(direct, { dealerCode: store.card.dealerCode });
  const outcome = await dynamoAttempts(direct).approveStoring(approved(attempt), store);
  return { attempt, outcome };
};

const isApproved = async ({ direct }: StoreWorld, { reference }: Attempt): Promise<boolean> =>
  (await dynamoAttempts(direct).find(reference))?.state === 'approved';

const storingTests = (world: () => StoreWorld, newToken: NewToken): void => {
  test('a new card is found by its token, by its hash and in its customer’s list', async () => {
    const [card, hash] = [cardWith({ token: newToken(), cardName: 'My card' }), newHash()];
    expect((await approveWith(world(), { kind: 'new', card, hash })).outcome).toBe('ended');
    const cards = dynamoStoredCards(world().store);
    const { dealerCode, token } = card;
    expect(await cards.find(dealerCode, token)).toEqual(card);
    expect(await cards.findByHash(dealerCode, hash)).toEqual(card);
    expect(await cards.ofCustomer(dealerCode, OWNER.dealerCustomerId, 10)).toEqual([card]);
  });

  test('of two attempts that store one card, the second is told and writes nothing, not even its approval', async () => {
    const [card, hash] = [cardWith({ token: newToken() }), newHash()];
    await approveWith(world(), { kind: 'new', card, hash });
    const second = cardWith({ token: newToken(), dealerCode: card.dealerCode });
    const { attempt, outcome } = await approveWith(world(), { kind: 'new', card: second, hash });
    expect(outcome).toBe('card-changed');
    expect(await isApproved(world(), attempt)).toBe(false);
    const cards = dynamoStoredCards(world().store);
    expect(await cards.find(card.dealerCode, second.token)).toBeUndefined();
    expect(await cards.ofCustomer(card.dealerCode, OWNER.dealerCustomerId, 10)).toEqual([card]);
  });

  test('of many at once one stores it', async () => {
    const [dealerCode, hash] = [newDealerCode(), newHash()];
    const outcomes = await Promise.all(
      Array.from({ length: 6 }, () =>
        approveWith(world(), { kind: 'new', card: cardWith({ token: newToken(), dealerCode }), hash }),
      ),
    );
    expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual([...Array(5).fill('card-changed'), 'ended']);
  });

  test('a known card is replaced by its next version, and by no other', async () => {
    const [card, hash] = [cardWith({ token: newToken() }), newHash()];
    await approveWith(world(), { kind: 'new', card, hash });
    const second = { ...card, sealed: 'v2.key.sealed.again', version: 2 };
    expect((await approveWith(world(), { kind: 'known', card: second })).outcome).toBe('ended');
    expect((await approveWith(world(), { kind: 'known', card: second })).outcome).toBe('card-changed');
    expect(await dynamoStoredCards(world().store).findByHash(card.dealerCode, hash)).toEqual(second);
  });

  test('an attempt that somebody else has ended stores nothing', async () => {
    const card = cardWith({ token: newToken() });
    const attempt = await attemptWithCard(world().direct, { dealerCode: card.dealerCode });
    const attempts = dynamoAttempts(world().store);
    expect(await concludeDeclined(attempts, attempt, { code: '005' }, ENDING)).toBe(true);
    expect(await attempts.approveStoring(approved(attempt), { kind: 'new', card, hash: newHash() })).toBe('not-ended');
    expect(await dynamoStoredCards(world().store).find(card.dealerCode, card.token)).toBeUndefined();
  });
};

const listingTests = (world: () => StoreWorld): void => {
  test('the cards under a key are listed page by page, each once', async () => {
    const keyName = randomUUID();
    // All in one shard, which the first digit of a token chooses.
    const cards = Array.from({ length: 5 }, () => cardWith({ keyName, token: `a${randomUUID().slice(1)}` }));
    await putRows(world().direct, [...cards.map(storedCardItem), storedCardItem(cardWith())]);
    const stored = dynamoStoredCards(world().store);
    const found: string[] = [];
    for (let page = 0, after: string | undefined; page < 3; page += 1) {
      const listed = await stored.underKey(keyName, 10, { limit: 2, after });
      found.push(...listed.map(({ dealerCode, token }) => `${dealerCode} ${token}`));
      after = listed.at(-1)?.position;
    }
    expect(found.toSorted()).toEqual(cards.map(({ dealerCode, token }) => `${dealerCode} ${token}`).toSorted());
    for (let shard = 0; shard < stored.keyShards; shard += 1) {
      if (shard !== 10) expect(await stored.underKey(keyName, shard, { limit: 9 })).toEqual([]);
    }
  });

  test('a card that is encrypted under another key leaves the list of the old one', async () => {
    const token = `0${tokenOfCustomer(randomUUID(), OWNER.dealerCustomerId).slice(1)}`;
    const card = cardWith({ token });
    await putRows(world().direct, [storedCardItem(card)]);
    const stored = dynamoStoredCards(world().store);
    const sealed = { sealed: 'v2.new.sealed.value', keyName: randomUUID() };
    expect(await stored.replaceSealed(card, sealed)).toBe(true);
    expect(await stored.find(card.dealerCode, card.token)).toEqual({ ...card, ...sealed, version: 2 });
    expect(await stored.underKey(card.keyName, 0, { limit: 9 })).toEqual([]);
    expect(await stored.underKey(sealed.keyName, 0, { limit: 9 })).toMatchObject([{ token: card.token }]);
  });

  test('a card that was replaced since it was read is not replaced again', async () => {
    const card = cardWith({ version: 3 });
    await putRows(world().direct, [storedCardItem({ ...card, version: 4 })]);
    const stored = dynamoStoredCards(world().store);
    expect(await stored.replaceSealed(card, { sealed: 'x', keyName: 'k' })).toBe(false);
    expect(await stored.find(card.dealerCode, card.token)).toMatchObject({ version: 4, sealed: card.sealed });
  });

  test('a row that cannot be read is told by its field, without what it holds (rule 29)', async () => {
    const card = cardWith();
    await putRows(world().direct, [{ ...storedCardItem(card), version: 'secret' }]);
    const found = dynamoStoredCards(world().store).find(card.dealerCode, card.token);
    await expect(found).rejects.toThrow(new UnreadableRow('stored card', 'version'));
  });

  test('a token is looked up in one trip, a hash in two', async () => {
    const [card, hash] = [cardWith(), newHash()];
    await approveWith(world(), { kind: 'new', card, hash });
    const { store, proxy } = world();
    const before = proxy.count();
    await dynamoStoredCards(store).find(card.dealerCode, card.token);
    expect(proxy.count() - before).toBe(1);
    await dynamoStoredCards(store).findByHash(card.dealerCode, hash);
    expect(proxy.count() - before).toBe(3);
  });
};

const ownershipTests = (world: () => StoreWorld, newToken: NewToken): void => {
  test('another dealer finds a card neither by token nor by hash nor by its customer (rule 37)', async () => {
    const [card, hash] = [cardWith({ token: newToken() }), newHash()];
    await approveWith(world(), { kind: 'new', card, hash });
    const cards = dynamoStoredCards(world().store);
    const other = newDealerCode();
    expect(await cards.find(other, card.token)).toBeUndefined();
    expect(await cards.findByHash(other, hash)).toBeUndefined();
    expect(await cards.ofCustomer(other, OWNER.dealerCustomerId, 10)).toEqual([]);
  });

  test.each(['', 'x', `${randomUUID()}#CARD`, randomUUID().toUpperCase(), 'a'.repeat(3000)])(
    'the token %j is no part of a key and is not looked up',
    async (token) => {
      const { store, proxy } = world();
      expect(await dynamoStoredCards(store).find('D1', token)).toBeUndefined();
      expect(proxy.count()).toBe(0);
    },
  );

  test('a hash stands in an item with the token alone (rule 26)', async () => {
    const [card, hash] = [cardWith({ token: newToken() }), newHash()];
    await approveWith(world(), { kind: 'new', card, hash });
    const key = customerKeys.storedCardByHash(card.dealerCode, hash);
    const row = await world().direct.get(key);
    expect(row).toEqual({ ...key, entity: 'card-hash', cardToken: card.token });
    const stored = await world().direct.get(customerKeys.storedCard(card.dealerCode, card.token));
    expect(stored).toMatchObject({ entity: 'stored-card', token: card.token });
    expect(JSON.stringify(stored)).not.toContain(hash);
    const beside = await world().direct.query({ pk: customerKeys.ofToken(card.dealerCode, card.token), limit: 9 });
    const { sk } = customerKeys.hashOfStoredCard(card.dealerCode, card.token, hash);
    expect(beside.filter((one) => one.sk === sk).map((one) => Object.keys(one).toSorted())).toEqual([
      ['entity', 'pk', 'sk'],
    ]);
  });
};

/** The same for cards of both forms, since either may have been stored first. */
const mixedTests = (world: () => StoreWorld): void => {
  const both = Object.values(tokenForms);

  test('a customer has cards of both forms in one list, as many as are asked for', async () => {
    const dealerCode = newDealerCode();
    const cards = [...both, ...both].map((newToken) => cardWith({ token: newToken(), dealerCode }));
    for (const card of cards) await approveWith(world(), { kind: 'new', card, hash: newHash() });
    const stored = dynamoStoredCards(world().store);
    const sorted = cards.toSorted((one, other) => (one.token < other.token ? -1 : 1));
    expect(await stored.ofCustomer(dealerCode, OWNER.dealerCustomerId, 10)).toEqual(sorted);
    expect(await stored.ofCustomer(dealerCode, OWNER.dealerCustomerId, 3)).toEqual(sorted.slice(0, 3));
  });

  test.each([
    [0, 1],
    [1, 0],
  ] as const)(
    'a card stored under a token of one form is not stored under the other (%d, %d)',
    async (first, second) => {
      const [dealerCode, hash] = [newDealerCode(), newHash()];
      const [one, other] = [first, second].map((form) => cardWith({ token: both[form]?.() ?? '', dealerCode }));
      if (one === undefined || other === undefined) throw new Error('there are two forms');
      expect((await approveWith(world(), { kind: 'new', card: one, hash })).outcome).toBe('ended');
      expect((await approveWith(world(), { kind: 'new', card: other, hash })).outcome).toBe('card-changed');
      const stored = dynamoStoredCards(world().store);
      expect(await stored.findByHash(dealerCode, hash)).toEqual(one);
      expect(await stored.ofCustomer(dealerCode, OWNER.dealerCustomerId, 10)).toEqual([one]);
    },
  );

  test('cards whose tokens name the customer are read in one trip, markers and cards in two', async () => {
    const { store, proxy } = world();
    const dealerCode = newDealerCode();
    const trips = async () => {
      const before = proxy.count();
      await dynamoStoredCards(store).ofCustomer(dealerCode, OWNER.dealerCustomerId, 10);
      return proxy.count() - before;
    };
    const [random, naming] = both.map((newToken) => cardWith({ token: newToken(), dealerCode }));
    if (random === undefined || naming === undefined) throw new Error('there are two forms');
    await approveWith(world(), { kind: 'new', card: naming, hash: newHash() });
    expect(await trips()).toBe(1);
    await approveWith(world(), { kind: 'new', card: random, hash: newHash() });
    expect(await trips()).toBe(2);
  });

  test('a token that names one customer finds no card of another', async () => {
    const card = cardWith({ token: tokenOfCustomer(randomUUID(), OWNER.dealerCustomerId) });
    await approveWith(world(), { kind: 'new', card, hash: newHash() });
    const ofOther = tokenOfCustomer(card.token, OWNER.dealerCustomerId + 1);
    expect(await dynamoStoredCards(world().store).find(card.dealerCode, ofOther)).toBeUndefined();
  });
};

/** The contract of stored cards, on any engine. */
export const storedCardsSuite = (world: () => StoreWorld): void => {
  describe.each(Object.entries(tokenForms))('a card under %s', (_form, newToken) => {
    describe('storing a card with an approval', () => storingTests(world, newToken));
    describe('whose a stored card is', () => ownershipTests(world, newToken));
  });
  describe('cards of both forms', () => mixedTests(world));
  describe('the cards under a key of the vault', () => listingTests(world));
};
