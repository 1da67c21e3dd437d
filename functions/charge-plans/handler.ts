import type { Context } from 'aws-lambda';
import { dynamoStoredCards } from '../../shared/adapters/dynamodb/card/stored-cards.ts';
import { dynamoCustomers } from '../../shared/adapters/dynamodb/customer/customers.ts';
import { dynamoSubDealers } from '../../shared/adapters/dynamodb/dealer/sub-dealers.ts';
import { dynamoPayments } from '../../shared/adapters/dynamodb/payment/payments.ts';
import { hmacPaymentNames } from '../../shared/adapters/dynamodb/payment-names.ts';
import { dynamoPlanCharges } from '../../shared/adapters/dynamodb/sale/plan-charges.ts';
import { dynamoPlanEngine } from '../../shared/adapters/dynamodb/sale/plan-engine.ts';
import { cardTakingRuntime } from '../../shared/adapters/runtime/charging.ts';
import { operationRuntime } from '../../shared/adapters/runtime/operation.ts';
import { cardsOfStage } from '../../shared/nestpay/test-cards.ts';
import { powertoolsPlanMetrics } from '../../shared/observability/powertools-plans.ts';
import { chargeBatch } from './charge-batch.ts';

const { metrics: _answers, ...runtime } = operationRuntime(process.env);
const { store, environment, events, clock, log } = runtime;
const paymentNames = hmacPaymentNames(environment.stage);

const charge = chargeBatch({
  ...cardTakingRuntime(process.env, { ...runtime, ...environment }),
  plans: dynamoPlanEngine(store),
  planCharges: dynamoPlanCharges(store, events),
  payments: dynamoPayments(store, paymentNames),
  paymentNames,
  customers: dynamoCustomers(store),
  subDealers: dynamoSubDealers(store),
  storedCards: dynamoStoredCards(store),
  takesCard: cardsOfStage(environment),
  log,
  metrics: powertoolsPlanMetrics(environment),
});

export const handler = (event: unknown, context: Pick<Context, 'getRemainingTimeInMillis'>) =>
  charge(event, clock.now() + context.getRemainingTimeInMillis());
