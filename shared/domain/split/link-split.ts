import type { Dealer } from '../dealer/dealer.ts';
import type { SubDealer } from '../dealer/sub-dealer.ts';
import type { MinorUnits } from '../money/money.ts';
import type { Rate } from '../money/rate.ts';
import { omitUndefined } from '../omit-undefined.ts';
import { Refusal } from '../refusal.ts';
import { shareByLargestRemainder } from './largest-remainder.ts';
import type { CommissionScenario, PaymentSplit, SplitEntry } from './payment-split.ts';
import { type SplitQuestion, splitPayment, splitTermsOf } from './split-payment.ts';

type RatesByCount = Readonly<Record<string, Rate>>;

/** How a link is split, frozen when it is made: what the dealer asked, and the rates of that day. */
export interface LinkSplit {
  readonly scenario: CommissionScenario;
  /** Their amounts add up to what the link asks for; in scenario 6 at most. */
  readonly entries: readonly SplitEntry[];
  readonly topDealerRates: RatesByCount;
  readonly fixedAmount: MinorUnits;
  /** The sub-dealers' own rates by their number. Scenario 1 alone needs them. */
  readonly subDealerRates: Readonly<Record<string, RatesByCount>>;
}

/** The terms of a link that its split is computed from. */
export interface SplitLinkTerms {
  readonly amount: MinorUnits;
  readonly preAuthorisation: boolean;
  readonly split?: LinkSplit;
}

/** What is charged: the amount of the link, and the commission that the payer bears for the count. */
export interface ChargedSum {
  readonly total: MinorUnits;
  readonly count: number;
}

/** What a split is made from when a link is made. */
export interface SplitToFreeze {
  readonly scenario: CommissionScenario;
  readonly entries: readonly SplitEntry[];
  readonly dealer: Pick<Dealer, 'topDealerRates' | 'fixedAmount'>;
  /** The dealer's sub-dealers among those that the entries name. */
  readonly subDealers: readonly SubDealer[];
}

const OWN_RATES_SCENARIO: CommissionScenario = 1;

/**
 * Checks a split for each count that a link may be paid in, on the amount of the link, and freezes it. A count that cannot
 * be split, for want of a rate, is not offered. Refuses a split that the first count does not allow: that of the dealer,
 * or the single payment, which every link must offer.
 */
export const freezeSplit = (
  { scenario, entries, dealer, subDealers }: SplitToFreeze,
  { amount, allowedCounts }: { readonly amount: MinorUnits; readonly allowedCounts: readonly number[] },
): { readonly split: LinkSplit; readonly allowedCounts: readonly number[] } => {
  const refusalAt = (installments: number): Refusal | undefined => {
    try {
      splitPayment({ scenario, entries, amount, installments, dealer, subDealers });
      return undefined;
    } catch (error) {
      if (error instanceof Refusal) return error;
      throw error;
    }
  };
  const [first = 1, ...others] = allowedCounts;
  const refusal = refusalAt(first);
  // Payment requests have no code of their own for what a split lacks (decisions: links with sub-dealers).
  if (refusal !== undefined) throw new Refusal('InvalidRequest', refusal.sentence);
  const ownRates = scenario === OWN_RATES_SCENARIO ? subDealers : [];
  return {
    split: {
      scenario,
      entries: entries.map((entry): SplitEntry => omitUndefined({ ...entry })),
      topDealerRates: dealer.topDealerRates,
      fixedAmount: dealer.fixedAmount,
      subDealerRates: Object.fromEntries(ownRates.map(({ subDealerId, rates }) => [String(subDealerId), rates])),
    },
    allowedCounts: [first, ...others.filter((count) => refusalAt(count) === undefined)],
  };
};

const scaled = (
  entries: readonly SplitEntry[],
  field: 'amount' | 'amountToBeCommissioned',
  total: MinorUnits,
): ReadonlyMap<number, MinorUnits> =>
  shareByLargestRemainder(
    total,
    entries.map((entry) => ({ id: entry.dealerId ?? 0, weight: entry[field] ?? 0 })),
  );

/**
 * The entries for what is charged. The commission that the payer bears belongs to the shares in proportion, by largest
 * remainder, so that rates apply to all of the charge; fixed terms stay. In scenario 6 the dealer has said what each
 * sub-dealer gets, so there it belongs to the difference.
 */
const entriesFor = ({ scenario, entries }: LinkSplit, asked: MinorUnits, total: MinorUnits): readonly SplitEntry[] => {
  if (total === asked || scenario === 6) return entries;
  const amounts = scaled(entries, 'amount', total);
  const isCommissioned = scenario === 4 || scenario === 5;
  const commissioned = isCommissioned ? scaled(entries, 'amountToBeCommissioned', total) : undefined;
  return entries.map((entry) => {
    const id = entry.dealerId ?? 0;
    return {
      ...entry,
      amount: amounts.get(id),
      ...omitUndefined({ amountToBeCommissioned: commissioned?.get(id) }),
    };
  });
};

/** The sub-dealers as the link froze them. */
const frozenSubDealers = ({ entries, subDealerRates }: LinkSplit): SplitQuestion['subDealers'] =>
  entries.map(({ dealerId = 0 }) => ({
    dealerCode: '',
    subDealerId: dealerId,
    version: 1,
    name: '',
    enabled: true,
    rates: subDealerRates[String(dealerId)] ?? {},
  }));

/**
 * The shares of a link's sub-dealers in what is charged (decisions: links with sub-dealers); none without sub-dealers.
 * They add up to the total. Undefined where a commission would pass its share: then the count is not offered.
 */
export const chargedSplits = (
  { amount, preAuthorisation, split }: SplitLinkTerms,
  { total, count }: ChargedSum,
): readonly PaymentSplit[] | undefined => {
  if (split === undefined) return [];
  const question = {
    scenario: split.scenario,
    entries: entriesFor(split, amount, total),
    amount: total,
    installments: count,
    dealer: split,
    subDealers: frozenSubDealers(split),
  };
  try {
    const splits = splitPayment(question);
    if (!preAuthorisation) return splits;
    const terms = splitTermsOf(question);
    return splits.map((one) => ({ ...one, ...omitUndefined({ terms: terms.get(one.subDealerId) }) }));
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
};
