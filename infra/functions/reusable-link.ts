import { contract as countFunnel } from '../../functions/reusable-link/count-funnel/contract.ts';
import { contract as createReusableLink } from '../../functions/reusable-link/create-reusable-link/contract.ts';
import { contract as getLinkFunnel } from '../../functions/reusable-link/get-link-funnel/contract.ts';
import { contract as getReusableLink } from '../../functions/reusable-link/get-reusable-link/contract.ts';
import { contract as listReusableLinks } from '../../functions/reusable-link/list-reusable-links/contract.ts';
import { contract as showReusableLink } from '../../functions/reusable-link/show-reusable-link/contract.ts';
import { contract as startReusableLink } from '../../functions/reusable-link/start-reusable-link/contract.ts';
import { contract as updateReusableLink } from '../../functions/reusable-link/update-reusable-link/contract.ts';
import { type FunctionDefinition, LONGEST_TIMEOUT_SECONDS } from './function-definition.ts';

const NO_SECRETS = { seals: [], opens: [] } as const;

/** The Lambdas of links that many payers pay, and of what became of requests. */
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
    table: ['GetItem', 'Query'],
    indexes: [],
    ...NO_SECRETS,
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
  {
    ...getLinkFunnel,
    stack: 'records',
    // A question that counts today reads up to 1,000 requests, 2 ms of a processor each: it gets more than half of one.
    timeoutSeconds: 20,
    memoryMb: 1024,
    table: ['GetItem', 'Query', 'PutItem', 'DeleteItem'],
    indexes: ['listing'],
    ...NO_SECRETS,
  },
  {
    ...countFunnel,
    // Less than its pause, so that runs never meet. A run that stops keeps its place.
    timeoutSeconds: 280,
    memoryMb: 1024,
    // It reads payments, and writes counts and its place: nothing of a payment.
    table: ['GetItem', 'Query', 'PutItem', 'DeleteItem'],
    indexes: ['listing'],
    ...NO_SECRETS,
    everyMinutes: 5,
  },
];
