import { contract as addSale } from '../functions/sale/add-sale/contract.ts';
import { contract as deleteSale } from '../functions/sale/delete-sale/contract.ts';
import { contract as getSale } from '../functions/sale/get-sale/contract.ts';
import { contract as listSales } from '../functions/sale/list-sales/contract.ts';
import { contract as updateSale } from '../functions/sale/update-sale/contract.ts';
import type { FunctionDefinition } from './function-definition.ts';

const SETTINGS = { stack: 'records', timeoutSeconds: 10, memoryMb: 512, seals: [], opens: [] } as const;

/** The Lambdas under /DealerSale: what a dealer keeps about its sales. */
export const saleFunctions: readonly FunctionDefinition[] = [
  { ...getSale, ...SETTINGS, table: ['Query', 'GetItem', 'BatchGetItem'], indexes: [] },
  // What it updates are the uses of a schedule and a product, and the sequences of ids.
  { ...addSale, ...SETTINGS, table: ['Query', 'BatchGetItem', 'PutItem', 'UpdateItem'], indexes: [] },
  // What it deletes are the markers of what the sale used before.
  {
    ...updateSale,
    ...SETTINGS,
    table: ['Query', 'GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
    indexes: [],
  },
  {
    ...deleteSale,
    ...SETTINGS,
    table: ['Query', 'GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
    indexes: [],
  },
  { ...listSales, ...SETTINGS, table: ['Query', 'BatchGetItem'], indexes: ['listing'] },
];
