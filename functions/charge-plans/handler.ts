import type { Context } from 'aws-lambda';
import { dynamoStoredCards } from '../../shared/adapters/dynamodb/card/stored-cards.ts';
import { dynamoCustomers } from '../../shared/adapters/dynamodb/customer/customers.ts';
import { dynamoSubDealers } from '../../shared/adapters/dynamodb/dealer/sub-dealers.ts';
import { dynamoPayments } from '../../shared/adapters/dynamodb/payment/payments.ts';
import { hmacPaymentNames } from '../../shared/adapters/dynamodb/payment-names.ts';
import { dynamoPlanCharges } from '../../shared/adapters/dynamodb/sale/plan-charges.ts';
import { dynamoPlanEngine } from '../../shared/adapters/dynamodb/sale/plan-engine.ts';
import { cardTakingRuntime } from '../../shared/adapters/runtime/charging.ts';
import { readChargesAtOnce } from '../../shared/adapters/runtime/environment.ts';
import { operationRuntime } from '../../shared/adapters/runtime/operation.ts';
import { cardsOfStage } from '../../shared/nestpay/test-cards.ts';
import { chargePlans } from './charge-plans.ts';
import { GatewayPlaces } from './gateway-places.ts';

const runtime = operationRuntime(process.env);
const { store, environment, events, clock, log } = runtime;
const paymentNames = hmacPaymentNames(environment.stage);
const charging = cardTakingRuntime(process.env, { ...runtime, ...environment });

const run = chargePlans({
  ...charging,
  plans: dynamoPlanEngine(store),
  planCharges: dynamoPlanCharges(store, events),
  payments: dynamoPayments(store, paymentNames),
  paymentNames,
  customers: dynamoCustomers(store),
  subDealers: dynamoSubDealers(store),
  storedCards: dynamoStoredCards(store),
  takesCard: cardsOfStage(charging),
  places: new GatewayPlaces(readChargesAtOnce(process.env)),
  log,
});

export const handler = (event: unknown, context: Pick<Context, 'getRemainingTimeInMillis'>) =>
  run(event, clock.now() + context.getRemainingTimeInMillis());
