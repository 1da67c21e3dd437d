import { hmacPaymentNames } from '../../../shared/adapters/dynamodb/payment/payment-names.ts';
import { dynamoReusableLinks } from '../../../shared/adapters/dynamodb/reusable-link/reusable-links.ts';
import { readBaseUrl } from '../../../shared/adapters/runtime/environment.ts';
import { operationRuntime } from '../../../shared/adapters/runtime/operation.ts';
import { operationHandler } from '../../../shared/http/operation-handler.ts';
import { contract } from './contract.ts';
import { listReusableLinks } from './list-reusable-links.ts';

const runtime = operationRuntime(process.env);
const { store, clock, environment } = runtime;

export const handler = operationHandler({
  ...runtime,
  contract,
  useCase: listReusableLinks({
    reusableLinks: dynamoReusableLinks(store, hmacPaymentNames(environment.stage)),
    clock,
    baseUrl: readBaseUrl(process.env),
  }),
});
