import { contract as bankSimulator } from '../functions/bank-simulator/contract.ts';
import { contract as complete3D } from '../functions/complete-3d/contract.ts';
import { contract as createPaymentRequest } from '../functions/create-payment-request/contract.ts';
import { contract as getCustomer } from '../functions/get-customer/contract.ts';
import { contract as getSale } from '../functions/get-sale/contract.ts';
import { contract as makeDirectPayment } from '../functions/make-direct-payment/contract.ts';
import { contract as reconcilePayments } from '../functions/reconcile-payments/contract.ts';
import { contract as redirectPayer } from '../functions/redirect-payer/contract.ts';
import { contract as reencryptCards } from '../functions/reencrypt-cards/contract.ts';
import { contract as showPaymentPage } from '../functions/show-payment-page/contract.ts';
import { contract as startMobile3D } from '../functions/start-mobile-3d/contract.ts';
import { contract as startPayment } from '../functions/start-payment/contract.ts';
import type { Route } from '../shared/http/contract.ts';
import type { VaultPurpose } from '../shared/ports/vault.ts';

/** DynamoDB actions by their IAM names. A transaction needs the actions of its parts and none of its own. */
type TableAction =
  | 'GetItem'
  | 'BatchGetItem'
  | 'Query'
  | 'PutItem'
  | 'UpdateItem'
  | 'DeleteItem'
  | 'ConditionCheckItem';

/** The table's secondary indexes. */
type IndexName = 'listing' | 'due';

/** Everything that the deployment needs to know about one Lambda. `name` is its folder under functions/. */
export interface FunctionDefinition {
  readonly name: string;
  readonly routes: readonly Route[];
  readonly timeoutSeconds: number;
  readonly memoryMb: number;
  /** Actions on the table itself. */
  readonly table: readonly TableAction[];
  /** Indexes that it queries. It may not read any other index. */
  readonly indexes: readonly IndexName[];
  /** Vault purposes that it encrypts for. */
  readonly seals: readonly VaultPurpose[];
  /** Vault purposes that it decrypts. */
  readonly opens: readonly VaultPurpose[];
  /** True if it hashes card numbers for counting (rule 26). */
  readonly hashesCards?: true;
  /** True if it calls the gateways of banks that the stage allows (rule 22). */
  readonly callsBanks?: true;
  /** True if it shows which gateways are called. It needs the stage's list of gateways for that, and calls none. */
  readonly namesGateways?: true;
  /** True for the embedded bank, whose day ends at a time that the stage sets. */
  readonly hasBankDay?: true;
  /** Minutes between its runs. A scheduled function has no route. */
  readonly everyMinutes?: number;
  /** True if it exists in sandbox stages only: a production stage must not contain it (rule 22). */
  readonly sandboxOnly?: true;
  /** True if it answers paths that no route names, and passes a known path with `//` on to its function. */
  readonly answersUnmatchedPaths?: true;
}

// 28 s: less than the gateway's 30 s, so that the caller gets our answer and not a 503.
const LONGEST_TIMEOUT_SECONDS = 28;

/** The one list of Lambdas. Stacks, bundles, roles and the local runner are made from it. */
export const functionDefinitions: readonly FunctionDefinition[] = [
  {
    ...createPaymentRequest,
    timeoutSeconds: LONGEST_TIMEOUT_SECONDS,
    memoryMb: 512,
    table: ['GetItem', 'Query', 'BatchGetItem', 'PutItem', 'UpdateItem'],
    indexes: [],
    seals: ['code-for-hash'],
    opens: ['code-for-hash'],
  },
  {
    ...startMobile3D,
    timeoutSeconds: LONGEST_TIMEOUT_SECONDS,
    memoryMb: 512,
    table: ['GetItem', 'Query', 'BatchGetItem', 'PutItem', 'UpdateItem'],
    indexes: [],
    seals: ['code-for-hash'],
    opens: ['code-for-hash'],
  },
  {
    ...makeDirectPayment,
    timeoutSeconds: LONGEST_TIMEOUT_SECONDS,
    memoryMb: 512,
    table: ['GetItem', 'Query', 'BatchGetItem', 'PutItem', 'UpdateItem', 'ConditionCheckItem'],
    indexes: [],
    seals: ['card', 'card-pending'],
    opens: ['card', 'card-pending', 'merchant-key'],
    hashesCards: true,
    callsBanks: true,
  },
  {
    ...getSale,
    timeoutSeconds: 10,
    memoryMb: 512,
    table: ['Query', 'GetItem', 'BatchGetItem'],
    indexes: [],
    seals: [],
    opens: [],
  },
  {
    ...getCustomer,
    timeoutSeconds: 10,
    memoryMb: 512,
    table: ['Query', 'GetItem', 'BatchGetItem'],
    indexes: [],
    seals: [],
    opens: ['customer-password'],
  },
  {
    ...startPayment,
    timeoutSeconds: LONGEST_TIMEOUT_SECONDS,
    memoryMb: 512,
    table: ['GetItem', 'Query', 'BatchGetItem', 'PutItem', 'UpdateItem'],
    indexes: [],
    // When it stores a card, it has the card in memory already. So it may not decrypt any.
    seals: ['card-pending', 'card'],
    opens: ['merchant-key'],
    hashesCards: true,
    callsBanks: true,
  },
  {
    ...complete3D,
    timeoutSeconds: LONGEST_TIMEOUT_SECONDS,
    memoryMb: 512,
    table: ['GetItem', 'Query', 'BatchGetItem', 'PutItem', 'UpdateItem'],
    indexes: [],
    seals: ['card'],
    opens: ['merchant-key', 'card-pending'],
    hashesCards: true,
    callsBanks: true,
  },
  {
    ...redirectPayer,
    timeoutSeconds: 10,
    memoryMb: 512,
    table: ['GetItem'],
    indexes: [],
    seals: [],
    opens: [],
  },
  {
    ...bankSimulator,
    // It delays some of its answers by 25 s, to play a slow bank.
    timeoutSeconds: 29,
    memoryMb: 256,
    table: ['GetItem', 'PutItem'],
    indexes: [],
    seals: [],
    opens: [],
    sandboxOnly: true,
    hasBankDay: true,
  },
  {
    ...showPaymentPage,
    timeoutSeconds: 10,
    memoryMb: 512,
    table: ['GetItem'],
    indexes: [],
    seals: [],
    opens: [],
  },
  {
    ...reconcilePayments,
    // Less than the lease of an attempt, so that no run outlives its leases.
    timeoutSeconds: 55,
    memoryMb: 512,
    table: ['GetItem', 'Query', 'PutItem', 'UpdateItem'],
    indexes: ['due'],
    seals: ['card'],
    opens: ['merchant-key', 'card-pending'],
    hashesCards: true,
    callsBanks: true,
    everyMinutes: 1,
  },
  {
    name: 'operate',
    routes: [],
    timeoutSeconds: LONGEST_TIMEOUT_SECONDS,
    memoryMb: 512,
    table: ['GetItem', 'Query', 'BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
    indexes: ['listing', 'due'],
    seals: ['customer-password', 'merchant-key'],
    opens: [],
    namesGateways: true,
  },
  {
    ...reencryptCards,
    timeoutSeconds: LONGEST_TIMEOUT_SECONDS,
    memoryMb: 512,
    table: ['GetItem', 'PutItem'],
    indexes: ['listing'],
    seals: ['card'],
    opens: ['card'],
  },
  {
    name: 'handle-unmatched-path',
    routes: [],
    timeoutSeconds: 29,
    memoryMb: 256,
    table: [],
    indexes: [],
    seals: [],
    opens: [],
    answersUnmatchedPaths: true,
  },
];

/** The route key as API Gateway writes it: `POST /DealerSale/GetSale`. */
export const routeKeyOf = (route: Route): string => `${route.method} ${route.path}`;

const isOf = (kind: 'production' | 'sandbox', { sandboxOnly }: FunctionDefinition): boolean =>
  kind === 'sandbox' || sandboxOnly !== true;

/** The functions of a stage that are called: a production stage has none of the sandbox's (rule 22). */
export const functionsOf = (kind: 'production' | 'sandbox'): readonly FunctionDefinition[] =>
  functionDefinitions.filter((one) => isOf(kind, one) && one.everyMinutes === undefined);

/** The functions of a stage that run on a schedule. */
export const scheduledFunctionsOf = (kind: 'production' | 'sandbox'): readonly FunctionDefinition[] =>
  functionDefinitions.filter((one) => isOf(kind, one) && one.everyMinutes !== undefined);

/** Every route key of a stage's API, the catch-all included. */
export const allRouteKeys = (kind: 'production' | 'sandbox'): string[] => [
  ...functionsOf(kind).flatMap((definition) => definition.routes.map(routeKeyOf)),
  '$default',
];

/** `get-sale` becomes `GetSale`: construct and logical ids have no hyphens. */
export const pascalCase = (name: string): string =>
  name.replace(/(?:^|-)([a-z0-9])/g, (_match, letter: string) => letter.toUpperCase());
