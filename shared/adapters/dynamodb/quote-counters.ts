import type { PaymentName } from '../../domain/payment/payment-name.ts';
import type { QuoteCounters } from '../../ports/quote-counters.ts';
import type { Table } from './engine/table.ts';
import type { Write } from './engine/writes.ts';
import { keys } from './keys.ts';
import { linkOpened } from './payment/link-writes.ts';

const HOUR_MS = 3_600_000;
const HOUR_S = HOUR_MS / 1000;
/** Counters outlive their hour by one; nothing depends on when they go. */
const COUNTER_LIFE_S = 2 * HOUR_S;

/**
 * A link alone takes more than one address does, so that a stranger who has the address of a link does not use up the
 * quotes of its payer. An address takes more than a link: the payers of a mobile network share a few.
 */
const MAX_AN_HOUR = { link: 300, addressOfLink: 20, address: 600 } as const;

/** The fixed window that a quote of this moment counts in. */
export const quoteWindowOf = (nowMs: number): number => nowMs - (nowMs % HOUR_MS);

const COUNTED = 'SET #count = if_not_exists(#count, :zero) + :one, #expiresAt = :expiresAt';
const NAMES = { '#count': 'count', '#expiresAt': 'expiresAt' };
const valuesOf = (windowStartMs: number) => ({
  ':zero': 0,
  ':one': 1,
  ':expiresAt': Math.floor(windowStartMs / 1000) + COUNTER_LIFE_S,
});

const ofAddress = (addressScope: string, windowStartMs: number): Write => ({
  update: keys.counter('quotes-of-address', addressScope, windowStartMs),
  set: { expression: COUNTED, names: NAMES, values: valuesOf(windowStartMs) },
  onlyIf: {
    expression: 'attribute_not_exists(#count) OR #count < :most',
    values: { ':most': MAX_AN_HOUR.address },
  },
});

/**
 * One item counts all quotes of a link, and those to each address by themselves. Its condition is written without
 * brackets, AND before OR: an item that counts nothing yet holds no address either.
 */
const ofLink = (payment: PaymentName, addressScope: string, windowStartMs: number): Write => ({
  update: keys.counter('quotes-of-link', payment, windowStartMs),
  set: {
    expression: `${COUNTED}, #ofAddress = if_not_exists(#ofAddress, :zero) + :one`,
    names: { ...NAMES, '#ofAddress': `to ${addressScope}` },
    values: valuesOf(windowStartMs),
  },
  onlyIf: {
    expression: [
      'attribute_not_exists(#count)',
      '#count < :most AND attribute_not_exists(#ofAddress)',
      '#count < :most AND #ofAddress < :mostOfAddress',
    ].join(' OR '),
    values: { ':most': MAX_AN_HOUR.link, ':mostOfAddress': MAX_AN_HOUR.addressOfLink },
  },
});

/** Both counters in one transaction: a quote that one of them refuses uses nothing of the other. */
export const dynamoQuoteCounters = (table: Table): QuoteCounters => ({
  count: async ({ payment, addressScope, opens, nowMs }) => {
    const windowStartMs = quoteWindowOf(nowMs);
    const outcome = await table.transact([
      ofLink(payment, addressScope, windowStartMs),
      ofAddress(addressScope, windowStartMs),
      ...(opens ? [linkOpened(payment, nowMs)] : []),
    ]);
    return outcome.applied ? 'counted' : 'too-many';
  },
});
