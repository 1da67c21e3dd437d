import { GenerateMacCommand } from '@aws-sdk/client-kms';
import type { CardHasher } from '../../ports/card-hasher.ts';
import { VaultUnavailable } from '../../ports/vault.ts';
import type { KeyService } from './kms-vault.ts';

/** Card hashes by an HMAC key that never leaves KMS: a stolen table reveals no card number (rule 26). */
export const kmsCardHasher = ({ kms, keyArn }: { readonly kms: KeyService; readonly keyArn: string }): CardHasher => ({
  hash: async ({ dealerCode, scope, number }) => {
    const Message = Buffer.from(JSON.stringify(['card-hash', dealerCode, scope, number]), 'utf8');
    const answer = await kms
      .send(new GenerateMacCommand({ KeyId: keyArn, MacAlgorithm: 'HMAC_SHA_256', Message }))
      .catch((error: unknown) => {
        throw new VaultUnavailable(error instanceof Error ? error.name : typeof error);
      });
    if (answer.Mac === undefined) throw new VaultUnavailable('NoMac');
    return Buffer.from(answer.Mac).toString('base64url');
  },
});
