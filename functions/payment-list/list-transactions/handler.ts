import { dynamoPaymentLists } from '../../../shared/adapters/dynamodb/payment-list/payment-lists.ts';
import { operationRuntime } from '../../../shared/adapters/runtime/operation.ts';
import { operationHandler } from '../../../shared/http/operation-handler.ts';
import { contract } from './contract.ts';
import { listTransactions } from './list-transactions.ts';

const runtime = operationRuntime(process.env);

export const handler = operationHandler({
  ...runtime,
  contract,
  useCase: listTransactions({ lists: dynamoPaymentLists(runtime.store), clock: runtime.clock }),
});
