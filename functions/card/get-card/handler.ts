import { dynamoCustomers } from '../../../shared/adapters/dynamodb/customer/customers.ts';
import { cardShowingRuntime } from '../../../shared/adapters/runtime/customers.ts';
import { operationRuntime } from '../../../shared/adapters/runtime/operation.ts';
import { operationHandler } from '../../../shared/http/operation-handler.ts';
import { contract } from './contract.ts';
import { getCard } from './get-card.ts';

const runtime = operationRuntime(process.env);

export const handler = operationHandler({
  ...runtime,
  contract,
  useCase: getCard({ ...cardShowingRuntime(process.env, runtime), customers: dynamoCustomers(runtime.store) }),
});
