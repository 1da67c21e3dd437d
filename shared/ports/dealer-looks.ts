import type { DealerLooks } from '../domain/dealer/dealer-looks.ts';

export interface DealerLooksDirectory {
  /**
   * What payers see of a dealer beyond its name; undefined where the dealer gave nothing. One trip. Throws
   * StoreUnavailable.
   */
  of(dealerCode: string): Promise<DealerLooks | undefined>;
}
