import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { type OperationInvoker, OperationUnreachable } from '../../ports/operation-invoker.ts';

const CONNECT_TIMEOUT_MS = 1000;
/** An operation answers within 28 s, and the gateway waits for 30. */
const REQUEST_TIMEOUT_MS = 29_000;

const send = async (client: LambdaClient, command: InvokeCommand) => {
  try {
    return await client.send(command);
  } catch (error) {
    throw new OperationUnreachable(error instanceof Error ? error.name : typeof error);
  }
};

export const lambdaInvoker = (): OperationInvoker => {
  const client = new LambdaClient({
    // An operation that moves money must not be handed the same request twice.
    maxAttempts: 1,
    requestHandler: {
      connectionTimeout: CONNECT_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      throwOnRequestTimeout: true,
    },
  });
  return {
    invoke: async (FunctionName, event) => {
      const Payload = Buffer.from(JSON.stringify(event), 'utf8');
      const answer = await send(client, new InvokeCommand({ FunctionName, Payload }));
      if (answer.FunctionError !== undefined) throw new OperationUnreachable(answer.FunctionError);
      return JSON.parse(Buffer.from(answer.Payload ?? []).toString('utf8'));
    },
  };
};
