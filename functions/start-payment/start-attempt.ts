import type { LinkAttempt } from '../../shared/domain/attempt.ts';
import { canAuthenticate } from '../../shared/domain/bank-card-brand.ts';
import type { BankCode } from '../../shared/domain/bank-codes.ts';
import { isTestCard } from '../../shared/domain/bank-test-cards.ts';
import { istanbulDayOf } from '../../shared/domain/calendar.ts';
import type { PayerAdvice } from '../../shared/domain/card-input.ts';
import { given } from '../../shared/domain/given.ts';
import type { PaymentRequest } from '../../shared/domain/payment-request.ts';
import { cardOwnerOf } from '../../shared/domain/stored-card.ts';
import { callbackUrl, resultUrl } from '../../shared/payment-flow/addresses.ts';
import { chargeTimes, orderOf, resolveAnswer } from '../../shared/payment-flow/await-answer.ts';
import { withBudget } from '../../shared/payment-flow/budget.ts';
import { concludeDeclined, countAttempt } from '../../shared/payment-flow/conclude.ts';
import { isLastAttempt, refusedEnd } from '../../shared/payment-flow/last-attempt.ts';
import { openPosAccount } from '../../shared/payment-flow/pos-account.ts';
import { type CardStoring, concludeApprovedStoringCard, pendingCardFor } from '../../shared/payment-flow/store-card.ts';
import type { AttemptCounters, Attempts, BeginOutcome } from '../../shared/ports/attempts.ts';
import type { CardHasher } from '../../shared/ports/card-hasher.ts';
import type { Clock } from '../../shared/ports/clock.ts';
import type { Randomness } from '../../shared/ports/identifiers.ts';
import type { LimitUsage } from '../../shared/ports/limit-usage.ts';
import type { Opener } from '../../shared/ports/vault.ts';
import { type VirtualPos as Bank, BankCallNotAllowed, type PosAccount } from '../../shared/ports/virtual-pos.ts';
import { newAttempt, type Payment } from './new-attempt.ts';
import type { PayerCall, StartOutcome } from './payer-call.ts';

export interface StartAttemptDependencies {
  readonly attempts: Attempts;
  readonly limitUsage: LimitUsage;
  readonly cards: CardHasher;
  readonly cardStoring: CardStoring;
  readonly bank: Bank;
  readonly opener: Opener;
  readonly randomness: Randomness;
  readonly clock: Clock;
  readonly baseUrl: string;
  /** Sandbox stages take test cards alone (rule 22). */
  readonly sandbox: boolean;
}

/** Another post came in between, and nothing was written: the link is looked at anew. */
export interface LinkChanged {
  readonly kind: 'link-changed';
}

const LINK_CHANGED: LinkChanged = { kind: 'link-changed' };

/** The link with one attempt more, and the counters of its window (rule 33). */
interface Counted {
  readonly link: PaymentRequest;
  readonly counters: AttemptCounters;
}

export const declined = (link: PaymentRequest, advice: PayerAdvice): StartOutcome => ({
  kind: 'declined',
  link,
  advice,
});

export const reported = (baseUrl: string, resultReference: string, { language }: PayerCall): StartOutcome => ({
  kind: 'moved',
  location: resultUrl(baseUrl, resultReference, language),
});

const linkAfter = (link: PaymentRequest, attempt: LinkAttempt): StartOutcome => ({
  kind: 'link',
  link,
  passOn: isLastAttempt(attempt),
});

const notBegun = ({ kind }: Exclude<BeginOutcome, { kind: 'begun' }>, link: PaymentRequest) =>
  kind === 'too-many' ? declined(link, 'try-later') : LINK_CHANGED;

/**
 * Starts one attempt: with 3D it ends at the hand-over to the bank's gate, without 3D with the bank's answer. The intent
 * is written before either. What the service refuses itself is written as a declined attempt, and no bank hears of it.
 */
export const startAttempt = (deps: StartAttemptDependencies) => {
  const { attempts, bank, clock, randomness, baseUrl } = deps;

  /** The attempt with the payer's card waiting in it, where it is to be stored (rule 27). */
  const withCard = async (attempt: LinkAttempt, { link, dealer, card, storesCard }: Payment): Promise<LinkAttempt> => {
    const customer = cardOwnerOf(link, dealer, storesCard);
    if (customer === undefined) return attempt;
    const pendingCard = await pendingCardFor(attempt, { card, customer }, deps.cardStoring);
    return { ...attempt, ...given({ pendingCard }) };
  };

  const countersOf = async ({ link, card, call }: Payment, windowStartMs: number): Promise<AttemptCounters> => {
    const { dealerCode } = link;
    const cardHash = await deps.cards.hash({ dealerCode, scope: 'page-attempts', number: card.number });
    return { windowStartMs, cardHash, address: call.addressScope };
  };

  /** What an intent counts in. Made once for all plans of its budget: a hash is a call of the key service. */
  const countedIn = async (payment: Payment): Promise<Counted | undefined> => {
    const counted = countAttempt(payment.link.progress, payment.nowMs);
    if ('pauseUntilMs' in counted) return undefined;
    const { progress } = counted;
    return { link: { ...payment.link, progress }, counters: await countersOf(payment, progress.windowStartMs) };
  };

  const concluding = () => ({ nowMs: clock.now(), resultReference: randomness.token() });

  /** Writes an attempt as declined that the bank never hears of: it is counted, listed and reported like every other. */
  const refuse = async (
    payment: Payment,
    code: BankCode,
    counted: Counted | undefined,
  ): Promise<StartOutcome | LinkChanged> => {
    if (counted === undefined) return LINK_CHANGED;
    const attempt = newAttempt(payment, 'authenticating', randomness);
    const end = refusedEnd(attempt, code, concluding());
    const outcome = await attempts.beginRefused(attempt, counted.link, counted.counters, end);
    return outcome.kind === 'begun' ? linkAfter(payment.link, attempt) : notBegun(outcome, payment.link);
  };

  const handOver = async (payment: Payment, account: PosAccount): Promise<StartOutcome | LinkChanged> => {
    const [attempt, counted] = await Promise.all([
      withCard(newAttempt(payment, 'authenticating', randomness), payment),
      countedIn(payment),
    ]);
    if (counted === undefined) return LINK_CHANGED;
    const url = callbackUrl(baseUrl, attempt.reference);
    const { random, language } = attempt;
    const { card } = payment;
    // Made before the intent is written: a card that the stage refuses leaves no attempt behind.
    const form = bank.start3D(account, { order: orderOf(attempt), card, okUrl: url, failUrl: url, random, language });
    const outcome = await attempts.begin(attempt, counted.link, counted.counters, []);
    return outcome.kind === 'begun' ? { kind: 'hand-over', link: payment.link, form } : notBegun(outcome, payment.link);
  };

  /** The bank's answer to a charge whose intent is written. */
  const charged = async (payment: Payment, charging: LinkAttempt, account: PosAccount): Promise<StartOutcome> => {
    const { link, card, call } = payment;
    const order = orderOf(charging);
    const times = chargeTimes(charging, clock.now());
    const answer = await bank.charge(account, { ...order, card, payerAddress: call.payerAddress }, times.charge);
    const verdict = await resolveAnswer(answer, { pos: bank, account, order, time: times.asking, clock });
    if (verdict.kind === 'unknown') return linkAfter(link, charging);
    const options = concluding();
    if (verdict.kind === 'declined') {
      await concludeDeclined(attempts, charging, verdict, options);
      return linkAfter(link, charging);
    }
    const { references } = verdict;
    // The card is in memory still: the function that meets payers opens none.
    const approval = { references, options, card: async () => card, untilMs: charging.answerByMs ?? 0 };
    const concluded = await concludeApprovedStoringCard(attempts, charging, approval, deps.cardStoring);
    return concluded ? reported(baseUrl, options.resultReference, call) : linkAfter(link, charging);
  };

  const chargeNow = async (payment: Payment, account: PosAccount): Promise<StartOutcome | LinkChanged> => {
    const { link, dealer, nowMs, quote } = payment;
    const [attempt, counted] = await Promise.all([
      withCard(newAttempt(payment, 'charging', randomness), payment),
      countedIn(payment),
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
      charging = { ...attempt, receipts: takes.map(({ share: _share, ...receipt }) => receipt) };
      return attempts.begin(attempt, counted.link, counted.counters, takes);
    });
    if (begun.kind === 'short') return refuse(payment, '000', counted);
    return begun.outcome.kind === 'begun' ? charged(payment, charging, account) : notBegun(begun.outcome, link);
  };

  return async (payment: Payment, withThreeD: boolean): Promise<StartOutcome | LinkChanged> => {
    // Before the intent: the bank's own refusal of the card comes when slot and budget are taken.
    if (deps.sandbox && !isTestCard(payment.card.number)) return declined(payment.link, 'try-another-card');
    if (withThreeD && !canAuthenticate(payment.card.number)) return refuse(payment, '013', await countedIn(payment));
    const account = await openPosAccount(payment.pos, deps.opener);
    try {
      return withThreeD ? await handOver(payment, account) : await chargeNow(payment, account);
    } catch (error) {
      if (error instanceof BankCallNotAllowed) return declined(payment.link, 'try-another-card');
      throw error;
    }
  };
};
