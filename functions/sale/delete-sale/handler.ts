import { dynamoPlanKeeping } from '../../../shared/adapters/dynamodb/sale/plan-keeping.ts';
import { dynamoPlanReading } from '../../../shared/adapters/dynamodb/sale/plan-reading.ts';
import { operationRuntime } from '../../../shared/adapters/runtime/operation.ts';
import { salesRuntime } from '../../../shared/adapters/runtime/sales.ts';
import { operationHandler } from '../../../shared/http/operation-handler.ts';
import { contract } from './contract.ts';
import { deleteSale } from './delete-sale.ts';

const runtime = operationRuntime(process.env);
const { store, events } = runtime;

const plans = { ...dynamoPlanReading(store), ...dynamoPlanKeeping(store, events) };

export const handler = operationHandler({
  ...runtime,
  contract,
  useCase: deleteSale({ ...salesRuntime(runtime), plans }),
});
