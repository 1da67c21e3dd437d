import { cardTokens } from '../../shared/adapters/runtime/card-tokens.ts';
import type { CardTokens } from '../../shared/ports/identifiers.ts';
import type { Seeded } from './seeded.ts';

/** The digits of a GUID, of which the first of the third group tells that the others are random. */
const DIGITS = /^(.{8})(.{4}).(.{3})(.{4})(.{12})$/;

/** Tokens that follow from the seed. Half of them name their customer, as while a deployment switches that on. */
export const seededCardTokens = (seeded: Pick<Seeded, 'guid'>): CardTokens => ({
  next: (dealerCustomerId) => {
    const guid = seeded.guid().replace(DIGITS, '$1-$2-4$3-$4-$5');
    const nameCustomers = Number.parseInt(guid.slice(0, 1), 16) % 2 === 0;
    return cardTokens({ randomness: { guid: () => guid }, nameCustomers }).next(dealerCustomerId);
  },
});
