import type { Clock } from '../../ports/clock.ts';
import type { VirtualPosDirectory } from '../../ports/virtual-pos-directory.ts';
import { boundedCache } from './engine/bounded-cache.ts';

export interface CachedVirtualPosDirectoryOptions {
  readonly directory: VirtualPosDirectory;
  readonly clock: Clock;
  readonly lifeMs: number;
}

/**
 * Virtual POS over a bounded cache, for refusals, routing and quotes alone: who charges reads the version that its
 * attempt pins (rules 14, 35). A dealer without any is never remembered as such.
 */
export const cachedVirtualPosDirectory = (options: CachedVirtualPosDirectoryOptions): VirtualPosDirectory => {
  const { directory, clock, lifeMs } = options;
  return {
    ofDealer: boundedCache({
      read: (dealerCode) => directory.ofDealer(dealerCode),
      keeps: (all) => all.length > 0,
      clock,
      lifeMs,
    }),
  };
};
