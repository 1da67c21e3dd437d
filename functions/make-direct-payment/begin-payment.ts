import type { DirectAttempt } from '../../shared/domain/attempt/attempt.ts';
import { istanbulDayOf } from '../../shared/domain/calendar.ts';
import type { Customer } from '../../shared/domain/customer/customer.ts';
import { type CardDayTake, isAboveCardLimit, limitsCards } from '../../shared/domain/limit/card-day.ts';
import { omitUndefined } from '../../shared/domain/omit-undefined.ts';
import { type BudgetNeed, isShort, withBudget } from '../../shared/payment-flow/budget.ts';
import { type CardStoring, pendingCardFor } from '../../shared/payment-flow/store-card.ts';
import type { Attempts } from '../../shared/ports/attempts.ts';
import type { CardHasher } from '../../shared/ports/card-hasher.ts';
import type { Clock } from '../../shared/ports/clock.ts';
import type { DirectBegin, DirectIntent, DirectPayments } from '../../shared/ports/direct-payments.ts';
import type { Identifiers, Randomness } from '../../shared/ports/identifiers.ts';
import type { LimitUsage } from '../../shared/ports/limit-usage.ts';
import { StoreUnavailable } from '../../shared/ports/store-errors.ts';
import { findDirect } from './charge-directly.ts';
import { newDirectAttempt } from './direct-attempt.ts';
import type { PreparedPayment } from './prepare-payment.ts';

export interface BeginDependencies {
  readonly attempts: Attempts;
  readonly directPayments: DirectPayments;
  readonly limitUsage: LimitUsage;
  readonly cards: CardHasher;
  readonly cardStoring: CardStoring;
  readonly identifiers: Identifiers;
  readonly randomness: Randomness;
  readonly clock: Clock;
}

/** What the limits refuse; everything else is the intent's outcome. */
export type BeginOutcome =
  | Exclude<DirectBegin, { kind: 'budget-changed' | 'card-limit' }>
  | { readonly kind: 'dealer-limit' }
  | { readonly kind: 'card-limit' };

export interface PaymentToBegin {
  readonly prepared: PreparedPayment;
  readonly fingerprint: string;
  /** The attempt that the same code named until now (rule 10). */
  readonly before: DirectAttempt | undefined;
}

/** `withBudget` plans anew for a changed budget, and never answers with it. */
const withoutBudget = (outcome: DirectBegin): BeginOutcome =>
  outcome.kind === 'budget-changed' ? { kind: 'dealer-limit' } : outcome;

/** The attempt with its card waiting in it, where it is to be stored for the customer (2.6, rule 27). */
const withCard = async (
  attempt: DirectAttempt,
  { storing }: PreparedPayment,
  { cardStoring }: BeginDependencies,
): Promise<DirectAttempt> => {
  const { customer } = attempt.direct;
  if (storing === undefined || customer === undefined) return attempt;
  const pendingCard = await pendingCardFor(attempt, { ...storing, customer }, cardStoring);
  return { ...attempt, ...omitUndefined({ pendingCard }) };
};

const newCustomerOf = async (
  { customer, dealer }: PreparedPayment,
  { identifiers }: BeginDependencies,
): Promise<Customer | undefined> => {
  if (customer.kind !== 'new') return undefined;
  const dealerCustomerId = await identifiers.next('customer');
  const { customerCode, details } = customer;
  return { dealerCode: dealer.dealerCode, dealerCustomerId, customerCode, version: 1, ...details };
};

const cardTakeOf = async (
  { dealer, card }: PreparedPayment,
  { terms, startedAtMs }: DirectAttempt,
  { cards }: BeginDependencies,
): Promise<CardDayTake | undefined> => {
  const { dealerCode, cardLimit: most } = dealer;
  if (!limitsCards(most)) return undefined;
  const hash = await cards.hash({ dealerCode, scope: 'card-day', number: card.number });
  return { hash, day: istanbulDayOf(startedAtMs), currency: terms.currency, amount: terms.total, most };
};

/** What the intent takes of the dealer's daily limit; the month's is for payment requests alone. */
const needOf = ({ dealer }: PreparedPayment, { terms, startedAtMs }: DirectAttempt): BudgetNeed => ({
  dealer,
  currency: terms.currency,
  amount: terms.total,
  day: istanbulDayOf(startedAtMs),
  first: startedAtMs,
  periods: 'day',
});

/** Where it is not known whether the intent was written it is read back; only what is there is charged. */
const write = async (intent: DirectIntent, deps: BeginDependencies): Promise<DirectBegin> => {
  try {
    return await deps.directPayments.begin(intent);
  } catch (error) {
    if (!(error instanceof StoreUnavailable) || error.outcome !== 'unknown') throw error;
    const attempt = await findDirect(deps.attempts, intent.attempt.reference);
    if (attempt === undefined) throw error;
    return { kind: 'begun', attempt };
  }
};

/**
 * Writes the intent of a payment: attempt, idempotency record, budget, the card's day and a new customer in one
 * transaction, before the bank is called (rules 1, 2, 8, 11, 17).
 */
export const beginPayment = async (
  { prepared, fingerprint, before }: PaymentToBegin,
  deps: BeginDependencies,
): Promise<BeginOutcome> => {
  const newCustomer = await newCustomerOf(prepared, deps);
  const customer = prepared.customer.kind === 'known' ? prepared.customer.customer : newCustomer;
  const begun = newDirectAttempt(prepared, { customer, before }, deps);
  // Both are calls of the key service, and neither waits for the other.
  const [attempt, card] = await Promise.all([withCard(begun, prepared, deps), cardTakeOf(prepared, begun, deps)]);
  const { otherTrxCode } = prepared.fields;
  const claim =
    otherTrxCode === undefined ? undefined : { otherTrxCode, fingerprint, ...omitUndefined({ after: before }) };
  const need = needOf(prepared, attempt);
  // A day that counts nothing yet takes any amount: what is above the whole limit is refused before (rule 17).
  if (card !== undefined && isAboveCardLimit(card.most, card.amount)) {
    return { kind: (await isShort(need, deps.limitUsage)) ? 'dealer-limit' : 'card-limit' };
  }
  const written = await withBudget(need, deps.limitUsage, (takes) =>
    write({ attempt, takes, ...omitUndefined({ claim, card, newCustomer }) }, deps),
  );
  return written.kind === 'short' ? { kind: 'dealer-limit' } : withoutBudget(written.outcome);
};
