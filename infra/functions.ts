import { contract as reencryptCards } from '../functions/card/reencrypt-cards/contract.ts';
import { contract as makeDirectPayment } from '../functions/direct-payment/make-direct-payment/contract.ts';
import { contract as cancelPaymentRequest } from '../functions/link/cancel-payment-request/contract.ts';
import { contract as createPaymentRequest } from '../functions/link/create-payment-request/contract.ts';
import { contract as getPaymentRequest } from '../functions/link/get-payment-request/contract.ts';
import { contract as resendPaymentRequest } from '../functions/link/resend-payment-request/contract.ts';
import { contract as approvePoolPayment } from '../functions/payment/approve-pool-payment/contract.ts';
import { contract as capturePayment } from '../functions/payment/capture-payment/contract.ts';
import { contract as refundPayment } from '../functions/payment/refund-payment/contract.ts';
import { contract as undoPoolApproval } from '../functions/payment/undo-pool-approval/contract.ts';
import { contract as voidPayment } from '../functions/payment/void-payment/contract.ts';
import { contract as getPaymentDetail } from '../functions/payment-list/get-payment-detail/contract.ts';
import { contract as start3DPayment } from '../functions/three-d-payment/start-3d-payment/contract.ts';
import { contract as startMobile3D } from '../functions/three-d-payment/start-mobile-3d/contract.ts';
import type { Route } from '../shared/http/contract.ts';
import { customerFunctions } from './customer-functions.ts';
import { documentFunctions } from './document-functions.ts';
import { type FunctionDefinition, LONGEST_TIMEOUT_SECONDS, WAITS_FOR_BANK_MB } from './function-definition.ts';
import { inquiryFunctions } from './inquiry-functions.ts';
import { listFunctions } from './list-functions.ts';
import { payerFunctions } from './payer-functions.ts';
import { planFunctions } from './plan-functions.ts';
import { planWorkers } from './plan-workers.ts';
import { productFunctions } from './product-functions.ts';
import { saleFunctions } from './sale-functions.ts';
import { scheduleFunctions } from './schedule-functions.ts';
import { workerFunctions } from './worker-functions.ts';

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
    ...getPaymentRequest,
    timeoutSeconds: 10,
    memoryMb: 512,
    table: ['GetItem', 'Query'],
    indexes: [],
    seals: [],
    opens: [],
  },
  {
    ...cancelPaymentRequest,
    stack: 'records',
    timeoutSeconds: 10,
    memoryMb: 512,
    table: ['GetItem', 'Query', 'UpdateItem'],
    indexes: [],
    seals: [],
    opens: [],
  },
  {
    ...resendPaymentRequest,
    timeoutSeconds: 10,
    memoryMb: 512,
    table: ['GetItem', 'Query', 'PutItem'],
    indexes: [],
    seals: [],
    opens: [],
    messaging: 'knows',
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
    memoryMb: WAITS_FOR_BANK_MB,
    table: ['GetItem', 'Query', 'BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
    indexes: [],
    seals: ['card', 'card-pending'],
    opens: ['card', 'card-pending', 'merchant-key'],
    hashesCards: true,
    callsBanks: true,
  },
  {
    ...start3DPayment,
    timeoutSeconds: LONGEST_TIMEOUT_SECONDS,
    memoryMb: 512,
    table: ['GetItem', 'Query', 'BatchGetItem', 'PutItem', 'UpdateItem'],
    indexes: [],
    boxes: ['PutItem'],
    // A stored card is opened here to be checked; its box holds the token alone (rule 24). No bank is called.
    seals: ['card-challenge', 'code-for-hash'],
    opens: ['card', 'code-for-hash'],
    hashesCards: true,
  },
  {
    ...getPaymentDetail,
    timeoutSeconds: 10,
    memoryMb: 512,
    table: ['GetItem', 'Query'],
    indexes: [],
    seals: [],
    opens: [],
  },
  {
    ...capturePayment,
    timeoutSeconds: LONGEST_TIMEOUT_SECONDS,
    memoryMb: 512,
    table: ['GetItem', 'Query', 'BatchGetItem', 'PutItem', 'UpdateItem'],
    indexes: [],
    seals: [],
    opens: ['merchant-key'],
    callsBanks: true,
  },
  {
    ...voidPayment,
    timeoutSeconds: LONGEST_TIMEOUT_SECONDS,
    memoryMb: 512,
    table: ['GetItem', 'Query', 'PutItem', 'UpdateItem'],
    indexes: [],
    seals: [],
    opens: ['merchant-key'],
    callsBanks: true,
  },
  {
    ...refundPayment,
    stack: 'records',
    timeoutSeconds: 10,
    memoryMb: 512,
    table: ['Query', 'PutItem', 'UpdateItem'],
    indexes: [],
    seals: [],
    opens: [],
  },
  {
    ...approvePoolPayment,
    stack: 'records',
    timeoutSeconds: 10,
    memoryMb: 512,
    table: ['Query', 'PutItem', 'UpdateItem'],
    indexes: [],
    seals: [],
    opens: [],
  },
  {
    ...undoPoolApproval,
    stack: 'records',
    timeoutSeconds: 10,
    memoryMb: 512,
    table: ['Query', 'PutItem', 'UpdateItem'],
    indexes: [],
    seals: [],
    opens: [],
  },
  ...inquiryFunctions,
  ...saleFunctions,
  ...customerFunctions,
  ...planFunctions,
  ...productFunctions,
  ...scheduleFunctions,
  ...listFunctions,
  ...payerFunctions,
  ...documentFunctions,
  ...workerFunctions,
  ...planWorkers,
  {
    name: 'operate',
    inParts: true,
    routes: [],
    timeoutSeconds: LONGEST_TIMEOUT_SECONDS,
    memoryMb: 512,
    table: ['GetItem', 'Query', 'BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
    indexes: ['listing', 'due'],
    seals: ['customer-password', 'merchant-key', 'webhook-secret', 'provider-key', 'canary-account', 'code-for-hash'],
    sealsInSandbox: ['demo-shop'],
    // Captures and voids on an operator's command call the bank here, by the same code as for dealers. The alternative, to
    // invoke the dealers' functions, would take no right away from operators, and give functions on the API a second
    // kind of caller.
    opens: ['merchant-key'],
    callsBanks: true,
    outgoing: 'checks',
    messaging: 'knows',
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

const isOfEvents = (one: FunctionDefinition): boolean =>
  one.everyMinutes !== undefined ||
  [one.consumesEvents, one.consumesPayments, one.consumesReports, one.isWorker].includes(true);

/**
 * True of the functions that charge, take a shop's card, or that payers meet: a mistake in them costs money at once. Their
 * callers name an alias, so that a new version can be tried on a part of the calls.
 */
export const isLive = ({ routes, callsBanks, boxes, sandboxOnly }: FunctionDefinition): boolean =>
  sandboxOnly !== true &&
  routes.length > 0 &&
  (callsBanks === true || boxes !== undefined || routes.some(({ path }) => path.includes('{')));

/** The alias of the version that callers reach, where a function has one. */
export const LIVE_ALIAS = 'live';

/** A function as its callers name it: with the alias where it has one. */
const calledNameOf = (definition: FunctionDefinition): string =>
  isLive(definition) ? `${definition.name}:${LIVE_ALIAS}` : definition.name;

/** The functions of a stage that are called: a production stage has none of the sandbox's (rule 22). */
export const functionsOf = (
  kind: 'production' | 'sandbox',
  definitions: readonly FunctionDefinition[] = functionDefinitions,
): readonly FunctionDefinition[] => definitions.filter((one) => isOf(kind, one) && !isOfEvents(one));

/** The functions of a stage that a schedule, the stream or another of them starts. */
export const eventFunctionsOf = (
  kind: 'production' | 'sandbox',
  definitions: readonly FunctionDefinition[] = functionDefinitions,
): readonly FunctionDefinition[] => definitions.filter((one) => isOf(kind, one) && isOfEvents(one));

/** Every route with its function, for the catch-all of any stage: `routes.json` beside its code. */
export const routeList = () =>
  functionDefinitions
    .filter(({ routes }) => routes.length > 0)
    .map((one) => ({
      function: calledNameOf(one),
      routes: one.routes.map(routeKeyOf),
      sandboxOnly: one.sandboxOnly === true,
    }));

/** Every route key of a stage's API, the catch-all included. */
export const allRouteKeys = (kind: 'production' | 'sandbox'): string[] => [
  ...functionsOf(kind).flatMap((definition) => definition.routes.map(routeKeyOf)),
  '$default',
];

/** `get-sale` becomes `GetSale`: construct and logical ids have no hyphens. */
export const pascalCase = (name: string): string =>
  name.replace(/(?:^|-)([a-z0-9])/g, (_match, letter: string) => letter.toUpperCase());
