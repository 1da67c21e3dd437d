import type { KeptCard } from './stored-card.ts';

/**
 * A card that the payer, or the dealer's call, gave for this very payment. A form for the payer's browser takes no other
 * (rule 25). A stored card that is opened has no such `source`, so the compiler keeps the two apart.
 */
export interface PostedCard extends KeptCard {
  readonly source: 'posted';
  readonly cvc?: string;
}

/** A stored card that was opened to pay, with the CVC that was given beside its token. It leaves to a bank alone. */
export interface OpenedCard extends KeptCard {
  readonly source: 'vault';
  readonly cvc?: string;
}

export const postedCard = (card: Omit<PostedCard, 'source'>): PostedCard => ({ ...card, source: 'posted' });

export const openedCard = (card: KeptCard, cvc: string | undefined): OpenedCard => ({
  ...card,
  ...(cvc === undefined ? {} : { cvc }),
  source: 'vault',
});
