import { cachedVirtualPosDirectory } from '../dynamodb/cached-virtual-pos-directory.ts';
import { dynamoIdempotencyRecords } from '../dynamodb/idempotency-records.ts';
import { blockIdentifiers } from '../dynamodb/identifiers.ts';
import { dynamoLimitUsage } from '../dynamodb/limit-usage.ts';
import { dynamoPaymentRequests } from '../dynamodb/payment-requests.ts';
import { dynamoVirtualPosDirectory } from '../dynamodb/virtual-pos-directory.ts';
import { kmsClient, kmsOpener, kmsSealer } from '../vault/kms-vault.ts';
import { readVaultKeys } from './environment.ts';
import type { OperationRuntime } from './operation.ts';
import { systemRandomness } from './system.ts';

/** What an operation that makes links is composed from. */
export const linkMakingRuntime = (variables: NodeJS.ProcessEnv, { store, clock, environment }: OperationRuntime) => {
  const { baseUrl, sandbox, dealerCacheMs: lifeMs } = environment;
  const vault = { kms: kmsClient(), ...readVaultKeys(variables), clock };
  return {
    virtualPosDirectory: cachedVirtualPosDirectory({ directory: dynamoVirtualPosDirectory(store), clock, lifeMs }),
    limitUsage: dynamoLimitUsage(store),
    paymentRequests: dynamoPaymentRequests(store),
    idempotencyRecords: dynamoIdempotencyRecords(store),
    identifiers: blockIdentifiers(store),
    randomness: systemRandomness,
    clock,
    sealer: kmsSealer(vault),
    opener: kmsOpener(vault),
    baseUrl,
    sandbox,
  };
};
