import type { StoredCard } from '../../../domain/card/stored-card.ts';
import type { Customer } from '../../../domain/customer/customer.ts';
import { omitUndefined } from '../../../domain/omit-undefined.ts';
import type { OutboxEvent } from '../../../domain/outbox/event.ts';
import { cardEvent, customerEvent } from '../../../domain/outbox/event-of-customer.ts';
import type { CustomerBook, CustomerFile } from '../../../ports/customer-book.ts';
import { cardStored, readCardPointer, replaced, tokenOfCardRow } from '../card/stored-cards.ts';
import { newestListed } from '../engine/newest-listed.ts';
import { type PlanOutcome, plannedFor, transactPlanned } from '../engine/planned-writes.ts';
import { readAll, type Table } from '../engine/table.ts';
import { ABSENT, atVersion, type Expression, type Row, type Write } from '../engine/writes.ts';
import { customerListings } from '../index-keys.ts';
import { type Key, keys } from '../keys.ts';
import { type EventWriter, NOBODY_TOLD } from '../outbox/event-writer.ts';
import { CUSTOMER_SALE_PREFIX, customerKeys, STORED_CARD_PREFIX } from './customer-keys.ts';
import { codeWithoutBlanks, customerItems, dynamoCustomers, readCustomerRow } from './customers.ts';

const HOUR_MS = 3_600_000;
/** Counters outlive their hour by one; nothing depends on when they go. */
const COUNTER_LIFE_S = 7200;
/** A person has a few cards. Whoever tries out the cards of others needs many. */
const MOST_OF_CUSTOMER = 10;
/** A dealer's additions count in four items, so that none is written by all of them: a thousand an hour. */
const DEALER_SHARDS = 4;
const MOST_OF_SHARD = 250;
const MOST_CARDS_READ = 100;

type Purpose = 'code' | 'id' | 'card' | 'of-customer' | 'of-dealer' | 'event';

const counted = (key: Key, windowStartMs: number, most: number): Write => ({
  update: key,
  set: {
    expression: 'SET #count = if_not_exists(#count, :zero) + :one, #expiresAt = :expiresAt',
    names: { '#count': 'count', '#expiresAt': 'expiresAt' },
    values: { ':zero': 0, ':one': 1, ':expiresAt': Math.floor(windowStartMs / 1000) + COUNTER_LIFE_S },
  },
  onlyIf: {
    expression: 'attribute_not_exists(#count) OR #count < :most',
    names: { '#count': 'count' },
    values: { ':most': most },
  },
});

/** What an addition counts in: the hour of its customer, and the hour of a part of its dealer's additions. */
const additionOf = ({ dealerCode, customer, token }: StoredCard, nowMs: number) => {
  const windowStartMs = nowMs - (nowMs % HOUR_MS);
  const shard = Number.parseInt(token.slice(0, 1), 16) % DEALER_SHARDS;
  const ofCustomer = keys.counter('cards-of-customer', `${dealerCode}#${customer.dealerCustomerId}`, windowStartMs);
  const ofDealer = keys.counter('cards-of-dealer', `${dealerCode}#${shard}`, windowStartMs);
  return [
    ...plannedFor<Purpose>('of-customer', [counted(ofCustomer, windowStartMs, MOST_OF_CUSTOMER)]),
    ...plannedFor<Purpose>('of-dealer', [counted(ofDealer, windowStartMs, MOST_OF_SHARD)]),
  ];
};

const tooMany = (outcome: Extract<PlanOutcome<Purpose>, { applied: false }>) => {
  if (outcome.refusalOf('of-customer') !== undefined) return 'too-many-for-customer';
  return outcome.refusalOf('of-dealer') === undefined ? undefined : 'too-many-for-dealer';
};

/** Puts a customer under both identifiers, each on the same condition. */
const customerPlan = (customer: Customer, onlyIf: Expression) => {
  const [byCode, byId] = customerItems(customer);
  return [
    ...plannedFor<Purpose>('code', [{ put: byCode, onlyIf }]),
    ...plannedFor<Purpose>('id', [{ put: byId, onlyIf }]),
  ];
};

const sortKeyOf = ({ sk }: Row): string => String(sk);

/** The place of a customer in the list of its dealer; undefined where it is in none. */
const placeInList = async (table: Table, dealerCode: string, dealerCustomerId: number): Promise<string | undefined> => {
  const [row] = await table.getMany([customerKeys.byId(dealerCode, dealerCustomerId)]);
  return typeof row?.listSk === 'string' ? row.listSk : undefined;
};

const writesOfEvents = async (events: EventWriter, all: readonly OutboxEvent[]) =>
  plannedFor<Purpose>('event', await events.writesOf(all));

/** Whether a card or a sale names a customer: read behind the customer's own row, with whose next version both are written. */
const isNamed = async (table: Table, { dealerCode, dealerCustomerId }: Customer): Promise<boolean> => {
  const { pk } = customerKeys.byId(dealerCode, dealerCustomerId);
  const prefixes = [STORED_CARD_PREFIX, CUSTOMER_SALE_PREFIX];
  const found = await Promise.all(prefixes.map((skPrefix) => table.query({ pk, skPrefix, limit: 1 })));
  return found.flat().length > 0;
};

const openFile = async (
  table: Table,
  dealerCode: string,
  { dealerCustomerId, customerCode }: Parameters<CustomerBook['open']>[1],
): Promise<CustomerFile> => {
  const { pk } =
    customerCode === undefined
      ? customerKeys.byId(dealerCode, dealerCustomerId ?? 0)
      : customerKeys.byCode(dealerCode, customerCode);
  const [found, cards, sales] = await Promise.all([
    dynamoCustomers(table).find(dealerCode, { dealerCustomerId, customerCode }),
    table.query({ pk, skPrefix: STORED_CARD_PREFIX, limit: MOST_CARDS_READ }),
    table.query({ pk, skPrefix: CUSTOMER_SALE_PREFIX, limit: 1 }),
  ]);
  const tokens = cards.toSorted((a, b) => (sortKeyOf(a) < sortKeyOf(b) ? -1 : 1)).map(tokenOfCardRow);
  return { ...found, cardTokens: tokens, hasSales: sales.length > 0 };
};

export const dynamoCustomerBook = (table: Table, events: EventWriter = NOBODY_TOLD): CustomerBook => ({
  open: async (dealerCode, identifiers) => {
    const file = await openFile(table, dealerCode, identifiers);
    const customerCode = codeWithoutBlanks(identifiers.customerCode);
    // The cards stand under the code that the customer has.
    if (customerCode === undefined || file.byCode?.customerCode === identifiers.customerCode) return file;
    return openFile(table, dealerCode, { ...identifiers, customerCode });
  },

  newest: async (dealerCode, limit, beforeId) => {
    const before = beforeId === undefined ? undefined : await placeInList(table, dealerCode, beforeId);
    if (beforeId !== undefined && before === undefined) return undefined;
    const found = await newestListed(table, { listPks: customerListings(dealerCode), limit, before });
    const rows = (await readAll(table, found.keys)).map(readCustomerRow);
    const place = new Map(found.keys.map(({ pk }, index) => [pk, index]));
    const placeOf = (customer: Customer): number =>
      place.get(customerKeys.byId(customer.dealerCode, customer.dealerCustomerId).pk) ?? 0;
    const customers = rows.toSorted((one, other) => placeOf(one) - placeOf(other));
    return {
      customers,
      ...omitUndefined({ goesOnBehind: found.goesOn ? customers.at(-1)?.dealerCustomerId : undefined }),
    };
  },

  add: async (customer, { card, moment }) => {
    const first = card === undefined ? [] : plannedFor<Purpose>('card', cardStored({ kind: 'new', ...card }));
    const counters = card === undefined ? [] : additionOf(card.card, moment.nowMs);
    const eventWrites = await writesOfEvents(events, [
      customerEvent('customer.created', customer, moment),
      ...(card === undefined ? [] : [cardEvent('card.stored', card.card, moment)]),
    ]);
    const written = [...customerPlan(customer, ABSENT), ...first, ...counters, ...eventWrites];
    const outcome = await transactPlanned(table, written);
    if (outcome.applied) return 'added';
    if (outcome.refusalOf('code') !== undefined) return 'code-taken';
    return tooMany(outcome) ?? 'id-taken';
  },

  replace: async (customer, moment) => {
    const plan = customerPlan(customer, atVersion(customer.version - 1));
    const eventWrites = await writesOfEvents(events, [customerEvent('customer.updated', customer, moment)]);
    return (await transactPlanned(table, [...plan, ...eventWrites])).applied;
  },

  remove: async (customer, moment) => {
    if (await isNamed(table, customer)) return false;
    const { dealerCode, customerCode, dealerCustomerId, version } = customer;
    const both = [customerKeys.byCode(dealerCode, customerCode), customerKeys.byId(dealerCode, dealerCustomerId)];
    const removals = both.map((remove) => ({ remove, onlyIf: atVersion(version) }));
    const eventWrites = await events.writesOf([customerEvent('customer.removed', customer, moment)]);
    return (await table.transact([...removals, ...eventWrites])).applied;
  },

  addCard: async (customer, added, moment) => {
    const outcome = await transactPlanned(table, [
      ...customerPlan(customer, atVersion(customer.version - 1)),
      ...plannedFor<Purpose>('card', cardStored({ kind: 'new', ...added })),
      ...additionOf(added.card, moment.nowMs),
      ...(await writesOfEvents(events, [cardEvent('card.stored', added.card, moment)])),
    ]);
    if (outcome.applied) return 'added';
    if (outcome.refusalOf('code') !== undefined || outcome.refusalOf('id') !== undefined) return 'customer-changed';
    const limited = tooMany(outcome);
    if (limited !== undefined) return limited;
    return { known: readCardPointer(outcome.refusalOf('card')?.item) };
  },

  renewCard: async (card, moment) => {
    const plan = [...plannedFor<Purpose>('card', [replaced(card)]), ...additionOf(card, moment.nowMs)];
    const eventWrites = await writesOfEvents(events, [cardEvent('card.updated', card, moment)]);
    const outcome = await transactPlanned(table, [...plan, ...eventWrites]);
    if (outcome.applied) return 'renewed';
    return tooMany(outcome) ?? 'card-changed';
  },
});
