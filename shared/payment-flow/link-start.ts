import type { LinkAttempt } from '../domain/attempt/attempt.ts';
import type { BankCode } from '../domain/attempt/bank-codes.ts';
import { GATE_MS } from '../domain/attempt/timing.ts';
import { begin, beginRefused } from '../domain/attempt/transitions.ts';
import type { PayerAdvice } from '../domain/card/card-input.ts';
import type { PostedCard } from '../domain/card/posted-card.ts';
import { countAttempt, isLastAttempt } from '../domain/link/attempt-count.ts';
import { awaitsOpening } from '../domain/link/opening.ts';
import type { PaymentRequest } from '../domain/link/payment-request.ts';
import { omitUndefined } from '../domain/omit-undefined.ts';
import { addressOf } from '../domain/payment/payment-name.ts';
import type { AttemptCounters, Attempts, BeginOutcome } from '../ports/attempts.ts';
import type { BankGateway, PosAccount } from '../ports/bank-gateway.ts';
import type { CardHasher } from '../ports/card-hasher.ts';
import type { Clock } from '../ports/clock.ts';
import type { Randomness } from '../ports/identifiers.ts';
import type { ThreeDForm } from '../ports/three-d-gate.ts';
import { callbackUrl } from './addresses.ts';
import { orderOf } from './await-answer.ts';
import { type LinkPayment, newLinkAttempt } from './link-attempt.ts';

export interface LinkStartDependencies {
  readonly attempts: Pick<Attempts, 'begin'>;
  readonly cards: CardHasher;
  readonly bank: Pick<BankGateway, 'start3D'>;
  readonly randomness: Randomness;
  readonly clock: Clock;
  readonly baseUrl: string;
}

/** Another post came in between, and nothing was written: the link is looked at anew. */
export interface LinkChanged {
  readonly kind: 'link-changed';
}

/** What a payer is shown whose attempt on a link does not go on at the bank. */
export type LinkShown =
  /** The link's own page, whatever has become of it: its state, a decline, a pause, or that the bank is being asked. */
  | {
      readonly kind: 'link';
      readonly link: PaymentRequest;
      /** No attempt is left: once the link is closed as failed, its page passes the payer on to the dealer by itself. */
      readonly passOn: boolean;
    }
  | { readonly kind: 'declined'; readonly link: PaymentRequest; readonly advice: PayerAdvice };

/** What a payer is shown who starts an attempt with a card that was typed. */
export type LinkStartOutcome =
  | LinkShown
  | { readonly kind: 'hand-over'; readonly link: PaymentRequest; readonly form: ThreeDForm };

export const LINK_CHANGED: LinkChanged = { kind: 'link-changed' };

/** The link with one attempt more, and the counters of its window. */
export interface CountedLink {
  readonly link: PaymentRequest;
  readonly counters: AttemptCounters;
}

export const declined = (link: PaymentRequest, advice: PayerAdvice): LinkShown => ({
  kind: 'declined',
  link,
  advice,
});

/** The link's own page, which tells why nothing was begun. */
export const stopped = (link: PaymentRequest): LinkShown => ({ kind: 'link', link, passOn: false });

export const linkAfter = (link: PaymentRequest, attempt: LinkAttempt): LinkShown => ({
  kind: 'link',
  link,
  passOn: isLastAttempt(attempt),
});

export const notBegun = (
  { kind }: Exclude<BeginOutcome, { kind: 'begun' }>,
  link: PaymentRequest,
): LinkShown | LinkChanged => (kind === 'too-many' ? declined(link, 'try-later') : LINK_CHANGED);

/**
 * What an attempt counts in; undefined where its link must pause. Made once for all plans of its budget: a hash is a call
 * of the key service.
 */
export const countedIn = async (
  { link, card, call, nowMs }: LinkPayment,
  { cards }: Pick<LinkStartDependencies, 'cards'>,
): Promise<CountedLink | undefined> => {
  const counted = countAttempt(link.progress, nowMs);
  if ('pauseUntilMs' in counted) return undefined;
  const { progress } = counted;
  const { dealerCode } = link;
  const cardHash = await cards.hash({ dealerCode, scope: 'page-attempts', number: card.number });
  const counters = { windowStartMs: progress.windowStartMs, cardHash, address: call.addressScope };
  const opened = awaitsOpening(link) ? { openedAtMs: nowMs } : {};
  return { link: { ...link, progress: { ...progress, ...opened } }, counters };
};

/** An attempt that ends before anything can be charged. */
export interface RefusedStart {
  readonly payment: LinkPayment;
  readonly code: BankCode;
  readonly counted: CountedLink;
  /** The attempt whose 3D failed at its start (rule 20); a new one where the bank never hears of it. */
  readonly attempt?: LinkAttempt;
}

/** Writes an attempt as declined that was never charged: it is counted, listed and reported like every other. */
export const refuseStart = async (
  { payment, code, counted, attempt: authenticating }: RefusedStart,
  { attempts, clock, randomness }: Pick<LinkStartDependencies, 'attempts' | 'clock' | 'randomness'>,
): Promise<LinkShown | LinkChanged> => {
  const attempt = authenticating ?? newLinkAttempt(payment, 'authenticating', randomness);
  const resultReference = addressOf(attempt.payment, randomness.token());
  const why = { code, threeDOnly: authenticating !== undefined };
  const change = beginRefused(attempt, counted.link, { ...why, nowMs: clock.now(), resultReference });
  const outcome = await attempts.begin(change, counted.counters);
  return outcome.kind === 'begun' ? linkAfter(payment.link, attempt) : notBegun(outcome, payment.link);
};

/** A card of a brand that takes no part in 3D Secure: refused here, as the virtual POS would refuse it (013). */
export const refuseBrand = async (
  payment: LinkPayment,
  deps: Pick<LinkStartDependencies, 'attempts' | 'cards' | 'clock' | 'randomness'>,
): Promise<LinkShown | LinkChanged> => {
  const counted = await countedIn(payment, deps);
  return counted === undefined ? LINK_CHANGED : refuseStart({ payment, code: '013', counted }, deps);
};

/** The account that the payer authenticates at, and what is done first where the card is to be stored. */
export interface HandOver {
  readonly account: PosAccount;
  readonly withCard?: (attempt: LinkAttempt) => Promise<LinkAttempt>;
}

/**
 * Starts an attempt with 3D for a card that the payer typed: the form for the bank's gate is made first, which charges
 * nothing, then the intent is written, then the payer is handed over (rule 2). A card that the stage refuses leaves no
 * attempt behind.
 */
export const handOver = async (
  payment: LinkPayment & { readonly card: PostedCard },
  { account, withCard = async (attempt) => attempt }: HandOver,
  deps: LinkStartDependencies,
): Promise<LinkStartOutcome | LinkChanged> => {
  const refusable = newLinkAttempt(payment, 'authenticating', deps.randomness);
  const [attempt, counted] = await Promise.all([withCard(refusable), countedIn(payment, deps)]);
  if (counted === undefined) return LINK_CHANGED;
  const url = callbackUrl(deps.baseUrl, attempt);
  const { random, language, payerAddress } = attempt;
  const { card, link } = payment;
  const begun = await deps.bank.start3D(
    account,
    { order: orderOf(attempt), card, okUrl: url, failUrl: url, random, language, payerAddress },
    { answerBy: deps.clock.now() + GATE_MS },
  );
  if (begun.kind === 'failed') return refuseStart({ payment, code: begun.code, counted, attempt: refusable }, deps);
  const { form, gatewayState } = begun;
  const handedOver = { ...attempt, baseUrl: deps.baseUrl, ...omitUndefined({ gatewayState }) };
  const outcome = await deps.attempts.begin(begin(handedOver, counted.link, []), counted.counters);
  return outcome.kind === 'begun' ? { kind: 'hand-over', link, form } : notBegun(outcome, link);
};
