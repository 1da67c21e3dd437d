import type { Attempt } from '../../shared/domain/attempt/attempt.ts';
import { istanbulDayOf } from '../../shared/domain/calendar.ts';
import { canAuthenticate, cvcLengthOf } from '../../shared/domain/card/bank-card-brand.ts';
import { cardOfReference, type OfferedCard, offeredCardOf, shownBinOf } from '../../shared/domain/card/offered-card.ts';
import { type OpenedCard, openedCard } from '../../shared/domain/card/posted-card.ts';
import type { KeptCard, StoredCard } from '../../shared/domain/card/stored-card.ts';
import { storedCardVerdict } from '../../shared/domain/card/stored-card-payment.ts';
import type { Customer } from '../../shared/domain/customer/customer.ts';
import type { Dealer } from '../../shared/domain/dealer/dealer.ts';
import { areAttemptsUsedUp } from '../../shared/domain/link/attempt-count.ts';
import type { PaymentRequest } from '../../shared/domain/link/payment-request.ts';
import { quotesFor } from '../../shared/domain/virtual-pos/installment-quotes.ts';
import type { VirtualPos } from '../../shared/domain/virtual-pos/virtual-pos.ts';
import { isSameText } from '../../shared/http/is-same-text.ts';
import { isTestCard, testCardAuthenticates } from '../../shared/nestpay/test-card-numbers.ts';
import { posForLink } from '../../shared/payment-flow/card-quotes.ts';
import type { BreakerView, ChargeBreaker } from '../../shared/payment-flow/charge-breaker.ts';
import type { GateBreaker, GateBreakerView } from '../../shared/payment-flow/gate-breaker.ts';
import { openStoredCard } from '../../shared/payment-flow/kept-card.ts';
import { limitedQuotes } from '../../shared/payment-flow/limited-quotes.ts';
import type { LinkPayment } from '../../shared/payment-flow/link-attempt.ts';
import {
  countedWithoutCard,
  declined,
  LINK_CHANGED,
  type LinkChanged,
  type LinkStartDependencies,
  refuseBrand,
  refuseStart,
} from '../../shared/payment-flow/link-start.ts';
import { linkViewAt } from '../../shared/payment-flow/link-view.ts';
import { dealerWhoMayCharge } from '../../shared/payment-flow/may-charge.ts';
import { customerWithCards, type OfferedCardsDependencies } from '../../shared/payment-flow/offered-cards.ts';
import { openPosAccount } from '../../shared/payment-flow/pos-account.ts';
import { startAtGate } from '../../shared/payment-flow/start-at-gate.ts';
import type { Attempts } from '../../shared/ports/attempts.ts';
import type { BankGateway, PayerBrowser } from '../../shared/ports/bank-gateway.ts';
import type { BinDirectory } from '../../shared/ports/bin-directory.ts';
import type { Identifiers } from '../../shared/ports/identifiers.ts';
import type { PaymentRequests } from '../../shared/ports/payment-requests.ts';
import type { QuoteCounters } from '../../shared/ports/quote-counters.ts';
import type { ChargingPause } from '../../shared/ports/stage-brake.ts';
import { customerPasswordContext, type Opener } from '../../shared/ports/vault.ts';
import type { VirtualPosDirectory } from '../../shared/ports/virtual-pos-directory.ts';
import type {
  PostedStoredCard,
  StoredCardCall,
  StoredCardForm,
  StoredCardOutcome,
  StoredCardProblem,
} from './stored-card-call.ts';

export interface PayWithStoredCardDependencies
  extends Omit<LinkStartDependencies, 'attempts' | 'bank'>,
    OfferedCardsDependencies {
  readonly attempts: Pick<Attempts, 'begin' | 'apply'>;
  readonly bank: Pick<BankGateway, 'startOnServer'>;
  readonly paymentRequests: Pick<PaymentRequests, 'findWithAttempt'>;
  readonly dealerOf: (dealerCode: string) => Promise<Dealer | undefined>;
  readonly brake: ChargingPause;
  readonly breaker: Pick<ChargeBreaker, 'read'>;
  readonly gateBreaker: GateBreaker;
  readonly bins: BinDirectory;
  readonly posDirectory: VirtualPosDirectory;
  readonly quotes: QuoteCounters;
  readonly opener: Opener;
  readonly identifiers: Pick<Identifiers, 'next'>;
  /** Sandbox stages take test cards alone. */
  readonly sandbox: boolean;
}

/** How often a post is tried again on a link that another post changed in between. */
const MAX_ROUNDS = 3;

/** How long after a press another one with the same card begins no attempt: the gate may take 10 seconds to answer. */
const BEING_STARTED_MS = 15_000;

/** A stored card that a payer of its own customer's link has chosen. */
interface Chosen {
  readonly link: PaymentRequest;
  /** The attempt of the link that was begun last. */
  readonly latest: Attempt | undefined;
  readonly dealer: Dealer;
  readonly customer: Customer;
  readonly stored: StoredCard;
  readonly card: OfferedCard;
  readonly call: StoredCardCall;
}

type Paying = Extract<PostedStoredCard, { action: 'pay' }>;

/** The virtual POS and the prices of a card, by as many of its digits as are known; undefined where it cannot pay. */
const priced = async (
  link: PaymentRequest,
  digits: string,
  { bins, posDirectory }: PayWithStoredCardDependencies,
): Promise<{ readonly pos: VirtualPos; readonly quotes: ReturnType<typeof quotesFor> } | undefined> => {
  const pos = await posForLink({ link, bankOfCard: await bins.find(digits) }, posDirectory);
  const quotes = pos === undefined ? [] : quotesFor({ terms: link.terms, pos });
  return pos === undefined || quotes.length === 0 ? undefined : { pos, quotes };
};

type Shown = Pick<StoredCardForm, 'quotes' | 'chosenCount'> &
  Partial<Pick<StoredCardForm, 'problems' | 'totalChanged'>>;

const formOf = ({ link, card, customer }: Chosen, shown: Shown): StoredCardForm => ({
  kind: 'stored-card',
  link,
  card,
  asksPassword: customer.sealedPassword !== undefined,
  problems: [],
  totalChanged: false,
  ...shown,
});

/** Shows what the chosen card pays. Nothing is decrypted: its bank follows from the digits that are shown of it. */
const show = async (
  chosen: Chosen,
  problems: readonly StoredCardProblem[],
  deps: PayWithStoredCardDependencies,
): Promise<StoredCardOutcome> => {
  const { link, stored, call } = chosen;
  const found = await priced(link, shownBinOf(stored), deps);
  const [first] = found?.quotes ?? [];
  if (found === undefined || first === undefined) return declined(link, 'try-another-card');
  const wanted = call.posted.action === 'pay' ? call.posted.choice?.count : undefined;
  const { count: chosenCount } = found.quotes.find(({ count }) => count === wanted) ?? first;
  const form = formOf(chosen, { quotes: found.quotes, chosenCount, problems });
  return limitedQuotes(form, { addressScope: call.addressScope, isOfWholeCard: false }, deps);
};

/** What is wrong with the post itself, before anything is decrypted. */
const problemsOf = ({ card, customer }: Chosen, { cvc, password }: Paying): readonly StoredCardProblem[] => {
  const isCvc = /^\d+$/.test(cvc) && cvc.length === cvcLengthOf(card.brand);
  return [
    ...(isCvc ? [] : [{ field: 'cvc', kind: cvc === '' ? 'missing' : 'wrong' } as const]),
    ...(customer.sealedPassword === undefined || password !== ''
      ? []
      : [{ field: 'password', kind: 'missing' } as const]),
  ];
};

const comparesPassword = async (
  { customer }: Chosen,
  { password }: Paying,
  { opener }: PayWithStoredCardDependencies,
): Promise<boolean> => {
  const { sealedPassword } = customer;
  if (sealedPassword === undefined) return true;
  return isSameText(await opener.open(sealedPassword, customerPasswordContext(customer)), password);
};

/**
 * Whether a press of a moment ago starts a payment with this very card. Many presses at once make one attempt and one post
 * to the gate; its winner may still wait for the gate's answer, and has ended the attempt where the gate refuses.
 */
const isBeingStarted = ({ latest, stored }: Chosen, nowMs: number): boolean =>
  latest !== undefined &&
  latest.state === 'authenticating' &&
  latest.maskedCard === stored.maskedCard &&
  nowMs - latest.startedAtMs < BEING_STARTED_MS;

/** A wrong password is an attempt: counted, and written as declined by the service (rules 33 and 48). */
const refusePassword = async (
  chosen: Chosen,
  payment: LinkPayment,
  { quotes, deps }: { readonly quotes: StoredCardForm['quotes']; readonly deps: PayWithStoredCardDependencies },
): Promise<StoredCardOutcome | LinkChanged> => {
  const counted = countedWithoutCard(payment);
  if (counted === undefined) return LINK_CHANGED;
  const outcome = await refuseStart({ payment, code: '000', counted }, deps);
  const mayTryAgain = linkViewAt(counted.link, deps.clock.now()).kind === 'payable';
  if (outcome.kind !== 'link' || outcome.passOn || !mayTryAgain) return outcome;
  const problems = [{ field: 'password', kind: 'wrong' }] as const;
  return formOf(chosen, { quotes, chosenCount: payment.quote.count, problems });
};

const startWith3D = async (
  payment: LinkPayment & { readonly card: OpenedCard },
  { browser, gate }: { readonly browser: PayerBrowser; readonly gate: GateBreakerView },
  deps: PayWithStoredCardDependencies,
): Promise<StoredCardOutcome | LinkChanged> => {
  const { link, card, pos } = payment;
  // The digits that are shown may name another bank than the whole number does.
  if (!pos.serverStart) return declined(link, 'try-another-card');
  if (deps.sandbox && !isTestCard(card.number)) return declined(link, 'try-another-card');
  const authenticates = deps.sandbox ? testCardAuthenticates : canAuthenticate;
  if (!authenticates(card.number)) return refuseBrand(payment, deps);
  return startAtGate(payment, { account: await openPosAccount(pos, deps.opener), browser, gate }, deps);
};

/** What is known once the card is opened. */
interface PayingNow {
  readonly kept: KeptCard;
  readonly posted: Paying;
  readonly nowMs: number;
  readonly breakers: BreakerView;
  readonly gate: GateBreakerView;
}

/** Pays with the card that was opened, always with 3D and with the CVC that was typed. */
const payWith = async (
  chosen: Chosen,
  { kept, posted, nowMs, breakers, gate }: PayingNow,
  deps: PayWithStoredCardDependencies,
): Promise<StoredCardOutcome | LinkChanged> => {
  const { link, dealer, call } = chosen;
  const [found, trxId, isPasswordRight] = await Promise.all([
    priced(link, kept.number, deps),
    deps.identifiers.next('transaction'),
    comparesPassword(chosen, posted, deps),
  ]);
  if (found === undefined) return declined(link, 'try-another-card');
  const { pos, quotes } = found;
  const quote = quotes.find(({ count }) => count === posted.choice?.count) ?? quotes[0];
  if (quote === undefined) return declined(link, 'try-another-card');
  const card = openedCard(kept, posted.cvc);
  const payment = { link, dealer, pos, card, quote, call, trxId, nowMs };
  const today = istanbulDayOf(nowMs);
  switch (storedCardVerdict({ kept, isPasswordRight, quote, choice: posted.choice, today })) {
    case 'wrong-password':
      return refusePassword(chosen, payment, { quotes, deps });
    case 'expired':
      return declined(link, 'try-another-card');
    case 'total-changed':
      return formOf(chosen, { quotes, chosenCount: quote.count, totalChanged: true });
    case 'good':
      // A bank that does not answer is not tried: nothing is counted, and no attempt is written (rule 46).
      return breakers.allowsStart({ dealerCode: link.dealerCode, pos })
        ? startWith3D(payment, { browser: call.browser, gate }, deps)
        : declined(link, 'try-later');
  }
};

const pay = async (
  chosen: Chosen,
  posted: Paying,
  deps: PayWithStoredCardDependencies,
): Promise<StoredCardOutcome | LinkChanged> => {
  const nowMs = deps.clock.now();
  const [stagePaused, breakers, gate] = await Promise.all([
    deps.brake.isOn(),
    deps.breaker.read(),
    deps.gateBreaker.read(),
  ]);
  if (dealerWhoMayCharge(chosen.dealer, { stagePaused }) === undefined) return declined(chosen.link, 'try-later');
  const problems = problemsOf(chosen, posted);
  if (problems.length > 0) return show(chosen, problems, deps);
  if (isBeingStarted(chosen, nowMs)) return { kind: 'being-started', link: chosen.link };
  const kept = await openStoredCard(chosen.stored, deps.opener);
  return payWith(chosen, { kept, posted, nowMs, breakers, gate }, deps);
};

/** The card that the post names among those of the link's own customer; undefined for any other, whatever it is. */
const chosenOf = async (
  link: PaymentRequest,
  { latest, call }: Pick<Chosen, 'latest' | 'call'>,
  deps: PayWithStoredCardDependencies,
): Promise<Chosen | undefined> => {
  const dealer = await deps.dealerOf(link.dealerCode);
  const found = await customerWithCards(link, dealer, deps);
  const stored = cardOfReference(found?.cards ?? [], call.posted.reference);
  if (dealer === undefined || found === undefined || stored === undefined) return undefined;
  return { link, latest, dealer, customer: found.customer, stored, card: offeredCardOf(stored), call };
};

const answer = async (
  link: PaymentRequest,
  { latest, call }: Pick<Chosen, 'latest' | 'call'>,
  deps: PayWithStoredCardDependencies,
): Promise<StoredCardOutcome | LinkChanged> => {
  if (linkViewAt(link, deps.clock.now()).kind !== 'payable') {
    return { kind: 'link', link, passOn: areAttemptsUsedUp(link.progress) };
  }
  const chosen = await chosenOf(link, { latest, call }, deps);
  if (chosen === undefined) return declined(link, 'try-another-card');
  return call.posted.action === 'pay' ? pay(chosen, call.posted, deps) : show(chosen, [], deps);
};

/**
 * Answers what a payer posts about a stored card of the link's customer: what it costs, or its payment with 3D (rule
 * 48). A card that is not offered is refused like one that cannot pay.
 */
export const payWithStoredCard =
  (deps: PayWithStoredCardDependencies) =>
  async (call: StoredCardCall): Promise<StoredCardOutcome> => {
    let link: PaymentRequest | undefined;
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      const found = await deps.paymentRequests.findWithAttempt(call.token);
      if (found === undefined) return { kind: 'unknown' };
      link = found.link;
      const outcome = await answer(link, { latest: found.latest, call }, deps);
      if (outcome.kind !== 'link-changed') return outcome;
    }
    return link === undefined ? { kind: 'unknown' } : declined(link, 'try-later');
  };
