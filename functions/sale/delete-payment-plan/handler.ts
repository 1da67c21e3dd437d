import { dynamoPlanKeeping } from '../../../shared/adapters/dynamodb/sale/plan-keeping.ts';
import { dynamoPlanReading } from '../../../shared/adapters/dynamodb/sale/plan-reading.ts';
import { operationRuntime } from '../../../shared/adapters/runtime/operation.ts';
import { operationHandler } from '../../../shared/http/operation-handler.ts';
import { contract } from './contract.ts';
import { deletePaymentPlan } from './delete-payment-plan.ts';

const runtime = operationRuntime(process.env);
const { store, clock } = runtime;

export const handler = operationHandler({
  ...runtime,
  contract,
  useCase: deletePaymentPlan({ plans: { ...dynamoPlanReading(store), ...dynamoPlanKeeping(store) }, clock }),
});
