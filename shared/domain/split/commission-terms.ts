import { type MinorUnits, minor } from '../money/money.ts';
import { percentOf, type Rate } from '../money/rate.ts';

/** What a commission is made of. A rate follows its base, which follows the share; a fixed term follows the whole capture. */
export interface CommissionTerms {
  readonly rated: readonly { readonly base: MinorUnits; readonly rate: Rate }[];
  readonly fixed: MinorUnits;
}

/** What the commissions of one sub-dealer are made of. */
export interface SplitTerms {
  readonly commission: CommissionTerms;
  readonly topDealerCommission: CommissionTerms;
}

/** The commission that terms come to. Each percentage is rounded by itself (decisions: commission). */
export const sumOfTerms = ({ rated, fixed }: CommissionTerms): MinorUnits =>
  minor(rated.reduce<number>((sum, { base, rate }) => sum + percentOf(base, rate), fixed));
