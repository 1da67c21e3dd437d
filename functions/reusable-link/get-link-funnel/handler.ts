import { dynamoFunnelCounting, dynamoFunnels } from '../../../shared/adapters/dynamodb/funnel/funnels.ts';
import { dynamoMessages } from '../../../shared/adapters/dynamodb/message/messages.ts';
import { hmacPaymentNames } from '../../../shared/adapters/dynamodb/payment/payment-names.ts';
import { dynamoPayments } from '../../../shared/adapters/dynamodb/payment/payments.ts';
import { dynamoReusableLinks } from '../../../shared/adapters/dynamodb/reusable-link/reusable-links.ts';
import { operationRuntime } from '../../../shared/adapters/runtime/operation.ts';
import { operationHandler } from '../../../shared/http/operation-handler.ts';
import { contract } from './contract.ts';
import { getLinkFunnel } from './get-link-funnel.ts';

const runtime = operationRuntime(process.env);
const { store, clock, environment } = runtime;
const names = hmacPaymentNames(environment.stage);

export const handler = operationHandler({
  ...runtime,
  contract,
  useCase: getLinkFunnel({
    counting: dynamoFunnelCounting(store),
    funnels: dynamoFunnels(store),
    payments: dynamoPayments(store, names),
    messages: dynamoMessages(store),
    reusableLinks: dynamoReusableLinks(store, names),
    clock,
  }),
});
