import type { MinorUnits } from '../../../shared/domain/money/money.ts';
import { type Rate, toWireRate } from '../../../shared/domain/money/rate.ts';
import { omitUndefined } from '../../../shared/domain/omit-undefined.ts';
import type { LinkSplit } from '../../../shared/domain/split/link-split.ts';
import type { SplitEntry } from '../../../shared/domain/split/payment-split.ts';
import type { Result } from './command.ts';
import { shownAmount, shownRates } from './values-in-views.ts';

const amount = (minorUnits: MinorUnits | undefined) => (minorUnits === undefined ? undefined : shownAmount(minorUnits));
const rate = (value: Rate | undefined) => (value === undefined ? undefined : toWireRate(value));

const shownEntry = (entry: SplitEntry): Result =>
  omitUndefined({
    subDealerId: entry.dealerId,
    amount: amount(entry.amount),
    dealerCommissionRate: rate(entry.dealerCommissionRate),
    dealerCommissionAmount: amount(entry.dealerCommissionAmount),
    dealerCommissionFixedAmount: amount(entry.dealerCommissionFixedAmount),
    groupRevenueRate: rate(entry.groupRevenueRate),
    groupRevenueAmount: amount(entry.groupRevenueAmount),
    amountToBeCommissioned: amount(entry.amountToBeCommissioned),
    isIncludedFixedAmount: entry.isIncludedFixedAmount,
  });

/** The split of a link as it was frozen. */
export const shownLinkSplit = (split: LinkSplit): Result => ({
  scenario: split.scenario,
  entries: split.entries.map(shownEntry),
  topDealerRates: shownRates(split.topDealerRates),
  fixedAmount: shownAmount(split.fixedAmount),
  subDealerRates: Object.fromEntries(
    Object.entries(split.subDealerRates).map(([subDealerId, rates]) => [subDealerId, shownRates(rates)]),
  ),
});
