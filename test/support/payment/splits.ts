import type { Dealer } from '../../../shared/domain/dealer/dealer.ts';
import type { SubDealer } from '../../../shared/domain/dealer/sub-dealer.ts';
import { minor } from '../../../shared/domain/money/money.ts';
import { parseRate, type Rate } from '../../../shared/domain/money/rate.ts';
import type { SplitEntry } from '../../../shared/domain/split/payment-split.ts';
import { ratesOf } from '../dealer/virtual-pos.ts';

/** A sub-dealer with rates of 2 % for the single payment and 3.85 % for three installments. */
export const subDealerWith = (subDealerId: number, changes: Partial<SubDealer> = {}): SubDealer => ({
  dealerCode: 'D1',
  subDealerId,
  version: 1,
  name: `Branch ${subDealerId}`,
  enabled: true,
  rates: ratesOf({ 1: '2', 3: '3.85' }),
  ...changes,
});

/** The service's rates for the top dealer, 1.79 % and for three installments 2.5 %, and the fixed amount of 0.50. */
export const topDealer: Pick<Dealer, 'topDealerRates' | 'fixedAmount'> = {
  topDealerRates: ratesOf({ 1: '1.79', 3: '2.5' }),
  fixedAmount: minor(50),
};

/** A percentage as the interface writes it. */
export const rateOf = (text: string): Rate => {
  const rate = parseRate(text);
  if (rate === undefined) throw new Error(`${text} is not a rate`);
  return rate;
};

/** An entry of the SubDealer list, its amount in minor units. */
export const entryOf = (dealerId: number, amount: number, more: Partial<SplitEntry> = {}): SplitEntry => ({
  dealerId,
  amount: minor(amount),
  ...more,
});
