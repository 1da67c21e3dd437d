import * as dynamodb from '@aws-sdk/client-dynamodb';
import type { WireCall } from './tap.ts';

const commands = dynamodb as unknown as Readonly<Record<string, new (input: object) => dynamodb.GetItemCommand>>;

/** Makes a call to the store once more, by a bare client; undefined of a call that no command of the store has. */
export const sendToStore = (
  store: dynamodb.DynamoDBClient,
  { operation, body }: Pick<WireCall, 'operation' | 'body'>,
): Promise<unknown> | undefined => {
  const Command = commands[`${operation}Command`];
  if (Command === undefined) return undefined;
  // The client makes a new token: a transaction with the token of another one would be taken for its repeat.
  const { ClientRequestToken: _, ...input } = JSON.parse(body) as Record<string, string>;
  return store.send(new Command(input));
};
