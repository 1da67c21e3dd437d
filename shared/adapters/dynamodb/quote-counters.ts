import type { QuoteCounters } from '../../ports/quote-counters.ts';
import type { Table } from './engine/table.ts';
import type { Write } from './engine/writes.ts';
import { keys } from './keys.ts';

const HOUR_MS = 3_600_000;
const HOUR_S = HOUR_MS / 1000;
/** Counters outlive their hour by one; nothing depends on when they go. */
const COUNTER_LIFE_S = 2 * HOUR_S;

type Scope = 'quotes-of-link-and-address' | 'quotes-of-address' | 'quotes-of-link';

/**
 * A link alone takes more than one address does, so that a stranger who has the address of a link does not use up the
 * quotes of its payer. An address takes more than a link: the payers of a mobile network share a few.
 */
const MAX_AN_HOUR: Readonly<Record<Scope, number>> = {
  'quotes-of-link-and-address': 20,
  'quotes-of-address': 600,
  'quotes-of-link': 300,
};

/** The fixed window that a quote of this moment counts in. */
export const quoteWindowOf = (nowMs: number): number => nowMs - (nowMs % HOUR_MS);

const counted = (scope: Scope, id: string, windowStartMs: number): Write => ({
  update: keys.counter(scope, id, windowStartMs),
  set: {
    expression: 'SET #count = if_not_exists(#count, :zero) + :one, #expiresAt = :expiresAt',
    names: { '#count': 'count', '#expiresAt': 'expiresAt' },
    values: { ':zero': 0, ':one': 1, ':expiresAt': Math.floor(windowStartMs / 1000) + COUNTER_LIFE_S },
  },
  onlyIf: { expression: 'attribute_not_exists(#count) OR #count < :most', values: { ':most': MAX_AN_HOUR[scope] } },
});

/** The counters in one transaction: a quote that one of them refuses uses nothing of the others. */
export const dynamoQuoteCounters = (table: Table): QuoteCounters => ({
  count: async ({ linkToken, addressScope, nowMs }) => {
    const windowStartMs = quoteWindowOf(nowMs);
    const outcome = await table.transact([
      counted('quotes-of-link-and-address', `${linkToken}#${addressScope}`, windowStartMs),
      counted('quotes-of-link', linkToken, windowStartMs),
      counted('quotes-of-address', addressScope, windowStartMs),
    ]);
    return outcome.applied ? 'counted' : 'too-many';
  },
});
