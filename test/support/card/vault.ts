import { KMSClient } from '@aws-sdk/client-kms';
import { systemClock } from '../../../shared/adapters/runtime/system.ts';
import { type KmsVaultOptions, kmsOpener, kmsSealer } from '../../../shared/adapters/vault/kms-vault.ts';
import type { Opener, Sealer } from '../../../shared/ports/vault.ts';
import { PATIENCE_MS } from '../app/patience.ts';
import type { StackAddress } from '../app/stack-address.ts';

/** The production vault over the key service of a running app. */
export const vaultOf = ({ endpoint, vaultKeyArn: keyArn }: StackAddress): Sealer & Opener => {
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  const requestHandler = {
    connectionTimeout: PATIENCE_MS,
    requestTimeout: PATIENCE_MS,
    throwOnRequestTimeout: true,
  };
  const kms = new KMSClient({ endpoint, region: 'eu-central-1', credentials, maxAttempts: 1, requestHandler });
  const options: KmsVaultOptions = { kms, keyArn, clock: systemClock };
  return { ...kmsSealer(options), ...kmsOpener(options) };
};
