import { CARD_TOKEN_PATTERN, type StoredCard } from '../../domain/card/stored-card.ts';
import type { CardToStore } from '../../ports/attempts.ts';
import type { StoredCards } from '../../ports/stored-cards.ts';
import type { Table } from './engine/table.ts';
import { ABSENT, atVersion, type Write } from './engine/writes.ts';
import { CARD_KEY_SHARDS, LISTING_INDEX, storedCardListingPartition } from './index-keys.ts';
import { customerCardsPartition, keys, STORED_CARD_PREFIX } from './keys.ts';
import {
  cardHashItem,
  customerCardItem,
  readCardPointer,
  readStoredCardRow,
  storedCardItem,
} from './rows/stored-card-row.ts';

const replaced = (card: StoredCard): Write => ({ put: storedCardItem(card), onlyIf: atVersion(card.version - 1) });

/**
 * What an approval writes of its card. A new card is found by its token, by its hash and in its customer's list; of two
 * attempts that store one card at once, the hash admits the first.
 */
export const cardStored = (store: CardToStore): readonly Write[] => {
  const { card } = store;
  if (store.kind === 'known') return [replaced(card)];
  return [
    { put: storedCardItem(card), onlyIf: ABSENT },
    { put: cardHashItem(card, store.hash), onlyIf: ABSENT },
    { put: customerCardItem(card), onlyIf: ABSENT },
  ];
};

const byToken = (one: StoredCard, other: StoredCard): number => (one.token < other.token ? -1 : 1);

export const dynamoStoredCards = (table: Table): StoredCards => {
  const find: StoredCards['find'] = async (dealerCode, token) => {
    if (!CARD_TOKEN_PATTERN.test(token)) return undefined;
    const row = await table.get(keys.storedCard(dealerCode, token));
    return row === undefined ? undefined : readStoredCardRow(row);
  };
  return {
    find,

    findByHash: async (dealerCode, hash) => {
      const pointer = await table.get(keys.storedCardByHash(dealerCode, hash));
      return pointer === undefined ? undefined : find(dealerCode, readCardPointer(pointer));
    },

    ofCustomer: async (dealerCode, dealerCustomerId, limit) => {
      const pk = customerCardsPartition(dealerCode, dealerCustomerId);
      const pointers = await table.query({ pk, skPrefix: STORED_CARD_PREFIX, limit });
      const rows = await table.getMany(pointers.map((row) => keys.storedCard(dealerCode, readCardPointer(row))));
      return rows.map(readStoredCardRow).toSorted(byToken);
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
