import { setTimeout as pause } from 'node:timers/promises';
import { dynamoAttempts } from '../../shared/adapters/dynamodb/attempts.ts';
import { dynamoBinDirectory } from '../../shared/adapters/dynamodb/bin-directory.ts';
import { dynamoCustomers } from '../../shared/adapters/dynamodb/customers.ts';
import { dynamoDirectPayments } from '../../shared/adapters/dynamodb/direct-payments.ts';
import { dynamoIdempotencyRecords } from '../../shared/adapters/dynamodb/idempotency-records.ts';
import { blockIdentifiers } from '../../shared/adapters/dynamodb/identifiers.ts';
import { dynamoLimitUsage } from '../../shared/adapters/dynamodb/limit-usage.ts';
import { dynamoStoredCards } from '../../shared/adapters/dynamodb/stored-cards.ts';
import { dynamoSubDealers } from '../../shared/adapters/dynamodb/sub-dealers.ts';
import { bankRuntime } from '../../shared/adapters/runtime/bank.ts';
import { cardStoringRuntime } from '../../shared/adapters/runtime/card-storing.ts';
import { readCardHashKey, readVaultKeys } from '../../shared/adapters/runtime/environment.ts';
import { operationRuntime } from '../../shared/adapters/runtime/operation.ts';
import { systemRandomness } from '../../shared/adapters/runtime/system.ts';
import { kmsCardHasher } from '../../shared/adapters/vault/kms-card-hasher.ts';
import { kmsClient, kmsOpener } from '../../shared/adapters/vault/kms-vault.ts';
import { operationHandler } from '../../shared/http/operation-handler.ts';
import { contract } from './contract.ts';
import { makeDirectPayment } from './make-direct-payment.ts';

const runtime = operationRuntime(process.env);
const { store, clock, environment } = runtime;
const { sandbox, tableName, dealerCacheMs } = environment;
const kms = kmsClient();

export const handler = operationHandler({
  ...runtime,
  contract,
  useCase: makeDirectPayment({
    ...bankRuntime(process.env, { store, tableName, clock, sandbox, dealerCacheMs }),
    attempts: dynamoAttempts(store),
    directPayments: dynamoDirectPayments(store),
    idempotencyRecords: dynamoIdempotencyRecords(store),
    bins: dynamoBinDirectory(store),
    customers: dynamoCustomers(store),
    subDealers: dynamoSubDealers(store),
    limitUsage: dynamoLimitUsage(store),
    identifiers: blockIdentifiers(store),
    randomness: systemRandomness,
    cards: kmsCardHasher({ kms, keyArn: readCardHashKey(process.env) }),
    opener: kmsOpener({ kms, ...readVaultKeys(process.env), clock }),
    storedCards: dynamoStoredCards(store),
    cardStoring: cardStoringRuntime(process.env, { ...runtime, stage: environment.stage }),
    pause: (milliseconds) => pause(milliseconds),
    clock,
    sandbox,
  }),
});
