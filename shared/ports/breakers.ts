import type { Breaker } from '../domain/breaker/breaker.ts';
import type { PosCounts } from '../domain/breaker/breaker-counts.ts';

/** The breakers of a stage, and what its instances count for them (rule 46). */
export interface Breakers {
  /**
   * Every breaker that opened lately; at most 200, those of gateways first. The answer may be as old as the stage's
   * cache. Throws StoreUnavailable.
   */
  all(): Promise<readonly Breaker[]>;
  /**
   * Adds an instance's counts of one gateway, and answers the counts of all instances in this minute and the one before,
   * of at most 200 virtual POS a minute. Throws StoreUnavailable.
   */
  count(host: string, counts: readonly PosCounts[], nowMs: number): Promise<readonly PosCounts[]>;
  /**
   * Writes a breaker over the version before its own; version 1 over none. False when another call was first. Throws
   * StoreUnavailable.
   */
  write(breaker: Breaker): Promise<boolean>;
}
