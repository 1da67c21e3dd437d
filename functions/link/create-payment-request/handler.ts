import { dynamoCustomers } from '../../../shared/adapters/dynamodb/customer/customers.ts';
import { dynamoSubDealers } from '../../../shared/adapters/dynamodb/dealer/sub-dealers.ts';
import { cachedDefinitions, dynamoDefinitions } from '../../../shared/adapters/dynamodb/link/definitions.ts';
import { linkMakingRuntime } from '../../../shared/adapters/runtime/link-making.ts';
import { operationRuntime } from '../../../shared/adapters/runtime/operation.ts';
import { operationHandler } from '../../../shared/http/operation-handler.ts';
import { contract } from './contract.ts';
import { createPaymentRequest } from './create-payment-request.ts';

const runtime = operationRuntime(process.env);
const { store, clock, environment } = runtime;

export const handler = operationHandler({
  ...runtime,
  contract,
  useCase: createPaymentRequest({
    ...linkMakingRuntime(process.env, runtime),
    definitions: cachedDefinitions({ definitions: dynamoDefinitions(store), clock, lifeMs: environment.dealerCacheMs }),
    customers: dynamoCustomers(store),
    subDealers: dynamoSubDealers(store),
  }),
});
