import { hmacPaymentNames } from '../../../shared/adapters/dynamodb/payment/payment-names.ts';
import { dynamoReusableLinks } from '../../../shared/adapters/dynamodb/reusable-link/reusable-links.ts';
import { operationRuntime } from '../../../shared/adapters/runtime/operation.ts';
import { operationHandler } from '../../../shared/http/operation-handler.ts';
import { contract } from './contract.ts';
import { updateReusableLink } from './update-reusable-link.ts';

const runtime = operationRuntime(process.env);
const { store, clock, environment, events } = runtime;

export const handler = operationHandler({
  ...runtime,
  contract,
  useCase: updateReusableLink({
    reusableLinks: dynamoReusableLinks(store, hmacPaymentNames(environment.stage), events),
    clock,
  }),
});
