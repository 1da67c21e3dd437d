import { cardAddingRuntime, cardShowingRuntime } from '../../../shared/adapters/runtime/customers.ts';
import { operationRuntime } from '../../../shared/adapters/runtime/operation.ts';
import { operationHandler } from '../../../shared/http/operation-handler.ts';
import { addCard } from './add-card.ts';
import { contract } from './contract.ts';

const runtime = operationRuntime(process.env);

export const handler = operationHandler({
  ...runtime,
  contract,
  useCase: addCard({ ...cardShowingRuntime(process.env, runtime), ...cardAddingRuntime(process.env, runtime) }),
});
