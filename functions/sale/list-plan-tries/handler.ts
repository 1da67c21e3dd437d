import { dynamoPlanReading } from '../../../shared/adapters/dynamodb/sale/plan-reading.ts';
import { dynamoPlanTries } from '../../../shared/adapters/dynamodb/sale/plan-tries.ts';
import { operationRuntime } from '../../../shared/adapters/runtime/operation.ts';
import { operationHandler } from '../../../shared/http/operation-handler.ts';
import { contract } from './contract.ts';
import { listPlanTries } from './list-plan-tries.ts';

const runtime = operationRuntime(process.env);
const { store, clock } = runtime;

export const handler = operationHandler({
  ...runtime,
  contract,
  useCase: listPlanTries({ plans: dynamoPlanReading(store), tries: dynamoPlanTries(store), clock }),
});
