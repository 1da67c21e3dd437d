import { dynamoCardKeeping } from '../../../shared/adapters/dynamodb/card/card-keeping.ts';
import { dynamoDefinitions } from '../../../shared/adapters/dynamodb/link/definitions.ts';
import { dynamoPlanKeeping } from '../../../shared/adapters/dynamodb/sale/plan-keeping.ts';
import { dynamoPlanReading } from '../../../shared/adapters/dynamodb/sale/plan-reading.ts';
import { operationRuntime } from '../../../shared/adapters/runtime/operation.ts';
import { operationHandler } from '../../../shared/http/operation-handler.ts';
import { contract } from './contract.ts';
import { updatePaymentPlan } from './update-payment-plan.ts';

const runtime = operationRuntime(process.env);
const { store, clock } = runtime;

export const handler = operationHandler({
  ...runtime,
  contract,
  useCase: updatePaymentPlan({
    plans: { ...dynamoPlanReading(store), ...dynamoPlanKeeping(store, runtime.events) },
    cards: dynamoCardKeeping(store),
    definitions: dynamoDefinitions(store),
    clock,
  }),
});
