import type { Context } from 'aws-lambda';
import { dynamoStoredCards } from '../../../shared/adapters/dynamodb/card/stored-cards.ts';
import { dynamoCustomers } from '../../../shared/adapters/dynamodb/customer/customers.ts';
import { dynamoSubDealers } from '../../../shared/adapters/dynamodb/dealer/sub-dealers.ts';
import { hmacPaymentNames } from '../../../shared/adapters/dynamodb/payment/payment-names.ts';
import { dynamoPayments } from '../../../shared/adapters/dynamodb/payment/payments.ts';
import { dynamoPlanCharges } from '../../../shared/adapters/dynamodb/sale/plan-charges.ts';
import { dynamoPlanEngine } from '../../../shared/adapters/dynamodb/sale/plan-engine.ts';
import { dynamoPlanNotices } from '../../../shared/adapters/dynamodb/sale/plan-notices.ts';
import { cardTakingRuntime } from '../../../shared/adapters/runtime/charging.ts';
import { readVaultKeys } from '../../../shared/adapters/runtime/environment.ts';
import { late } from '../../../shared/adapters/runtime/late.ts';
import { lateAdapter } from '../../../shared/adapters/runtime/late-adapter.ts';
import { operationRuntime } from '../../../shared/adapters/runtime/operation.ts';
import { kmsClient, kmsSealer } from '../../../shared/adapters/vault/kms-vault.ts';
import { cardsOfStage } from '../../../shared/nestpay/test-card-numbers.ts';
import { powertoolsPlanMetrics } from '../../../shared/observability/powertools-plans.ts';
import type { PlanEngine } from '../../../shared/ports/plan-engine.ts';
import { chargeBatch } from './charge-batch.ts';
import type { PlanRequests } from './charge-plan.ts';

const { metrics: _answers, ...runtime } = operationRuntime(process.env);
const { store, environment, events, clock, log } = runtime;
const paymentNames = hmacPaymentNames(environment.stage);

const charging = cardTakingRuntime(process.env, { ...runtime, ...environment });

const parts = {
  ...charging,
  plans: dynamoPlanEngine(store, events),
  paymentNames,
  customers: dynamoCustomers(store),
  subDealers: dynamoSubDealers(store),
};

// One for all plans, because it keeps the definitions of dealers. Most plans are paid by card and need none.
const requestsFor = late(async () => {
  const [{ planRequests }, { cachedDefinitions, dynamoDefinitions }, { dynamoPaymentRequests }, { dynamoLinkClosing }] =
    await Promise.all([
      import('./plan-requests.ts'),
      import('../../../shared/adapters/dynamodb/link/definitions.ts'),
      import('../../../shared/adapters/dynamodb/link/payment-requests.ts'),
      import('../../../shared/adapters/dynamodb/link/link-closing.ts'),
    ]);
  const requests = planRequests({
    ...parts,
    definitions: cachedDefinitions({ definitions: dynamoDefinitions(store), clock, lifeMs: environment.dealerCacheMs }),
    virtualPosDirectory: charging.posDirectory,
    paymentRequests: dynamoPaymentRequests(store, events),
    links: dynamoLinkClosing(store, events),
    sealer: kmsSealer({ kms: kmsClient(), ...readVaultKeys(process.env), clock }),
  });
  return (plans: PlanEngine) => Promise.resolve(requests(plans));
});

const charge = chargeBatch({
  ...parts,
  planCharges: dynamoPlanCharges(store, events),
  notices: dynamoPlanNotices(store, events),
  requests: (plans) => lateAdapter<PlanRequests>(() => requestsFor(plans), { send: true, close: true }),
  payments: dynamoPayments(store, paymentNames),
  storedCards: dynamoStoredCards(store),
  takesCard: cardsOfStage(environment),
  log,
  metrics: powertoolsPlanMetrics(environment),
});

export const handler = (event: unknown, context: Pick<Context, 'getRemainingTimeInMillis'>) =>
  charge(event, clock.now() + context.getRemainingTimeInMillis());
