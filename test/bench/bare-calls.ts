import { Agent, request } from 'node:http';
import { GenerateMacCommand, type GenerateMacCommandInput } from '@aws-sdk/client-kms';
import {
  BatchGetCommand,
  type DynamoDBDocumentClient,
  GetCommand,
  QueryCommand,
  TransactWriteCommand,
  type TransactWriteCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { documentClient } from '../../shared/adapters/dynamodb/engine/client.ts';
import { kmsClient } from '../../shared/adapters/vault/kms-vault.ts';

/** One request as a document client or the key service's client takes it, or a call of the bank as it is sent. */
export type BareCall =
  | { readonly to: 'aws'; readonly operation: string; readonly input: object }
  | { readonly to: 'bank'; readonly address: string; readonly body: string };

/**
 * The least that an operation could do: its requests and nothing else, through the production clients' settings.
 * Bundled as the functions are.
 */
export function bareCalls(): (call: BareCall) => Promise<unknown> {
  const store = documentClient();
  const keyService = kmsClient();
  const agent = new Agent({ keepAlive: true });
  return (call) => {
    if (call.to === 'bank') return callBank(call, agent);
    if (call.operation !== 'GenerateMac') return askStore(store, call);
    const { Message, ...rest } = call.input as GenerateMacCommandInput & { readonly Message: string };
    return keyService.send(new GenerateMacCommand({ ...rest, Message: Buffer.from(Message, 'base64') }));
  };
}

type StoreCall = Extract<BareCall, { to: 'aws' }>;

function askStore(client: DynamoDBDocumentClient, { operation, input }: StoreCall): Promise<unknown> {
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

function callBank({ address, body }: Extract<BareCall, { to: 'bank' }>, agent: Agent): Promise<void> {
  const bytes = Buffer.from(body);
  const headers = { 'content-type': 'text/xml; charset=ISO-8859-9', 'content-length': bytes.length };
  return new Promise((resolve, reject) => {
    const sent = request(address, { method: 'POST', agent, headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.once('error', reject);
      answer.once('end', () => {
        if (Buffer.concat(chunks).includes('<Response>Approved<')) resolve();
        else reject(new Error('The bank did not approve a bare call.'));
      });
    });
    sent.once('error', reject);
    sent.end(bytes);
  });
}
