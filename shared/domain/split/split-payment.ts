import type { Dealer } from '../dealer/dealer.ts';
import type { SubDealer } from '../dealer/sub-dealer.ts';
import { formatAmount, type MinorUnits, minor } from '../money/money.ts';
import type { Rate } from '../money/rate.ts';
import { Refusal } from '../refusal.ts';
import { type CheckedEntry, type Deduction, type ScenarioTerms, scenarios, sumOf } from './commission-scenarios.ts';
import type { SplitTerms } from './commission-terms.ts';
import type { CommissionScenario, PaymentSplit, SplitEntry } from './payment-split.ts';

/** Fields of a SubDealer entry by their names in the interface (dealer interface 2.4). */
const wireNames = {
  dealerId: 'DealerId',
  amount: 'Amount',
  dealerCommissionRate: 'DealerCommissionRate',
  dealerCommissionAmount: 'DealerCommissionAmount',
  dealerCommissionFixedAmount: 'DealerCommissionFixedAmount',
  groupRevenueRate: 'GroupRevenueRate',
  groupRevenueAmount: 'GroupRevenueAmount',
  amountToBeCommissioned: 'AmountToBeCommissioned',
  isIncludedFixedAmount: 'IsIncludedFixedAmount',
} as const satisfies Readonly<Record<keyof SplitEntry, string>>;

const invalid = (sentence: string): Refusal => new Refusal('InvalidRequest', sentence);
const noRate = (sentence: string): Refusal => new Refusal('DealerGroupCommissionRateNotFound', sentence);

/** Refuses entries that lack a field which the scenario requires (dealer interface 2.3). */
export const requireSplitFields = (scenario: CommissionScenario, entries: readonly SplitEntry[]): void => {
  for (const [index, entry] of entries.entries()) {
    const missing = scenarios[scenario].required.find((field) => entry[field] === undefined);
    if (missing !== undefined) {
      throw invalid(`SubDealer[${index}].${wireNames[missing]} is required in CommissionScenario ${scenario}.`);
    }
  }
};

const refuseRepeatedDealer = (entries: readonly SplitEntry[]): void => {
  const seen = new Set<number | undefined>();
  for (const { dealerId } of entries) {
    if (seen.has(dealerId)) throw invalid(`SubDealer names DealerId ${dealerId} more than once.`);
    seen.add(dealerId);
  }
};

const refuseBadValues = (scenario: CommissionScenario, entries: readonly SplitEntry[]): void => {
  const flagged = scenarios[scenario].commissionedAmounts;
  for (const [index, { amount, isIncludedFixedAmount = 0 }] of entries.entries()) {
    if (amount === 0) throw invalid(`SubDealer[${index}].Amount must be above 0.`);
    if (flagged && isIncludedFixedAmount !== 0 && isIncludedFixedAmount !== 1) {
      throw invalid(`SubDealer[${index}].IsIncludedFixedAmount must be 0 or 1.`);
    }
  }
};

/**
 * Checks values and sums of entries that have their required fields (dealer interface 2.3): each DealerId once, amounts
 * above 0, the sum of Amount (in scenarios 4 and 5 also of AmountToBeCommissioned) equal to the payment's Amount, in
 * scenario 6 not above it. Throws the Refusal of the first broken rule, with both numbers.
 */
export const checkSplitValues = (
  scenario: CommissionScenario,
  entries: readonly SplitEntry[],
  amount: MinorUnits,
): void => {
  refuseRepeatedDealer(entries);
  refuseBadValues(scenario, entries);
  const { amounts, commissionedAmounts } = scenarios[scenario];
  const [sum, commissioned] = [sumOf(entries, 'amount'), sumOf(entries, 'amountToBeCommissioned')];
  const main = `Amount, ${formatAmount(amount)}`;
  if (amounts === 'equal' && sum !== amount) {
    throw invalid(`The sum of SubDealer.Amount is ${formatAmount(sum)} and must equal ${main}.`);
  }
  if (amounts === 'at most' && sum > amount) {
    throw invalid(`The sum of SubDealer.Amount is ${formatAmount(sum)} and must not exceed ${main}.`);
  }
  if (commissionedAmounts && commissioned !== amount) {
    throw invalid(
      `The sum of SubDealer.AmountToBeCommissioned is ${formatAmount(commissioned)} and must equal ${main}.`,
    );
  }
};

/** A payment to be split, with the records of the dealer and its sub-dealers. */
export interface SplitQuestion {
  readonly scenario: CommissionScenario;
  /** Entries that `requireSplitFields` and `checkSplitValues` have accepted. */
  readonly entries: readonly SplitEntry[];
  readonly amount: MinorUnits;
  readonly installments: number;
  readonly dealer: Pick<Dealer, 'topDealerRates' | 'fixedAmount'>;
  /** The dealer's sub-dealers among those that the entries name. An entry without one is refused. */
  readonly subDealers: readonly SubDealer[];
}

const NO_RATE = 0 as Rate;

const checkedEntry = (entry: SplitEntry): CheckedEntry => ({
  dealerId: entry.dealerId ?? 0,
  amount: entry.amount ?? minor(0),
  dealerCommissionRate: entry.dealerCommissionRate ?? NO_RATE,
  dealerCommissionAmount: entry.dealerCommissionAmount ?? minor(0),
  dealerCommissionFixedAmount: entry.dealerCommissionFixedAmount ?? minor(0),
  groupRevenueRate: entry.groupRevenueRate ?? NO_RATE,
  groupRevenueAmount: entry.groupRevenueAmount ?? minor(0),
  amountToBeCommissioned: entry.amountToBeCommissioned ?? minor(0),
  isIncludedFixedAmount: entry.isIncludedFixedAmount ?? 0,
});

const refuseForeignSubDealers = ({ entries }: SplitQuestion, known: ReadonlyMap<number, SubDealer>): void => {
  for (const { dealerId = 0 } of entries) {
    const subDealer = known.get(dealerId);
    if (subDealer === undefined) throw invalid(`SubDealer.DealerId ${dealerId} is not a sub-dealer of this dealer.`);
    if (!subDealer.enabled) throw invalid(`SubDealer.DealerId ${dealerId} is switched off.`);
  }
};

const termsOf = (
  { amount, installments, dealer }: SplitQuestion,
  known: ReadonlyMap<number, SubDealer>,
): ScenarioTerms => {
  const topDealerRate = dealer.topDealerRates[String(installments)];
  if (topDealerRate === undefined) {
    throw noRate(`The service has no commission rate of this dealer for InstallmentNumber ${installments}.`);
  }
  const rateOf = (dealerId: number): Rate => {
    const rate = known.get(dealerId)?.rates[String(installments)];
    if (rate !== undefined) return rate;
    throw noRate(`Sub-dealer ${dealerId} has no commission rate for InstallmentNumber ${installments}.`);
  };
  return { amount, topDealerRate, fixedAmount: dealer.fixedAmount, rateOf };
};

const splitOf = (subDealerId: number, { amount, commission, topDealerCommission }: Deduction): PaymentSplit => {
  if (commission > amount) {
    throw invalid(
      `The commission of sub-dealer ${subDealerId} is ${formatAmount(commission)} and must not exceed its Amount, ${formatAmount(amount)}.`,
    );
  }
  return {
    subDealerId,
    amount,
    commission,
    net: minor(amount - commission),
    topDealerCommission,
    topDealerIncome: minor(commission - topDealerCommission),
  };
};

const deductionsOf = (question: SplitQuestion): readonly (readonly [subDealerId: number, deduction: Deduction])[] => {
  const known = new Map(question.subDealers.map((subDealer) => [subDealer.subDealerId, subDealer]));
  refuseForeignSubDealers(question, known);
  const entries = question.entries.map(checkedEntry);
  const deductions = scenarios[question.scenario].deduct(entries, termsOf(question, known));
  return entries.flatMap(({ dealerId }, index) => {
    const deduction = deductions[index];
    return deduction === undefined ? [] : [[dealerId, deduction] as const];
  });
};

/**
 * Splits a payment among sub-dealers by its scenario (dealer interface 2.3; decisions: commission), in minor units of
 * the payment's currency, ordered by id. Refuses a sub-dealer that is not the dealer's or is disabled, an installment
 * count without a rate, and a commission above the amount that it is deducted from.
 */
export const splitPayment = (question: SplitQuestion): readonly PaymentSplit[] => {
  const splits = deductionsOf(question).map(([subDealerId, deduction]) => splitOf(subDealerId, deduction));
  if (splits.reduce((sum, { amount }) => sum + amount, 0) !== question.amount) {
    throw new RangeError('the splits of a payment add up to its amount');
  }
  return splits.toSorted((a, b) => a.subDealerId - b.subDealerId);
};

/**
 * What the commissions of a payment's splits are made of, by sub-dealer. A pre-authorisation keeps it: its capture may take
 * a part, to which the rates are applied anew.
 */
export const splitTermsOf = (question: SplitQuestion): ReadonlyMap<number, SplitTerms> =>
  new Map(deductionsOf(question).map(([subDealerId, { terms }]) => [subDealerId, terms]));
