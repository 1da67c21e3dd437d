import { blockIdentifiers } from '../../../shared/adapters/dynamodb/identifiers.ts';
import { cardAddingRuntime } from '../../../shared/adapters/runtime/customers.ts';
import { operationRuntime } from '../../../shared/adapters/runtime/operation.ts';
import { operationHandler } from '../../../shared/http/operation-handler.ts';
import { addCustomerWithCard } from './add-customer-with-card.ts';
import { contract } from './contract.ts';

const runtime = operationRuntime(process.env);

export const handler = operationHandler({
  ...runtime,
  contract,
  useCase: addCustomerWithCard({
    ...cardAddingRuntime(process.env, runtime),
    identifiers: blockIdentifiers(runtime.store),
  }),
});
