import { contract as addProduct } from '../functions/sale/add-product/contract.ts';
import { contract as deleteProduct } from '../functions/sale/delete-product/contract.ts';
import { contract as listProducts } from '../functions/sale/list-products/contract.ts';
import type { FunctionDefinition } from './function-definition.ts';

const SETTINGS = { stack: 'records', timeoutSeconds: 10, memoryMb: 512, indexes: [], seals: [], opens: [] } as const;

/** The Lambdas of products, which recurring sales name. */
export const productFunctions: readonly FunctionDefinition[] = [
  // What it updates are the number of the dealer's products and the sequence of ids.
  { ...addProduct, ...SETTINGS, table: ['Query', 'PutItem', 'UpdateItem'] },
  { ...deleteProduct, ...SETTINGS, table: ['Query', 'GetItem', 'BatchGetItem', 'UpdateItem', 'DeleteItem'] },
  { ...listProducts, ...SETTINGS, table: ['Query'] },
];
