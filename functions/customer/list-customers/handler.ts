import { customersRuntime } from '../../../shared/adapters/runtime/customers.ts';
import { operationRuntime } from '../../../shared/adapters/runtime/operation.ts';
import { operationHandler } from '../../../shared/http/operation-handler.ts';
import { contract } from './contract.ts';
import { listCustomers } from './list-customers.ts';

const runtime = operationRuntime(process.env);

export const handler = operationHandler({
  ...runtime,
  contract,
  useCase: listCustomers(customersRuntime(runtime)),
});
