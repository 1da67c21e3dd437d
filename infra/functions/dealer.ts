import { contract as getDealer } from '../../functions/dealer/get-dealer/contract.ts';
import type { FunctionDefinition } from './function-definition.ts';

const SETTINGS = { stack: 'records', timeoutSeconds: 10, memoryMb: 512 } as const;

/** The Lambda that tells a dealer about itself, and writes nothing. */
export const dealerFunctions: readonly FunctionDefinition[] = [
  {
    ...getDealer,
    ...SETTINGS,
    table: ['Query', 'BatchGetItem'],
    indexes: [],
    seals: [],
    opens: [],
  },
];
