import { cachedVirtualPosDirectory } from '../../shared/adapters/dynamodb/cached-virtual-pos-directory.ts';
import { dynamoIdempotencyRecords } from '../../shared/adapters/dynamodb/idempotency-records.ts';
import { blockIdentifiers } from '../../shared/adapters/dynamodb/identifiers.ts';
import { dynamoLimitUsage } from '../../shared/adapters/dynamodb/limit-usage.ts';
import { dynamoPaymentRequests } from '../../shared/adapters/dynamodb/payment-requests.ts';
import { dynamoVirtualPosDirectory } from '../../shared/adapters/dynamodb/virtual-pos-directory.ts';
import { readVaultKeys } from '../../shared/adapters/runtime/environment.ts';
import { operationRuntime } from '../../shared/adapters/runtime/operation.ts';
import { systemRandomness } from '../../shared/adapters/runtime/system.ts';
import { kmsClient, kmsOpener, kmsSealer } from '../../shared/adapters/vault/kms-vault.ts';
import { operationHandler } from '../../shared/http/operation-handler.ts';
import { contract } from './contract.ts';
import { startMobile3D } from './start-mobile-3d.ts';

const runtime = operationRuntime(process.env);
const { store, clock, environment } = runtime;
const vault = { kms: kmsClient(), ...readVaultKeys(process.env), clock };

export const handler = operationHandler({
  ...runtime,
  contract,
  useCase: startMobile3D({
    virtualPosDirectory: cachedVirtualPosDirectory({
      directory: dynamoVirtualPosDirectory(store),
      clock,
      lifeMs: environment.dealerCacheMs,
    }),
    limitUsage: dynamoLimitUsage(store),
    paymentRequests: dynamoPaymentRequests(store),
    idempotencyRecords: dynamoIdempotencyRecords(store),
    identifiers: blockIdentifiers(store),
    randomness: systemRandomness,
    clock,
    sealer: kmsSealer(vault),
    opener: kmsOpener(vault),
    baseUrl: environment.baseUrl,
    sandbox: environment.sandbox,
  }),
});
