import type { SweeperRuns } from '../../ports/sweeper-runs.ts';
import { asynchronousInvoker } from './asynchronous-invoker.ts';

/** Starts the sweeper's function by itself. A second start does no harm: each row is leased by a condition. */
export const lambdaSweeperRuns = (functionName: string): SweeperRuns => {
  const invoke = asynchronousInvoker(functionName);
  return { start: (turn) => invoke({ turn }) };
};
