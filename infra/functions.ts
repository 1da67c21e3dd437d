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

/** DynamoDB actions as IAM names them. A transaction needs the actions of its parts, not one of its own. */
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

/** Everything that the deployment knows of one Lambda. `name` is its folder under functions/. */
export interface FunctionDefinition {
  readonly name: string;
  readonly routes: readonly Route[];
  readonly timeoutSeconds: number;
  readonly memoryMb: number;
  /** Actions on the table itself. */
  readonly table: readonly TableAction[];
  /** Indexes that it queries; the indexes it does not name it cannot read. */
  readonly indexes: readonly IndexName[];
  /** Purposes that it encrypts for. */
  readonly seals: readonly VaultPurpose[];
  /** Purposes that it decrypts. */
  readonly opens: readonly VaultPurpose[];
  /** Hashes card numbers for counting (rule 26). */
  readonly hashesCards?: true;
  /** Calls the gateways of banks that the stage allows (rule 22). */
  readonly callsBanks?: true;
  /** Says which gateways are called, and so needs to know the ones that the stage allows; calls none. */
  readonly namesGateways?: true;
  /** Is the embedded bank, whose day ends when the stage says. */
  readonly hasBankDay?: true;
  /** Runs by itself, every so many minutes; such a function has no route. */
  readonly everyMinutes?: number;
  /** Exists in sandbox stages alone: a production stage must not contain it (rule 22). */
  readonly sandboxOnly?: true;
  /** Answers every path that no route names, and hands a known path written with `//` to its function. */
  readonly answersUnmatchedPaths?: true;
}

// 28 s: what charges or creates ends before the gateway's 30 s, so that its answer is ours and not a 503.
const LONGEST_TIMEOUT_SECONDS = 28;

/** The one list of Lambdas: stacks, bundles, roles and the local runner all come from it. */
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
    // It has the payer's card in memory when it stores it, so it opens none.
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
    // It holds some of its answers for 25 s, as banks do.
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
    // Less than the lease of an attempt, so that no run outlives what it took.
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

/** The functions of a stage that are called: a production stage has none of the sandbox's own (rule 22). */
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
