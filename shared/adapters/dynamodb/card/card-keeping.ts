import { CARD_TOKEN_PATTERN } from '../../../domain/card/stored-card.ts';
import { cardEvent } from '../../../domain/outbox/event-of-customer.ts';
import type { CardKeeping } from '../../../ports/customer-book.ts';
import { CARD_HASH_PREFIX, customerKeys } from '../customer/customer-keys.ts';
import { readAll, type Table } from '../engine/table.ts';
import { atVersion } from '../engine/writes.ts';
import { type EventWriter, NOBODY_TOLD } from '../outbox/event-writer.ts';
import { cardRemoved, readStoredCardRow } from './stored-cards.ts';

/** The card and the hashes that lead to it; one, unless a crash of an older release left more. */
const MOST_ROWS = 10;

export const dynamoCardKeeping = (table: Table, events: EventWriter = NOBODY_TOLD): CardKeeping => ({
  find: async (dealerCode, token) => {
    if (!CARD_TOKEN_PATTERN.test(token)) return undefined;
    const key = customerKeys.storedCard(dealerCode, token);
    const pk = customerKeys.ofToken(dealerCode, token);
    const [ofToken, besideCustomer] = await Promise.all([
      table.query({ pk, limit: MOST_ROWS }),
      key.pk === pk ? undefined : table.get(key),
    ]);
    const row = besideCustomer ?? ofToken.find((one) => one.sk === key.sk);
    if (row === undefined) return undefined;
    const hashes = ofToken.map((one) => String(one.sk)).filter((one) => one.startsWith(CARD_HASH_PREFIX));
    return { card: readStoredCardRow(row), hashes: hashes.map((one) => one.slice(CARD_HASH_PREFIX.length)) };
  },

  ofTokens: async (dealerCode, tokens) => {
    const rows = await readAll(
      table,
      tokens.map((token) => customerKeys.storedCard(dealerCode, token)),
    );
    const cards = new Map(rows.map(readStoredCardRow).map((card) => [card.token, card]));
    return tokens.flatMap((token) => cards.get(token) ?? []);
  },

  rename: async (card, cardName, moment) => {
    const { dealerCode, token, version } = card;
    const names = { '#cardName': 'cardName' };
    const set =
      cardName === undefined
        ? { expression: 'REMOVE #cardName', names }
        : { expression: 'SET #cardName = :cardName', names, values: { ':cardName': cardName } };
    // The name is no part of what is encrypted: the version, which counts encryptions, stays.
    const update = customerKeys.storedCard(dealerCode, token);
    const eventWrites = await events.writesOf([cardEvent('card.updated', card, moment)]);
    return (await table.transact([{ update, set, onlyIf: atVersion(version) }, ...eventWrites])).applied;
  },

  remove: async (card, hashes, moment) => {
    const eventWrites = await events.writesOf([cardEvent('card.removed', card, moment)]);
    return (await table.transact([...cardRemoved(card, hashes), ...eventWrites])).applied;
  },
});
