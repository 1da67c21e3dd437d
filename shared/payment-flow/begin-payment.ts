import type { DirectAttempt } from '../domain/attempt/attempt.ts';
import { istanbulDayOf } from '../domain/calendar.ts';
import type { Customer } from '../domain/customer/customer.ts';
import { type CardDayTake, isAboveCardLimit, limitsCards } from '../domain/limit/card-day.ts';
import { omitUndefined } from '../domain/omit-undefined.ts';
import type { PaymentName } from '../domain/payment/payment-name.ts';
import type { Attempts } from '../ports/attempts.ts';
import type { CardHasher } from '../ports/card-hasher.ts';
import type { Clock } from '../ports/clock.ts';
import type { DirectBegin, DirectIntent, DirectPayments } from '../ports/direct-payments.ts';
import type { Identifiers, PaymentNames } from '../ports/identifiers.ts';
import type { LimitUsage } from '../ports/limit-usage.ts';
import { StoreUnavailable } from '../ports/store-errors.ts';
import { type BudgetNeed, isShort, withBudget } from './budget.ts';
import { type DirectAttemptName, newDirectAttempt } from './direct-attempt.ts';
import { findDirect } from './find-direct.ts';
import type { PreparedPayment } from './prepare-payment.ts';
import { type CardStoring, pendingCardFor } from './store-card.ts';

export interface DirectIntentDependencies {
  readonly attempts: Attempts;
  readonly limitUsage: LimitUsage;
  readonly cards: CardHasher;
  readonly cardStoring: CardStoring;
  readonly identifiers: Identifiers;
  readonly paymentNames: PaymentNames;
  readonly clock: Clock;
}

export interface BeginDependencies extends DirectIntentDependencies {
  readonly directPayments: DirectPayments;
}

/** The outcome of the intent, or the limit that refused it. */
export type BeginOutcome =
  | Exclude<DirectBegin, { kind: 'budget-changed' | 'card-limit' }>
  | { readonly kind: 'dealer-limit' }
  | { readonly kind: 'card-limit' };

export interface PaymentToBegin {
  readonly prepared: PreparedPayment;
  readonly fingerprint: string;
  /** The latest attempt of the same code, which the new one follows (rule 10). */
  readonly before: DirectAttempt | undefined;
  /** Its name, where no code of the dealer names it. */
  readonly payment?: PaymentName;
}

/** Writes an intent in one transaction, perhaps with more than the payment needs. Throws StoreUnavailable. */
type WriteIntent<Outcome> = (intent: DirectIntent) => Promise<Outcome>;

type AnyOutcome = { readonly kind: string };

/** `withBudget` plans anew when a budget changed, so it never answers `budget-changed`. */
const withoutBudget = <Outcome extends AnyOutcome>(
  outcome: Outcome,
): Exclude<Outcome, { kind: 'budget-changed' }> | { readonly kind: 'dealer-limit' } =>
  outcome.kind === 'budget-changed'
    ? { kind: 'dealer-limit' }
    : (outcome as Exclude<Outcome, { kind: 'budget-changed' }>);

/**
 * The attempt with its pending card, if the card is to be stored for the customer (dealer interface 2.6, rule 27).
 */
const withCard = async (
  attempt: DirectAttempt,
  { storing }: PreparedPayment,
  { cardStoring }: DirectIntentDependencies,
): Promise<DirectAttempt> => {
  const { customer } = attempt.direct;
  if (storing === undefined || customer === undefined) return attempt;
  const pendingCard = await pendingCardFor(attempt, { ...storing, customer }, cardStoring);
  return { ...attempt, ...omitUndefined({ pendingCard }) };
};

const newCustomerOf = async (
  { customer, dealer }: PreparedPayment,
  { identifiers, clock }: DirectIntentDependencies,
): Promise<Customer | undefined> => {
  if (customer.kind !== 'new') return undefined;
  const dealerCustomerId = await identifiers.next('customer');
  const { customerCode, details } = customer;
  const { dealerCode } = dealer;
  return { dealerCode, dealerCustomerId, customerCode, version: 1, createdAtMs: clock.now(), ...details };
};

/** The first attempt of a new payment, or the one after an attempt of the same code (rule 10). */
const namedAfter = async (
  { before, prepared, payment: given }: Omit<PaymentToBegin, 'fingerprint'>,
  { identifiers, paymentNames }: DirectIntentDependencies,
): Promise<DirectAttemptName> => {
  const { dealer, fields } = prepared;
  const trxId = await identifiers.next('transaction');
  if (before !== undefined) {
    return { payment: before.payment, number: before.number + 1, paymentId: before.paymentId, trxId };
  }
  const payment = given ?? paymentNames.nameOf(dealer.dealerCode, fields.otherTrxCode);
  return { payment, number: 1, paymentId: await identifiers.next('payment'), trxId };
};

const cardTakeOf = async (
  { dealer, card }: PreparedPayment,
  { terms, startedAtMs }: DirectAttempt,
  { cards }: DirectIntentDependencies,
): Promise<CardDayTake | undefined> => {
  const { dealerCode, cardLimit: most } = dealer;
  if (!limitsCards(most)) return undefined;
  const hash = await cards.hash({ dealerCode, scope: 'card-day', number: card.number });
  return { hash, day: istanbulDayOf(startedAtMs), currency: terms.currency, amount: terms.total, most };
};

/** What the intent reserves of the dealer's daily limit; the month's limit does not count direct payments. */
const needOf = ({ dealer }: PreparedPayment, { terms, startedAtMs }: DirectAttempt): BudgetNeed => ({
  dealer,
  currency: terms.currency,
  amount: terms.total,
  day: istanbulDayOf(startedAtMs),
  first: startedAtMs,
  periods: 'day',
});

/**
 * Writes the intent. If the write has no clear answer, the attempt is read back, and charged only if it is there.
 * Another call with the same code may have written its own attempt there; only that call charges it. `trxId` tells them
 * apart.
 */
const write = async <Outcome>(
  intent: DirectIntent,
  writeIntent: WriteIntent<Outcome>,
  deps: DirectIntentDependencies,
): Promise<Outcome | Extract<DirectBegin, { kind: 'begun' }>> => {
  try {
    return await writeIntent(intent);
  } catch (error) {
    if (!(error instanceof StoreUnavailable) || error.outcome !== 'unknown') throw error;
    const attempt = await findDirect(deps.attempts, intent.attempt.reference);
    if (attempt?.trxId !== intent.attempt.trxId) throw error;
    return { kind: 'begun', attempt };
  }
};

/**
 * Writes the intent of a payment: the payment itself with its first attempt, budget, the card's day and a new customer
 * in one transaction, before the bank is called (rules 1, 2, 8, 11, 17). `writeIntent` may write more with it.
 */
export const beginWith = async <Outcome extends AnyOutcome>(
  { prepared, fingerprint, before, ...named }: PaymentToBegin,
  writeIntent: WriteIntent<Outcome>,
  deps: DirectIntentDependencies,
) => {
  const [newCustomer, name] = await Promise.all([
    newCustomerOf(prepared, deps),
    namedAfter({ before, prepared, ...named }, deps),
  ]);
  const customer = prepared.customer.kind === 'known' ? prepared.customer.customer : newCustomer;
  const ofCode = prepared.fields.otherTrxCode === undefined ? undefined : fingerprint;
  const begun = {
    ...newDirectAttempt(prepared, name, { customer, nowMs: deps.clock.now() }),
    ...omitUndefined({ fingerprint: ofCode }),
  };
  // Two independent calls of the key service.
  const [attempt, card] = await Promise.all([withCard(begun, prepared, deps), cardTakeOf(prepared, begun, deps)]);
  const need = needOf(prepared, attempt);
  // The condition cannot refuse the first payment of a day, so an amount above the whole limit is refused here (rule
  // 17).
  if (card !== undefined && isAboveCardLimit(card.most, card.amount)) {
    return { kind: (await isShort(need, deps.limitUsage)) ? 'dealer-limit' : 'card-limit' } as const;
  }
  const more = omitUndefined({ after: before, card, newCustomer });
  const written = await withBudget(need, deps.limitUsage, (takes) =>
    write({ attempt, takes, ...more }, writeIntent, deps),
  );
  return written.kind === 'short' ? ({ kind: 'dealer-limit' } as const) : withoutBudget(written.outcome);
};

/** The intent of a direct payment, as a call of its dealer begins it. */
export const beginPayment = (payment: PaymentToBegin, deps: BeginDependencies): Promise<BeginOutcome> =>
  beginWith(payment, (intent) => deps.directPayments.begin(intent), deps);
