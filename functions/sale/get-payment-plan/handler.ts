import { dynamoPlanReading } from '../../../shared/adapters/dynamodb/sale/plan-reading.ts';
import { operationRuntime } from '../../../shared/adapters/runtime/operation.ts';
import { operationHandler } from '../../../shared/http/operation-handler.ts';
import { contract } from './contract.ts';
import { getPaymentPlan } from './get-payment-plan.ts';

const runtime = operationRuntime(process.env);

export const handler = operationHandler({
  ...runtime,
  contract,
  useCase: getPaymentPlan({ plans: dynamoPlanReading(runtime.store) }),
});
