import { setTimeout as pause } from 'node:timers/promises';
import { dynamoStoredCards } from '../../../shared/adapters/dynamodb/card/stored-cards.ts';
import { dynamoCustomers } from '../../../shared/adapters/dynamodb/customer/customers.ts';
import { dynamoSubDealers } from '../../../shared/adapters/dynamodb/dealer/sub-dealers.ts';
import { dynamoDirectPayments } from '../../../shared/adapters/dynamodb/direct-payment/direct-payments.ts';
import { dynamoIdempotencyRecords } from '../../../shared/adapters/dynamodb/payment/idempotency-records.ts';
import { hmacPaymentNames } from '../../../shared/adapters/dynamodb/payment/payment-names.ts';
import { cardTakingRuntime } from '../../../shared/adapters/runtime/charging.ts';
import { operationRuntime } from '../../../shared/adapters/runtime/operation.ts';
import { operationHandler } from '../../../shared/http/operation-handler.ts';
import { contract } from './contract.ts';
import { makeDirectPayment } from './make-direct-payment.ts';

const runtime = operationRuntime(process.env);
const { store, environment, events } = runtime;
const paymentNames = hmacPaymentNames(environment.stage);

export const handler = operationHandler({
  ...runtime,
  contract,
  useCase: makeDirectPayment({
    ...cardTakingRuntime(process.env, { ...runtime, ...environment }),
    directPayments: dynamoDirectPayments(store, events),
    idempotencyRecords: dynamoIdempotencyRecords(store, paymentNames),
    paymentNames,
    customers: dynamoCustomers(store),
    subDealers: dynamoSubDealers(store),
    storedCards: dynamoStoredCards(store),
    pause: (milliseconds) => pause(milliseconds),
  }),
});
