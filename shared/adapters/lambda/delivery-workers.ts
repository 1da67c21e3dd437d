import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import type { DeliveryWorkers } from '../../ports/outbox.ts';

const CONNECT_TIMEOUT_MS = 1000;
/** Lambda accepts an event at once: the worker runs by itself. */
const REQUEST_TIMEOUT_MS = 3000;

/** Starts workers of a function asynchronously. A second start by a retry does no harm: the lane has one worker. */
export const lambdaDeliveryWorkers = (FunctionName: string): DeliveryWorkers => {
  const client = new LambdaClient({
    maxAttempts: 2,
    requestHandler: {
      connectionTimeout: CONNECT_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      throwOnRequestTimeout: true,
    },
  });
  return {
    start: async (lane, deliveries) => {
      const Payload = Buffer.from(JSON.stringify({ lane, deliveries }), 'utf8');
      await client.send(new InvokeCommand({ FunctionName, InvocationType: 'Event', Payload }));
    },
  };
};
