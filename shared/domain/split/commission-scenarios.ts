import { type MinorUnits, minor } from '../money/money.ts';
import { percentOf, type Rate } from '../money/rate.ts';
import { shareByLargestRemainder } from './largest-remainder.ts';
import type { CommissionScenario, SplitEntry } from './payment-split.ts';

type EntryField = keyof SplitEntry;

/** An entry whose required fields were checked. What it leaves out is 0 (2.3: "0 when not sent"). */
export interface CheckedEntry {
  readonly dealerId: number;
  readonly amount: MinorUnits;
  readonly dealerCommissionRate: Rate;
  readonly dealerCommissionAmount: MinorUnits;
  readonly dealerCommissionFixedAmount: MinorUnits;
  readonly groupRevenueRate: Rate;
  readonly groupRevenueAmount: MinorUnits;
  readonly amountToBeCommissioned: MinorUnits;
  readonly isIncludedFixedAmount: number;
}

/** What the scenarios take from the payment and from the service's own records. */
export interface ScenarioTerms {
  readonly amount: MinorUnits;
  readonly topDealerRate: Rate;
  readonly fixedAmount: MinorUnits;
  /** The sub-dealer's own rate for the payment's installment count; refuses where none is defined. */
  readonly rateOf: (dealerId: number) => Rate;
}

/** What is deducted from one sub-dealer, and from the top dealer for it. */
export interface Deduction {
  /** What falls to the sub-dealer before its commission is deducted. */
  readonly amount: MinorUnits;
  readonly commission: MinorUnits;
  readonly topDealerCommission: MinorUnits;
}

/** One commission scenario of 2.3. A field of 2.4 that is neither required nor optional in it is ignored. */
export interface Scenario {
  readonly required: readonly EntryField[];
  readonly optional: readonly EntryField[];
  /** How the sum of SubDealer.Amount stands to the payment's Amount. */
  readonly amounts: 'equal' | 'at most';
  /** Whether the sum of AmountToBeCommissioned must equal the payment's Amount. */
  readonly commissionedAmounts: boolean;
  readonly deduct: (entries: readonly CheckedEntry[], terms: ScenarioTerms) => readonly Deduction[];
}

type CommissionOf = (entry: CheckedEntry, terms: ScenarioTerms) => number;

/** Each percentage term is rounded by itself. The service takes its commission on the whole Amount (wire facts). */
const onAmount =
  (commissionOf: CommissionOf): Scenario['deduct'] =>
  (entries, terms) =>
    entries.map((entry) => ({
      amount: entry.amount,
      commission: minor(commissionOf(entry, terms)),
      topDealerCommission: percentOf(entry.amount, terms.topDealerRate),
    }));

/**
 * The service's commission on the top dealer is passed on: the sub-dealer bears it for AmountToBeCommissioned, and the
 * fixed amount where IsIncludedFixedAmount says so. The top dealer's income is the revenue it asked for (wire facts).
 */
const onRevenue =
  (revenueOf: (entry: CheckedEntry) => MinorUnits): Scenario['deduct'] =>
  (entries, { topDealerRate, fixedAmount }) =>
    entries.map((entry) => {
      const fixed = entry.isIncludedFixedAmount === 1 ? fixedAmount : 0;
      const topDealerCommission = minor(percentOf(entry.amountToBeCommissioned, topDealerRate) + fixed);
      return {
        amount: entry.amount,
        commission: minor(revenueOf(entry) + topDealerCommission),
        topDealerCommission,
      };
    });

/** Sum of one amount over the entries; one that is not given counts as 0. */
export const sumOf = (entries: readonly SplitEntry[], field: 'amount' | 'amountToBeCommissioned'): MinorUnits =>
  minor(entries.reduce((sum, entry) => sum + (entry[field] ?? 0), 0));

/**
 * Amount is what the sub-dealer gets. What is left of the payment is the commission, shared in proportion to Amount by
 * largest remainder, ties by DealerId (wire facts, "Scenario 6").
 */
const whatIsLeft: Scenario['deduct'] = (entries, { amount, topDealerRate }) => {
  const left = minor(amount - sumOf(entries, 'amount'));
  const sharers = entries.map((entry) => ({ id: entry.dealerId, weight: entry.amount }));
  const shares = shareByLargestRemainder(left, sharers);
  return entries.map((entry) => {
    const commission = shares.get(entry.dealerId) ?? minor(0);
    return {
      amount: minor(entry.amount + commission),
      commission,
      topDealerCommission: percentOf(entry.amount, topDealerRate),
    };
  });
};

const DEALER_AND_AMOUNT = ['dealerId', 'amount'] as const;
const sumsOfAmount = { amounts: 'equal', commissionedAmounts: false } as const;
const sumsOfBoth = { amounts: 'equal', commissionedAmounts: true } as const;

/** The six scenarios of 2.3. */
export const scenarios: Readonly<Record<CommissionScenario, Scenario>> = {
  1: {
    required: DEALER_AND_AMOUNT,
    optional: [],
    ...sumsOfAmount,
    deduct: onAmount((entry, { rateOf }) => percentOf(entry.amount, rateOf(entry.dealerId))),
  },
  2: {
    required: [...DEALER_AND_AMOUNT, 'dealerCommissionRate'],
    optional: ['dealerCommissionFixedAmount'],
    ...sumsOfAmount,
    deduct: onAmount(
      (entry) => percentOf(entry.amount, entry.dealerCommissionRate) + entry.dealerCommissionFixedAmount,
    ),
  },
  3: {
    required: [...DEALER_AND_AMOUNT, 'dealerCommissionAmount'],
    optional: [],
    ...sumsOfAmount,
    deduct: onAmount((entry) => entry.dealerCommissionAmount),
  },
  4: {
    required: [...DEALER_AND_AMOUNT, 'groupRevenueRate', 'amountToBeCommissioned'],
    optional: ['isIncludedFixedAmount'],
    ...sumsOfBoth,
    deduct: onRevenue((entry) => percentOf(entry.amount, entry.groupRevenueRate)),
  },
  5: {
    required: [...DEALER_AND_AMOUNT, 'groupRevenueAmount', 'amountToBeCommissioned'],
    optional: ['isIncludedFixedAmount'],
    ...sumsOfBoth,
    deduct: onRevenue((entry) => entry.groupRevenueAmount),
  },
  6: {
    required: DEALER_AND_AMOUNT,
    optional: [],
    amounts: 'at most',
    commissionedAmounts: false,
    deduct: whatIsLeft,
  },
};
