import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';

// What load times and pages are compared with: the two packages of the SDK, one item read, and an empty page.
const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const Key = { pk: 'BARE', sk: 'BARE' };

export const handler = async () => {
  await client.send(new GetCommand({ TableName: process.env.TABLE_NAME, Key, ConsistentRead: true }));
  return { statusCode: 200, headers: { 'content-type': 'text/html; charset=utf-8' }, body: '<!doctype html><p>.' };
};
