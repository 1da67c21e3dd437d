import {
  decidedHistory,
  type FoundOrder,
  isStandingState,
  type KnownHistory,
  leftToCredit,
  type OrderHistory,
} from '../payment/bank-facts.ts';
import type { ExpectedOrder } from './expected-order.ts';

/** How the bank's books differ from ours. */
export const bankDifferences = [
  'missing-at-bank',
  'charged-at-bank',
  'other-amount',
  'other-state',
  'other-refunds',
] as const;
export type BankDifference = (typeof bankDifferences)[number];

/** What the bank told of an order; the history is absent until it was asked for. */
export interface ToldOrder {
  readonly found: FoundOrder;
  readonly history?: OrderHistory | undefined;
}

/**
 * What follows from the bank's answer. `unclear`: the bank does not tell, contradicts itself, or has not decided, which is
 * never taken for a difference.
 */
export type Comparison =
  | { readonly kind: 'same' | 'unclear' | 'ask-history' }
  | { readonly kind: 'different'; readonly difference: BankDifference };

const SAME: Comparison = { kind: 'same' };
const different = (difference: BankDifference): Comparison => ({ kind: 'different', difference });

/** Goes on by the history, which is asked for first. */
const byHistory = ({ history }: ToldOrder, decide: (known: KnownHistory) => Comparison): Comparison => {
  if (history === undefined) return { kind: 'ask-history' };
  if (history.kind === 'no-record') return different('missing-at-bank');
  const known = decidedHistory(history);
  return known === undefined ? { kind: 'unclear' } : decide(known);
};

/** Nothing may stay charged, and no more may have gone back than was taken. */
const nothingStays = (told: ToldOrder): Comparison => {
  const { kind } = told.found;
  if (kind === 'voided' || kind === 'declined') return SAME;
  if (isStandingState(kind)) return different('charged-at-bank');
  return byHistory(told, (known) => {
    if (leftToCredit(known) < 0) return different('other-refunds');
    return leftToCredit(known) === 0 || !isStandingState(known.charge) ? SAME : different('charged-at-bank');
  });
};

/**
 * The bank does not tell, which is no difference. But where it shows a charge that stands beside the code of a decline,
 * and nothing may be charged, nobody else would ever ask about that order again.
 */
const unclear = (expected: ExpectedOrder, { found }: ToldOrder): Comparison =>
  found.shows !== undefined && (expected.kind === 'nothing' || expected.kind === 'given-back')
    ? different('charged-at-bank')
    : { kind: 'unclear' };

const held = (amount: number, { found }: ToldOrder): Comparison => {
  if (found.kind !== 'authorised') return different('other-state');
  return found.amount === amount ? SAME : different('other-amount');
};

type Taken = Extract<ExpectedOrder, { kind: 'taken' }>;

/** Some banks show a whole sale as authorised until the day end; a capture is captured or settled. */
const isTaken = (kind: string, { type }: Taken): boolean =>
  kind === 'captured' || kind === 'settled' || (kind === 'authorised' && type === 'sale');

const taken = (expected: Taken, told: ToldOrder): Comparison => {
  const { found } = told;
  const { amount, refunded } = expected;
  if (found.kind === 'voided' || found.kind === 'declined') return different('other-state');
  if (isStandingState(found.kind) && refunded === 0) {
    if (!isTaken(found.kind, expected)) return different('other-state');
    return found.amount === amount ? SAME : different('other-amount');
  }
  return byHistory(told, (known) => {
    if (!isTaken(known.charge, expected)) return different('other-state');
    if (known.amount !== amount) return different('other-amount');
    return known.amount - leftToCredit(known) === refunded ? SAME : different('other-refunds');
  });
};

/**
 * Compares what the bank told of an order with our records. Nothing is changed by it: an order that is open here is the
 * sweeper's, and counts as unclear.
 */
export const compareOrder = (expected: ExpectedOrder, told: ToldOrder): Comparison => {
  const { kind } = told.found;
  if (expected.kind === 'open') return { kind: 'unclear' };
  if (kind === 'unknown') return unclear(expected, told);
  if (kind === 'no-record') return expected.kind === 'nothing' ? SAME : different('missing-at-bank');
  switch (expected.kind) {
    case 'nothing':
    case 'given-back':
      return nothingStays(told);
    case 'held':
      return held(expected.amount, told);
    case 'taken':
      return taken(expected, told);
  }
};
