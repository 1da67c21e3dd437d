import type { SubDealer } from '../domain/dealer/sub-dealer.ts';

export interface SubDealers {
  /** Those of a dealer's sub-dealers that have one of the ids, at most 100, read strongly. Throws StoreUnavailable. */
  find(dealerCode: string, ids: readonly number[]): Promise<readonly SubDealer[]>;
}
