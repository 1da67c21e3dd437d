import { dynamoCustomers } from '../../../shared/adapters/dynamodb/customer/customers.ts';
import { sealingRuntime } from '../../../shared/adapters/runtime/customers.ts';
import { operationRuntime } from '../../../shared/adapters/runtime/operation.ts';
import { operationHandler } from '../../../shared/http/operation-handler.ts';
import { contract } from './contract.ts';
import { updateCustomer } from './update-customer.ts';

const runtime = operationRuntime(process.env);
const { customers: book, ...sealing } = sealingRuntime(process.env, runtime);

export const handler = operationHandler({
  ...runtime,
  contract,
  useCase: updateCustomer({ ...sealing, book, customers: dynamoCustomers(runtime.store) }),
});
