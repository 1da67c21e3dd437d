import { contract as chargePlans } from '../functions/sale/charge-plans/contract.ts';
import { contract as handOutPlans } from '../functions/sale/hand-out-plans/contract.ts';
import type { FunctionDefinition } from './function-definition.ts';

/** The Lambdas that charge recurring sales: the lead that reads which plans are due, and its workers. */
export const planWorkers: readonly FunctionDefinition[] = [
  {
    ...handOutPlans,
    timeoutSeconds: 55,
    memoryMb: 512,
    // The stage's row alone: it reads no plan, and marks nothing.
    table: ['GetItem'],
    indexes: ['due'],
    seals: [],
    opens: [],
    everyMinutes: 1,
    starts: 'charge-plans',
  },
  {
    ...chargePlans,
    // It begins charges for a minute, and the last one takes half a minute. Less than the lease of a plan.
    timeoutSeconds: 95,
    // Hundreds of plans side by side, most of them waiting for their bank.
    memoryMb: 1024,
    // It deletes nothing: a plan stores no card, so no card waits in its attempts.
    table: ['GetItem', 'Query', 'BatchGetItem', 'PutItem', 'UpdateItem', 'ConditionCheckItem'],
    indexes: [],
    // Of the payment requests of plans without a card.
    seals: ['code-for-hash'],
    opens: ['card', 'merchant-key'],
    hashesCards: true,
    callsBanks: true,
    isWorker: true,
  },
];
