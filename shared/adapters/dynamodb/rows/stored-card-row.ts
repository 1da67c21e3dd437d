import * as z from 'zod/mini';
import type { PendingCard, StoredCard } from '../../../domain/card/stored-card.ts';
import { omitUndefined } from '../../../domain/omit-undefined.ts';
import { optionalText, parseRow, storedId, storedText, storedWhole } from '../engine/row.ts';
import { storedCardIndexKeys } from '../index-keys.ts';
import { keys } from '../keys.ts';

const customerRow = z.object({ dealerCustomerId: storedId, customerCode: storedText });

/** The card that waits in an attempt. */
export const pendingCardRow = z.object({
  sealed: storedText,
  customer: customerRow,
  cardName: optionalText,
});

export const pendingCardOf = (row: z.output<typeof pendingCardRow>): PendingCard => omitUndefined(row);

const storedCardRow = z.object({
  token: storedText,
  dealerCode: storedText,
  customer: customerRow,
  maskedCard: storedText,
  cardName: optionalText,
  sealed: storedText,
  keyName: storedText,
  version: z.int().check(z.positive()),
  storedAtMs: storedWhole,
});

export const readStoredCardRow = (row: unknown): StoredCard =>
  omitUndefined(parseRow('stored card', storedCardRow, row));

export const storedCardItem = (card: StoredCard) => ({
  ...keys.storedCard(card.dealerCode, card.token),
  ...storedCardIndexKeys(card),
  entity: 'stored-card',
  ...card,
});

/** What a hash or a customer's list leads to: the token, and nothing of the card (rule 26). */
const cardPointerRow = z.object({ cardToken: storedText });

export const readCardPointer = (row: unknown): string => parseRow('card pointer', cardPointerRow, row).cardToken;

export const cardHashItem = ({ dealerCode, token: cardToken }: StoredCard, hash: string) => ({
  ...keys.storedCardByHash(dealerCode, hash),
  entity: 'card-hash',
  cardToken,
});

export const customerCardItem = ({ dealerCode, customer, token: cardToken }: StoredCard) => ({
  ...keys.cardOfCustomer(dealerCode, customer.dealerCustomerId, cardToken),
  entity: 'customer-card',
  cardToken,
});
