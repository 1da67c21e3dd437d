import { SINGLE_PAYMENT } from '../money/asked-terms.ts';
import type { Rate } from '../money/rate.ts';
import type { VirtualPos } from './virtual-pos.ts';

/** The part of a virtual POS that quotes come from. */
export type QuotingPos = Pick<VirtualPos, 'installmentCounts' | 'rates'>;

/** The rate of a count; undefined if the virtual POS does not take the count. A single payment needs a rate too. */
export const rateAt = ({ installmentCounts, rates }: QuotingPos, count: number): Rate | undefined =>
  count === SINGLE_PAYMENT || installmentCounts.includes(count) ? rates[String(count)] : undefined;
