import { dynamoPaymentLists } from '../../../shared/adapters/dynamodb/payment-list/payment-lists.ts';
import { readBaseUrl } from '../../../shared/adapters/runtime/environment.ts';
import { operationRuntime } from '../../../shared/adapters/runtime/operation.ts';
import { operationHandler } from '../../../shared/http/operation-handler.ts';
import { contract } from './contract.ts';
import { listPayments } from './list-payments.ts';

const runtime = operationRuntime(process.env);

export const handler = operationHandler({
  ...runtime,
  contract,
  useCase: listPayments({
    lists: dynamoPaymentLists(runtime.store),
    clock: runtime.clock,
    baseUrl: readBaseUrl(process.env),
  }),
});
