import type { LinkAttempt } from '../../shared/domain/attempt.ts';
import { canAuthenticate } from '../../shared/domain/bank-card-brand.ts';
import { isTestCard } from '../../shared/domain/bank-test-cards.ts';
import { istanbulDayOf } from '../../shared/domain/calendar.ts';
import type { PayerAdvice } from '../../shared/domain/card-input.ts';
import { adviceFor, readCardInput } from '../../shared/domain/card-rules.ts';
import { posForBank, posForCard } from '../../shared/domain/choose-virtual-pos.ts';
import type { Dealer } from '../../shared/domain/dealer.ts';
import { given } from '../../shared/domain/given.ts';
import type { InstallmentQuote } from '../../shared/domain/installment-quote.ts';
import { quotesFor } from '../../shared/domain/installment-quotes.ts';
import { isThreeDMandatory, type PaymentRequest } from '../../shared/domain/payment-request.ts';
import { cardOwnerOf } from '../../shared/domain/stored-card.ts';
import type { VirtualPos } from '../../shared/domain/virtual-pos.ts';
import { callbackUrl, resultUrl } from '../../shared/payment-flow/addresses.ts';
import { chargeTimes, orderOf, resolveAnswer } from '../../shared/payment-flow/await-answer.ts';
import { withBudget } from '../../shared/payment-flow/budget.ts';
import { concludeDeclined, countAttempt } from '../../shared/payment-flow/conclude.ts';
import { linkViewAt } from '../../shared/payment-flow/link-view.ts';
import { openPosAccount } from '../../shared/payment-flow/pos-account.ts';
import { type CardStoring, concludeApprovedStoringCard, pendingCardFor } from '../../shared/payment-flow/store-card.ts';
import type { AttemptCounters, Attempts, BeginOutcome, LinkClosing } from '../../shared/ports/attempts.ts';
import type { BinDirectory } from '../../shared/ports/bin-directory.ts';
import type { CardHasher } from '../../shared/ports/card-hasher.ts';
import type { Clock } from '../../shared/ports/clock.ts';
import type { Randomness } from '../../shared/ports/identifiers.ts';
import type { LimitUsage } from '../../shared/ports/limit-usage.ts';
import type { PaymentRequests } from '../../shared/ports/payment-requests.ts';
import type { StageBrake } from '../../shared/ports/stage-brake.ts';
import type { Opener } from '../../shared/ports/vault.ts';
import { type VirtualPos as Bank, BankCallNotAllowed, type PosAccount } from '../../shared/ports/virtual-pos.ts';
import type { VirtualPosDirectory } from '../../shared/ports/virtual-pos-directory.ts';
import { newAttempt, type Payment } from './new-attempt.ts';
import type { PayerCall, Posted, StartOutcome } from './payer-call.ts';

export interface StartPaymentDependencies {
  readonly paymentRequests: Pick<PaymentRequests, 'findByToken'>;
  readonly links: LinkClosing;
  readonly attempts: Attempts;
  readonly dealerOf: (dealerCode: string) => Promise<Dealer | undefined>;
  readonly brake: StageBrake;
  readonly posDirectory: VirtualPosDirectory;
  readonly bins: BinDirectory;
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

const BIN = /^\d{8}$/;
const BIN_LENGTH = 8;
/** After this long without the bank's answer another try is offered (rule 7). */
const RETRY_AFTER_MS = 3 * 60_000;
/** How often a post is tried again on a link that another post changed in between. */
const MAX_ROUNDS = 3;

/** The digits of the card that a post is about, as far as they were typed; undefined where it is about none. */
const digitsOf = (posted: Posted): string | undefined => {
  if (posted.action === 'pay') return posted.card.number?.replaceAll(/\D/g, '');
  return posted.action === 'quote' ? posted.bin.replaceAll(/[\s-]/g, '') : undefined;
};

/** A post on the link as it was read, and the bank of the card that was typed, where it is known. */
interface Asked {
  readonly call: PayerCall;
  readonly bankOfCard: string | undefined;
}

/** Another post came in between, and nothing was written: the link is looked at anew. */
interface LinkChanged {
  readonly kind: 'link-changed';
}

/** The link with one attempt more, and the counters of its window (rule 33). */
interface Counted {
  readonly link: PaymentRequest;
  readonly counters: AttemptCounters;
}

const threeDOf = (link: PaymentRequest, dealer: Dealer): 'mandatory' | 'choosable' =>
  dealer.threeDRequired || isThreeDMandatory(link) ? 'mandatory' : 'choosable';

const chosenQuote = (quotes: readonly InstallmentQuote[], count: number | undefined): InstallmentQuote | undefined =>
  quotes.find((quote) => quote.count === count) ?? quotes[0];

/**
 * Answers what a payer posts on the page of a link: installment quotes, a payment with or without 3D, another try, or
 * giving up. The intent is written before the bank is called or the payer is handed over (rules 1, 2, 16, 33).
 */
export const startPayment = (deps: StartPaymentDependencies) => {
  const { attempts, bank, clock, randomness, baseUrl } = deps;

  const posFor = async (link: PaymentRequest, bankOfCard: string | undefined): Promise<VirtualPos | undefined> => {
    const ofDealer = await deps.posDirectory.ofDealer(link.dealerCode);
    const { currency } = link.terms;
    const choice =
      link.bankCode === undefined
        ? posForCard({ ofDealer, currency, bankOfCard })
        : posForBank({ ofDealer, currency, bankCode: link.bankCode });
    return choice.kind === 'chosen' ? choice.pos : undefined;
  };

  const declined = (link: PaymentRequest, advice: PayerAdvice): StartOutcome => ({ kind: 'declined', link, advice });

  const reported = (resultReference: string, { language }: PayerCall): StartOutcome => ({
    kind: 'moved',
    location: resultUrl(baseUrl, resultReference, language),
  });

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

  const notBegun = ({ kind }: Exclude<BeginOutcome, { kind: 'begun' }>, link: PaymentRequest) =>
    kind === 'too-many' ? declined(link, 'try-later') : ({ kind: 'link-changed' } as const);

  /** What an intent counts in. Made once for all plans of its budget: a hash is a call of the key service. */
  const countedIn = async (payment: Payment): Promise<Counted | undefined> => {
    const counted = countAttempt(payment.link.progress, payment.nowMs);
    if ('pauseUntilMs' in counted) return undefined;
    const { progress } = counted;
    return { link: { ...payment.link, progress }, counters: await countersOf(payment, progress.windowStartMs) };
  };

  const handOver = async (payment: Payment, account: PosAccount): Promise<StartOutcome | LinkChanged> => {
    const [attempt, counted] = await Promise.all([
      withCard(newAttempt(payment, 'authenticating', randomness), payment),
      countedIn(payment),
    ]);
    if (counted === undefined) return { kind: 'link-changed' };
    const url = callbackUrl(baseUrl, attempt.reference);
    const { random, language } = attempt;
    const { card } = payment;
    // Made before the intent is written: a card that the stage refuses leaves no attempt behind.
    const form = bank.start3D(account, { order: orderOf(attempt), card, okUrl: url, failUrl: url, random, language });
    const outcome = await attempts.begin(attempt, counted.link, counted.counters, []);
    return outcome.kind === 'begun' ? { kind: 'hand-over', link: payment.link, form } : notBegun(outcome, payment.link);
  };

  const chargeNow = async (payment: Payment, account: PosAccount): Promise<StartOutcome | LinkChanged> => {
    const { link, dealer, card, nowMs, call, quote } = payment;
    const [attempt, counted] = await Promise.all([
      withCard(newAttempt(payment, 'charging', randomness), payment),
      countedIn(payment),
    ]);
    if (counted === undefined) return { kind: 'link-changed' };
    const { currency } = link.terms;
    const need = {
      dealer,
      currency,
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
    if (begun.kind === 'short') return declined(link, 'try-later');
    if (begun.outcome.kind !== 'begun') return notBegun(begun.outcome, link);
    const order = orderOf(charging);
    const times = chargeTimes(charging, clock.now());
    const answer = await bank.charge(account, { ...order, card, payerAddress: call.payerAddress }, times.charge);
    const verdict = await resolveAnswer(answer, { pos: bank, account, order, time: times.asking, clock });
    if (verdict.kind === 'unknown') return { kind: 'link', link };
    const options = { nowMs: clock.now(), resultReference: randomness.token() };
    if (verdict.kind === 'declined') {
      await concludeDeclined(attempts, charging, verdict, options);
      return { kind: 'link', link };
    }
    const { references } = verdict;
    // The card is in memory still: the function that meets payers opens none.
    const approval = { references, options, card: async () => card, untilMs: charging.answerByMs ?? 0 };
    const concluded = await concludeApprovedStoringCard(attempts, charging, approval, deps.cardStoring);
    return concluded ? reported(options.resultReference, call) : { kind: 'link', link };
  };

  const start = async (payment: Payment, withThreeD: boolean): Promise<StartOutcome | LinkChanged> => {
    // Before the intent: the bank's own refusal of the card comes when slot and budget are taken.
    if (deps.sandbox && !isTestCard(payment.card.number)) return declined(payment.link, 'try-another-card');
    if (withThreeD && !canAuthenticate(payment.card.number)) return declined(payment.link, adviceFor('013'));
    const account = await openPosAccount(payment.pos, deps.opener);
    try {
      return withThreeD ? await handOver(payment, account) : await chargeNow(payment, account);
    } catch (error) {
      if (error instanceof BankCallNotAllowed) return declined(payment.link, 'try-another-card');
      throw error;
    }
  };

  const pay = async (
    link: PaymentRequest,
    { call, bankOfCard }: Asked,
    posted: Extract<Posted, { action: 'pay' }>,
  ): Promise<StartOutcome | LinkChanged> => {
    const nowMs = clock.now();
    const read = readCardInput(posted.card, istanbulDayOf(nowMs));
    const [dealer, pos, stagePaused] = await Promise.all([
      deps.dealerOf(link.dealerCode),
      posFor(link, bankOfCard),
      deps.brake.isOn(),
    ]);
    if (dealer?.enabled !== true || dealer.paused || stagePaused) return declined(link, 'try-later');
    if (pos === undefined) return declined(link, 'try-another-card');
    const quotes = quotesFor({ terms: link.terms, pos });
    const quote = chosenQuote(quotes, posted.choice?.count);
    if (quote === undefined) return declined(link, 'try-another-card');
    const threeD = threeDOf(link, dealer);
    const totalChanged = quote.count !== posted.choice?.count || quote.total !== posted.choice.total;
    if ('problems' in read || totalChanged) {
      const problems = 'problems' in read ? read.problems : [];
      const bin = (digitsOf(posted) ?? '').slice(0, BIN_LENGTH);
      return { kind: 'card', link, quotes, chosenCount: quote.count, bin, problems, threeD, totalChanged };
    }
    const withThreeD = threeD === 'mandatory' || !posted.withoutThreeD;
    const { storesCard } = posted;
    return start({ link, dealer, pos, card: read.card, quote, call, storesCard, nowMs }, withThreeD);
  };

  const showQuotes = async (link: PaymentRequest, { call, bankOfCard }: Asked): Promise<StartOutcome> => {
    const bin = digitsOf(call.posted) ?? '';
    if (!BIN.test(bin)) return { kind: 'bin', link, invalid: true };
    const [dealer, pos] = await Promise.all([deps.dealerOf(link.dealerCode), posFor(link, bankOfCard)]);
    const quotes = pos === undefined ? [] : quotesFor({ terms: link.terms, pos });
    const [first] = quotes;
    if (first === undefined || dealer === undefined) return declined(link, 'try-another-card');
    const threeD = threeDOf(link, dealer);
    return { kind: 'card', link, quotes, chosenCount: first.count, bin, problems: [], threeD, totalChanged: false };
  };

  /** "Try again" while the bank is still asked: from then on the earlier attempt can only fail (rule 7). */
  const retry = async (link: PaymentRequest): Promise<StartOutcome> => {
    const { slot } = link.progress;
    const attempt = slot === undefined ? undefined : await attempts.find(slot);
    const nowMs = clock.now();
    if (attempt !== undefined && nowMs - (attempt.lastCallAtMs ?? attempt.startedAtMs) >= RETRY_AFTER_MS) {
      await attempts.tellFailed(attempt, { code: '021', atMs: nowMs });
    }
    return { kind: 'link', link };
  };

  const giveUp = async (link: PaymentRequest, call: PayerCall): Promise<StartOutcome | LinkChanged> => {
    const resultReference = randomness.token();
    const result = { resultReference, code: '001', orderId: '', atMs: clock.now() } as const;
    const closed = await deps.links.close(link, result);
    return closed ? reported(resultReference, call) : { kind: 'link-changed' };
  };

  const answer = async (link: PaymentRequest, asked: Asked): Promise<StartOutcome | LinkChanged> => {
    const { call } = asked;
    const { posted } = call;
    const view = linkViewAt(link, clock.now());
    if (posted.action === 'retry') return view.kind === 'waiting' ? retry(link) : { kind: 'link', link };
    if (posted.action === 'give-up' && (view.kind === 'payable' || view.kind === 'pause')) return giveUp(link, call);
    if (view.kind !== 'payable') return { kind: 'link', link };
    if (posted.action === 'quote') return showQuotes(link, asked);
    return posted.action === 'pay' ? pay(link, asked, posted) : { kind: 'link', link };
  };

  const bankOf = async (digits: string): Promise<string | undefined> =>
    /^\d+$/.test(digits) ? deps.bins.find(digits) : undefined;

  return async (call: PayerCall): Promise<StartOutcome> => {
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
