import { contract as chargePlans } from '../functions/charge-plans/contract.ts';
import type { FunctionDefinition } from './function-definition.ts';

/** The Lambdas that charge recurring sales. */
export const planWorkers: readonly FunctionDefinition[] = [
  {
    ...chargePlans,
    // A batch of plans. Each charge has its own end after 28 seconds, and none begins that the run could not finish.
    timeoutSeconds: 120,
    memoryMb: 512,
    // It deletes nothing: a plan stores no card, so no card waits in its attempts.
    table: ['GetItem', 'Query', 'BatchGetItem', 'PutItem', 'UpdateItem', 'ConditionCheckItem'],
    indexes: [],
    seals: [],
    opens: ['card', 'merchant-key'],
    hashesCards: true,
    callsBanks: true,
    isPlanWorker: true,
  },
];
