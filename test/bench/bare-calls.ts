import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DecryptCommand, GenerateMacCommand } from '@aws-sdk/client-kms';
import { bankHttp } from '../../shared/adapters/bank/http-client.ts';
import { systemClock } from '../../shared/adapters/runtime/system.ts';
import { kmsClient } from '../../shared/adapters/vault/kms-vault.ts';
import { sendToStore } from './bare-store.ts';
import type { WireCall } from './tap.ts';

// The least that an operation could do: its calls, trip by trip and those of a trip side by side, and nothing else.
const store = new DynamoDBClient({});
const keyService = kmsClient();
const bank = bankHttp({ clock: systemClock, connectTimeoutMs: 5000, callTimeoutMs: 20_000 });

interface DecryptInput {
  readonly CiphertextBlob?: string;
  readonly EncryptionContext?: Record<string, string>;
}

const send = async ({ operation, path, body }: WireCall, bankAddress: string): Promise<unknown> => {
  if (operation === '') {
    const { kind } = await bank.post({
      address: `${bankAddress}${path}`,
      body,
      answerBy: Date.now() + 20_000,
      charset: 'ISO-8859-9',
    });
    if (kind === 'answered') return kind;
    throw new Error('The bank did not answer a bare call.');
  }
  const stored = sendToStore(store, { operation, body });
  if (stored !== undefined) return stored;
  const { Message = '', ...input } = JSON.parse(body) as Record<string, string>;
  if (operation === 'Decrypt') {
    const { CiphertextBlob = '', EncryptionContext } = JSON.parse(body) as DecryptInput;
    const sealed = { KeyId: input.KeyId, CiphertextBlob: Buffer.from(CiphertextBlob, 'base64') };
    return keyService.send(new DecryptCommand({ ...sealed, ...(EncryptionContext && { EncryptionContext }) }));
  }
  const mac = { KeyId: input.KeyId, MacAlgorithm: 'HMAC_SHA_256', Message: Buffer.from(Message, 'base64') } as const;
  return keyService.send(new GenerateMacCommand(mac));
};

export interface BareEvent {
  readonly trips: readonly (readonly WireCall[])[];
  /** Where calls go that are no calls of AWS. */
  readonly bankAddress: string;
}

export const handler = async ({ trips, bankAddress }: BareEvent): Promise<void> => {
  for (const calls of trips) await Promise.all(calls.map((call) => send(call, bankAddress)));
};
