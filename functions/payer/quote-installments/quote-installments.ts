import { binIn } from '../../../shared/domain/card/card-rules.ts';
import type { Dealer } from '../../../shared/domain/dealer/dealer.ts';
import type { Language } from '../../../shared/domain/language.ts';
import { awaitsOpening } from '../../../shared/domain/link/opening.ts';
import type { PaymentRequest } from '../../../shared/domain/link/payment-request.ts';
import { fixedQuote } from '../../../shared/domain/virtual-pos/installment-quotes.ts';
import { quotesOfCard } from '../../../shared/domain/virtual-pos/quotes-of-card.ts';
import type { PageCall } from '../../../shared/http/page-handler.ts';
import type { PageAnswer } from '../../../shared/http/page-response.ts';
import { addressScopeOf } from '../../../shared/http/source-address.ts';
import { type Html, html } from '../../../shared/pages/html.ts';
import {
  cardNotTaken,
  installmentChoices,
  quotesNotShown,
  SINGLE_COUNT,
} from '../../../shared/pages/installment-choices.ts';
import { posQuestionOf } from '../../../shared/payment-flow/card-quotes.ts';
import { linkViewAt } from '../../../shared/payment-flow/link-view.ts';
import type { BinDirectory } from '../../../shared/ports/bin-directory.ts';
import type { Clock } from '../../../shared/ports/clock.ts';
import type { PaymentRequests } from '../../../shared/ports/payment-requests.ts';
import type { QuoteCounters } from '../../../shared/ports/quote-counters.ts';
import type { VirtualPosDirectory } from '../../../shared/ports/virtual-pos-directory.ts';

export interface QuoteInstallmentsDependencies {
  readonly paymentRequests: Pick<PaymentRequests, 'findByToken'>;
  readonly bins: BinDirectory;
  readonly posDirectory: VirtualPosDirectory;
  readonly dealerOf: (dealerCode: string) => Promise<Dealer | undefined>;
  readonly quotes: QuoteCounters;
  readonly clock: Clock;
}

/** The name of the field that the script posts: the first 8 digits; a longer number is cut (rule 34). */
const BIN_FIELD = 'bin';

/** Nothing to put in place: the form stays as it is, and the post of the card is told everything (rule 16). */
const NOTHING: PageAnswer = { json: {} };

const withoutQuotes = ({ terms }: PaymentRequest, language: Language, said: Html): PageAnswer => {
  const quote = fixedQuote(terms);
  const shown = { quotes: [quote], chosenCount: quote.count, currency: terms.currency, language, provisional: true };
  return { json: { plans: html`${installmentChoices(shown)}${said}`.markup } };
};

/**
 * The installments of a card on an open link, from its first 8 digits, as markup for the form in the language of the
 * page. Amounts only, and only so many an hour (rule 34). A refused quote shows the single payment and stops nothing.
 */
export const quoteInstallments =
  (deps: QuoteInstallmentsDependencies) =>
  async ({ parameters, posted, sourceAddress, frame }: PageCall): Promise<PageAnswer> => {
    const { paymentRequests, bins, posDirectory, dealerOf, quotes: counters, clock } = deps;
    const token = parameters.token ?? '';
    const bin = binIn(posted?.find(([name]) => name === BIN_FIELD)?.[1]);
    if (bin === undefined) return NOTHING;
    const [link, origin] = await Promise.all([paymentRequests.findByToken(token), bins.find(bin)]);
    const nowMs = clock.now();
    if (link === undefined || linkViewAt(link, nowMs).kind !== 'payable') return NOTHING;
    const { language } = frame;
    const [ofDealer, dealer, counted] = await Promise.all([
      posDirectory.ofDealer(link.dealerCode),
      dealerOf(link.dealerCode),
      counters.count({
        payment: link.payment,
        addressScope: addressScopeOf(sourceAddress),
        opens: awaitsOpening(link),
        nowMs,
      }),
    ]);
    if (counted === 'too-many') return withoutQuotes(link, language, quotesNotShown(language));
    const priced = quotesOfCard(posQuestionOf({ link, origin }, { ofDealer, dealer }));
    const quotes = priced.map(({ quote }) => quote);
    if (quotes.length === 0) return withoutQuotes(link, language, cardNotTaken(language));
    const shown = { quotes, chosenCount: SINGLE_COUNT, currency: link.terms.currency, language };
    return { json: { plans: installmentChoices(shown).markup } };
  };
