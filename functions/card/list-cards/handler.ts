import { cardShowingRuntime } from '../../../shared/adapters/runtime/customers.ts';
import { operationRuntime } from '../../../shared/adapters/runtime/operation.ts';
import { operationHandler } from '../../../shared/http/operation-handler.ts';
import { contract } from './contract.ts';
import { listCards } from './list-cards.ts';

const runtime = operationRuntime(process.env);

export const handler = operationHandler({
  ...runtime,
  contract,
  useCase: listCards(cardShowingRuntime(process.env, runtime)),
});
