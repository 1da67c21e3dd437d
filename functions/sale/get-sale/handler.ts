import { dynamoSales } from '../../../shared/adapters/dynamodb/sale/sales.ts';
import { operationRuntime } from '../../../shared/adapters/runtime/operation.ts';
import { operationHandler } from '../../../shared/http/operation-handler.ts';
import { contract } from './contract.ts';
import { getSale } from './get-sale.ts';

const runtime = operationRuntime(process.env);

export const handler = operationHandler({
  ...runtime,
  contract,
  useCase: getSale({ sales: dynamoSales(runtime.store) }),
});
