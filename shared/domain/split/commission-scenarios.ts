import { type MinorUnits, minor } from '../money/money.ts';
import type { Rate } from '../money/rate.ts';
import { type CommissionTerms, fixedTerms, type SplitTerms, sumOfTerms } from './commission-terms.ts';
import { shareByLargestRemainder } from './largest-remainder.ts';
import type { CommissionScenario, SplitEntry } from './payment-split.ts';

type EntryField = keyof SplitEntry;

/** An entry whose required fields were checked. Absent amounts are 0, as the interface says (dealer interface 2.3). */
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

/** What a scenario needs of the payment and of the service's records. */
export interface ScenarioTerms {
  readonly amount: MinorUnits;
  readonly topDealerRate: Rate;
  readonly fixedAmount: MinorUnits;
  /** The sub-dealer's own rate for the payment's installment count; throws a Refusal if it has none. */
  readonly rateOf: (dealerId: number) => Rate;
}

/** What is deducted from one sub-dealer, and from the top dealer because of it. */
export interface Deduction {
  /** The sub-dealer's part before its commission. */
  readonly amount: MinorUnits;
  readonly commission: MinorUnits;
  readonly topDealerCommission: MinorUnits;
  /** What both are made of. */
  readonly terms: SplitTerms;
}

/**
 * One commission scenario (dealer interface 2.3). It ignores fields of an entry that it does not need.
 */
export interface Scenario {
  readonly required: readonly EntryField[];
  /** How the sum of SubDealer.Amount must compare with the payment's Amount. */
  readonly amounts: 'equal' | 'at most';
  /** Whether the sum of AmountToBeCommissioned must equal the payment's Amount; with it goes IsIncludedFixedAmount. */
  readonly commissionedAmounts: boolean;
  readonly deduct: (entries: readonly CheckedEntry[], terms: ScenarioTerms) => readonly Deduction[];
}

const deduction = (amount: MinorUnits, terms: SplitTerms): Deduction => ({
  amount,
  commission: sumOfTerms(terms.commission),
  topDealerCommission: sumOfTerms(terms.topDealerCommission),
  terms,
});

const NOTHING = minor(0);

const rated = (base: MinorUnits, rate: Rate, fixed = NOTHING): CommissionTerms => ({
  rated: [{ base, rate }, ...fixedTerms(fixed)],
  fixed: NOTHING,
});

const fixedTerm = (amount: MinorUnits): CommissionTerms => ({ rated: fixedTerms(amount), fixed: NOTHING });

/**
 * Each percentage term is rounded by itself. The service's commission is on the whole Amount (decisions: commission).
 */
const onAmount =
  (commissionOf: (entry: CheckedEntry, terms: ScenarioTerms) => CommissionTerms): Scenario['deduct'] =>
  (entries, terms) =>
    entries.map((entry) =>
      deduction(entry.amount, {
        commission: commissionOf(entry, terms),
        topDealerCommission: rated(entry.amount, terms.topDealerRate),
      }),
    );

/**
 * The sub-dealer bears the service's commission on the top dealer for AmountToBeCommissioned, with the fixed amount if
 * IsIncludedFixedAmount is 1. So the income of the top dealer is exactly the revenue that it set (decisions:
 * commission).
 */
const onRevenue =
  (revenueOf: (entry: CheckedEntry) => CommissionTerms): Scenario['deduct'] =>
  (entries, { topDealerRate, fixedAmount }) =>
    entries.map((entry) => {
      const fixed = entry.isIncludedFixedAmount === 1 ? fixedAmount : NOTHING;
      const top = rated(entry.amountToBeCommissioned, topDealerRate, fixed);
      const commission = { rated: [...revenueOf(entry).rated, ...top.rated], fixed: NOTHING };
      return deduction(entry.amount, { commission, topDealerCommission: top });
    });

/** The sum of one amount over the entries; an absent amount counts as 0. */
export const sumOf = (entries: readonly SplitEntry[], field: 'amount' | 'amountToBeCommissioned'): MinorUnits =>
  minor(entries.reduce((sum, entry) => sum + (entry[field] ?? 0), 0));

/**
 * Amount is the sub-dealer's net. The rest of the payment is the commission, shared in proportion to Amount by largest
 * remainder; the lower DealerId wins a tie (decisions: commission).
 */
const whatIsLeft: Scenario['deduct'] = (entries, { amount, topDealerRate }) => {
  const left = minor(amount - sumOf(entries, 'amount'));
  const sharers = entries.map((entry) => ({ id: entry.dealerId, weight: entry.amount }));
  const shares = shareByLargestRemainder(left, sharers);
  return entries.map((entry) => {
    const commission = shares.get(entry.dealerId) ?? NOTHING;
    return deduction(minor(entry.amount + commission), {
      commission: fixedTerm(commission),
      topDealerCommission: rated(entry.amount, topDealerRate),
    });
  });
};

const DEALER_AND_AMOUNT = ['dealerId', 'amount'] as const;
const sumsOfAmount = { amounts: 'equal', commissionedAmounts: false } as const;
const sumsOfBoth = { amounts: 'equal', commissionedAmounts: true } as const;

/** The six scenarios (dealer interface 2.3). */
export const scenarios: Readonly<Record<CommissionScenario, Scenario>> = {
  1: {
    required: DEALER_AND_AMOUNT,
    ...sumsOfAmount,
    deduct: onAmount((entry, { rateOf }) => rated(entry.amount, rateOf(entry.dealerId))),
  },
  2: {
    required: [...DEALER_AND_AMOUNT, 'dealerCommissionRate'],
    ...sumsOfAmount,
    deduct: onAmount((entry) => rated(entry.amount, entry.dealerCommissionRate, entry.dealerCommissionFixedAmount)),
  },
  3: {
    required: [...DEALER_AND_AMOUNT, 'dealerCommissionAmount'],
    ...sumsOfAmount,
    deduct: onAmount((entry) => fixedTerm(entry.dealerCommissionAmount)),
  },
  4: {
    required: [...DEALER_AND_AMOUNT, 'groupRevenueRate', 'amountToBeCommissioned'],
    ...sumsOfBoth,
    deduct: onRevenue((entry) => rated(entry.amount, entry.groupRevenueRate)),
  },
  5: {
    required: [...DEALER_AND_AMOUNT, 'groupRevenueAmount', 'amountToBeCommissioned'],
    ...sumsOfBoth,
    deduct: onRevenue((entry) => fixedTerm(entry.groupRevenueAmount)),
  },
  6: {
    required: DEALER_AND_AMOUNT,
    amounts: 'at most',
    commissionedAmounts: false,
    deduct: whatIsLeft,
  },
};
