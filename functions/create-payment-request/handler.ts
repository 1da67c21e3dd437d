import { cachedDefinitions } from '../../shared/adapters/dynamodb/cached-definitions.ts';
import { cachedVirtualPosDirectory } from '../../shared/adapters/dynamodb/cached-virtual-pos-directory.ts';
import { dynamoCustomers } from '../../shared/adapters/dynamodb/customers.ts';
import { dynamoDefinitions } from '../../shared/adapters/dynamodb/definitions.ts';
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
import { createPaymentRequest } from './create-payment-request.ts';

const runtime = operationRuntime(process.env);
const { store, clock, environment } = runtime;
const vault = { kms: kmsClient(), ...readVaultKeys(process.env), clock };

export const handler = operationHandler({
  ...runtime,
  contract,
  useCase: createPaymentRequest({
    definitions: cachedDefinitions({ definitions: dynamoDefinitions(store), clock, lifeMs: environment.dealerCacheMs }),
    virtualPosDirectory: cachedVirtualPosDirectory({
      directory: dynamoVirtualPosDirectory(store),
      clock,
      lifeMs: environment.dealerCacheMs,
    }),
    customers: dynamoCustomers(store),
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
