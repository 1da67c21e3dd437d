import * as fc from 'fast-check';
import { MOST_RUNS, runsOfProperties } from './runs-of-properties.ts';

type AnyParameters = fc.Parameters<unknown>;

/** Every run is the same, so that a mutant's end is. A counterexample is not made smaller: nobody reads it. */
const bounded = (parameters: AnyParameters = {}): AnyParameters => ({
  ...parameters,
  seed: parameters.seed ?? 20_260_101,
  numRuns: Math.min(parameters.numRuns ?? MOST_RUNS, MOST_RUNS),
  endOnFailure: true,
});

export * from 'fast-check';

const noteFailure = (error: unknown): never => {
  runsOfProperties.hasFailed = true;
  throw error;
};

// A named export goes before what a star exports.
export const assert = ((property: never, parameters?: AnyParameters): unknown => {
  try {
    const running: unknown = fc.assert(property, bounded(parameters) as never);
    return running instanceof Promise ? running.catch(noteFailure) : running;
  } catch (error) {
    return noteFailure(error);
  }
}) as typeof fc.assert;
