import {
  BatchGetCommand,
  type DynamoDBDocumentClient,
  GetCommand,
  QueryCommand,
  TransactWriteCommand,
  type TransactWriteCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { documentClient } from '../../shared/adapters/dynamodb/client.ts';

/** One request as a document client takes it. */
export interface BareCall {
  readonly operation: string;
  readonly input: object;
}

/**
 * The least that an operation could do: its DynamoDB requests and nothing else, through the production client's
 * settings. Bundled as the functions are.
 */
export function bareCalls(): (call: BareCall) => Promise<unknown> {
  const client = documentClient();
  return (call) => send(client, call);
}

function send(client: DynamoDBDocumentClient, { operation, input }: BareCall): Promise<unknown> {
  switch (operation) {
    case 'GetItem':
      return client.send(new GetCommand(input as GetCommand['input']));
    case 'BatchGetItem':
      return client.send(new BatchGetCommand(input as BatchGetCommand['input']));
    case 'Query':
      return client.send(new QueryCommand(input as QueryCommand['input']));
    case 'TransactWriteItems':
      return client.send(new TransactWriteCommand(input as TransactWriteCommandInput));
    default:
      throw new Error(`The bare calls do not know ${operation}.`);
  }
}
