import { dependsOnCard, fixedQuote } from '../../shared/domain/virtual-pos/installment-quotes.ts';
import type { Clock } from '../../shared/ports/clock.ts';
import type { QuoteCounters } from '../../shared/ports/quote-counters.ts';
import type { PayerCall, PayerPostOutcome } from './payer-call.ts';

type CardOutcome = Extract<PayerPostOutcome, { kind: 'card' }>;

/** The form without what the card's bank makes of it: one payment of the link's amount, or the dealer's own count. */
const withoutQuotes = ({ bin: _bin, ...outcome }: CardOutcome): CardOutcome => {
  const quote = fixedQuote(outcome.link.terms);
  return { ...outcome, bin: undefined, quotes: [quote], chosenCount: quote.count, provisional: true };
};

/**
 * Lets a page show installment quotes only so often, since they tell strangers what a dealer's banks cost. It stands
 * behind the use case, so that every way to them counts: the first digits, and a card with a mistake in it. What costs
 * the same with every card tells nothing and is not counted. A refusal never stops a payment: the form shows one payment
 * then, and a whole card that costs something else is always told so before it is charged.
 */
export const withQuoteLimits =
  (
    start: (call: PayerCall) => Promise<PayerPostOutcome>,
    { quotes, clock }: { readonly quotes: QuoteCounters; readonly clock: Clock },
  ) =>
  async (call: PayerCall): Promise<PayerPostOutcome> => {
    const outcome = await start(call);
    if (outcome.kind !== 'card' || !dependsOnCard(outcome.link.terms)) return outcome;
    const asked = { payment: outcome.link.payment, addressScope: call.addressScope, nowMs: clock.now() };
    const counted = await quotes.count(asked);
    const isOfWholeCard = call.posted.action === 'pay' && outcome.problems.length === 0;
    return counted === 'counted' || isOfWholeCard ? outcome : withoutQuotes(outcome);
  };
