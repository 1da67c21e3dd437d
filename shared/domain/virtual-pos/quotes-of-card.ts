import { type ChargedCard, mayCharge, type PosQuestion } from './choose-virtual-pos.ts';
import type { ChargeableQuote } from './installment-quote.ts';
import { countsOfLink, type QuotingTerms, quotesFor } from './installment-quotes.ts';
import type { VirtualPos } from './virtual-pos.ts';

/** The price of a count, with the virtual POS that charges it. */
export interface QuoteAtPos {
  readonly quote: ChargeableQuote;
  readonly pos: VirtualPos;
}

export interface CardQuoteQuestion extends PosQuestion {
  readonly terms: QuotingTerms;
  readonly card: ChargedCard;
}

/** First what the dealer bears, then what the payer does. */
const byCost = ({ quote: a }: QuoteAtPos, { quote: b }: QuoteAtPos): number =>
  a.dealerCommission - b.dealerCommission || a.total - b.total;

/**
 * What a card pays in each count, in ascending order, each at the virtual POS that charges it: the one that costs the dealer
 * least of those that may, and of equal ones the preferred (decisions: choosing). None where no virtual POS takes the card.
 */
export const quotesOfCard = (question: CardQuoteQuestion): readonly QuoteAtPos[] => {
  const { terms, card } = question;
  return countsOfLink(terms).flatMap((count) => {
    const priced = mayCharge(question, card, count).flatMap((pos) =>
      quotesFor({ terms, pos }).flatMap((quote) => (quote.count === count ? [{ quote, pos }] : [])),
    );
    return priced.toSorted(byCost).slice(0, 1);
  });
};
