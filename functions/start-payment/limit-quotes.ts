import { dependsOnCard } from '../../shared/domain/installment-quotes.ts';
import type { Clock } from '../../shared/ports/clock.ts';
import type { QuoteCounters } from '../../shared/ports/quote-counters.ts';
import type { PayerCall, StartOutcome } from './payer-call.ts';

/**
 * Lets a page show installment quotes only so often (rule 34). It stands behind the use case, so that every way to them
 * counts: the first digits, and a card with a mistake in it, whose number would be digits enough. What costs the same
 * with every card tells nothing and is not counted.
 */
export const withQuoteLimits =
  (
    start: (call: PayerCall) => Promise<StartOutcome>,
    { quotes, clock }: { readonly quotes: QuoteCounters; readonly clock: Clock },
  ) =>
  async (call: PayerCall): Promise<StartOutcome> => {
    const outcome = await start(call);
    if (outcome.kind !== 'card' || !dependsOnCard(outcome.link.terms)) return outcome;
    const { link } = outcome;
    const asked = { linkToken: link.token, addressScope: call.addressScope, nowMs: clock.now() };
    return (await quotes.count(asked)) === 'counted' ? outcome : { kind: 'declined', link, advice: 'try-later' };
  };
