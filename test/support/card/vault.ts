import { KMSClient } from '@aws-sdk/client-kms';
import { accessKeyOf } from '../../../infra/local/function-environment.ts';
import { systemClock } from '../../../shared/adapters/runtime/system.ts';
import { type KmsVaultOptions, kmsOpener, kmsSealer } from '../../../shared/adapters/vault/kms-vault.ts';
import type { Opener, Sealer } from '../../../shared/ports/vault.ts';
import { PATIENCE_MS } from '../app/patience.ts';
import type { StackAddress } from '../app/stack-address.ts';
import { memoryEngineAt } from '../store/memory-engines.ts';
import { openVault } from './card-storing.ts';

const newVault = (endpoint: string, keyArn: string, accessKeyId: string): Sealer & Opener => {
  const credentials = { accessKeyId, secretAccessKey: 'test' };
  const requestHandler = {
    connectionTimeout: PATIENCE_MS,
    requestTimeout: PATIENCE_MS,
    throwOnRequestTimeout: true,
  };
  const kms = new KMSClient({ endpoint, region: 'eu-central-1', credentials, maxAttempts: 1, requestHandler });
  const options: KmsVaultOptions = { kms, keyArn, clock: systemClock };
  return { ...kmsSealer(options), ...kmsOpener(options) };
};

const vaults = new Map<string, Sealer & Opener>();

const vaultBy = (accessKeyId: string, { endpoint, vaultKeyArn, engineEndpoint }: StackAddress): Sealer & Opener => {
  if (memoryEngineAt(engineEndpoint) !== undefined) return openVault();
  const place = `${endpoint} ${vaultKeyArn} ${accessKeyId}`;
  const vault = vaults.get(place) ?? newVault(endpoint, vaultKeyArn, accessKeyId);
  vaults.set(place, vault);
  return vault;
};

/**
 * The production vault over the key service of a running app, one for all tests of a worker: the app opens the data key of each
 * vault by a request of its own.
 */
export const vaultOf = (stack: StackAddress): Sealer & Opener => vaultBy('test', stack);

/**
 * The vault as a function asks it, for work of a function that a test carries out itself. What the function's role does not
 * let it ask fails the run.
 */
export const vaultOfFunction = (stack: StackAddress, name: string): Sealer & Opener =>
  vaultBy(accessKeyOf(`payment-link-local-${name}`), stack);
