import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';

// What load times are compared with: a handler that holds the two packages of the SDK and nothing else.
const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));

export const handler = (event: { readonly pk: string }) =>
  client.send(new GetCommand({ TableName: process.env.TABLE_NAME, Key: { pk: event.pk, sk: 'BARE' } }));
