import { blockIdentifiers } from '../../../shared/adapters/dynamodb/identifiers.ts';
import { dynamoProducts } from '../../../shared/adapters/dynamodb/sale/products.ts';
import { operationRuntime } from '../../../shared/adapters/runtime/operation.ts';
import { systemRandomness } from '../../../shared/adapters/runtime/system.ts';
import { operationHandler } from '../../../shared/http/operation-handler.ts';
import { addProduct } from './add-product.ts';
import { contract } from './contract.ts';

const runtime = operationRuntime(process.env);

export const handler = operationHandler({
  ...runtime,
  contract,
  useCase: addProduct({
    products: dynamoProducts(runtime.store),
    identifiers: blockIdentifiers(runtime.store),
    randomness: systemRandomness,
    clock: runtime.clock,
  }),
});
