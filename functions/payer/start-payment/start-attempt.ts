import type { LinkAttempt } from '../../../shared/domain/attempt/attempt.ts';
import { begin } from '../../../shared/domain/attempt/transitions.ts';
import { istanbulDayOf } from '../../../shared/domain/calendar.ts';
import { canAuthenticate } from '../../../shared/domain/card/bank-card-brand.ts';
import type { CardInput } from '../../../shared/domain/card/card-input.ts';
import { postedCard } from '../../../shared/domain/card/posted-card.ts';
import { cardOwnerOf } from '../../../shared/domain/card/stored-card.ts';
import { omitUndefined } from '../../../shared/domain/omit-undefined.ts';
import { isTestCard, testCardAuthenticates } from '../../../shared/nestpay/test-card-numbers.ts';
import { resultUrl } from '../../../shared/payment-flow/addresses.ts';
import { withBudget } from '../../../shared/payment-flow/budget.ts';
import { charge, linkDeadlines } from '../../../shared/payment-flow/charge.ts';
import type { ChargeBreaker } from '../../../shared/payment-flow/charge-breaker.ts';
import { type LinkPayer, type LinkPayment, newLinkAttempt } from '../../../shared/payment-flow/link-attempt.ts';
import {
  countedIn,
  declined,
  handOver,
  LINK_CHANGED,
  type LinkChanged,
  type LinkStartDependencies,
  linkAfter,
  notBegun,
  refuseBrand,
  refuseStart,
  stopped,
} from '../../../shared/payment-flow/link-start.ts';
import { withPlace } from '../../../shared/payment-flow/place.ts';
import { openPosAccount } from '../../../shared/payment-flow/pos-account.ts';
import { type CardStoring, pendingCardFor } from '../../../shared/payment-flow/store-card.ts';
import type { Attempts } from '../../../shared/ports/attempts.ts';
import { BankCallNotAllowed, type BankGateway, type PosAccount } from '../../../shared/ports/bank-gateway.ts';
import type { Identifiers } from '../../../shared/ports/identifiers.ts';
import type { LimitUsage } from '../../../shared/ports/limit-usage.ts';
import type { ReusableLinkReads } from '../../../shared/ports/reusable-links.ts';
import type { Opener } from '../../../shared/ports/vault.ts';
import type { PayerPostOutcome } from './payer-call.ts';

export interface StartAttemptDependencies extends LinkStartDependencies {
  readonly attempts: Attempts;
  readonly limitUsage: LimitUsage;
  readonly reusableLinks: Pick<ReusableLinkReads, 'findByName' | 'placesOf'>;
  readonly cardStoring: CardStoring;
  readonly bank: BankGateway;
  readonly breaker: ChargeBreaker;
  readonly opener: Opener;
  readonly identifiers: Identifiers;
  /** Sandbox stages take test cards alone. */
  readonly sandbox: boolean;
}

/** Longest search for a place of a reusable link. The charge that follows needs the rest of the invocation. */
const PLACE_MS = 5000;

/** A payment with a card that the payer has typed. */
export interface TypedCardPayment extends LinkPayment {
  readonly card: CardInput;
  readonly storesCard: boolean;
}

export const reported = (
  baseUrl: string,
  resultReference: string,
  { language }: Pick<LinkPayer, 'language'>,
): PayerPostOutcome => ({
  kind: 'moved',
  location: resultUrl(baseUrl, resultReference, language),
});

/** The attempt with the payer's card waiting in it, where it is to be stored. */
const withCard = async (
  attempt: LinkAttempt,
  { link, dealer, card, storesCard }: TypedCardPayment,
  { cardStoring }: StartAttemptDependencies,
): Promise<LinkAttempt> => {
  const customer = cardOwnerOf(link, dealer, storesCard);
  if (customer === undefined) return attempt;
  const pendingCard = await pendingCardFor(attempt, { card, customer }, cardStoring);
  return { ...attempt, ...omitUndefined({ pendingCard }) };
};

/** The bank's answer to a charge whose intent is written. */
const charged = async (
  { link, card, call }: TypedCardPayment,
  charging: LinkAttempt,
  { account, deps }: { readonly account: PosAccount; readonly deps: StartAttemptDependencies },
): Promise<PayerPostOutcome> => {
  const { payerAddress } = call;
  const outcome = await charge(deps, charging, {
    account,
    send: (order, time) => deps.bank.charge(account, { ...order, card, payerAddress }, time),
    // The card is in memory still: the function that meets payers opens none.
    card: async () => card,
    ...linkDeadlines(charging, deps.clock.now()),
  });
  return outcome.kind === 'approved'
    ? reported(deps.baseUrl, outcome.resultReference, call)
    : linkAfter(link, charging);
};

const chargeNow = async (
  payment: TypedCardPayment,
  account: PosAccount,
  deps: StartAttemptDependencies,
): Promise<PayerPostOutcome | LinkChanged> => {
  const { link, dealer, nowMs, quote } = payment;
  const [attempt, counted] = await Promise.all([
    withCard(newLinkAttempt(payment, 'charging', deps.randomness), payment, deps),
    countedIn(payment, deps),
  ]);
  if (counted === undefined) return LINK_CHANGED;
  const need = {
    dealer,
    currency: link.terms.currency,
    amount: quote.total,
    day: istanbulDayOf(nowMs),
    first: nowMs,
    periods: 'day-and-month',
  } as const;
  let charging = attempt;
  const ofLink = { madeOf: link.madeOf, pick: attempt.trxId, untilMs: nowMs + PLACE_MS };
  const begun = await withBudget(need, deps.limitUsage, async (takes) => {
    const placed = await withPlace(ofLink, deps, async (place) => {
      const change = begin(attempt, counted.link, takes, place);
      charging = change.attempt;
      return deps.attempts.begin(change, counted.counters);
    });
    return placed.kind === 'done' ? placed.outcome : placed;
  });
  if (begun.kind === 'short') return refuseStart({ payment, code: '000', counted }, deps);
  if (begun.outcome.kind === 'no-place') return stopped(link);
  return begun.outcome.kind === 'begun' ? charged(payment, charging, { account, deps }) : notBegun(begun.outcome, link);
};

/**
 * Starts one attempt: with 3D it ends at the hand-over to the bank's gate, without 3D with the bank's answer. The intent
 * is written before either. What the service refuses itself is written as a declined attempt, and no bank hears of it.
 */
export const startAttempt = async (
  payment: TypedCardPayment,
  withThreeD: boolean,
  deps: StartAttemptDependencies,
): Promise<PayerPostOutcome | LinkChanged> => {
  const { link, card, pos } = payment;
  // Before the intent: the bank's own refusal of the card comes when the attempt is active and the budget taken.
  if (deps.sandbox && !isTestCard(card.number)) return declined(link, 'try-another-card');
  const authenticates = deps.sandbox ? testCardAuthenticates : canAuthenticate;
  if (withThreeD && !authenticates(card.number)) return refuseBrand(payment, deps);
  const account = await openPosAccount(pos, deps.opener);
  const waiting = (attempt: LinkAttempt) => withCard(attempt, payment, deps);
  try {
    return withThreeD
      ? await handOver({ ...payment, card: postedCard(card) }, { account, withCard: waiting }, deps)
      : await chargeNow(payment, account, deps);
  } catch (error) {
    if (error instanceof BankCallNotAllowed) return declined(link, 'try-another-card');
    throw error;
  }
};
