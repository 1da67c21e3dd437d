import type { KeptCard, StoredCard } from '../domain/card/stored-card.ts';
import type { BinRecords } from '../ports/bin-directory.ts';
import type { Opener } from '../ports/vault.ts';
import { openStoredCard } from './kept-card.ts';

export interface ShowCardsDependencies {
  readonly opener: Opener;
  readonly bins: BinRecords;
}

/** What a dealer is shown of a stored card: its facts, and nothing of its number but what the mask shows. */
export const shownCard = async (
  { token, maskedCard, cardName }: Pick<StoredCard, 'token' | 'maskedCard' | 'cardName'>,
  { number, expiryMonth, expiryYear, holderName }: KeptCard,
  { bins }: Pick<ShowCardsDependencies, 'bins'>,
) => {
  const bankName = (await bins.record(number))?.bankName;
  return { token, maskedCard, cardName, bankName, holderName, expiryMonth, expiryYear };
};

/** Stored cards opened for one answer, the newest first. Throws VaultUnavailable. */
export const shownCards = (cards: readonly StoredCard[], deps: ShowCardsDependencies) =>
  Promise.all(
    cards
      .toSorted((one, other) => other.storedAtMs - one.storedAtMs)
      .map(async (card) => shownCard(card, await openStoredCard(card, deps.opener), deps)),
  );
