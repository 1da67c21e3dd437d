import { istanbulDayOf } from '../../shared/domain/calendar.ts';
import { binIn, readCardInput } from '../../shared/domain/card/card-rules.ts';
import type { Dealer } from '../../shared/domain/dealer/dealer.ts';
import { isThreeDMandatory, type PaymentRequest } from '../../shared/domain/link/payment-request.ts';
import { posForBank, posForCard } from '../../shared/domain/virtual-pos/choose-virtual-pos.ts';
import type { InstallmentQuote } from '../../shared/domain/virtual-pos/installment-quote.ts';
import { quotesFor } from '../../shared/domain/virtual-pos/installment-quotes.ts';
import type { VirtualPos } from '../../shared/domain/virtual-pos/virtual-pos.ts';
import { dealerWhoMayCharge } from '../../shared/payment-flow/may-charge.ts';
import type { ChargingPause } from '../../shared/ports/stage-brake.ts';
import type { VirtualPosDirectory } from '../../shared/ports/virtual-pos-directory.ts';
import type { PayerCall, PayerPostOutcome, Posted } from './payer-call.ts';
import { declined, type LinkChanged, type StartAttemptDependencies, startAttempt } from './start-attempt.ts';

export interface PayWithCardDependencies extends StartAttemptDependencies {
  readonly dealerOf: (dealerCode: string) => Promise<Dealer | undefined>;
  readonly brake: ChargingPause;
  readonly posDirectory: VirtualPosDirectory;
}

/** A payer's post about a card: the link as it was read, and the bank of the card that was typed, where it is known. */
export interface CardPost {
  readonly link: PaymentRequest;
  readonly call: PayerCall;
  readonly bankOfCard: string | undefined;
}

type PostOf<Action extends Posted['action']> = Extract<Posted, { action: Action }>;

/** The virtual POS that charges the card; undefined where the dealer has none for it. */
const posOf = async (
  { link, bankOfCard }: CardPost,
  { posDirectory }: PayWithCardDependencies,
): Promise<VirtualPos | undefined> => {
  const ofDealer = await posDirectory.ofDealer(link.dealerCode);
  const { currency } = link.terms;
  const choice =
    link.bankCode === undefined
      ? posForCard({ ofDealer, currency, bankOfCard })
      : posForBank({ ofDealer, currency, bankCode: link.bankCode });
  return choice.kind === 'chosen' ? choice.pos : undefined;
};

const threeDOf = (link: PaymentRequest, dealer: Dealer): 'mandatory' | 'choosable' =>
  dealer.threeDRequired || isThreeDMandatory(link) ? 'mandatory' : 'choosable';

const chosenQuote = (quotes: readonly InstallmentQuote[], count: number | undefined): InstallmentQuote | undefined =>
  quotes.find((quote) => quote.count === count) ?? quotes[0];

/** Shows what the card may choose from and pays, from its first digits. */
export const showQuotes = async (
  post: CardPost,
  { bin }: PostOf<'quote'>,
  deps: PayWithCardDependencies,
): Promise<PayerPostOutcome> => {
  const { link } = post;
  if (bin === undefined) return { kind: 'bin', link, invalid: true };
  const [dealer, pos] = await Promise.all([deps.dealerOf(link.dealerCode), posOf(post, deps)]);
  const quotes = pos === undefined ? [] : quotesFor({ terms: link.terms, pos });
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
  const [known, pos, stagePaused] = await Promise.all([
    deps.dealerOf(link.dealerCode),
    posOf(post, deps),
    deps.brake.isOn(),
  ]);
  const dealer = dealerWhoMayCharge(known, { stagePaused });
  if (dealer === undefined) return declined(link, 'try-later');
  if (pos === undefined) return declined(link, 'try-another-card');
  const quotes = quotesFor({ terms: link.terms, pos });
  const quote = chosenQuote(quotes, choice?.count);
  if (quote === undefined) return declined(link, 'try-another-card');
  const threeD = threeDOf(link, dealer);
  const totalChanged = quote.count !== choice?.count || quote.total !== choice.total;
  if ('problems' in read || totalChanged) {
    const problems = 'problems' in read ? read.problems : [];
    const bin = binIn(raw.number);
    return { kind: 'card', link, quotes, chosenCount: quote.count, bin, problems, threeD, totalChanged };
  }
  const withThreeD = threeD === 'mandatory' || !withoutThreeD;
  return startAttempt({ link, dealer, pos, card: read.card, quote, call, storesCard, nowMs }, withThreeD, deps);
};
