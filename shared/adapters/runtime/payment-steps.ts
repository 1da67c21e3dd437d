import { blockIdentifiers } from '../dynamodb/identifiers.ts';
import { hmacPaymentNames } from '../dynamodb/payment/payment-names.ts';
import { dynamoPayments } from '../dynamodb/payment/payments.ts';
import { dynamoSteps } from '../dynamodb/payment/steps.ts';
import type { OperationRuntime } from './operation.ts';

/** What a function is composed from that reads payments and writes their steps. */
export const paymentStepsRuntime = ({
  store,
  events,
  clock,
  environment: { stage },
}: Pick<OperationRuntime, 'store' | 'events' | 'clock' | 'environment'>) => ({
  payments: dynamoPayments(store, hmacPaymentNames(stage)),
  steps: dynamoSteps(store, events),
  identifiers: blockIdentifiers(store),
  clock,
});
