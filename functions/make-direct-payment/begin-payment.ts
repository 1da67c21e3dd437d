import { ANSWER_BY_MS, type DirectAttempt } from '../../shared/domain/attempt/attempt.ts';
import { orderIdOf } from '../../shared/domain/attempt/order-id.ts';
import { istanbulDayOf } from '../../shared/domain/calendar.ts';
import type { Customer } from '../../shared/domain/customer/customer.ts';
import type { DirectPayment } from '../../shared/domain/direct-payment/direct-payment.ts';
import { type CardDayTake, isAboveCardLimit, limitsCards } from '../../shared/domain/limit/card-day.ts';
import { buyerOf } from '../../shared/domain/link/payment-request-terms.ts';
import { askedCurrency, askedInstallmentCount } from '../../shared/domain/money/asked-terms.ts';
import { minor } from '../../shared/domain/money/money.ts';
import { omitUndefined } from '../../shared/domain/omit-undefined.ts';
import { pinnedPosOf } from '../../shared/domain/virtual-pos/virtual-pos.ts';
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

/** When the sweeper looks at a charge that nobody concluded: not before two minutes have gone (rule 5). */
const DOUBT_DUE_MS = 2 * 60_000;

/** What the limits refuse; everything else is the intent's outcome. */
export type BeginOutcome =
  | Exclude<DirectBegin, { kind: 'budget-changed' | 'card-limit' }>
  | { readonly kind: 'dealer-limit' }
  | { readonly kind: 'card-limit' };

const paymentOf = (
  { fields, operation, splits, cardToken, cardOwner }: PreparedPayment,
  registered: Customer | undefined,
): DirectPayment => {
  const { clientIp, software, subMerchantName, integratorId, otherTrxCode, description } = fields;
  const customer = registered ?? cardOwner;
  return {
    operation,
    pooled: fields.isPoolPayment === 1,
    splits,
    buyer: buyerOf(fields),
    basket: fields.basket,
    caller: omitUndefined({ clientIp, software, subMerchantName, integratorId }),
    ...omitUndefined({
      otherTrxCode,
      cardToken,
      cardHolderName: fields.card.holderName,
      description,
      commissionScenario: splits.length > 0 ? fields.commissionScenario : undefined,
      customer:
        customer === undefined
          ? undefined
          : { dealerCustomerId: customer.dealerCustomerId, customerCode: customer.customerCode },
    }),
  };
};

/** `withBudget` plans anew for a changed budget, and never answers with it. */
const withoutBudget = (outcome: DirectBegin): BeginOutcome =>
  outcome.kind === 'budget-changed' ? { kind: 'dealer-limit' } : outcome;

/**
 * Writes the intent of a payment: attempt, claim, budget, the card's day and a new customer in one transaction, before
 * the bank is called (rules 1, 2, 8, 11, 17). `before` is the attempt that the same code named until now (rule 10).
 */
export const beginPayment = (deps: BeginDependencies) => {
  const attemptOf = (
    prepared: PreparedPayment,
    customer: Customer | undefined,
    before: DirectAttempt | undefined,
  ): DirectAttempt => {
    const { fields, dealer, pos, maskedCard, payerAddress } = prepared;
    const reference = deps.randomness.token();
    const nowMs = deps.clock.now();
    return {
      reference,
      number: (before?.number ?? 0) + 1,
      // 128 random bits: nobody counts his way to another payment. It leads an operator to the attempt.
      orderId: orderIdOf(reference),
      dealerCode: dealer.dealerCode,
      pos: pinnedPosOf(pos),
      state: 'charging',
      told: 'nobody',
      version: 1,
      startedAtMs: nowMs,
      listingShards: dealer.listingShards,
      dueAtMs: nowMs + DOUBT_DUE_MS,
      lastCallAtMs: nowMs,
      answerByMs: nowMs + ANSWER_BY_MS,
      terms: {
        total: fields.amount ?? minor(0),
        currency: askedCurrency(fields),
        installments: askedInstallmentCount(fields),
        type: fields.isPreAuth === 1 ? 'pre-authorisation' : 'sale',
      },
      maskedCard,
      payerAddress,
      postponed: 0,
      reservations: [],
      direct: paymentOf(prepared, customer),
      ...omitUndefined({ previous: before?.reference }),
    };
  };

  /** The attempt with its card waiting in it, where it is to be stored for the customer (2.6, rule 27). */
  const withCard = async (attempt: DirectAttempt, { storing }: PreparedPayment): Promise<DirectAttempt> => {
    const { customer } = attempt.direct;
    if (storing === undefined || customer === undefined) return attempt;
    const pendingCard = await pendingCardFor(attempt, { ...storing, customer }, deps.cardStoring);
    return { ...attempt, ...omitUndefined({ pendingCard }) };
  };

  const newCustomerOf = async ({ customer, dealer }: PreparedPayment): Promise<Customer | undefined> => {
    if (customer.kind !== 'new') return undefined;
    const dealerCustomerId = await deps.identifiers.next('customer');
    const { customerCode, details } = customer;
    return { dealerCode: dealer.dealerCode, dealerCustomerId, customerCode, version: 1, ...details };
  };

  const cardTakeOf = async (
    { dealer, card }: PreparedPayment,
    { terms, startedAtMs }: DirectAttempt,
  ): Promise<CardDayTake | undefined> => {
    const { dealerCode, cardLimit: most } = dealer;
    if (!limitsCards(most)) return undefined;
    const hash = await deps.cards.hash({ dealerCode, scope: 'card-day', number: card.number });
    return { hash, day: istanbulDayOf(startedAtMs), currency: terms.currency, amount: terms.total, most };
  };

  /** Where it is not known whether the intent was written it is read back; only what is there is charged. */
  const write = async (intent: DirectIntent): Promise<DirectBegin> => {
    try {
      return await deps.directPayments.begin(intent);
    } catch (error) {
      if (!(error instanceof StoreUnavailable) || error.outcome !== 'unknown') throw error;
      const attempt = await findDirect(deps.attempts, intent.attempt.reference);
      if (attempt === undefined) throw error;
      return { kind: 'begun', attempt };
    }
  };

  return async (
    prepared: PreparedPayment,
    fingerprint: string,
    before: DirectAttempt | undefined,
  ): Promise<BeginOutcome> => {
    const { dealer, customer, fields } = prepared;
    const newCustomer = await newCustomerOf(prepared);
    const known = customer.kind === 'known' ? customer.customer : newCustomer;
    const begun = attemptOf(prepared, known, before);
    // Both are calls of the key service, and neither waits for the other.
    const [attempt, card] = await Promise.all([withCard(begun, prepared), cardTakeOf(prepared, begun)]);
    const { terms, startedAtMs } = attempt;
    const { otherTrxCode } = fields;
    const claim =
      otherTrxCode === undefined ? undefined : { otherTrxCode, fingerprint, ...omitUndefined({ after: before }) };
    const need: BudgetNeed = {
      dealer,
      currency: terms.currency,
      amount: terms.total,
      day: istanbulDayOf(startedAtMs),
      first: startedAtMs,
      periods: 'day',
    };
    // A day that counts nothing yet takes any amount: what is above the whole limit is refused before (rule 17).
    if (card !== undefined && isAboveCardLimit(card.most, card.amount)) {
      return { kind: (await isShort(need, deps.limitUsage)) ? 'dealer-limit' : 'card-limit' };
    }
    const written = await withBudget(need, deps.limitUsage, (takes) =>
      write({ attempt, takes, ...omitUndefined({ claim, card, newCustomer }) }),
    );
    return written.kind === 'short' ? { kind: 'dealer-limit' } : withoutBudget(written.outcome);
  };
};
