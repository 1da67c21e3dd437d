import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

const CONNECT_TIMEOUT_MS = 1000;
const REQUEST_TIMEOUT_MS = 2500;
const MAX_ATTEMPTS = 3;

/** The store's client: region, endpoint and credentials come from the function's environment; time is bounded. */
export const documentClient = (): DynamoDBDocumentClient =>
  DynamoDBDocumentClient.from(
    new DynamoDBClient({
      maxAttempts: MAX_ATTEMPTS,
      requestHandler: {
        connectionTimeout: CONNECT_TIMEOUT_MS,
        requestTimeout: REQUEST_TIMEOUT_MS,
        throwOnRequestTimeout: true,
      },
    }),
    { marshallOptions: { removeUndefinedValues: true } },
  );
