import { contract as createReusableLink } from '../../functions/reusable-link/create-reusable-link/contract.ts';
import { type FunctionDefinition, LONGEST_TIMEOUT_SECONDS } from './function-definition.ts';

/** The Lambdas of reusable links. */
export const reusableLinkFunctions: readonly FunctionDefinition[] = [
  {
    ...createReusableLink,
    timeoutSeconds: LONGEST_TIMEOUT_SECONDS,
    memoryMb: 512,
    table: ['GetItem', 'Query', 'BatchGetItem', 'PutItem', 'UpdateItem'],
    indexes: [],
    seals: [],
    opens: [],
  },
];
