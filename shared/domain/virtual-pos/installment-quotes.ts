import type { PaymentTerms } from '../link/payment-request.ts';
import { SINGLE_PAYMENT } from '../money/asked-terms.ts';
import { type MinorUnits, minor } from '../money/money.ts';
import { percentOf, type Rate } from '../money/rate.ts';
import { chargedSplits, type SplitLinkTerms } from '../split/link-split.ts';
import type { ChargeableQuote, InstallmentQuote } from './installment-quote.ts';
import { type QuotingPos, rateAt } from './rate-at.ts';

const NOTHING = minor(0);

/** The part of a link's terms that its prices follow from. */
export type QuotingTerms = SplitLinkTerms &
  Pick<PaymentTerms, 'currency' | 'installments' | 'allowedCounts' | 'commissionByDealer' | 'commissionDifferenceOnly'>;

export interface QuoteQuestion {
  readonly terms: QuotingTerms;
  readonly pos: QuotingPos;
}

/** Counts that a link allows, in ascending order: the dealer's one, or the payer's choices. */
export const countsOfLink = ({ installments, allowedCounts, currency }: QuotingTerms): readonly number[] => {
  const counts = installments.by === 'dealer' ? [installments.count] : [...new Set(allowedCounts)];
  return counts.filter((count) => count === SINGLE_PAYMENT || currency === 'TL').toSorted((a, b) => a - b);
};

/** The commission of the largest count that the dealer bears and the virtual POS has; zero if there is none. */
const commissionThatDealerBears = ({ terms, pos }: QuoteQuestion): MinorUnits => {
  for (let count = terms.commissionByDealer; count >= SINGLE_PAYMENT; count -= 1) {
    const rate = rateAt(pos, count);
    if (rate !== undefined) return percentOf(terms.amount, rate);
  }
  return NOTHING;
};

const commissionAt = (question: QuoteQuestion, count: number, rate: Rate): MinorUnits => {
  const { terms } = question;
  if (count <= terms.commissionByDealer) return NOTHING;
  const whole = percentOf(terms.amount, rate);
  if (!terms.commissionDifferenceOnly) return whole;
  return minor(Math.max(0, whole - commissionThatDealerBears(question)));
};

const quoteAt = (question: QuoteQuestion, count: number, rate: Rate): ChargeableQuote => {
  const commission = commissionAt(question, count, rate);
  const total = minor(question.terms.amount + commission);
  const monthly = minor(Math.floor(total / count));
  const dealerCommission = minor(percentOf(question.terms.amount, rate) - commission);
  return { count, total, commission, dealerCommission, monthly, firstMonth: minor(total - monthly * (count - 1)) };
};

/**
 * The prices at a virtual POS, one quote for each count that both the link and the virtual POS allow, in ascending
 * order; none if there is no such count. The currency was checked when the virtual POS was chosen. CommissionByDealer
 * and IsCommissionDiffByDealer decide what the payer bears (decisions: who bears the commission). Each percentage term
 * is rounded by itself, and the first month takes the remainder.
 */
export const quotesFor = (question: QuoteQuestion): readonly ChargeableQuote[] =>
  countsOfLink(question.terms).flatMap((count) => {
    const rate = rateAt(question.pos, count);
    const quote = rate === undefined ? undefined : quoteAt(question, count, rate);
    return quote === undefined || chargedSplits(question.terms, quote) === undefined ? [] : [quote];
  });

/**
 * True if the payer's price or choice depends on the card's bank: there is more than one count to choose from, or the
 * payer bears commission. Only then must the page ask for the card before it can show a total.
 */
export const dependsOnCard = (terms: PaymentTerms): boolean => {
  const counts = countsOfLink(terms);
  return counts.length > 1 || counts.some((count) => count > terms.commissionByDealer);
};

/** The one quote of a link whose price does not depend on the card (`dependsOnCard` is false). */
export const fixedQuote = (terms: PaymentTerms): InstallmentQuote => {
  const count = terms.installments.by === 'dealer' ? terms.installments.count : 1;
  const monthly = minor(Math.floor(terms.amount / count));
  const firstMonth = minor(terms.amount - monthly * (count - 1));
  return { count, total: terms.amount, commission: minor(0), monthly, firstMonth };
};
