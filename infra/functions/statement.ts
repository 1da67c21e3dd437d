import { contract as getStatements } from '../../functions/statement/get-statements/contract.ts';
import { contract as listTransfers } from '../../functions/statement/list-transfers/contract.ts';
import { contract as makeStatements } from '../../functions/statement/make-statements/contract.ts';
import type { FunctionDefinition } from './function-definition.ts';

const SETTINGS = { stack: 'records', timeoutSeconds: 10, memoryMb: 512 } as const;

/** The Lambdas of payouts: what dealers ask for, and the job behind it. */
export const statementFunctions: readonly FunctionDefinition[] = [
  {
    ...getStatements,
    ...SETTINGS,
    table: ['Query', 'GetItem'],
    indexes: [],
    seals: [],
    opens: [],
  },
  {
    ...listTransfers,
    ...SETTINGS,
    table: ['Query'],
    indexes: [],
    seals: [],
    opens: [],
  },
  {
    ...makeStatements,
    // Less than its pause, so that runs seldom meet. A run that stops keeps its place.
    timeoutSeconds: 55,
    memoryMb: 512,
    table: ['GetItem', 'Query', 'PutItem', 'UpdateItem'],
    indexes: ['listing'],
    seals: [],
    opens: [],
    everyMinutes: 1,
  },
];
