import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { dynamoCardKeeping } from '../../../shared/adapters/dynamodb/card/card-keeping.ts';
import { dynamoCustomerBook } from '../../../shared/adapters/dynamodb/customer/customer-book.ts';
import { keys } from '../../../shared/adapters/dynamodb/keys.ts';
import { dynamoOperatorChanges } from '../../../shared/adapters/dynamodb/operator/operator-changes.ts';
import { readEvent } from '../../../shared/adapters/dynamodb/outbox/event-item.ts';
import { eventWriter } from '../../../shared/adapters/dynamodb/outbox/event-writer.ts';
import { type StoredCard, tokenOfCustomer } from '../../../shared/domain/card/stored-card.ts';
import type { Customer } from '../../../shared/domain/customer/customer.ts';
import type { EventType } from '../../../shared/domain/outbox/event.ts';
import type { ChangeMoment } from '../../../shared/domain/outbox/event-of-customer.ts';
import type { AuditEntry } from '../../../shared/ports/operator-changes.ts';
import { saleOf } from '../../support/dealer/records.ts';
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

type NewToken = (dealerCustomerId: number) => string;

/** The forms of a token: of random digits, or naming the customer beside whom the card is then kept. */
const tokenForms: readonly (readonly [string, NewToken])[] = [
  ['under a token of random digits', () => randomUUID()],
  ['under a token that names the customer', (dealerCustomerId) => tokenOfCustomer(randomUUID(), dealerCustomerId)],
];

const cardUnder = ({ dealerCode, dealerCustomerId, customerCode }: Customer, newToken: NewToken): StoredCard => ({
  token: newToken(dealerCustomerId),
  dealerCode,
  customer: { dealerCustomerId, customerCode },
  maskedCard: '411111******1111',
  sealed: 'v2.key.sealed.value',
  keyName: randomUUID(),
  version: 1,
  storedAtMs: NOW,
});

const at = (nowMs = NOW): ChangeMoment => ({ changeId: randomUUID(), nowMs, listingShards: 1 });

const newHash = (): string => randomBytes(32).toString('base64url');
const next = (customer: Customer): Customer => ({ ...customer, version: customer.version + 1 });

const entryOf = (command: string, dealerCode: string): AuditEntry => ({
  commandId: randomUUID(),
  command,
  dealerCode,
  atMs: NOW,
  changed: [],
  result: {},
  inputFingerprint: 'F',
});

/** The contract of CustomerBook and CardKeeping. */
export const customerBookSuite = (world: () => StoreWorld): void => {
  describe.each(tokenForms)('The book of customers, with cards %s', (_form, newToken) => {
    const cardOf = (customer: Customer): StoredCard => cardUnder(customer, newToken);

    test('a customer is opened by either identifier with its cards, in one trip; its code is taken', async () => {
      const { store, proxy } = world();
      const [book, customer, hash] = [dynamoCustomerBook(store), newCustomer(), newHash()];
      const card = cardOf(customer);
      expect(await book.add(customer, { card: { card, hash }, moment: at() })).toBe('added');
      const { dealerCode, dealerCustomerId, customerCode } = customer;
      const file = { cardTokens: [card.token], hasSales: false };
      expect(await book.open(dealerCode, { dealerCustomerId })).toEqual({ byId: customer, ...file });
      expect(await book.open(dealerCode, { customerCode })).toEqual({ byCode: customer, ...file });
      const before = proxy.count();
      await book.open(dealerCode, { dealerCustomerId, customerCode });
      expect(proxy.count() - before).toBe(3);
      const other = newCustomer({ dealerCode });
      expect(await book.add(other, { moment: at() })).toBe('code-taken');
      expect(await book.add({ ...customer, customerCode: 'C-2' }, { moment: at() })).toBe('id-taken');
      expect(await book.newest(dealerCode, 9)).toEqual({ customers: [customer] });
    });

    test('a version replaces the one before alone, and only the version that was read is removed', async () => {
      const [book, customer] = [dynamoCustomerBook(world().store), newCustomer()];
      await book.add(customer, { moment: at() });
      expect(await book.replace({ ...next(customer), email: 'a@example.com' }, at())).toBe(true);
      expect(await book.replace(next(customer), at())).toBe(false);
      expect(await book.remove(customer, at())).toBe(false);
      expect(await book.remove(next(customer), at())).toBe(true);
      const { dealerCode, dealerCustomerId, customerCode } = customer;
      const gone = { cardTokens: [], hasSales: false };
      expect(await book.open(dealerCode, { dealerCustomerId, customerCode })).toEqual(gone);
      expect(await book.newest(dealerCode, 9)).toEqual({ customers: [] });
    });

    test('a list goes on behind its last customer until it says that it has ended', async () => {
      const book = dynamoCustomerBook(world().store);
      const { dealerCode } = newCustomer();
      const customers = [0, 1, 2, 3].map((age) =>
        newCustomer({ dealerCode, customerCode: `C-${age}`, createdAtMs: NOW - age }),
      );
      for (const customer of customers) expect(await book.add(customer, { moment: at() })).toBe('added');
      const [first, second, third, last] = customers;
      const page = await book.newest(dealerCode, 2);
      expect(page).toEqual({ customers: [first, second], goesOnBehind: second?.dealerCustomerId });
      expect(await book.newest(dealerCode, 2, page?.goesOnBehind)).toEqual({ customers: [third, last] });
      expect(await book.newest(dealerCode, 2, 1)).toBeUndefined();
    });

    test('a card is added with the next version of its customer; the same card is told by its token', async () => {
      const [book, customer, hash] = [dynamoCustomerBook(world().store), newCustomer(), newHash()];
      await book.add(customer, { moment: at() });
      const card = cardOf(customer);
      expect(await book.addCard(next(customer), { card, hash }, at())).toBe('added');
      const late = { card: cardOf(customer), hash: newHash() };
      expect(await book.addCard(next(customer), late, at())).toBe('customer-changed');
      const again = { card: cardOf(customer), hash };
      expect(await book.addCard(next(next(customer)), again, at())).toEqual({ known: card.token });
      expect(await book.renewCard({ ...card, version: 2 }, at())).toBe('renewed');
      expect(await book.renewCard({ ...card, version: 2 }, at())).toBe('card-changed');
    });

    test('ten additions to a customer count in an hour, renewals too; the next hour begins anew', async () => {
      const [book, first] = [dynamoCustomerBook(world().store), newCustomer()];
      await book.add(first, { moment: at() });
      let customer = first;
      for (let added = 0; added < 10; added += 1) {
        customer = next(customer);
        expect(await book.addCard(customer, { card: cardOf(first), hash: newHash() }, at())).toBe('added');
      }
      const eleventh = { card: cardOf(first), hash: newHash() };
      expect(await book.addCard(next(customer), eleventh, at())).toBe('too-many-for-customer');
      expect(await book.addCard(next(customer), eleventh, at(NOW + 3_600_000))).toBe('added');
      expect(await book.renewCard({ ...eleventh.card, version: 2 }, at())).toBe('too-many-for-customer');
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
      await book.add(customer, { card: { card, hash }, moment: at() });
      const { dealerCode, token } = card;
      expect(await cards.find(dealerCode, token)).toEqual({ card, hashes: [hash] });
      expect(await cards.rename(card, 'Work', at())).toBe(true);
      expect(await cards.ofTokens(dealerCode, [randomUUID(), token])).toEqual([{ ...card, cardName: 'Work' }]);
      expect(await cards.rename({ ...card, version: 2 }, 'Late', at())).toBe(false);
      expect(await cards.rename(card, undefined, at())).toBe(true);
      expect(await cards.remove({ ...card, version: 2 }, [hash], at())).toBe(false);
      expect(await cards.remove(card, [hash], at())).toBe(true);
      expect(await cards.find(dealerCode, token)).toBeUndefined();
      expect(await cards.rename(card, 'Gone', at())).toBe(false);
      // The hash is free again.
      const back = cardOf(customer);
      expect(await book.addCard(next(customer), { card: back, hash }, at())).toBe('added');
      expect((await book.open(dealerCode, customer)).cardTokens).toEqual([back.token]);
    });

    test('each write holds its events, where they are wanted; a write that is refused tells nothing', async () => {
      const { store } = world();
      const wanted: EventType[] = [
        'customer.created',
        'customer.updated',
        'card.stored',
        'card.updated',
        'card.removed',
      ];
      const events = eventWriter({ wantedBy: async () => ({ webhooks: wanted }) });
      const [book, cards] = [dynamoCustomerBook(store, events), dynamoCardKeeping(store, events)];
      const [customer, hash, otherHash] = [newCustomer(), newHash(), newHash()];
      const [card, other] = [cardOf(customer), cardOf(customer)];
      const { dealerCustomerId, customerCode } = customer;
      const factsOfCard = { cardToken: card.token, dealerCustomerId, maskedCard: card.maskedCard };
      /** What a write of a moment told, of all types. */
      const toldAt = async ({ changeId }: ChangeMoment) => {
        const ids = [...wanted, 'customer.removed'].map((type) => `${changeId}-${type.replace('.', '-')}`);
        const rows = await Promise.all(ids.map((id) => store.get(keys.event(id))));
        return rows.flatMap((row) => (row === undefined ? [] : [readEvent(row)]));
      };
      const writes: readonly (readonly [(moment: ChangeMoment) => Promise<unknown>, unknown, readonly EventType[]])[] =
        [
          [
            (moment) => book.add(customer, { card: { card, hash }, moment }),
            'added',
            ['customer.created', 'card.stored'],
          ],
          [(moment) => book.add(newCustomer(customer), { moment }), 'code-taken', []],
          [(moment) => book.replace(next(customer), moment), true, ['customer.updated']],
          [(moment) => book.replace(next(customer), moment), false, []],
          [
            (moment) => book.addCard(next(next(customer)), { card: other, hash: otherHash }, moment),
            'added',
            ['card.stored'],
          ],
          [(moment) => book.renewCard({ ...card, version: 2 }, moment), 'renewed', ['card.updated']],
          [(moment) => book.renewCard({ ...card, version: 2 }, moment), 'card-changed', []],
          [(moment) => cards.rename({ ...card, version: 2 }, 'Work', moment), true, ['card.updated']],
          [(moment) => cards.rename(card, 'Late', moment), false, []],
          [(moment) => cards.remove(card, [hash], moment), false, []],
          [(moment) => cards.remove({ ...card, version: 2 }, [hash], moment), true, ['card.removed']],
          [(moment) => book.remove(next(next(customer)), moment), false, []],
          [(moment) => cards.remove(other, [otherHash], moment), true, ['card.removed']],
          [(moment) => book.remove(next(next(customer)), moment), true, []],
        ];
      for (const [write, outcome, types] of writes) {
        const moment = at();
        expect(await write(moment)).toBe(outcome);
        const told = await toldAt(moment);
        expect(told.map(({ type }) => type)).toEqual(types);
        for (const { type, facts, ...event } of told) {
          expect(event).toMatchObject({ dealerCode: customer.dealerCode, occurredAtMs: NOW, listingShards: 1 });
          if (type.startsWith('customer.')) expect(facts).toEqual({ customer: { dealerCustomerId, customerCode } });
          else if (facts.card?.cardToken === card.token) expect(facts).toEqual({ card: factsOfCard });
          else expect(facts.card?.cardToken).toBe(other.token);
        }
      }
    });

    test("an operator's customer is told of like a dealer's", async () => {
      const { store } = world();
      const wanted: EventType[] = ['customer.created', 'customer.updated'];
      const changes = dynamoOperatorChanges(store, eventWriter({ wantedBy: async () => ({ webhooks: wanted }) }));
      const customer = newCustomer();
      for (const [record, what] of [
        [customer, 'created'],
        [next(customer), 'updated'],
      ] as const) {
        const entry = entryOf('put-customer', customer.dealerCode);
        expect(await changes.apply({ kind: 'customer', record, listingShards: 3 }, entry)).toEqual({ kind: 'applied' });
        const row = await store.get(keys.event(`${entry.commandId}-customer-${what}`));
        expect(readEvent(row)).toMatchObject({ type: `customer.${what}`, occurredAtMs: NOW, listingShards: 3 });
      }
    });

    test('a sale that is put while its customer is removed: one of the two is refused', async () => {
      const { store } = world();
      const [book, changes] = [dynamoCustomerBook(store), dynamoOperatorChanges(store)];
      const putSale = ({ dealerCode, dealerCustomerId, customerCode, ...read }: Customer) => {
        const uses = { customerCode, dealerCustomerId, dealerSaleScheduleId: 0 };
        const { dealerProductId: _product, ...sale } = saleOf(dealerCode, { dealerSaleId: 7, ...uses });
        const customer = next({ dealerCode, dealerCustomerId, customerCode, ...read });
        return changes.apply({ kind: 'sale', record: { sale, customer } }, entryOf('put-sale', dealerCode));
      };
      const [used, gone] = [newCustomer(), newCustomer()];
      for (const customer of [used, gone]) await book.add(customer, { moment: at() });
      // Both are as they were read before the other write came.
      expect(await putSale(used)).toEqual({ kind: 'applied' });
      expect(await book.remove(used, at())).toBe(false);
      expect(await book.open(used.dealerCode, used)).toMatchObject({ byId: { version: 2 }, hasSales: true });
      expect(await book.remove(gone, at())).toBe(true);
      expect(await putSale(gone)).toEqual({ kind: 'conflict' });
      expect(await store.get(keys.saleById(gone.dealerCode, 7))).toBeUndefined();
    });
  });
};
