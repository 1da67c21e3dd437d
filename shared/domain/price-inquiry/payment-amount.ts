import type { Dealer } from '../dealer/dealer.ts';
import { askedCurrency, askedInstallmentCount } from '../money/asked-terms.ts';
import { type MinorUnits, minor } from '../money/money.ts';
import type { Rate } from '../money/rate.ts';
import { Refusal } from '../refusal.ts';
import { scenarios } from '../split/commission-scenarios.ts';
import { quotesFor } from '../virtual-pos/installment-quotes.ts';
import type { VirtualPos } from '../virtual-pos/virtual-pos.ts';
import type { PaymentAmountFields } from './price-fields.ts';
import { asksForRevenue } from './price-rules.ts';

/** A commission: what it is in all, and the percentage and the fixed amount that it is made of. */
interface QuotedCommission {
  readonly rate: Rate;
  readonly fixed: MinorUnits;
  readonly amount: MinorUnits;
}

/** The price of an order whose payer bears the service's commission. `payment` is `deposit` + `commission.amount`. */
export interface PaymentAmount {
  /** What the card pays. */
  readonly payment: MinorUnits;
  /** What is left to the dealer, or to the sub-dealer where a top dealer takes a revenue. */
  readonly deposit: MinorUnits;
  readonly commission: QuotedCommission;
  /** The service's commission on the top dealer; nothing where no revenue is taken. */
  readonly group: QuotedCommission;
  readonly revenue: { readonly rate: Rate; readonly amount: MinorUnits };
}

const NOTHING = minor(0);
const NO_RATE = 0 as Rate;
const NO_COMMISSION: QuotedCommission = { rate: NO_RATE, fixed: NOTHING, amount: NOTHING };

/** Sums of rates stay rates: both are percentages of one amount. */
const sumOfRates = (one: Rate, other: Rate): Rate => (one + other) as Rate;

/** The price by the code that quotes links: the payer bears the commission of every count (CommissionByDealer 0). */
const withoutRevenue = (fields: PaymentAmountFields, pos: VirtualPos): PaymentAmount => {
  const amount = fields.orderAmount ?? NOTHING;
  const count = askedInstallmentCount(fields);
  const [quote] = quotesFor({
    terms: {
      amount,
      currency: askedCurrency(fields),
      installments: { by: 'dealer', count },
      allowedCounts: [count],
      commissionByDealer: 0,
      commissionDifferenceOnly: false,
      preAuthorisation: false,
    },
    pos,
  });
  const rate = pos.rates[String(count)];
  if (quote === undefined || rate === undefined) throw new RangeError('a payment is quoted after it was checked');
  return {
    payment: quote.total,
    deposit: amount,
    commission: { rate, fixed: NOTHING, amount: quote.commission },
    group: NO_COMMISSION,
    revenue: { rate: NO_RATE, amount: NOTHING },
  };
};

/**
 * The price by the code that splits payments: scenario 4 for a percentage, 5 for an amount, with one sub-dealer and the
 * dealer's fixed amount. The payer bears what the service takes, the sub-dealer the revenue of the top dealer.
 */
const withRevenue = (
  fields: PaymentAmountFields,
  { topDealerRates, fixedAmount }: Pick<Dealer, 'topDealerRates' | 'fixedAmount'>,
): PaymentAmount => {
  const { groupRevenueRate = NO_RATE, groupRevenueAmount = NOTHING, orderAmount: amount = NOTHING } = fields;
  const count = askedInstallmentCount(fields);
  const topDealerRate = topDealerRates[String(count)];
  if (topDealerRate === undefined) {
    const sentence = `The service has no commission rate of this dealer for InstallmentNumber ${count}.`;
    throw new Refusal('VirtualPosCommissionRateNotFound', sentence);
  }
  const byRate = groupRevenueRate > 0;
  const entry = {
    dealerId: 0,
    amount,
    dealerCommissionRate: NO_RATE,
    dealerCommissionAmount: NOTHING,
    dealerCommissionFixedAmount: NOTHING,
    groupRevenueRate,
    groupRevenueAmount,
    amountToBeCommissioned: amount,
    isIncludedFixedAmount: 1,
  };
  const rateOf = (): Rate => NO_RATE;
  const [deducted] = scenarios[byRate ? 4 : 5].deduct([entry], { amount, topDealerRate, fixedAmount, rateOf });
  if (deducted === undefined) throw new RangeError('one entry has one deduction');
  const { commission, topDealerCommission } = deducted;
  const revenue = minor(commission - topDealerCommission);
  return {
    payment: minor(amount + topDealerCommission),
    deposit: minor(amount - revenue),
    commission: {
      rate: sumOfRates(topDealerRate, byRate ? groupRevenueRate : NO_RATE),
      fixed: minor(fixedAmount + (byRate ? 0 : groupRevenueAmount)),
      amount: commission,
    },
    group: { rate: topDealerRate, fixed: fixedAmount, amount: topDealerCommission },
    revenue: { rate: groupRevenueRate, amount: revenue },
  };
};

/**
 * What a card pays for an order at the virtual POS that charges it, and what is left to whom, in minor units of the
 * order's currency (decisions: price inquiries). The fields are checked, and the virtual POS takes currency and count.
 */
export const paymentAmountOf = (
  fields: PaymentAmountFields,
  { dealer, pos }: { readonly dealer: Pick<Dealer, 'topDealerRates' | 'fixedAmount'>; readonly pos: VirtualPos },
): PaymentAmount => (asksForRevenue(fields) ? withRevenue(fields, dealer) : withoutRevenue(fields, pos));
