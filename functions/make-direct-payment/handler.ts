import { setTimeout as pause } from 'node:timers/promises';
import { dynamoCustomers } from '../../shared/adapters/dynamodb/customers.ts';
import { dynamoDirectPayments } from '../../shared/adapters/dynamodb/direct-payments.ts';
import { dynamoIdempotencyRecords } from '../../shared/adapters/dynamodb/idempotency-records.ts';
import { blockIdentifiers } from '../../shared/adapters/dynamodb/identifiers.ts';
import { dynamoStoredCards } from '../../shared/adapters/dynamodb/stored-cards.ts';
import { dynamoSubDealers } from '../../shared/adapters/dynamodb/sub-dealers.ts';
import { cardTakingRuntime } from '../../shared/adapters/runtime/charging.ts';
import { operationRuntime } from '../../shared/adapters/runtime/operation.ts';
import { operationHandler } from '../../shared/http/operation-handler.ts';
import { contract } from './contract.ts';
import { makeDirectPayment } from './make-direct-payment.ts';

const runtime = operationRuntime(process.env);
const { store, environment } = runtime;

export const handler = operationHandler({
  ...runtime,
  contract,
  useCase: makeDirectPayment({
    ...cardTakingRuntime(process.env, { ...runtime, ...environment }),
    directPayments: dynamoDirectPayments(store),
    idempotencyRecords: dynamoIdempotencyRecords(store),
    customers: dynamoCustomers(store),
    subDealers: dynamoSubDealers(store),
    storedCards: dynamoStoredCards(store),
    identifiers: blockIdentifiers(store),
    pause: (milliseconds) => pause(milliseconds),
  }),
});
