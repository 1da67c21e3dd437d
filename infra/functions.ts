import { contract as createPaymentRequest } from '../functions/create-payment-request/contract.ts';
import { contract as getCustomer } from '../functions/get-customer/contract.ts';
import { contract as getSale } from '../functions/get-sale/contract.ts';
import { contract as showPaymentPage } from '../functions/show-payment-page/contract.ts';
import { contract as startMobile3D } from '../functions/start-mobile-3d/contract.ts';
import type { Route } from '../shared/http/contract.ts';
import type { VaultPurpose } from '../shared/ports/vault.ts';

/** DynamoDB actions as IAM names them. A transaction needs the actions of its parts, not one of its own. */
export type TableAction = 'GetItem' | 'BatchGetItem' | 'Query' | 'PutItem' | 'UpdateItem' | 'DeleteItem';

/** The table's secondary indexes. */
export type IndexName = 'byDealerDay' | 'due';

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
  /** Answers every path that no route names, and hands a known path written with `//` to its function. */
  readonly answersUnmatchedPaths?: true;
}

// 28 s: what charges or creates ends before the gateway's 30 s, so that its answer is ours and not a 503.
const longestTimeoutSeconds = 28;

/** The one list of Lambdas: stacks, bundles, roles and the local runner all come from it. */
export const functionDefinitions: readonly FunctionDefinition[] = [
  {
    ...createPaymentRequest,
    timeoutSeconds: longestTimeoutSeconds,
    memoryMb: 512,
    table: ['GetItem', 'Query', 'BatchGetItem', 'PutItem', 'UpdateItem'],
    indexes: [],
    seals: ['code-for-hash'],
    opens: ['code-for-hash'],
  },
  {
    ...startMobile3D,
    timeoutSeconds: longestTimeoutSeconds,
    memoryMb: 512,
    table: ['GetItem', 'Query', 'PutItem', 'UpdateItem'],
    indexes: [],
    seals: ['code-for-hash'],
    opens: ['code-for-hash'],
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
    ...showPaymentPage,
    timeoutSeconds: 10,
    memoryMb: 512,
    table: ['GetItem'],
    indexes: [],
    seals: [],
    opens: [],
  },
  {
    name: 'operate',
    routes: [],
    timeoutSeconds: longestTimeoutSeconds,
    memoryMb: 512,
    table: ['GetItem', 'Query', 'BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
    indexes: ['byDealerDay'],
    seals: ['customer-password', 'merchant-key'],
    opens: [],
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
export function routeKeyOf(route: Route): string {
  return `${route.method} ${route.path}`;
}

/** Every route key of the API, the catch-all included. */
export function allRouteKeys(): string[] {
  return [...functionDefinitions.flatMap((definition) => definition.routes.map(routeKeyOf)), '$default'];
}

/** `get-sale` becomes `GetSale`: construct and logical ids have no hyphens. */
export function pascalCase(name: string): string {
  return name.replace(/(?:^|-)([a-z0-9])/g, (_match, letter: string) => letter.toUpperCase());
}
