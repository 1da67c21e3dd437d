import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { doubtWatch } from './errors.ts';

const CONNECT_TIMEOUT_MS = 1000;
const REQUEST_TIMEOUT_MS = 2500;
const MAX_ATTEMPTS = 3;

/**
 * The document client over a client, which also watches what each attempt of a call came to. The SDK's own logging is taken
 * out: the service logs for itself and never rows. Its copies of all rows, made even for a logger that writes nothing, took a
 * quarter of the time of reading a list.
 */
export const documentClientOver = (client: DynamoDBClient): DynamoDBDocumentClient => {
  client.middlewareStack.removeByTag('LOGGER');
  client.middlewareStack.add(
    (next) => {
      const watch = doubtWatch();
      return async (input) => {
        try {
          return await next(input);
        } catch (error) {
          watch(error);
          throw error;
        }
      };
    },
    // Inside the retries and outside the reading of the answer: each attempt passes with its error as it was read.
    { name: 'doubtWatch', step: 'deserialize', priority: 'high', override: true },
  );
  return DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
};

/** The store's client: region, endpoint and credentials come from the function's environment; time is bounded. */
export const documentClient = (): DynamoDBDocumentClient =>
  documentClientOver(
    new DynamoDBClient({
      maxAttempts: MAX_ATTEMPTS,
      requestHandler: {
        connectionTimeout: CONNECT_TIMEOUT_MS,
        requestTimeout: REQUEST_TIMEOUT_MS,
        throwOnRequestTimeout: true,
      },
    }),
  );
