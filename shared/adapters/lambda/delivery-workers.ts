import type { DeliveryWorkers } from '../../ports/outbox.ts';
import { asynchronousInvoker } from './asynchronous-invoker.ts';

/** Starts workers of a function. A second start does no harm: the lane has one worker. */
export const lambdaDeliveryWorkers = (functionName: string): DeliveryWorkers => {
  const invoke = asynchronousInvoker(functionName);
  return { start: (lane, deliveries) => invoke({ lane, deliveries }) };
};
