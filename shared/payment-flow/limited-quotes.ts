import { awaitsOpening } from '../domain/link/opening.ts';
import type { PaymentRequest } from '../domain/link/payment-request.ts';
import type { InstallmentQuote } from '../domain/virtual-pos/installment-quote.ts';
import { dependsOnCard, fixedQuote } from '../domain/virtual-pos/installment-quotes.ts';
import type { Clock } from '../ports/clock.ts';
import type { QuoteCounters } from '../ports/quote-counters.ts';

/** Quotes of a card that a page is about to show. */
export interface QuotesToShow {
  readonly link: PaymentRequest;
  readonly quotes: readonly InstallmentQuote[];
  readonly chosenCount: number;
  /** The quotes are not the card's, since too many were asked for: the post of the card shows those. */
  readonly provisional?: true;
}

interface Asked {
  readonly addressScope: string;
  /** A card without a mistake in it: it is always told what it costs before it is charged. */
  readonly isOfWholeCard: boolean;
}

/**
 * Lets a page show installment quotes only so often, since they tell strangers what a dealer's banks cost. What costs
 * the same with every card tells nothing and is not counted. A refusal never stops a payment: the form shows one payment
 * of the link's amount then, or the dealer's own count (rule 34).
 */
export const limitedQuotes = async <Shown extends QuotesToShow>(
  shown: Shown,
  { addressScope, isOfWholeCard }: Asked,
  { quotes, clock }: { readonly quotes: QuoteCounters; readonly clock: Clock },
): Promise<Shown> => {
  const { link } = shown;
  if (!dependsOnCard(link.terms)) return shown;
  const counted = await quotes.count({
    payment: link.payment,
    addressScope,
    opens: awaitsOpening(link),
    nowMs: clock.now(),
  });
  if (counted === 'counted' || isOfWholeCard) return shown;
  const quote = fixedQuote(link.terms);
  return { ...shown, quotes: [quote], chosenCount: quote.count, provisional: true };
};
