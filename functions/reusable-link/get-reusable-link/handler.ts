import { dynamoFunnels } from '../../../shared/adapters/dynamodb/funnel/funnels.ts';
import { hmacPaymentNames } from '../../../shared/adapters/dynamodb/payment/payment-names.ts';
import { dynamoLinkRequests } from '../../../shared/adapters/dynamodb/reusable-link/link-requests.ts';
import { dynamoReusableLinks } from '../../../shared/adapters/dynamodb/reusable-link/reusable-links.ts';
import { readBaseUrl } from '../../../shared/adapters/runtime/environment.ts';
import { operationRuntime } from '../../../shared/adapters/runtime/operation.ts';
import { operationHandler } from '../../../shared/http/operation-handler.ts';
import { contract } from './contract.ts';
import { getReusableLink } from './get-reusable-link.ts';

const runtime = operationRuntime(process.env);
const { store, clock, environment } = runtime;

export const handler = operationHandler({
  ...runtime,
  contract,
  useCase: getReusableLink({
    reusableLinks: dynamoReusableLinks(store, hmacPaymentNames(environment.stage)),
    linkRequests: dynamoLinkRequests(store),
    funnels: dynamoFunnels(store),
    clock,
    baseUrl: readBaseUrl(process.env),
  }),
});
