import type { LinkAttempt } from '../../shared/domain/attempt/attempt.ts';
import type { BankCode } from '../../shared/domain/attempt/bank-codes.ts';
import { begin, beginRefused } from '../../shared/domain/attempt/transitions.ts';
import { istanbulDayOf } from '../../shared/domain/calendar.ts';
import { canAuthenticate } from '../../shared/domain/card/bank-card-brand.ts';
import type { PayerAdvice } from '../../shared/domain/card/card-input.ts';
import { cardOwnerOf } from '../../shared/domain/card/stored-card.ts';
import { countAttempt, isLastAttempt } from '../../shared/domain/link/attempt-count.ts';
import type { PaymentRequest } from '../../shared/domain/link/payment-request.ts';
import { omitUndefined } from '../../shared/domain/omit-undefined.ts';
import { addressOf } from '../../shared/domain/payment/payment-name.ts';
import { isTestCard, testCardAuthenticates } from '../../shared/nestpay/test-cards.ts';
import { callbackUrl, resultUrl } from '../../shared/payment-flow/addresses.ts';
import { orderOf } from '../../shared/payment-flow/await-answer.ts';
import { withBudget } from '../../shared/payment-flow/budget.ts';
import { charge, linkDeadlines } from '../../shared/payment-flow/charge.ts';
import { openPosAccount } from '../../shared/payment-flow/pos-account.ts';
import { type CardStoring, pendingCardFor } from '../../shared/payment-flow/store-card.ts';
import type { AttemptCounters, Attempts, BeginOutcome } from '../../shared/ports/attempts.ts';
import { BankCallNotAllowed, type BankGateway, type PosAccount } from '../../shared/ports/bank-gateway.ts';
import type { CardHasher } from '../../shared/ports/card-hasher.ts';
import type { Clock } from '../../shared/ports/clock.ts';
import type { Identifiers, Randomness } from '../../shared/ports/identifiers.ts';
import type { LimitUsage } from '../../shared/ports/limit-usage.ts';
import type { Opener } from '../../shared/ports/vault.ts';
import { newLinkAttempt, type Payment } from './link-attempt.ts';
import type { PayerCall, PayerPostOutcome } from './payer-call.ts';

export interface StartAttemptDependencies {
  readonly attempts: Attempts;
  readonly limitUsage: LimitUsage;
  readonly cards: CardHasher;
  readonly cardStoring: CardStoring;
  readonly bank: BankGateway;
  readonly opener: Opener;
  readonly identifiers: Identifiers;
  readonly randomness: Randomness;
  readonly clock: Clock;
  readonly baseUrl: string;
  /** Sandbox stages take test cards alone. */
  readonly sandbox: boolean;
}

/** Another post came in between, and nothing was written: the link is looked at anew. */
export interface LinkChanged {
  readonly kind: 'link-changed';
}

/** How long a gateway may take to begin an authentication: the payer waits for the answer. */
const GATE_CALL_MS = 10_000;

export const LINK_CHANGED: LinkChanged = { kind: 'link-changed' };

/** The link with one attempt more, and the counters of its window. */
interface Counted {
  readonly link: PaymentRequest;
  readonly counters: AttemptCounters;
}

export const declined = (link: PaymentRequest, advice: PayerAdvice): PayerPostOutcome => ({
  kind: 'declined',
  link,
  advice,
});

export const reported = (baseUrl: string, resultReference: string, { language }: PayerCall): PayerPostOutcome => ({
  kind: 'moved',
  location: resultUrl(baseUrl, resultReference, language),
});

const linkAfter = (link: PaymentRequest, attempt: LinkAttempt): PayerPostOutcome => ({
  kind: 'link',
  link,
  passOn: isLastAttempt(attempt),
});

const notBegun = ({ kind }: Exclude<BeginOutcome, { kind: 'begun' }>, link: PaymentRequest) =>
  kind === 'too-many' ? declined(link, 'try-later') : LINK_CHANGED;

/** The attempt with the payer's card waiting in it, where it is to be stored. */
const withCard = async (
  attempt: LinkAttempt,
  { link, dealer, card, storesCard }: Payment,
  { cardStoring }: StartAttemptDependencies,
): Promise<LinkAttempt> => {
  const customer = cardOwnerOf(link, dealer, storesCard);
  if (customer === undefined) return attempt;
  const pendingCard = await pendingCardFor(attempt, { card, customer }, cardStoring);
  return { ...attempt, ...omitUndefined({ pendingCard }) };
};

/**
 * What an attempt counts in; undefined where its link must pause. Made once for all plans of its budget: a hash is a call
 * of the key service.
 */
const countedIn = async (
  { link, card, call, nowMs }: Payment,
  { cards }: StartAttemptDependencies,
): Promise<Counted | undefined> => {
  const counted = countAttempt(link.progress, nowMs);
  if ('pauseUntilMs' in counted) return undefined;
  const { progress } = counted;
  const cardHash = await cards.hash({ dealerCode: link.dealerCode, scope: 'page-attempts', number: card.number });
  const counters = { windowStartMs: progress.windowStartMs, cardHash, address: call.addressScope };
  return { link: { ...link, progress }, counters };
};

const concluding = ({ payment }: LinkAttempt, { clock, randomness }: StartAttemptDependencies) => ({
  nowMs: clock.now(),
  resultReference: addressOf(payment, randomness.token()),
});

/** An attempt that ends before anything can be charged. */
interface RefusedAttempt {
  readonly payment: Payment;
  readonly code: BankCode;
  readonly counted: Counted;
  /** The attempt whose 3D failed at its start (rule 20); a new one where the bank never hears of it. */
  readonly attempt?: LinkAttempt;
}

/** Writes an attempt as declined that was never charged: it is counted, listed and reported like every other. */
const refuse = async (
  { payment, code, counted, attempt: authenticating }: RefusedAttempt,
  deps: StartAttemptDependencies,
): Promise<PayerPostOutcome | LinkChanged> => {
  const attempt = authenticating ?? newLinkAttempt(payment, 'authenticating', deps.randomness);
  const why = { code, threeDOnly: authenticating !== undefined };
  const change = beginRefused(attempt, counted.link, { ...why, ...concluding(attempt, deps) });
  const outcome = await deps.attempts.begin(change, counted.counters);
  return outcome.kind === 'begun' ? linkAfter(payment.link, attempt) : notBegun(outcome, payment.link);
};

/** A card of a brand that takes no part in 3D Secure: refused here, as the virtual POS would refuse it (013). */
const refuseBrand = async (
  payment: Payment,
  deps: StartAttemptDependencies,
): Promise<PayerPostOutcome | LinkChanged> => {
  const counted = await countedIn(payment, deps);
  return counted === undefined ? LINK_CHANGED : refuse({ payment, code: '013', counted }, deps);
};

const handOver = async (
  payment: Payment,
  account: PosAccount,
  deps: StartAttemptDependencies,
): Promise<PayerPostOutcome | LinkChanged> => {
  const refusable = newLinkAttempt(payment, 'authenticating', deps.randomness);
  const [attempt, counted] = await Promise.all([withCard(refusable, payment, deps), countedIn(payment, deps)]);
  if (counted === undefined) return LINK_CHANGED;
  const url = callbackUrl(deps.baseUrl, attempt);
  const { random, language } = attempt;
  const { card, link } = payment;
  // Before the intent is written, since it charges nothing: a card that the stage refuses leaves no attempt behind.
  const begun = await deps.bank.start3D(
    account,
    { order: orderOf(attempt), card, okUrl: url, failUrl: url, random, language },
    { answerBy: deps.clock.now() + GATE_CALL_MS },
  );
  if (begun.kind === 'failed') return refuse({ payment, code: begun.code, counted, attempt: refusable }, deps);
  const { form, gatewayState } = begun;
  const handedOver = { ...attempt, ...omitUndefined({ gatewayState }) };
  const outcome = await deps.attempts.begin(begin(handedOver, counted.link, []), counted.counters);
  return outcome.kind === 'begun' ? { kind: 'hand-over', link, form } : notBegun(outcome, link);
};

/** The bank's answer to a charge whose intent is written. */
const charged = async (
  { link, card, call }: Payment,
  charging: LinkAttempt,
  account: PosAccount,
  deps: StartAttemptDependencies,
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
  payment: Payment,
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
  const begun = await withBudget(need, deps.limitUsage, async (takes) => {
    const change = begin(attempt, counted.link, takes);
    charging = change.attempt;
    return deps.attempts.begin(change, counted.counters);
  });
  if (begun.kind === 'short') return refuse({ payment, code: '000', counted }, deps);
  return begun.outcome.kind === 'begun' ? charged(payment, charging, account, deps) : notBegun(begun.outcome, link);
};

/**
 * Starts one attempt: with 3D it ends at the hand-over to the bank's gate, without 3D with the bank's answer. The intent
 * is written before either. What the service refuses itself is written as a declined attempt, and no bank hears of it.
 */
export const startAttempt = async (
  payment: Payment,
  withThreeD: boolean,
  deps: StartAttemptDependencies,
): Promise<PayerPostOutcome | LinkChanged> => {
  const { link, card, pos } = payment;
  // Before the intent: the bank's own refusal of the card comes when the attempt is active and the budget taken.
  if (deps.sandbox && !isTestCard(card.number)) return declined(link, 'try-another-card');
  const authenticates = deps.sandbox ? testCardAuthenticates : canAuthenticate;
  if (withThreeD && !authenticates(card.number)) return refuseBrand(payment, deps);
  const account = await openPosAccount(pos, deps.opener);
  try {
    return withThreeD ? await handOver(payment, account, deps) : await chargeNow(payment, account, deps);
  } catch (error) {
    if (error instanceof BankCallNotAllowed) return declined(link, 'try-another-card');
    throw error;
  }
};
