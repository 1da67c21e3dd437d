import { istanbulDayOf } from '../../../shared/domain/calendar.ts';
import { binIn, readCardInput } from '../../../shared/domain/card/card-rules.ts';
import type { Dealer } from '../../../shared/domain/dealer/dealer.ts';
import {
  isThreeDMandatory,
  offersThreeDChoice,
  type PaymentRequest,
} from '../../../shared/domain/link/payment-request.ts';
import { type QuoteAtPos, quotesOfCard } from '../../../shared/domain/virtual-pos/quotes-of-card.ts';
import { type CardOnLink, posQuestionOf } from '../../../shared/payment-flow/card-quotes.ts';
import { declined, type LinkChanged, stopped } from '../../../shared/payment-flow/link-start.ts';
import { stopOfRequest } from '../../../shared/payment-flow/link-stop.ts';
import { dealerWhoMayCharge } from '../../../shared/payment-flow/may-charge.ts';
import type { ChargingPause } from '../../../shared/ports/stage-brake.ts';
import type { VirtualPosDirectory } from '../../../shared/ports/virtual-pos-directory.ts';
import type { PayerCall, PayerPostOutcome, Posted } from './payer-call.ts';
import { type StartAttemptDependencies, startAttempt } from './start-attempt.ts';

export interface PayWithCardDependencies extends StartAttemptDependencies {
  readonly dealerOf: (dealerCode: string) => Promise<Dealer | undefined>;
  readonly brake: ChargingPause;
  readonly posDirectory: VirtualPosDirectory;
}

/** A payer's post about a card: the link as it was read, and the bank of the card that was typed, where it is known. */
export interface CardPost extends CardOnLink {
  readonly call: PayerCall;
}

type PostOf<Action extends Posted['action']> = Extract<Posted, { action: Action }>;

/** What the form asks. A post without 3D is judged by `isThreeDMandatory`, whatever a form asked. */
const threeDOf = (link: PaymentRequest, dealer: Dealer): 'mandatory' | 'choosable' =>
  !dealer.threeDRequired && offersThreeDChoice(link) ? 'choosable' : 'mandatory';

/** The quote of the posted count, else the first, with the virtual POS that charges it. */
const chosenQuote = (priced: readonly QuoteAtPos[], count: number | undefined): QuoteAtPos | undefined =>
  priced.find(({ quote }) => quote.count === count) ?? priced[0];

/** Shows what the card may choose from and pays, from its first digits. */
export const showQuotes = async (
  post: CardPost,
  { bin }: PostOf<'quote'>,
  deps: PayWithCardDependencies,
): Promise<PayerPostOutcome> => {
  const { link } = post;
  if (bin === undefined) return { kind: 'bin', link };
  const [dealer, ofDealer] = await Promise.all([
    deps.dealerOf(link.dealerCode),
    deps.posDirectory.ofDealer(link.dealerCode),
  ]);
  const quotes = quotesOfCard(posQuestionOf(post, { ofDealer, dealer })).map(({ quote }) => quote);
  const [first] = quotes;
  if (first === undefined || dealer === undefined) return declined(link, 'try-another-card');
  const threeD = threeDOf(link, dealer);
  return { kind: 'card', link, quotes, chosenCount: first.count, bin, problems: [], threeD, totalChanged: false };
};

/** Starts an attempt with a whole card, at the total that its payer saw; another total is shown before it is charged. */
export const payWithCard = async (
  post: CardPost,
  { card: raw, choice, withoutThreeD, storesCard }: PostOf<'pay'>,
  deps: PayWithCardDependencies,
): Promise<PayerPostOutcome | LinkChanged> => {
  const { link, call } = post;
  const nowMs = deps.clock.now();
  const read = readCardInput(raw, istanbulDayOf(nowMs));
  const [stop, known, ofDealer, stagePaused, breakers, trxId] = await Promise.all([
    stopOfRequest(link, deps),
    deps.dealerOf(link.dealerCode),
    deps.posDirectory.ofDealer(link.dealerCode),
    deps.brake.isOn(),
    deps.breaker.read(),
    deps.identifiers.next('transaction'),
  ]);
  if (stop !== undefined) return stopped(link);
  const dealer = dealerWhoMayCharge(known, { stagePaused });
  if (dealer === undefined) return declined(link, 'try-later');
  const priced = quotesOfCard(posQuestionOf(post, { ofDealer, dealer }));
  const chosen = chosenQuote(priced, choice?.count);
  if (chosen === undefined) return declined(link, 'try-another-card');
  const { quote, pos } = chosen;
  const threeD = threeDOf(link, dealer);
  const totalChanged = quote.count !== choice?.count || quote.total !== choice.total;
  if ('problems' in read || totalChanged) {
    const problems = 'problems' in read ? read.problems : [];
    const bin = binIn(raw.number);
    const quotes = priced.map((one) => one.quote);
    return { kind: 'card', link, quotes, chosenCount: quote.count, bin, problems, threeD, totalChanged };
  }
  const withThreeD = dealer.threeDRequired || isThreeDMandatory(link) || !withoutThreeD;
  // A bank that does not answer is not tried: nothing is counted, and no attempt is written (rule 46).
  const toCharge = { dealerCode: link.dealerCode, pos };
  if (!(withThreeD ? breakers.allowsStart(toCharge) : await breakers.admits(toCharge)))
    return declined(link, 'try-later');
  try {
    const payment = { link, dealer, pos, card: read.card, quote, call, storesCard, trxId, nowMs };
    return await startAttempt(payment, withThreeD, deps);
  } finally {
    await breakers.release();
  }
};
