import * as z from 'zod/mini';
import {
  CARD_TOKEN_PATTERN,
  customerOfToken,
  type PendingCard,
  type StoredCard,
} from '../../../domain/card/stored-card.ts';
import { omitUndefined } from '../../../domain/omit-undefined.ts';
import type { CardToStore } from '../../../ports/attempts.ts';
import type { StoredCards } from '../../../ports/stored-cards.ts';
import { customerKeys, STORED_CARD_PREFIX } from '../customer/customer-keys.ts';
import { objectRow, optionalText, parseRow, type RowOf, storedId, storedText, storedWhole } from '../engine/row.ts';
import { readAll, type Table } from '../engine/table.ts';
import { ABSENT, atVersion, type Row, type Write } from '../engine/writes.ts';
import { CARD_KEY_SHARDS, LISTING_INDEX, storedCardIndexKeys, storedCardListingPartition } from '../index-keys.ts';
import type { Key } from '../keys.ts';

const CARD_ENTITY = 'stored-card';

const customerRow = objectRow(() => ({ dealerCustomerId: storedId, customerCode: storedText }));

/** The card that waits in an attempt. */
export const pendingCardRow = objectRow(() => ({
  sealed: storedText,
  customer: customerRow(),
  cardName: optionalText,
}));

export const pendingCardOf = (row: RowOf<typeof pendingCardRow>): PendingCard => omitUndefined(row);

const storedCardRow = objectRow(() => ({
  token: storedText,
  dealerCode: storedText,
  customer: customerRow(),
  maskedCard: storedText,
  cardName: optionalText,
  sealed: storedText,
  keyName: storedText,
  version: z.int().check(z.positive()),
  storedAtMs: storedWhole,
}));

export const readStoredCardRow = (row: unknown): StoredCard =>
  omitUndefined(parseRow('stored card', storedCardRow, row));

export const storedCardItem = (card: StoredCard) => ({
  ...customerKeys.storedCard(card.dealerCode, card.token),
  ...storedCardIndexKeys(card),
  entity: CARD_ENTITY,
  ...card,
});

/** What a hash or a customer's list leads to: the token, and nothing of the card (rule 26). */
const cardPointerRow = objectRow(() => ({ cardToken: storedText }));

export const readCardPointer = (row: unknown): string => parseRow('card pointer', cardPointerRow, row).cardToken;

/** Whether a row of a customer's partition is the card itself, and no marker that names it. */
const isCard = ({ entity }: Row): boolean => entity === CARD_ENTITY;

const namedCardRow = objectRow(() => ({ token: storedText }));

/** The token of a card in a customer's partition: of the card itself, of which nothing else is read, or of a marker. */
export const tokenOfCardRow = (row: Row): string =>
  isCard(row) ? parseRow('stored card', namedCardRow, row).token : readCardPointer(row);

export const cardHashItem = ({ dealerCode, token: cardToken }: StoredCard, hash: string) => ({
  ...customerKeys.storedCardByHash(dealerCode, hash),
  entity: 'card-hash',
  cardToken,
});

/**
 * Where markers name a card: in its customer's partitions, under both identifiers, so that one read finds customer and cards. A
 * card whose token names the customer stands in the first of them itself.
 */
const customerCardKeys = ({ dealerCode, customer, token }: StoredCard): readonly Key[] => [
  ...(customerOfToken(token) === undefined
    ? [customerKeys.cardOfCustomer(dealerCode, customer.dealerCustomerId, token)]
    : []),
  customerKeys.cardOfCustomerCode(dealerCode, customer.customerCode, token),
];

export const customerCardItems = (card: StoredCard) =>
  customerCardKeys(card).map((key) => ({ ...key, entity: 'customer-card', cardToken: card.token }));

export const replaced = (card: StoredCard): Write => ({
  put: storedCardItem(card),
  onlyIf: atVersion(card.version - 1),
});

/**
 * What an approval writes of its card. A new card is found by its token, by its hash and in its customer's partitions; of two
 * attempts that store one card at once, the hash admits the first, whatever the form of their tokens.
 */
export const cardStored = (store: CardToStore): readonly Write[] => {
  const { card } = store;
  if (store.kind === 'known') return [replaced(card)];
  return [
    { put: storedCardItem(card), onlyIf: ABSENT },
    { put: cardHashItem(card, store.hash), onlyIf: ABSENT },
    { put: { ...customerKeys.hashOfStoredCard(card.dealerCode, card.token, store.hash), entity: 'hash-of-card' } },
    ...customerCardItems(card).map((put) => ({ put, onlyIf: ABSENT })),
  ];
};

/** Removes a card as it was read, and every row that leads to it. */
export const cardRemoved = (card: StoredCard, hashes: readonly string[]): readonly Write[] => [
  { remove: customerKeys.storedCard(card.dealerCode, card.token), onlyIf: atVersion(card.version) },
  ...customerCardKeys(card).map((remove) => ({ remove })),
  ...hashes.flatMap((hash) => [
    { remove: customerKeys.storedCardByHash(card.dealerCode, hash) },
    { remove: customerKeys.hashOfStoredCard(card.dealerCode, card.token, hash) },
  ]),
];

const byToken = (one: StoredCard, other: StoredCard): number => (one.token < other.token ? -1 : 1);

export const dynamoStoredCards = (table: Table): StoredCards => {
  const find: StoredCards['find'] = async (dealerCode, token) => {
    if (!CARD_TOKEN_PATTERN.test(token)) return undefined;
    const row = await table.get(customerKeys.storedCard(dealerCode, token));
    return row === undefined ? undefined : readStoredCardRow(row);
  };
  return {
    find,

    findByHash: async (dealerCode, hash) => {
      const pointer = await table.get(customerKeys.storedCardByHash(dealerCode, hash));
      return pointer === undefined ? undefined : find(dealerCode, readCardPointer(pointer));
    },

    ofCustomer: async (dealerCode, dealerCustomerId, limit) => {
      const { pk } = customerKeys.byId(dealerCode, dealerCustomerId);
      const found = await table.query({ pk, skPrefix: STORED_CARD_PREFIX, limit });
      const named = found.filter((row) => !isCard(row)).map(readCardPointer);
      const others = await readAll(
        table,
        named.map((token) => customerKeys.storedCard(dealerCode, token)),
      );
      return [...found.filter(isCard), ...others].map(readStoredCardRow).toSorted(byToken);
    },

    keyShards: CARD_KEY_SHARDS,

    underKey: async (keyName, shard, { limit, after }) => {
      const listPk = storedCardListingPartition(keyName, shard);
      const page = { index: LISTING_INDEX, listPk, limit, ...(after === undefined ? {} : { after }) };
      const rows = await table.list(page);
      return rows.map((row) => {
        // The position is dealer and token; neither holds the sign between them.
        const position = String(row.listSk);
        const [dealerCode = '', token = ''] = position.split('#');
        return { dealerCode, token, position };
      });
    },

    replaceSealed: async (card, sealed) =>
      (await table.transact([replaced({ ...card, ...sealed, version: card.version + 1 })])).applied,
  };
};
