import { dynamoProducts } from '../../../shared/adapters/dynamodb/sale/products.ts';
import { operationRuntime } from '../../../shared/adapters/runtime/operation.ts';
import { operationHandler } from '../../../shared/http/operation-handler.ts';
import { contract } from './contract.ts';
import { listProducts } from './list-products.ts';

const runtime = operationRuntime(process.env);

export const handler = operationHandler({
  ...runtime,
  contract,
  useCase: listProducts({ products: dynamoProducts(runtime.store) }),
});
