import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';

const CONNECT_TIMEOUT_MS = 1000;
/** Lambda accepts an event at once: the function runs by itself. */
const REQUEST_TIMEOUT_MS = 3000;

/** Hands events to a function that nobody waits for. A retry may start it twice. */
export const asynchronousInvoker = (FunctionName: string): ((event: unknown) => Promise<void>) => {
  const client = new LambdaClient({
    maxAttempts: 2,
    requestHandler: {
      connectionTimeout: CONNECT_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      throwOnRequestTimeout: true,
    },
  });
  return async (event) => {
    const Payload = Buffer.from(JSON.stringify(event), 'utf8');
    await client.send(new InvokeCommand({ FunctionName, InvocationType: 'Event', Payload }));
  };
};
