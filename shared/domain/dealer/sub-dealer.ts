import type { Rate } from '../money/rate.ts';
import type { Firm } from './firm.ts';

/** A dealer below a top dealer, who receives a part of a payment (dealer interface 2.3 and 2.4). */
export interface SubDealer {
  readonly dealerCode: string;
  readonly subDealerId: number;
  readonly version: number;
  readonly name: string;
  readonly enabled: boolean;
  /** Commission by installment count for scenario 1; `1` is the single payment. */
  readonly rates: Readonly<Record<string, Rate>>;
  readonly firm?: Firm;
}
