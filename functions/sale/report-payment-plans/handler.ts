import { dynamoPlanReading } from '../../../shared/adapters/dynamodb/sale/plan-reading.ts';
import { operationRuntime } from '../../../shared/adapters/runtime/operation.ts';
import { operationHandler } from '../../../shared/http/operation-handler.ts';
import { contract } from './contract.ts';
import { reportPaymentPlans } from './report-payment-plans.ts';

const runtime = operationRuntime(process.env);

export const handler = operationHandler({
  ...runtime,
  contract,
  useCase: reportPaymentPlans({ plans: dynamoPlanReading(runtime.store), clock: runtime.clock }),
});
