import type { Clock } from '../../ports/clock.ts';
import type { Definitions } from '../../ports/definitions.ts';
import { boundedCache } from './engine/bounded-cache.ts';

export interface CachedDefinitionsOptions {
  readonly definitions: Definitions;
  readonly clock: Clock;
  readonly lifeMs: number;
}

/** Definitions over a bounded cache. A definition that is not there is never remembered as missing (rule 35). */
export const cachedDefinitions = ({ definitions, clock, lifeMs }: CachedDefinitionsOptions): Definitions => ({
  find: boundedCache({
    read: (id) => definitions.find(id),
    keeps: (definition) => definition !== undefined,
    clock,
    lifeMs,
  }),
});
