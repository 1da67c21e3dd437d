import * as z from 'zod/mini';
import { given } from '../../../domain/given.ts';
import type { PendingCard, StoredCard } from '../../../domain/stored-card.ts';
import { keys, storedCardListing } from '../keys.ts';
import { parseRow, storedId } from './row.ts';

const customerRow = z.object({ dealerCustomerId: storedId, customerCode: z.string() });

/** The card that waits in an attempt. */
export const pendingCardRow = z.object({
  sealed: z.string(),
  customer: customerRow,
  cardName: z.optional(z.string()),
});

export const pendingCardOf = (row: z.output<typeof pendingCardRow>): PendingCard => given(row);

const storedCardRow = z.object({
  token: z.string(),
  dealerCode: z.string(),
  customer: customerRow,
  maskedCard: z.string(),
  cardName: z.optional(z.string()),
  sealed: z.string(),
  keyName: z.string(),
  version: z.int().check(z.positive()),
  storedAtMs: z.int(),
});

export const readStoredCardRow = (row: unknown): StoredCard => given(parseRow('stored card', storedCardRow, row));

export const storedCardItem = (card: StoredCard) => ({
  ...keys.storedCard(card.dealerCode, card.token),
  ...storedCardListing(card),
  entity: 'stored-card',
  ...card,
});

/** What a hash or a customer's list leads to: the token, and nothing of the card (rule 26). */
const cardPointerRow = z.object({ cardToken: z.string() });

export const readCardPointer = (row: unknown): string => parseRow('card pointer', cardPointerRow, row).cardToken;

export const cardHashItem = ({ dealerCode, token: cardToken }: StoredCard, hash: string) => ({
  ...keys.storedCardByHash(dealerCode, hash),
  entity: 'card-hash',
  cardToken,
});

export const cardOfCustomerItem = ({ dealerCode, customer, token: cardToken }: StoredCard) => ({
  ...keys.cardOfCustomer(dealerCode, customer.dealerCustomerId, cardToken),
  entity: 'customer-card',
  cardToken,
});
