import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { expect, test } from 'vitest';
import { documentClientOver } from '../../../../../shared/adapters/dynamodb/engine/client.ts';

const newClient = () => new DynamoDBClient({ region: 'eu-central-1' });
const partsOf = ({ middlewareStack }: ReturnType<typeof newClient>): string =>
  middlewareStack.identify().join('\n').toLowerCase();

test('the store client does without the logging of the SDK, which copies every row', () => {
  const client = newClient();
  // A release of the SDK that renames it must not bring it back unseen.
  expect(partsOf(client)).toMatch(/logger/);
  documentClientOver(client);
  expect(partsOf(client)).not.toMatch(/logger/);
  expect(partsOf(client)).toMatch(/doubtwatch/);
});
