import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { GenerateMacCommand } from '@aws-sdk/client-kms';
import { BatchGetCommand, GetCommand, QueryCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { documentClient } from '../../shared/adapters/dynamodb/engine/client.ts';
import { kmsClient } from '../../shared/adapters/vault/kms-vault.ts';

/** A call of an AWS service, as its client takes it, or of the bank, without an operation, as it goes over the wire. */
export interface BareCall {
  readonly operation: string;
  readonly input: object;
  readonly address: string;
  readonly body: string;
}

// The least that an operation could do: its calls through the production clients' settings, and nothing else.
const store = documentClient();
const keyService = kmsClient();
const COMMANDS = {
  GetItem: GetCommand,
  BatchGetItem: BatchGetCommand,
  Query: QueryCommand,
  TransactWriteItems: TransactWriteCommand,
} as unknown as Readonly<Record<string, new (input: object) => GetCommand>>;

const agent = new Agent({ keepAlive: true });
const callBank = async (address: string, body: string): Promise<void> => {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const headers = { 'content-type': 'text/xml; charset=ISO-8859-9', 'content-length': Buffer.byteLength(body) };
  const sent = request(address, { method: 'POST', agent, headers }, (answer) => {
    text(answer).then(resolve, reject);
  });
  sent.once('error', reject).end(body);
  if (!(await promise).includes('<Response>Approved<')) throw new Error('The bank did not approve a bare call.');
};

const send = async ({ operation, input, address, body }: BareCall): Promise<unknown> => {
  if (operation === '') return callBank(address, body);
  if (operation === 'GenerateMac') {
    const { KeyId, Message } = input as { readonly KeyId: string; readonly Message: string };
    const [bytes, MacAlgorithm] = [Buffer.from(Message, 'base64'), 'HMAC_SHA_256'] as const;
    return keyService.send(new GenerateMacCommand({ KeyId, MacAlgorithm, Message: bytes }));
  }
  const Command = COMMANDS[operation];
  if (Command === undefined) throw new Error(`The bare calls do not know ${operation}.`);
  return store.send(new Command(input));
};

/** Makes the calls of each round trip side by side. */
export const handler = async ({ trips }: { readonly trips: readonly (readonly BareCall[])[] }): Promise<void> => {
  for (const calls of trips) await Promise.all(calls.map(send));
};
