import { contract as getSale } from '../functions/get-sale/contract.ts';
import type { FunctionDefinition } from './function-definition.ts';

const SETTINGS = { stack: 'records', timeoutSeconds: 10, memoryMb: 512 } as const;

/** The Lambdas under /DealerSale: what a dealer keeps about its sales. */
export const saleFunctions: readonly FunctionDefinition[] = [
  {
    ...getSale,
    ...SETTINGS,
    table: ['Query', 'GetItem', 'BatchGetItem'],
    indexes: [],
    seals: [],
    opens: [],
  },
];
