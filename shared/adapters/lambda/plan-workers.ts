import type { PlanWorkers } from '../../ports/due-plans.ts';
import { asynchronousInvoker } from './asynchronous-invoker.ts';

/** Starts workers of a function. A second start does no harm: each plan is taken by a condition. */
export const lambdaPlanWorkers = (functionName: string): PlanWorkers => {
  const invoke = asynchronousInvoker(functionName);
  return { start: (batch) => invoke(batch) };
};
