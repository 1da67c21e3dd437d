import { blockIdentifiers } from '../../../shared/adapters/dynamodb/identifiers.ts';
import { sealingRuntime } from '../../../shared/adapters/runtime/customers.ts';
import { operationRuntime } from '../../../shared/adapters/runtime/operation.ts';
import { operationHandler } from '../../../shared/http/operation-handler.ts';
import { addCustomer } from './add-customer.ts';
import { contract } from './contract.ts';

const runtime = operationRuntime(process.env);

export const handler = operationHandler({
  ...runtime,
  contract,
  useCase: addCustomer({ ...sealingRuntime(process.env, runtime), identifiers: blockIdentifiers(runtime.store) }),
});
