import { dynamoProducts } from '../../../shared/adapters/dynamodb/sale/products.ts';
import { operationRuntime } from '../../../shared/adapters/runtime/operation.ts';
import { operationHandler } from '../../../shared/http/operation-handler.ts';
import { contract } from './contract.ts';
import { deleteProduct } from './delete-product.ts';

const runtime = operationRuntime(process.env);

export const handler = operationHandler({
  ...runtime,
  contract,
  useCase: deleteProduct({ products: dynamoProducts(runtime.store) }),
});
