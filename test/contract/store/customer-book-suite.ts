import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { dynamoCardKeeping } from '../../../shared/adapters/dynamodb/card/card-keeping.ts';
import { dynamoCustomerBook } from '../../../shared/adapters/dynamodb/customer/customer-book.ts';
import type { StoredCard } from '../../../shared/domain/card/stored-card.ts';
import type { Customer } from '../../../shared/domain/customer/customer.ts';
import type { StoreWorld } from '../../support/store/store-world.ts';

const NOW = 1_768_500_000_000;

const newCustomer = (changes: Partial<Customer> = {}): Customer => ({
  dealerCode: `T${randomBytes(6).toString('hex')}`,
  dealerCustomerId: randomInt(100_000, 2_000_000_000),
  customerCode: 'C-1',
  version: 1,
  createdAtMs: NOW,
  ...changes,
});

const cardOf = ({ dealerCode, dealerCustomerId, customerCode }: Customer): StoredCard => ({
  token: randomUUID(),
  dealerCode,
  customer: { dealerCustomerId, customerCode },
  maskedCard: '411111******1111',
  sealed: 'v2.key.sealed.value',
  keyName: randomUUID(),
  version: 1,
  storedAtMs: NOW,
});

const newHash = (): string => randomBytes(32).toString('base64url');
const next = (customer: Customer): Customer => ({ ...customer, version: customer.version + 1 });

/** The contract of CustomerBook and CardKeeping. */
export const customerBookSuite = (world: () => StoreWorld): void => {
  describe('The book of customers', () => {
    test('a customer is opened by either identifier with its cards, in one trip; its code is taken', async () => {
      const { store, proxy } = world();
      const [book, customer, hash] = [dynamoCustomerBook(store), newCustomer(), newHash()];
      const card = cardOf(customer);
      expect(await book.add(customer, { card: { card, hash }, nowMs: NOW })).toBe('added');
      const { dealerCode, dealerCustomerId, customerCode } = customer;
      const file = { cardTokens: [card.token], hasSales: false };
      expect(await book.open(dealerCode, { dealerCustomerId })).toEqual({ byId: customer, ...file });
      expect(await book.open(dealerCode, { customerCode })).toEqual({ byCode: customer, ...file });
      const before = proxy.count();
      await book.open(dealerCode, { dealerCustomerId, customerCode });
      expect(proxy.count() - before).toBe(3);
      const other = newCustomer({ dealerCode });
      expect(await book.add(other, { nowMs: NOW })).toBe('code-taken');
      expect(await book.add({ ...customer, customerCode: 'C-2' }, { nowMs: NOW })).toBe('id-taken');
      expect(await book.newest(dealerCode, 9)).toEqual([customer]);
    });

    test('a version replaces the one before alone, and only the version that was read is removed', async () => {
      const [book, customer] = [dynamoCustomerBook(world().store), newCustomer()];
      await book.add(customer, { nowMs: NOW });
      expect(await book.replace({ ...next(customer), email: 'a@example.com' })).toBe(true);
      expect(await book.replace(next(customer))).toBe(false);
      expect(await book.remove(customer)).toBe(false);
      expect(await book.remove(next(customer))).toBe(true);
      const { dealerCode, dealerCustomerId, customerCode } = customer;
      const gone = { cardTokens: [], hasSales: false };
      expect(await book.open(dealerCode, { dealerCustomerId, customerCode })).toEqual(gone);
      expect(await book.newest(dealerCode, 9)).toEqual([]);
    });

    test('a card is added with the next version of its customer; the same card is told by its token', async () => {
      const [book, customer, hash] = [dynamoCustomerBook(world().store), newCustomer(), newHash()];
      await book.add(customer, { nowMs: NOW });
      const card = cardOf(customer);
      expect(await book.addCard(next(customer), { card, hash }, NOW)).toBe('added');
      const late = { card: cardOf(customer), hash: newHash() };
      expect(await book.addCard(next(customer), late, NOW)).toBe('customer-changed');
      const again = { card: cardOf(customer), hash };
      expect(await book.addCard(next(next(customer)), again, NOW)).toEqual({ known: card.token });
      expect(await book.renewCard({ ...card, version: 2 }, NOW)).toBe('renewed');
      expect(await book.renewCard({ ...card, version: 2 }, NOW)).toBe('card-changed');
    });

    test('ten additions to a customer count in an hour, renewals too; the next hour begins anew', async () => {
      const [book, first] = [dynamoCustomerBook(world().store), newCustomer()];
      await book.add(first, { nowMs: NOW });
      let customer = first;
      for (let added = 0; added < 10; added += 1) {
        customer = next(customer);
        expect(await book.addCard(customer, { card: cardOf(first), hash: newHash() }, NOW)).toBe('added');
      }
      const eleventh = { card: cardOf(first), hash: newHash() };
      expect(await book.addCard(next(customer), eleventh, NOW)).toBe('too-many-for-customer');
      expect(await book.addCard(next(customer), eleventh, NOW + 3_600_000)).toBe('added');
      expect(await book.renewCard({ ...eleventh.card, version: 2 }, NOW)).toBe('too-many-for-customer');
    });

    test('a card is found with its hash, renamed, and removed with all that leads to it', async () => {
      const { store } = world();
      const [book, cards, customer, hash] = [
        dynamoCustomerBook(store),
        dynamoCardKeeping(store),
        newCustomer(),
        newHash(),
      ];
      const card = cardOf(customer);
      await book.add(customer, { card: { card, hash }, nowMs: NOW });
      const { dealerCode, token } = card;
      expect(await cards.find(dealerCode, token)).toEqual({ card, hashes: [hash] });
      expect(await cards.rename(card, 'Work')).toBe(true);
      expect(await cards.ofTokens(dealerCode, [randomUUID(), token])).toEqual([{ ...card, cardName: 'Work' }]);
      expect(await cards.rename({ ...card, version: 2 }, 'Late')).toBe(false);
      expect(await cards.rename(card, undefined)).toBe(true);
      expect(await cards.remove({ ...card, version: 2 }, [hash])).toBe(false);
      expect(await cards.remove(card, [hash])).toBe(true);
      expect(await cards.find(dealerCode, token)).toBeUndefined();
      expect(await cards.rename(card, 'Gone')).toBe(false);
      // The hash is free again.
      const back = cardOf(customer);
      expect(await book.addCard(next(customer), { card: back, hash }, NOW)).toBe('added');
      expect((await book.open(dealerCode, customer)).cardTokens).toEqual([back.token]);
    });
  });
};
