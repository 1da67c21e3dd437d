import { blockIdentifiers } from '../dynamodb/identifiers.ts';
import { dynamoLimitUsage } from '../dynamodb/limit/limit-usage.ts';
import { dynamoPaymentRequests } from '../dynamodb/link/payment-requests.ts';
import { dynamoIdempotencyRecords } from '../dynamodb/payment/idempotency-records.ts';
import { hmacPaymentNames } from '../dynamodb/payment/payment-names.ts';
import { cachedVirtualPosDirectory, dynamoVirtualPosDirectory } from '../dynamodb/virtual-pos/virtual-pos-directory.ts';
import { kmsClient, kmsOpener, kmsSealer } from '../vault/kms-vault.ts';
import type { Environment } from './environment.ts';
import { readBaseUrl, readVaultKeys } from './environment.ts';
import type { OperationRuntime } from './operation.ts';
import { systemRandomness } from './system.ts';

/** What a function that makes links is composed of: an operation, or a page. */
export const linkMakingRuntime = (
  variables: NodeJS.ProcessEnv,
  {
    store,
    events,
    clock,
    environment,
  }: Pick<OperationRuntime, 'store' | 'events' | 'clock'> & {
    readonly environment: Pick<Environment, 'sandbox' | 'stage' | 'dealerCacheMs'>;
  },
) => {
  const { sandbox, stage, dealerCacheMs: lifeMs } = environment;
  const paymentNames = hmacPaymentNames(stage);
  const vault = { kms: kmsClient(), ...readVaultKeys(variables), clock };
  return {
    virtualPosDirectory: cachedVirtualPosDirectory({ directory: dynamoVirtualPosDirectory(store), clock, lifeMs }),
    limitUsage: dynamoLimitUsage(store),
    paymentRequests: dynamoPaymentRequests(store, events),
    idempotencyRecords: dynamoIdempotencyRecords(store, paymentNames),
    paymentNames,
    identifiers: blockIdentifiers(store),
    randomness: systemRandomness,
    clock,
    sealer: kmsSealer(vault),
    opener: kmsOpener(vault),
    baseUrl: readBaseUrl(variables),
    sandbox,
  };
};
