import { contract as compareWithBank } from '../../functions/comparison/compare-with-bank/contract.ts';
import { contract as runCanary } from '../../functions/comparison/run-canary/contract.ts';
import type { FunctionDefinition } from './function-definition.ts';

/** The Lambdas of the nightly comparison with the banks, and of the canary. */
export const comparisonFunctions: readonly FunctionDefinition[] = [
  {
    ...compareWithBank,
    // Less than its pause, so that runs never meet. A run that stops keeps its place.
    timeoutSeconds: 280,
    memoryMb: 256,
    // It reads payments, asks banks, and writes its report and its place: nothing of a payment.
    table: ['GetItem', 'Query', 'PutItem'],
    indexes: ['listing'],
    seals: [],
    opens: ['merchant-key'],
    callsBanks: true,
    everyMinutes: 5,
  },
  {
    ...runCanary,
    timeoutSeconds: 55,
    memoryMb: 256,
    // It knows its own account. All else it does through the public address, as a dealer and a payer.
    table: ['GetItem'],
    indexes: [],
    seals: [],
    opens: ['canary-account'],
    everyMinutes: 5,
  },
];
