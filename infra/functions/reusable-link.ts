import { contract as countFunnel } from '../../functions/reusable-link/count-funnel/contract.ts';
import { contract as getLinkFunnel } from '../../functions/reusable-link/get-link-funnel/contract.ts';
import type { FunctionDefinition } from './function-definition.ts';

/** The Lambdas of links that many payers pay, and of what became of requests. */
export const reusableLinkFunctions: readonly FunctionDefinition[] = [
  {
    ...getLinkFunnel,
    stack: 'records',
    // A question that counts today reads up to 2,000 requests.
    timeoutSeconds: 20,
    memoryMb: 512,
    table: ['GetItem', 'Query', 'PutItem', 'DeleteItem'],
    indexes: ['listing'],
    seals: [],
    opens: [],
  },
  {
    ...countFunnel,
    // Less than its pause, so that runs never meet. A run that stops keeps its place.
    timeoutSeconds: 280,
    memoryMb: 512,
    // It reads payments, and writes counts and its place: nothing of a payment.
    table: ['GetItem', 'Query', 'PutItem', 'DeleteItem'],
    indexes: ['listing'],
    seals: [],
    opens: [],
    everyMinutes: 5,
  },
];
