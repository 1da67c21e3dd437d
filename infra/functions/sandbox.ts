import { contract as bankSimulator } from '../../functions/sandbox/bank-simulator/contract.ts';
import { contract as showShop } from '../../functions/sandbox/show-shop/contract.ts';
import { type FunctionDefinition, LONGEST_TIMEOUT_SECONDS } from './function-definition.ts';

/**
 * The Lambdas that a sandbox stage alone has: the embedded bank, and the demo shop, which has its own rows and secrets and is a dealer
 * beside (rule 49).
 */
export const sandboxFunctions: readonly FunctionDefinition[] = [
  {
    ...showShop,
    timeoutSeconds: LONGEST_TIMEOUT_SECONDS,
    memoryMb: 512,
    table: ['GetItem', 'PutItem'],
    indexes: [],
    seals: ['demo-shop'],
    opens: ['demo-shop'],
    sandboxOnly: true,
    // A few visitors at once. Each order is a call of the stage's own API, which has limits of its own.
    throttle: { ratePerSecond: 5, burst: 20 },
  },
  {
    ...bankSimulator,
    inParts: true,
    // It delays some of its answers by 25 s, to play a slow bank.
    timeoutSeconds: 29,
    memoryMb: 256,
    // It queries for the orders of a Garanti terminal by their time.
    table: ['GetItem', 'PutItem', 'Query'],
    indexes: [],
    seals: [],
    opens: [],
    sandboxOnly: true,
    hasBankDay: true,
  },
];
