import { maskCard } from '../domain/card/card-rules.ts';
import type { KeptCard, StoredCard } from '../domain/card/stored-card.ts';
import type { Customer } from '../domain/customer/customer.ts';
import { omitUndefined } from '../domain/omit-undefined.ts';
import type { CardHasher } from '../ports/card-hasher.ts';
import type { NewCard } from '../ports/customer-book.ts';
import type { CardTokens } from '../ports/identifiers.ts';
import type { Sealer } from '../ports/vault.ts';
import { sealStoredCard } from './kept-card.ts';

export interface NewCardDependencies {
  readonly sealer: Sealer;
  readonly hasher: CardHasher;
  readonly cardTokens: CardTokens;
}

interface CardOfCustomer {
  readonly customer: Pick<Customer, 'dealerCode' | 'dealerCustomerId' | 'customerCode'>;
  readonly kept: KeptCard;
  readonly cardName: string | undefined;
  readonly nowMs: number;
}

/** A card that a dealer stores for a customer, encrypted, with a token of its own and its hash. Throws VaultUnavailable. */
export const newCard = async (
  { customer, kept, cardName, nowMs }: CardOfCustomer,
  { sealer, hasher, cardTokens }: NewCardDependencies,
): Promise<NewCard> => {
  const { dealerCode, dealerCustomerId, customerCode } = customer;
  const place = { dealerCode, token: cardTokens.next(dealerCustomerId), version: 1 };
  const [sealed, hash] = await Promise.all([
    sealStoredCard(place, kept, sealer),
    hasher.hash({ dealerCode, scope: `stored-card:${dealerCustomerId}`, number: kept.number }),
  ]);
  const maskedCard = maskCard(kept.number);
  const owner = { dealerCustomerId, customerCode };
  return {
    card: { ...place, ...sealed, customer: owner, maskedCard, storedAtMs: nowMs, ...omitUndefined({ cardName }) },
    hash,
  };
};

/** The next version of a card that the customer has, with what was sent now. Throws VaultUnavailable. */
export const renewedCard = async (
  known: StoredCard,
  { kept, cardName = known.cardName }: Pick<CardOfCustomer, 'kept' | 'cardName'>,
  { sealer }: Pick<NewCardDependencies, 'sealer'>,
): Promise<StoredCard> => {
  const version = known.version + 1;
  const sealed = await sealStoredCard({ ...known, version }, kept, sealer);
  return { ...known, ...sealed, version, ...omitUndefined({ cardName }) };
};
