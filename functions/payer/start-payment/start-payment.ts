import { isOfLink } from '../../../shared/domain/attempt/attempt.ts';
import { askingSinceMs, isRetryOffered } from '../../../shared/domain/attempt/timing.ts';
import { tellFailed } from '../../../shared/domain/attempt/transitions.ts';
import type { CardOrigin } from '../../../shared/domain/card/bin-record.ts';
import { areAttemptsUsedUp } from '../../../shared/domain/link/attempt-count.ts';
import { type PaymentRequest, reportedCodeOf } from '../../../shared/domain/link/payment-request.ts';
import { addressOf } from '../../../shared/domain/payment/payment-name.ts';
import { tookMoney } from '../../../shared/domain/three-d-payment/repeated-call.ts';
import { applied } from '../../../shared/payment-flow/conclude.ts';
import { declined, LINK_CHANGED, type LinkChanged } from '../../../shared/payment-flow/link-start.ts';
import { type LinkView, linkViewAt } from '../../../shared/payment-flow/link-view.ts';
import type { LinkClosing } from '../../../shared/ports/attempts.ts';
import type { BinDirectory } from '../../../shared/ports/bin-directory.ts';
import type { PaymentRequests } from '../../../shared/ports/payment-requests.ts';
import { type CardPost, type PayWithCardDependencies, payWithCard, showQuotes } from './pay-with-card.ts';
import type { PayerCall, PayerPostOutcome, Posted } from './payer-call.ts';
import { reported } from './start-attempt.ts';

export interface StartPaymentDependencies extends PayWithCardDependencies {
  readonly paymentRequests: Pick<PaymentRequests, 'findByToken' | 'findSuperseded'>;
  readonly links: LinkClosing;
  readonly bins: BinDirectory;
}

/** How often a post is tried again on a link that another post changed in between. */
const MAX_ROUNDS = 3;

/** The digits of the card that a post is about, as far as they were typed; undefined where it is about none. */
const digitsOf = (posted: Posted): string | undefined => {
  if (posted.action === 'pay') return posted.card.number?.replaceAll(/\D/g, '');
  return posted.action === 'quote' ? posted.bin : undefined;
};

/** The link's own page. Without an attempt left, the payer who posted is passed on to the dealer once it is closed. */
const linkView = (link: PaymentRequest): PayerPostOutcome => ({
  kind: 'link',
  link,
  passOn: areAttemptsUsedUp(link.progress),
});

/** What a page shows that offers giving up. */
const GIVE_UP_VIEWS: ReadonlySet<LinkView['kind']> = new Set(['payable', 'pause', 'used-up']);

/**
 * "Try again" while the bank is still asked: from then on the earlier attempt can only fail. Where it was the last one,
 * the link is closed with it.
 */
const retry = async (link: PaymentRequest, deps: StartPaymentDependencies): Promise<PayerPostOutcome> => {
  const { attempts, clock, randomness } = deps;
  const { activeAttempt } = link.progress;
  const attempt = activeAttempt === undefined ? undefined : await attempts.find(activeAttempt);
  const nowMs = clock.now();
  const shown = linkView(link);
  if (attempt === undefined || !isOfLink(attempt)) return shown;
  if (!isRetryOffered({ sinceMs: askingSinceMs(attempt), nowMs })) return shown;
  const resultReference = addressOf(attempt.payment, randomness.token());
  await applied(attempts, tellFailed(attempt, { nowMs, resultReference }));
  return shown;
};

const giveUp = async (
  link: PaymentRequest,
  call: PayerCall,
  { links, randomness, clock, baseUrl }: StartPaymentDependencies,
): Promise<PayerPostOutcome | LinkChanged> => {
  const resultReference = addressOf(link.payment, randomness.token());
  const code = reportedCodeOf(link);
  const result = { resultReference, code, orderId: '', atMs: clock.now() } as const;
  return (await links.close(link, result)) ? reported(baseUrl, resultReference, call) : LINK_CHANGED;
};

/** Carries a post out on the link as it was read, as far as the link's page offers it. */
const answer = async (post: CardPost, deps: StartPaymentDependencies): Promise<PayerPostOutcome | LinkChanged> => {
  const { link, call } = post;
  const { posted } = call;
  const view = linkViewAt(link, deps.clock.now());
  if (posted.action === 'retry') return view.kind === 'waiting' ? retry(link, deps) : linkView(link);
  if (posted.action === 'give-up' && GIVE_UP_VIEWS.has(view.kind)) return giveUp(link, call, deps);
  if (view.kind !== 'payable') return linkView(link);
  if (posted.action === 'another-card') return { kind: 'form', link };
  if (posted.action === 'quote') return showQuotes(post, posted, deps);
  return posted.action === 'pay' ? payWithCard(post, posted, deps) : linkView(link);
};

/** No link has the address: an earlier call of the dealer may have had it. */
const begunAgainOr = async (
  token: string,
  { paymentRequests }: Pick<StartPaymentDependencies, 'paymentRequests'>,
): Promise<PayerPostOutcome> => {
  const earlier = await paymentRequests.findSuperseded(token);
  if (earlier === undefined) return { kind: 'unknown' };
  return { kind: 'begun-again', link: earlier.link, wasCharged: tookMoney(earlier.superseded) };
};

const originOf = async (digits: string, { bins }: StartPaymentDependencies): Promise<CardOrigin | undefined> =>
  /^\d+$/.test(digits) ? bins.find(digits) : undefined;

/**
 * Answers what a payer posts on the page of a link: installment quotes, a payment with or without 3D, another try, or
 * giving up. The intent is written before the bank is called or the payer is handed over (rules 1, 2, 16, 33).
 */
export const startPayment =
  (deps: StartPaymentDependencies) =>
  async (call: PayerCall): Promise<PayerPostOutcome> => {
    let link: PaymentRequest | undefined;
    let origin: CardOrigin | undefined;
    const digits = digitsOf(call.posted);
    // A double click posts twice at once, and the browser shows the answer to the second post: it is carried out on the
    // link as the first one left it, where that is possible, and is never answered by a bare form.
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      // The card's bank is read beside the link, whatever the link turns out to be: a start is two round trips (rule 2).
      const needsBank = round === 0 && digits !== undefined;
      [link, origin] = await Promise.all([
        deps.paymentRequests.findByToken(call.token),
        needsBank ? originOf(digits, deps) : origin,
      ]);
      if (link === undefined) return begunAgainOr(call.token, deps);
      const outcome = await answer({ link, call, origin }, deps);
      if (outcome.kind !== 'link-changed') return outcome;
    }
    return link === undefined ? { kind: 'unknown' } : declined(link, 'try-later');
  };
