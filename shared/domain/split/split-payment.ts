import type { Dealer } from '../dealer/dealer.ts';
import type { SubDealer } from '../dealer/sub-dealer.ts';
import { formatAmount, type MinorUnits, minor } from '../money/money.ts';
import type { Rate } from '../money/rate.ts';
import { Refusal } from '../refusal.ts';
import { type CheckedEntry, type Deduction, type ScenarioTerms, scenarios, sumOf } from './commission-scenarios.ts';
import type { CommissionScenario, PaymentSplit, SplitEntry } from './payment-split.ts';

/** Fields of a SubDealer entry as the interface names them (2.4). */
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

/** Refuses the entries of a payment of which one lacks a field that the scenario requires (2.3). */
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
  const flagged = scenarios[scenario].optional.includes('isIncludedFixedAmount');
  for (const [index, { amount, isIncludedFixedAmount = 0 }] of entries.entries()) {
    if (amount === 0) throw invalid(`SubDealer[${index}].Amount must be above 0.`);
    if (flagged && isIncludedFixedAmount !== 0 && isIncludedFixedAmount !== 1) {
      throw invalid(`SubDealer[${index}].IsIncludedFixedAmount must be 0 or 1.`);
    }
  }
};

/**
 * Applies the rules of 2.3 on values and sums to entries that have their required fields: each DealerId once, amounts
 * above 0, the sum of Amount (and in scenarios 4 and 5 of AmountToBeCommissioned) equal to the payment's, in scenario 6
 * not above it. Throws the Refusal of the first broken rule, with both numbers.
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

/** A payment that is to be split, with what the service knows of the dealer and its sub-dealers. */
export interface SplitQuestion {
  readonly scenario: CommissionScenario;
  /** Entries that `requireSplitFields` and `checkSplitValues` let pass. */
  readonly entries: readonly SplitEntry[];
  readonly amount: MinorUnits;
  readonly installments: number;
  readonly dealer: Pick<Dealer, 'topDealerRates' | 'fixedAmount'>;
  /** Those of the dealer's sub-dealers that the entries name; one that is not there is refused. */
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
    throw invalid(`The service has no commission rate of this dealer for InstallmentNumber ${installments}.`);
  }
  const rateOf = (dealerId: number): Rate => {
    const rate = known.get(dealerId)?.rates[String(installments)];
    if (rate !== undefined) return rate;
    throw invalid(`Sub-dealer ${dealerId} has no commission rate for InstallmentNumber ${installments}.`);
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

/**
 * Splits a payment among sub-dealers by its scenario (2.3, wire facts, "Commission arithmetic"), in minor units of the
 * payment's currency, in the order of their ids. Refuses a sub-dealer that is not the dealer's or is switched off, a
 * rate that the service does not have for the installment count, and a commission above the amount it is deducted from.
 */
export const splitPayment = (question: SplitQuestion): readonly PaymentSplit[] => {
  const known = new Map(question.subDealers.map((subDealer) => [subDealer.subDealerId, subDealer]));
  refuseForeignSubDealers(question, known);
  const entries = question.entries.map(checkedEntry);
  const deductions = scenarios[question.scenario].deduct(entries, termsOf(question, known));
  const splits = entries.flatMap(({ dealerId }, index) => {
    const deduction = deductions[index];
    return deduction === undefined ? [] : [splitOf(dealerId, deduction)];
  });
  if (splits.reduce((sum, { amount }) => sum + amount, 0) !== question.amount) {
    throw new RangeError('the splits of a payment add up to its amount');
  }
  return splits.toSorted((a, b) => a.subDealerId - b.subDealerId);
};
