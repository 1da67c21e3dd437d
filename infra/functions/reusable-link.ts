import { contract as createReusableLink } from '../../functions/reusable-link/create-reusable-link/contract.ts';
import { contract as getReusableLink } from '../../functions/reusable-link/get-reusable-link/contract.ts';
import { contract as listReusableLinks } from '../../functions/reusable-link/list-reusable-links/contract.ts';
import { contract as updateReusableLink } from '../../functions/reusable-link/update-reusable-link/contract.ts';
import { type FunctionDefinition, LONGEST_TIMEOUT_SECONDS } from './function-definition.ts';

const NO_SECRETS = { seals: [], opens: [] } as const;
import { contract as showReusableLink } from '../../functions/reusable-link/show-reusable-link/contract.ts';
import { contract as startReusableLink } from '../../functions/reusable-link/start-reusable-link/contract.ts';

/** The Lambdas of reusable links. */
export const reusableLinkFunctions: readonly FunctionDefinition[] = [
  {
    ...createReusableLink,
    timeoutSeconds: LONGEST_TIMEOUT_SECONDS,
    memoryMb: 512,
    table: ['GetItem', 'Query', 'BatchGetItem', 'PutItem', 'UpdateItem'],
    indexes: [],
    ...NO_SECRETS,
  },
  {
    ...getReusableLink,
    timeoutSeconds: LONGEST_TIMEOUT_SECONDS,
    memoryMb: 512,
    table: ['GetItem', 'Query', 'BatchGetItem'],
    indexes: ['listing'],
    ...NO_SECRETS,
  },
  {
    ...listReusableLinks,
    timeoutSeconds: LONGEST_TIMEOUT_SECONDS,
    memoryMb: 512,
    table: ['GetItem', 'Query', 'BatchGetItem'],
    indexes: ['listing'],
    ...NO_SECRETS,
  },
  {
    ...updateReusableLink,
    stack: 'records',
    timeoutSeconds: LONGEST_TIMEOUT_SECONDS,
    memoryMb: 512,
    table: ['GetItem', 'Query', 'PutItem', 'UpdateItem'],
    indexes: [],
    ...NO_SECRETS,
  },
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
