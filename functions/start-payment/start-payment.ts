import { isOfLink } from '../../shared/domain/attempt/attempt.ts';
import { retryOfferedAtMs } from '../../shared/domain/attempt/timing.ts';
import { tellFailed } from '../../shared/domain/attempt/transitions.ts';
import { istanbulDayOf } from '../../shared/domain/calendar.ts';
import { binIn, readCardInput } from '../../shared/domain/card/card-rules.ts';
import type { Dealer } from '../../shared/domain/dealer/dealer.ts';
import { areAttemptsUsedUp } from '../../shared/domain/link/attempt-count.ts';
import { isThreeDMandatory, type PaymentRequest, reportedCodeOf } from '../../shared/domain/link/payment-request.ts';
import { posForBank, posForCard } from '../../shared/domain/virtual-pos/choose-virtual-pos.ts';
import type { InstallmentQuote } from '../../shared/domain/virtual-pos/installment-quote.ts';
import { quotesFor } from '../../shared/domain/virtual-pos/installment-quotes.ts';
import type { VirtualPos } from '../../shared/domain/virtual-pos/virtual-pos.ts';
import { applied } from '../../shared/payment-flow/conclude.ts';
import { type LinkView, linkViewAt } from '../../shared/payment-flow/link-view.ts';
import { dealerWhoMayCharge } from '../../shared/payment-flow/may-charge.ts';
import type { LinkClosing } from '../../shared/ports/attempts.ts';
import type { BinDirectory } from '../../shared/ports/bin-directory.ts';
import type { PaymentRequests } from '../../shared/ports/payment-requests.ts';
import type { ChargingPause } from '../../shared/ports/stage-brake.ts';
import type { VirtualPosDirectory } from '../../shared/ports/virtual-pos-directory.ts';
import type { PayerCall, PayerPostOutcome, Posted } from './payer-call.ts';
import { declined, type LinkChanged, reported, type StartAttemptDependencies, startAttempt } from './start-attempt.ts';

export interface StartPaymentDependencies extends StartAttemptDependencies {
  readonly paymentRequests: Pick<PaymentRequests, 'findByToken'>;
  readonly links: LinkClosing;
  readonly dealerOf: (dealerCode: string) => Promise<Dealer | undefined>;
  readonly brake: ChargingPause;
  readonly posDirectory: VirtualPosDirectory;
  readonly bins: BinDirectory;
}

/** How often a post is tried again on a link that another post changed in between. */
const MAX_ROUNDS = 3;

/** The digits of the card that a post is about, as far as they were typed; undefined where it is about none. */
const digitsOf = (posted: Posted): string | undefined => {
  if (posted.action === 'pay') return posted.card.number?.replaceAll(/\D/g, '');
  return posted.action === 'quote' ? posted.bin : undefined;
};

/** A post on the link as it was read, and the bank of the card that was typed, where it is known. */
interface Asked {
  readonly call: PayerCall;
  readonly bankOfCard: string | undefined;
}

/** The link's own page. Without an attempt left, the payer who posted is passed on to the dealer once it is closed. */
const linkShown = (link: PaymentRequest): PayerPostOutcome => ({
  kind: 'link',
  link,
  passOn: areAttemptsUsedUp(link.progress),
});

/** What a page shows that offers giving up. */
const GIVE_UP_VIEWS: ReadonlySet<LinkView['kind']> = new Set(['payable', 'pause', 'used-up']);

const threeDOf = (link: PaymentRequest, dealer: Dealer): 'mandatory' | 'choosable' =>
  dealer.threeDRequired || isThreeDMandatory(link) ? 'mandatory' : 'choosable';

const chosenQuote = (quotes: readonly InstallmentQuote[], count: number | undefined): InstallmentQuote | undefined =>
  quotes.find((quote) => quote.count === count) ?? quotes[0];

/**
 * Answers what a payer posts on the page of a link: installment quotes, a payment with or without 3D, another try, or
 * giving up. The intent is written before the bank is called or the payer is handed over (rules 1, 2, 16, 33).
 */
export const startPayment = (deps: StartPaymentDependencies) => {
  const { attempts, clock, randomness, baseUrl } = deps;

  const posFor = async (link: PaymentRequest, bankOfCard: string | undefined): Promise<VirtualPos | undefined> => {
    const ofDealer = await deps.posDirectory.ofDealer(link.dealerCode);
    const { currency } = link.terms;
    const choice =
      link.bankCode === undefined
        ? posForCard({ ofDealer, currency, bankOfCard })
        : posForBank({ ofDealer, currency, bankCode: link.bankCode });
    return choice.kind === 'chosen' ? choice.pos : undefined;
  };

  const begin = startAttempt(deps);

  const pay = async (
    link: PaymentRequest,
    { call, bankOfCard }: Asked,
    posted: Extract<Posted, { action: 'pay' }>,
  ): Promise<PayerPostOutcome | LinkChanged> => {
    const nowMs = clock.now();
    const read = readCardInput(posted.card, istanbulDayOf(nowMs));
    const [dealerNow, pos, stagePaused] = await Promise.all([
      deps.dealerOf(link.dealerCode),
      posFor(link, bankOfCard),
      deps.brake.isOn(),
    ]);
    const dealer = dealerWhoMayCharge(dealerNow, { stagePaused });
    if (dealer === undefined) return declined(link, 'try-later');
    if (pos === undefined) return declined(link, 'try-another-card');
    const quotes = quotesFor({ terms: link.terms, pos });
    const quote = chosenQuote(quotes, posted.choice?.count);
    if (quote === undefined) return declined(link, 'try-another-card');
    const threeD = threeDOf(link, dealer);
    const totalChanged = quote.count !== posted.choice?.count || quote.total !== posted.choice.total;
    if ('problems' in read || totalChanged) {
      const problems = 'problems' in read ? read.problems : [];
      const bin = binIn(posted.card.number);
      return { kind: 'card', link, quotes, chosenCount: quote.count, bin, problems, threeD, totalChanged };
    }
    const withThreeD = threeD === 'mandatory' || !posted.withoutThreeD;
    const { storesCard } = posted;
    return begin({ link, dealer, pos, card: read.card, quote, call, storesCard, nowMs }, withThreeD);
  };

  const showQuotes = async (
    link: PaymentRequest,
    { bankOfCard }: Asked,
    { bin }: Extract<Posted, { action: 'quote' }>,
  ): Promise<PayerPostOutcome> => {
    if (bin === undefined) return { kind: 'bin', link, invalid: true };
    const [dealer, pos] = await Promise.all([deps.dealerOf(link.dealerCode), posFor(link, bankOfCard)]);
    const quotes = pos === undefined ? [] : quotesFor({ terms: link.terms, pos });
    const [first] = quotes;
    if (first === undefined || dealer === undefined) return declined(link, 'try-another-card');
    const threeD = threeDOf(link, dealer);
    return { kind: 'card', link, quotes, chosenCount: first.count, bin, problems: [], threeD, totalChanged: false };
  };

  /**
   * "Try again" while the bank is still asked: from then on the earlier attempt can only fail. Where it was the last one,
   * the link is closed with it.
   */
  const retry = async (link: PaymentRequest): Promise<PayerPostOutcome> => {
    const { activeAttempt } = link.progress;
    const attempt = activeAttempt === undefined ? undefined : await attempts.find(activeAttempt);
    const nowMs = clock.now();
    const shown = linkShown(link);
    if (attempt === undefined || !isOfLink(attempt)) return shown;
    if (nowMs < retryOfferedAtMs(attempt)) return shown;
    await applied(attempts, tellFailed(attempt, { kind: 'payer-asked', nowMs, resultReference: randomness.token() }));
    return shown;
  };

  const giveUp = async (link: PaymentRequest, call: PayerCall): Promise<PayerPostOutcome | LinkChanged> => {
    const resultReference = randomness.token();
    const code = reportedCodeOf(link);
    const result = { resultReference, code, orderId: '', atMs: clock.now() } as const;
    const closed = await deps.links.close(link, result);
    return closed ? reported(baseUrl, resultReference, call) : { kind: 'link-changed' };
  };

  const answer = async (link: PaymentRequest, asked: Asked): Promise<PayerPostOutcome | LinkChanged> => {
    const { call } = asked;
    const { posted } = call;
    const view = linkViewAt(link, clock.now());
    if (posted.action === 'retry') return view.kind === 'waiting' ? retry(link) : linkShown(link);
    if (posted.action === 'give-up' && GIVE_UP_VIEWS.has(view.kind)) return giveUp(link, call);
    if (view.kind !== 'payable') return linkShown(link);
    if (posted.action === 'quote') return showQuotes(link, asked, posted);
    return posted.action === 'pay' ? pay(link, asked, posted) : linkShown(link);
  };

  const bankOf = async (digits: string): Promise<string | undefined> =>
    /^\d+$/.test(digits) ? deps.bins.find(digits) : undefined;

  return async (call: PayerCall): Promise<PayerPostOutcome> => {
    let link: PaymentRequest | undefined;
    let bankOfCard: string | undefined;
    const digits = digitsOf(call.posted);
    // A double click posts twice at once, and the browser shows the answer to the second post: it is carried out on the
    // link as the first one left it, where that is possible, and is never answered by a bare form.
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      // The card's bank is read beside the link, whatever the link turns out to be: a start is two round trips (rule 2).
      const needsBank = round === 0 && digits !== undefined;
      [link, bankOfCard] = await Promise.all([
        deps.paymentRequests.findByToken(call.token),
        needsBank ? bankOf(digits) : bankOfCard,
      ]);
      if (link === undefined) return { kind: 'unknown' };
      const outcome = await answer(link, { call, bankOfCard });
      if (outcome.kind !== 'link-changed') return outcome;
    }
    return link === undefined ? { kind: 'unknown' } : declined(link, 'try-later');
  };
};
