import type { Attempt } from '../../../shared/domain/attempt/attempt.ts';
import { istanbulDayOf } from '../../../shared/domain/calendar.ts';
import { canAuthenticate, cvcLengthOf } from '../../../shared/domain/card/bank-card-brand.ts';
import {
  cardOfReference,
  type OfferedCard,
  offeredCardOf,
  shownBinOf,
} from '../../../shared/domain/card/offered-card.ts';
import { type OpenedCard, openedCard } from '../../../shared/domain/card/posted-card.ts';
import type { KeptCard, StoredCard } from '../../../shared/domain/card/stored-card.ts';
import { storedCardVerdict } from '../../../shared/domain/card/stored-card-payment.ts';
import type { Customer } from '../../../shared/domain/customer/customer.ts';
import type { Dealer } from '../../../shared/domain/dealer/dealer.ts';
import { areAttemptsUsedUp } from '../../../shared/domain/link/attempt-count.ts';
import { mayTryPassword } from '../../../shared/domain/link/password-count.ts';
import type { PaymentRequest } from '../../../shared/domain/link/payment-request.ts';
import { type QuoteAtPos, quotesOfCard } from '../../../shared/domain/virtual-pos/quotes-of-card.ts';
import { isTestCard, testCardAuthenticates } from '../../../shared/nestpay/test-card-numbers.ts';
import { posQuestionOf } from '../../../shared/payment-flow/card-quotes.ts';
import type { BreakerView, ChargeBreaker } from '../../../shared/payment-flow/charge-breaker.ts';
import type { GateBreaker, GateBreakerView } from '../../../shared/payment-flow/gate-breaker.ts';
import { openStoredCard } from '../../../shared/payment-flow/kept-card.ts';
import { limitedQuotes } from '../../../shared/payment-flow/limited-quotes.ts';
import type { LinkPayment } from '../../../shared/payment-flow/link-attempt.ts';
import {
  declined,
  type LinkChanged,
  type LinkStartDependencies,
  refuseBrand,
} from '../../../shared/payment-flow/link-start.ts';
import { linkViewAt } from '../../../shared/payment-flow/link-view.ts';
import { dealerWhoMayCharge } from '../../../shared/payment-flow/may-charge.ts';
import { customerWithCards, type OfferedCardsDependencies } from '../../../shared/payment-flow/offered-cards.ts';
import { openPosAccount } from '../../../shared/payment-flow/pos-account.ts';
import { startAtGate } from '../../../shared/payment-flow/start-at-gate.ts';
import type { Attempts } from '../../../shared/ports/attempts.ts';
import type { BankGateway } from '../../../shared/ports/bank-gateway.ts';
import type { BinDirectory } from '../../../shared/ports/bin-directory.ts';
import type { Identifiers } from '../../../shared/ports/identifiers.ts';
import type { PaymentRequests } from '../../../shared/ports/payment-requests.ts';
import type { QuoteCounters } from '../../../shared/ports/quote-counters.ts';
import type { ChargingPause } from '../../../shared/ports/stage-brake.ts';
import type { PayerBrowser } from '../../../shared/ports/three-d-gate.ts';
import type { Opener } from '../../../shared/ports/vault.ts';
import type { VirtualPosDirectory } from '../../../shared/ports/virtual-pos-directory.ts';
import { isPasswordOf, tellRight, tellWrong } from './customer-password.ts';
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
  readonly attempts: Pick<Attempts, 'begin' | 'apply' | 'notePassword'>;
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
  /** When this press came in, before the link was read for the first time. */
  readonly arrivedAtMs: number;
}

/** What a link is answered with: its attempt that was begun last, and the press. */
type Press = Pick<Chosen, 'latest' | 'call' | 'arrivedAtMs'>;

type Paying = Extract<PostedStoredCard, { action: 'pay' }>;

/**
 * The prices of a card, by as many of its digits as are known, each with the virtual POS that charges it; none where the card
 * cannot pay.
 */
const priced = async (
  { link, dealer }: Pick<Chosen, 'link' | 'dealer'>,
  digits: string,
  { bins, posDirectory }: PayWithStoredCardDependencies,
): Promise<readonly QuoteAtPos[]> => {
  const [origin, ofDealer] = await Promise.all([bins.find(digits), posDirectory.ofDealer(link.dealerCode)]);
  return quotesOfCard({ ...posQuestionOf({ link, origin }, { ofDealer, dealer }), fromServer: true });
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
  const quotes = (await priced(chosen, shownBinOf(stored), deps)).map(({ quote }) => quote);
  const [first] = quotes;
  if (first === undefined) return declined(link, 'try-another-card');
  const wanted = call.posted.action === 'pay' ? call.posted.choice?.count : undefined;
  const { count: chosenCount } = quotes.find(({ count }) => count === wanted) ?? first;
  const form = formOf(chosen, { quotes, chosenCount, problems });
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

/**
 * Whether a press of a moment ago starts a payment with this very card. Many presses at once make one attempt and one post
 * to the gate; its winner may still wait for the gate's answer, and has ended the attempt where the gate refuses.
 */
const isBeingStarted = ({ latest, stored }: Chosen, nowMs: number): boolean =>
  latest !== undefined &&
  latest.state === 'authenticating' &&
  latest.maskedCard === stored.maskedCard &&
  nowMs - latest.startedAtMs < BEING_STARTED_MS;

/**
 * Whether another press with this very card was started and refused after this one came in. Then both are one press: a gate
 * that refuses at once is not posted again for each of many.
 */
const wasRefusedMeanwhile = ({ latest, stored, arrivedAtMs }: Chosen): boolean =>
  latest?.state === 'declined' &&
  latest.maskedCard === stored.maskedCard &&
  latest.endedAtMs !== undefined &&
  latest.endedAtMs > arrivedAtMs;

/** The page of the link, which tells what became of its attempts. */
const pageOfLink = (link: PaymentRequest): StoredCardOutcome => ({
  kind: 'link',
  link,
  passOn: areAttemptsUsedUp(link.progress),
});

/** What is known once the card is opened. */
interface PayingNow {
  readonly kept: KeptCard;
  readonly posted: Paying;
  readonly nowMs: number;
  readonly breakers: BreakerView;
  readonly gate: GateBreakerView;
}

/** What is charged where the password is right. */
interface Payable {
  readonly payment: LinkPayment & { readonly card: OpenedCard };
  readonly quotes: StoredCardForm['quotes'];
}

/** Why a right password begins no attempt: nothing is counted, and none is written. */
const refusalOf = (
  verdict: Exclude<ReturnType<typeof storedCardVerdict>, 'wrong-password'>,
  { chosen, payable: { payment, quotes }, breakers }: { chosen: Chosen; payable: Payable; breakers: BreakerView },
  { sandbox }: Pick<PayWithStoredCardDependencies, 'sandbox'>,
): StoredCardOutcome | undefined => {
  const { link, pos, card, quote } = payment;
  if (verdict === 'expired') return declined(link, 'try-another-card');
  if (verdict === 'total-changed') return formOf(chosen, { quotes, chosenCount: quote.count, totalChanged: true });
  // A bank that does not answer is not tried (rule 46).
  if (!breakers.allowsStart({ dealerCode: link.dealerCode, pos })) return declined(link, 'try-later');
  // The digits that are shown may name another bank than the whole number does.
  const isTaken = pos.serverStart && (!sandbox || isTestCard(card.number));
  return isTaken ? undefined : declined(link, 'try-another-card');
};

const startWith3D = async (
  payment: Payable['payment'],
  { browser, gate }: { readonly browser: PayerBrowser; readonly gate: GateBreakerView },
  deps: PayWithStoredCardDependencies,
): Promise<StoredCardOutcome | LinkChanged> => {
  const authenticates = deps.sandbox ? testCardAuthenticates : canAuthenticate;
  if (!authenticates(payment.card.number)) return refuseBrand(payment, deps);
  return startAtGate(payment, { account: await openPosAccount(payment.pos, deps.opener), browser, gate }, deps);
};

/** Pays with the card that was opened, always with 3D and with the CVC that was typed. */
const payWith = async (
  chosen: Chosen,
  { kept, posted, nowMs, breakers, gate }: PayingNow,
  deps: PayWithStoredCardDependencies,
): Promise<StoredCardOutcome | LinkChanged> => {
  const { link, dealer, customer, call } = chosen;
  const [found, trxId, isPasswordRight] = await Promise.all([
    priced(chosen, kept.number, deps),
    deps.identifiers.next('transaction'),
    isPasswordOf(customer, posted.password, deps),
  ]);
  const at = found.find(({ quote: { count } }) => count === posted.choice?.count) ?? found[0];
  if (at === undefined) return declined(link, 'try-another-card');
  const { quote, pos } = at;
  const quotes = found.map((one) => one.quote);
  const { choice } = posted;
  const verdict = storedCardVerdict({ kept, isPasswordRight, quote, choice, today: istanbulDayOf(nowMs) });
  if (verdict === 'wrong-password') {
    const problems = [{ field: 'password', kind: 'wrong' }] as const;
    const form = (after: PaymentRequest) =>
      formOf({ ...chosen, link: after }, { quotes, chosenCount: quote.count, problems });
    return tellWrong({ link, addressScope: call.addressScope, nowMs }, form, deps);
  }
  const payment = { link, dealer, pos, card: openedCard(kept, posted.cvc), quote, call, trxId, nowMs };
  const refusal = refusalOf(verdict, { chosen, payable: { payment, quotes }, breakers }, deps);
  if (refusal !== undefined) return tellRight(refusal, { link, customer }, deps);
  return startWith3D(payment, { browser: call.browser, gate }, deps);
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
  if (wasRefusedMeanwhile(chosen)) return pageOfLink(chosen.link);
  const kept = await openStoredCard(chosen.stored, deps.opener);
  return payWith(chosen, { kept, posted, nowMs, breakers, gate }, deps);
};

/** The card that the post names among those of the link's own customer; undefined for any other, whatever it is. */
const chosenOf = async (
  link: PaymentRequest,
  press: Press,
  deps: PayWithStoredCardDependencies,
): Promise<Chosen | undefined> => {
  const dealer = await deps.dealerOf(link.dealerCode);
  const found = await customerWithCards(link, dealer, deps);
  const stored = cardOfReference(found?.cards ?? [], press.call.posted.reference);
  if (dealer === undefined || found === undefined || stored === undefined) return undefined;
  return { ...press, link, dealer, customer: found.customer, stored, card: offeredCardOf(stored) };
};

const answer = async (
  link: PaymentRequest,
  press: Press,
  deps: PayWithStoredCardDependencies,
): Promise<StoredCardOutcome | LinkChanged> => {
  if (linkViewAt(link, deps.clock.now()).kind !== 'payable') return pageOfLink(link);
  const chosen = await chosenOf(link, press, deps);
  if (chosen === undefined) return declined(link, 'try-another-card');
  const asksPassword = chosen.customer.sealedPassword !== undefined;
  if (asksPassword && !mayTryPassword(link.progress, deps.clock.now())) return declined(link, 'try-later');
  const { posted } = press.call;
  return posted.action === 'pay' ? pay(chosen, posted, deps) : show(chosen, [], deps);
};

/**
 * Answers what a payer posts about a stored card of the link's customer: what it costs, or its payment with 3D (rule
 * 48). A card that is not offered is refused like one that cannot pay.
 */
export const payWithStoredCard =
  (deps: PayWithStoredCardDependencies) =>
  async (call: StoredCardCall): Promise<StoredCardOutcome> => {
    const arrivedAtMs = deps.clock.now();
    let link: PaymentRequest | undefined;
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      const found = await deps.paymentRequests.findWithAttempt(call.token);
      if (found === undefined) return { kind: 'unknown' };
      link = found.link;
      const outcome = await answer(link, { latest: found.latest, call, arrivedAtMs }, deps);
      if (outcome.kind !== 'link-changed') return outcome;
    }
    return link === undefined ? { kind: 'unknown' } : declined(link, 'try-later');
  };
