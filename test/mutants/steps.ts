import { type Hits, namespace } from './stryker-contract.ts';

/*
 * Stryker's changed sources note each step that they take. They look up where before each note, so that steps can be counted
 * and a test that takes far more of them than without a mutant can be ended: it would run for ever.
 */

class EndlessError extends Error {
  constructor() {
    super('It does not end.');
  }
}

const atLoad: Hits = {};
let taken = 0;
let most = Number.POSITIVE_INFINITY;

/** Counts steps from now on. Comes before the first changed source is loaded. */
export const watchSteps = (): void => {
  namespace().mutantCoverage = {
    perTest: {},
    get static() {
      taken += 1;
      if (taken > most) throw new EndlessError();
      return atLoad;
    },
  };
};

/** What was reached outside tests: as modules load. */
export const hitsAtLoad = (): Hits => ({ ...atLoad });

export const stepsTaken = (): number => taken;

/** Begins to count anew. Every step after the most allowed throws. */
export const allowSteps = (allowed: number): void => {
  taken = 0;
  most = allowed;
};
