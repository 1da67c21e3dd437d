import { type MinorUnits, minor } from '../money/money.ts';
import { proportionOf } from '../money/proportion.ts';
import { percentOf, type Rate, WHOLE_RATE } from '../money/rate.ts';

/** One term of a commission: a rate of a base. The base follows what is captured of its sub-dealer's own share. */
export interface RatedTerm {
  readonly base: MinorUnits;
  readonly rate: Rate;
}

/** What a commission is made of. */
export interface CommissionTerms {
  readonly rated: readonly RatedTerm[];
  /**
   * 0 in charges of this release. Earlier releases kept fixed terms here, and scaled them by the whole capture instead of
   * the sub-dealer's own share. Their charges keep that rule, so that refunds agree with what a capture posted.
   */
  readonly fixed: MinorUnits;
}

/**
 * A fixed term is 100 % of itself: so it follows its own sub-dealer's captured share, and an earlier release that runs
 * beside this one computes the same (rule 50). No term for 0.
 */
export const fixedTerms = (amount: MinorUnits): readonly RatedTerm[] =>
  amount === 0 ? [] : [{ base: amount, rate: WHOLE_RATE }];

/** What the commissions of one sub-dealer are made of. */
export interface SplitTerms {
  readonly commission: CommissionTerms;
  readonly topDealerCommission: CommissionTerms;
}

/** The commission that terms come to. Each percentage is rounded by itself (decisions: commission). */
export const sumOfTerms = ({ rated, fixed }: CommissionTerms): MinorUnits =>
  minor(rated.reduce<number>((sum, { base, rate }) => sum + percentOf(base, rate), fixed));

/** The terms of another share of the same sub-dealer: each base is the same part of it. `fixed` follows no share. */
export const scaledTerms = (
  { commission, topDealerCommission }: SplitTerms,
  share: { readonly part: MinorUnits; readonly whole: MinorUnits },
): SplitTerms => {
  const scaled = ({ rated, fixed }: CommissionTerms): CommissionTerms => ({
    rated: rated.map(({ base, rate }) => ({ base: proportionOf(base, share), rate })),
    fixed,
  });
  return { commission: scaled(commission), topDealerCommission: scaled(topDealerCommission) };
};
