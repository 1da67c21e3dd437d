import { tokenOfCustomer } from '../../domain/card/stored-card.ts';
import type { CardTokens, Randomness } from '../../ports/identifiers.ts';

/** How new cards get their tokens: of random digits alone, or naming the customer beside whom the card is then kept. */
interface CardTokensOptions {
  readonly randomness: Pick<Randomness, 'guid'>;
  /** Whether tokens name their customer. Releases before find no card of such a token (rule 50). */
  readonly nameCustomers: boolean;
}

export const cardTokens = ({ randomness, nameCustomers }: CardTokensOptions): CardTokens => ({
  next: (dealerCustomerId) => {
    const guid = randomness.guid();
    return nameCustomers ? tokenOfCustomer(guid, dealerCustomerId) : guid.toLowerCase();
  },
});
