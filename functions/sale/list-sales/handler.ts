import { dynamoSaleBook } from '../../../shared/adapters/dynamodb/sale/sales.ts';
import { operationRuntime } from '../../../shared/adapters/runtime/operation.ts';
import { operationHandler } from '../../../shared/http/operation-handler.ts';
import { contract } from './contract.ts';
import { listSales } from './list-sales.ts';

const runtime = operationRuntime(process.env);

export const handler = operationHandler({
  ...runtime,
  contract,
  useCase: listSales({ sales: dynamoSaleBook(runtime.store) }),
});
