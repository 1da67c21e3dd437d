import { dynamoBinDirectory } from '../dynamodb/card/bin-directory.ts';
import { cachedVirtualPosDirectory, dynamoVirtualPosDirectory } from '../dynamodb/virtual-pos/virtual-pos-directory.ts';
import type { OperationRuntime } from './operation.ts';

/** What the price inquiries are composed from: BIN records, and the virtual POS that payers' quotes come from. */
export const priceInquiryRuntime = ({ store, clock, environment }: OperationRuntime) => ({
  bins: dynamoBinDirectory(store),
  posDirectory: cachedVirtualPosDirectory({
    directory: dynamoVirtualPosDirectory(store),
    clock,
    lifeMs: environment.dealerCacheMs,
  }),
});
