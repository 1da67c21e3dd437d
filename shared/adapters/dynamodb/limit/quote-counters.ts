import type { PaymentName } from '../../../domain/payment/payment-name.ts';
import type { QuoteCounters } from '../../../ports/quote-counters.ts';
import type { Table } from '../engine/table.ts';
import type { Write } from '../engine/writes.ts';
import { keys } from '../keys.ts';
import { linkOpened } from '../link/link-writes.ts';

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

/** One counter: the write that counts a quote, and the one that takes it back because the other counter refused it. */
interface Counter {
  readonly counts: Write;
  readonly takesBack: Write;
}

const STILL_THERE = { expression: 'attribute_exists(pk)' };

const ofAddress = (addressScope: string, windowStartMs: number): Counter => {
  const update = keys.counter('quotes-of-address', addressScope, windowStartMs);
  return {
    counts: {
      update,
      set: { expression: COUNTED, names: NAMES, values: valuesOf(windowStartMs) },
      onlyIf: {
        expression: 'attribute_not_exists(#count) OR #count < :most',
        values: { ':most': MAX_AN_HOUR.address },
      },
      isCount: true,
    },
    takesBack: {
      update,
      set: { expression: 'SET #count = #count - :one', names: NAMES, values: { ':one': 1 } },
      onlyIf: STILL_THERE,
      isCount: true,
    },
  };
};

/**
 * One item counts all quotes of a link, and those to each address by themselves. Its condition is written without
 * brackets, AND before OR: an item that counts nothing yet holds no address either.
 */
const ofLink = (payment: PaymentName, addressScope: string, windowStartMs: number): Counter => {
  const update = keys.counter('quotes-of-link', payment, windowStartMs);
  const names = { ...NAMES, '#ofAddress': `to ${addressScope}` };
  return {
    counts: {
      update,
      set: {
        expression: `${COUNTED}, #ofAddress = if_not_exists(#ofAddress, :zero) + :one`,
        names,
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
      isCount: true,
    },
    takesBack: {
      update,
      set: {
        expression: 'SET #count = #count - :one, #ofAddress = #ofAddress - :one',
        names,
        values: { ':one': 1 },
      },
      onlyIf: STILL_THERE,
      isCount: true,
    },
  };
};

/** Each counter by itself, which costs half of a transaction of both: what one of them refuses the other takes back. */
const countEach = async (table: Table, counters: readonly Counter[]): Promise<boolean> => {
  const outcomes = await Promise.all(counters.map(({ counts }) => table.transact([counts])));
  const counted = counters.filter((_counter, index) => outcomes[index]?.applied === true);
  if (counted.length === counters.length) return true;
  await Promise.all(counted.map(({ takesBack }) => table.transact([takesBack])));
  return false;
};

/** A quote that one of the counters refuses uses nothing of the other. */
export const dynamoQuoteCounters = (table: Table): QuoteCounters => ({
  count: async ({ payment, addressScope, opens, nowMs }) => {
    const windowStartMs = quoteWindowOf(nowMs);
    const counters = [ofLink(payment, addressScope, windowStartMs), ofAddress(addressScope, windowStartMs)];
    const isCounted = opens
      ? (await table.transact([...counters.map(({ counts }) => counts), linkOpened(payment, nowMs)])).applied
      : await countEach(table, counters);
    return isCounted ? 'counted' : 'too-many';
  },
});
