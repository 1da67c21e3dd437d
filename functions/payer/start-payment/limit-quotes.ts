import { limitedQuotes } from '../../../shared/payment-flow/limited-quotes.ts';
import type { Clock } from '../../../shared/ports/clock.ts';
import type { QuoteCounters } from '../../../shared/ports/quote-counters.ts';
import type { PayerCall, PayerPostOutcome } from './payer-call.ts';

/**
 * Counts the quotes that a post shows. It stands behind the use case, so that every way to them counts: the first
 * digits, and a card with a mistake in it (rule 34).
 */
export const withQuoteLimits =
  (
    start: (call: PayerCall) => Promise<PayerPostOutcome>,
    deps: { readonly quotes: QuoteCounters; readonly clock: Clock },
  ) =>
  async (call: PayerCall): Promise<PayerPostOutcome> => {
    const outcome = await start(call);
    if (outcome.kind !== 'card') return outcome;
    const isOfWholeCard = call.posted.action === 'pay' && outcome.problems.length === 0;
    const shown = await limitedQuotes(outcome, { addressScope: call.addressScope, isOfWholeCard }, deps);
    return shown.provisional === true ? { ...shown, bin: undefined } : shown;
  };
