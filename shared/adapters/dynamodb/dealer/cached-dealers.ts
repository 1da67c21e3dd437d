import type { Dealer } from '../../../domain/dealer/dealer.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Dealers } from '../../../ports/dealers.ts';
import { boundedCache } from '../engine/bounded-cache.ts';

/**
 * The dealer of a code as it was at most `lifeMs` ago; undefined where there is none, which is never kept (rule 35). For
 * functions that no dealer calls. Throws StoreUnavailable.
 */
export const cachedDealerOf = (
  dealers: Pick<Dealers, 'load'>,
  { clock, lifeMs }: { readonly clock: Clock; readonly lifeMs: number },
): ((dealerCode: string) => Promise<Dealer | undefined>) =>
  boundedCache({
    read: async (dealerCode: string) => (await dealers.load(dealerCode))?.dealer,
    keeps: (dealer) => dealer !== undefined,
    clock,
    lifeMs,
  });
