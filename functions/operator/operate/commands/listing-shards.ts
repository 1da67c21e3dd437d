import { MAX_LISTING_SHARDS } from '../../../../shared/domain/dealer/dealer.ts';
import { UnreadableRow } from '../../../../shared/ports/store-errors.ts';
import type { CommandCall } from '../command.ts';

/** How many shards to look for a dealer's items in: all there can be, where the dealer's own row cannot be read. */
export const listingShardsOf = async (dealerCode: string, { deps }: CommandCall): Promise<number> => {
  try {
    return (await deps.dealers.load(dealerCode))?.dealer.listingShards ?? 1;
  } catch (error) {
    if (error instanceof UnreadableRow) return MAX_LISTING_SHARDS;
    throw error;
  }
};
