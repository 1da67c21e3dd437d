import { dynamoPlanReading } from '../../../shared/adapters/dynamodb/sale/plan-reading.ts';
import { dynamoSales } from '../../../shared/adapters/dynamodb/sale/sales.ts';
import { operationRuntime } from '../../../shared/adapters/runtime/operation.ts';
import { operationHandler } from '../../../shared/http/operation-handler.ts';
import { contract } from './contract.ts';
import { listPaymentPlans } from './list-payment-plans.ts';

const runtime = operationRuntime(process.env);
const { store, clock } = runtime;

export const handler = operationHandler({
  ...runtime,
  contract,
  useCase: listPaymentPlans({ sales: dynamoSales(store), plans: dynamoPlanReading(store), clock }),
});
