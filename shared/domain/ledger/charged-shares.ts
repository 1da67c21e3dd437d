import { type MinorUnits, minor } from '../money/money.ts';
import { proportionOf } from '../money/proportion.ts';
import { sumOfTerms } from '../split/commission-terms.ts';
import { shareByLargestRemainder } from '../split/largest-remainder.ts';
import type { PaymentSplit } from '../split/payment-split.ts';
import type { LedgerShare } from './share.ts';

/** What the ledger needs of a charge, frozen when the charge began. */
export interface ChargeMoney {
  /** What was charged or pre-authorised, the payer's commission included. */
  readonly total: MinorUnits;
  /** The service earns both. What the payer bears is part of `total`; what the dealer bears is deducted from it. */
  readonly commission: { readonly payer: MinorUnits; readonly dealer: MinorUnits };
  /** What the bank keeps of the charge, where the virtual POS names it. */
  readonly bankCost?: MinorUnits;
  /** Empty without sub-dealers. With them the splits hold all commissions, and `commission` is not used. */
  readonly splits: readonly PaymentSplit[];
  readonly pooled: boolean;
}

/** The captured part of one sub-dealer: its gross share. */
export interface CapturedShare {
  readonly subDealerId: number;
  readonly amount: MinorUnits;
}

/** What is captured of a charge; all of it for a sale. */
export interface Captured {
  readonly amount: MinorUnits;
  readonly shares: readonly CapturedShare[];
}

type CommissionName = 'commission' | 'topDealerCommission';

const scaled = (amount: MinorUnits, part: MinorUnits, whole: MinorUnits): MinorUnits =>
  whole === 0 ? amount : proportionOf(amount, { part, whole });

/** A commission of the captured share: each term applied to the same part of its base. */
const ratedPart = (split: PaymentSplit, name: CommissionName, captured: MinorUnits): MinorUnits => {
  const terms = split.terms?.[name];
  if (terms === undefined) return scaled(split[name], captured, split.amount);
  const rated = terms.rated.map(({ base, rate }) => ({ base: scaled(base, captured, split.amount), rate }));
  return sumOfTerms({ rated, fixed: minor(0) });
};

/**
 * The fixed part of a commission by sub-dealer, in charges of earlier releases. The sum is scaled to the capture, then
 * split by largest remainder.
 */
const fixedParts = (
  { total, splits }: ChargeMoney,
  name: CommissionName,
  captured: MinorUnits,
): ReadonlyMap<number, MinorUnits> => {
  const fixed = splits.map(({ subDealerId, terms }) => ({ id: subDealerId, weight: terms?.[name].fixed ?? 0 }));
  const sum = minor(fixed.reduce((all, { weight }) => all + weight, 0));
  return sum === 0 ? new Map() : shareByLargestRemainder(scaled(sum, captured, total), fixed);
};

const UNTOUCHED = { refunded: minor(0) } as const;
const NO_BANK_COST = minor(0);

const ownShare = (money: ChargeMoney, { amount }: Captured): LedgerShare => {
  const { total, commission, bankCost = NO_BANK_COST, pooled } = money;
  const all = minor(commission.payer + commission.dealer);
  const taken = scaled(all, amount, total);
  const cost = scaled(bankCost, amount, total);
  return { gross: amount, commission: taken, toService: taken, bankCost: cost, pooled, ...UNTOUCHED };
};

const splitShares = (money: ChargeMoney, { amount, shares }: Captured): readonly LedgerShare[] => {
  const { total, splits, bankCost = NO_BANK_COST, pooled } = money;
  const grossOf = new Map(shares.map((share) => [share.subDealerId, share.amount]));
  const fixed = fixedParts(money, 'commission', amount);
  const fixedTop = fixedParts(money, 'topDealerCommission', amount);
  const weights = splits.map(({ subDealerId }) => ({ id: subDealerId, weight: grossOf.get(subDealerId) ?? 0 }));
  const costs = shareByLargestRemainder(scaled(bankCost, amount, total), weights);
  return splits.map((split) => {
    const { subDealerId } = split;
    const gross = grossOf.get(subDealerId) ?? minor(0);
    const isWhole = amount === total && gross === split.amount;
    const sumOf = (name: CommissionName, fixedOf: ReadonlyMap<number, MinorUnits>): MinorUnits =>
      isWhole ? split[name] : minor(ratedPart(split, name, gross) + (fixedOf.get(subDealerId) ?? 0));
    return {
      subDealerId,
      gross,
      commission: sumOf('commission', fixed),
      toService: sumOf('topDealerCommission', fixedTop),
      bankCost: costs.get(subDealerId) ?? NO_BANK_COST,
      pooled,
      ...UNTOUCHED,
    };
  });
};

/**
 * The shares of a charge once it is captured (decisions: commission). A whole capture keeps the commissions that were
 * frozen with the charge. In any other capture each term of a commission applies to the captured part of its own
 * sub-dealer's share, fixed terms too. The caller refuses a share below its commission (`isBelowCommission`).
 */
export const chargedShares = (money: ChargeMoney, captured: Captured): readonly LedgerShare[] =>
  money.splits.length === 0 ? [ownShare(money, captured)] : splitShares(money, captured);

/** The whole charge. */
export const wholeCapture = ({ total, splits }: ChargeMoney): Captured => ({
  amount: total,
  shares: splits.map(({ subDealerId, amount }) => ({ subDealerId, amount })),
});

/** True of a share that is smaller than its own commission. */
export const isBelowCommission = ({ gross, commission, toService }: LedgerShare): boolean =>
  commission > gross || (gross === 0 && toService > 0);
