import { contract as showReusableLink } from '../../functions/reusable-link/show-reusable-link/contract.ts';
import { contract as startReusableLink } from '../../functions/reusable-link/start-reusable-link/contract.ts';
import type { FunctionDefinition } from './function-definition.ts';

/** The Lambdas of reusable links. */
export const reusableLinkFunctions: readonly FunctionDefinition[] = [
  {
    ...showReusableLink,
    timeoutSeconds: 10,
    memoryMb: 512,
    table: ['GetItem', 'Query', 'BatchGetItem'],
    indexes: [],
    seals: [],
    opens: [],
  },
  {
    ...startReusableLink,
    timeoutSeconds: 10,
    memoryMb: 512,
    table: ['GetItem', 'Query', 'BatchGetItem', 'PutItem', 'UpdateItem'],
    indexes: [],
    seals: ['code-for-hash'],
    opens: [],
    countsLinkRequests: true,
  },
];
