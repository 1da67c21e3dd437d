import type { Clock } from '../../../ports/clock.ts';

const MAX_ENTRIES = 1000;

export interface BoundedCacheOptions<Key, Value> {
  readonly read: (key: Key) => Promise<Value>;
  /** False for a value that is read again every time, such as that of a missing record (rule 35). */
  readonly keeps: (value: Value) => boolean;
  readonly clock: Clock;
  readonly lifeMs: number;
}

/** Reads that are kept in the instance for a while: 1,000 of them, of which the oldest goes first. */
export const boundedCache = <Key, Value>(options: BoundedCacheOptions<Key, Value>): ((key: Key) => Promise<Value>) => {
  const { read, keeps, clock, lifeMs } = options;
  const entries = new Map<Key, { readonly value: Value; readonly readAtMs: number }>();
  return async (key) => {
    const held = entries.get(key);
    if (held !== undefined && clock.now() - held.readAtMs < lifeMs) return held.value;
    const readAtMs = clock.now();
    const value = await read(key);
    entries.delete(key);
    if (!keeps(value)) return value;
    const oldest = entries.size >= MAX_ENTRIES ? entries.keys().next() : undefined;
    if (oldest?.done === false) entries.delete(oldest.value);
    entries.set(key, { value, readAtMs });
    return value;
  };
};
