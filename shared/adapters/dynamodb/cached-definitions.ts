import type { Definition } from '../../domain/definition.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Definitions } from '../../ports/definitions.ts';

const MAX_ENTRIES = 1000;

export interface CachedDefinitionsOptions {
  readonly definitions: Definitions;
  readonly clock: Clock;
  readonly lifeMs: number;
}

/** Definitions over a bounded cache. A definition that is not there is never remembered as missing (rule 35). */
export const cachedDefinitions = ({ definitions, clock, lifeMs }: CachedDefinitionsOptions): Definitions => {
  const entries = new Map<number, { readonly definition: Definition; readonly readAtMs: number }>();
  return {
    find: async (id) => {
      const held = entries.get(id);
      if (held !== undefined && clock.now() - held.readAtMs < lifeMs) return held.definition;
      const readAtMs = clock.now();
      const definition = await definitions.find(id);
      entries.delete(id);
      if (definition === undefined) return undefined;
      const oldest = entries.size >= MAX_ENTRIES ? entries.keys().next().value : undefined;
      if (oldest !== undefined) entries.delete(oldest);
      entries.set(id, { definition, readAtMs });
      return definition;
    },
  };
};
