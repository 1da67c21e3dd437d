import { contract as approvePoolPayment } from '../functions/approve-pool-payment/contract.ts';
import { contract as bankSimulator } from '../functions/bank-simulator/contract.ts';
import { contract as calculatePaymentAmount } from '../functions/calculate-payment-amount/contract.ts';
import { contract as calculatePaymentTable } from '../functions/calculate-payment-table/contract.ts';
import { contract as cancelPaymentRequest } from '../functions/cancel-payment-request/contract.ts';
import { contract as capturePayment } from '../functions/capture-payment/contract.ts';
import { contract as complete3D } from '../functions/complete-3d/contract.ts';
import { contract as createPaymentRequest } from '../functions/create-payment-request/contract.ts';
import { contract as deliver } from '../functions/deliver/contract.ts';
import { contract as fanOutEvents } from '../functions/fan-out-events/contract.ts';
import { contract as getBankCard } from '../functions/get-bank-card/contract.ts';
import { contract as getCustomer } from '../functions/get-customer/contract.ts';
import { contract as getDealer } from '../functions/get-dealer/contract.ts';
import { contract as getPaymentDetail } from '../functions/get-payment-detail/contract.ts';
import { contract as getPaymentRequest } from '../functions/get-payment-request/contract.ts';
import { contract as getSale } from '../functions/get-sale/contract.ts';
import { contract as makeDirectPayment } from '../functions/make-direct-payment/contract.ts';
import { contract as noteDelivery } from '../functions/note-delivery/contract.ts';
import { contract as open3DPayment } from '../functions/open-3d-payment/contract.ts';
import { contract as payWithStoredCard } from '../functions/pay-with-stored-card/contract.ts';
import { contract as quoteInstallments } from '../functions/quote-installments/contract.ts';
import { contract as reconcilePayments } from '../functions/reconcile-payments/contract.ts';
import { contract as redirectPayer } from '../functions/redirect-payer/contract.ts';
import { contract as reencryptCards } from '../functions/reencrypt-cards/contract.ts';
import { contract as refundPayment } from '../functions/refund-payment/contract.ts';
import { contract as resendPaymentRequest } from '../functions/resend-payment-request/contract.ts';
import { contract as showLinkQr } from '../functions/show-link-qr/contract.ts';
import { contract as showPaymentPage } from '../functions/show-payment-page/contract.ts';
import { contract as start3DPayment } from '../functions/start-3d-payment/contract.ts';
import { contract as startMobile3D } from '../functions/start-mobile-3d/contract.ts';
import { contract as startPayment } from '../functions/start-payment/contract.ts';
import { contract as sweepOutbox } from '../functions/sweep-outbox/contract.ts';
import { contract as undoPoolApproval } from '../functions/undo-pool-approval/contract.ts';
import { contract as voidPayment } from '../functions/void-payment/contract.ts';
import type { Route } from '../shared/http/contract.ts';
import type { VaultPurpose } from '../shared/ports/vault.ts';
import { customerFunctions } from './customer-functions.ts';

/** DynamoDB actions by their IAM names. A transaction needs the actions of its parts and none of its own. */
type TableAction = 'GetItem' | 'BatchGetItem' | 'Query' | 'PutItem' | 'UpdateItem' | 'DeleteItem';

/** Rights on the table of boxes. A transaction over both tables needs them beside those on the first. */
type BoxAction = Extract<TableAction, 'GetItem' | 'PutItem' | 'DeleteItem'>;

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
  /** Actions on the table of boxes; most functions have none (rule 24). */
  readonly boxes?: readonly BoxAction[];
  /** Vault purposes that it encrypts for. */
  readonly seals: readonly VaultPurpose[];
  /** Vault purposes that it decrypts. */
  readonly opens: readonly VaultPurpose[];
  /** True if it hashes card numbers for counting (rule 26). */
  readonly hashesCards?: true;
  /** True if it calls the gateways of banks that the stage allows (rule 22). */
  readonly callsBanks?: true;
  /** `calls`: it calls addresses that dealers named; `checks`: it says whether they may be called (rule 41). */
  readonly outgoing?: 'calls' | 'checks';
  /** `sends`: it hands SMS and e-mails to their services. `knows`: it only knows which the stage has. */
  readonly messaging?: 'sends' | 'knows';
  /** True if reports of the message services are its events. */
  readonly consumesReports?: true;
  /** True for the embedded bank, whose day ends at a time that the stage sets. */
  readonly hasBankDay?: true;
  /** Minutes between its runs. A scheduled function has no route. */
  readonly everyMinutes?: number;
  /** True if new events of the outbox start it, by the table's stream. It has no route. */
  readonly consumesEvents?: true;
  /** True of the worker that delivers: other functions of the events stack start it, and do not wait for it. */
  readonly isWorker?: true;
  /** True if it starts the workers that deliver. */
  readonly startsDeliveries?: true;
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
    memoryMb: 512,
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
    // A stored card is opened here, and sealed into its box. No bank is called.
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
    timeoutSeconds: 10,
    memoryMb: 512,
    table: ['Query', 'PutItem', 'UpdateItem'],
    indexes: [],
    seals: [],
    opens: [],
  },
  {
    ...approvePoolPayment,
    timeoutSeconds: 10,
    memoryMb: 512,
    table: ['Query', 'PutItem', 'UpdateItem'],
    indexes: [],
    seals: [],
    opens: [],
  },
  {
    ...undoPoolApproval,
    timeoutSeconds: 10,
    memoryMb: 512,
    table: ['Query', 'PutItem', 'UpdateItem'],
    indexes: [],
    seals: [],
    opens: [],
  },
  {
    ...getDealer,
    timeoutSeconds: 10,
    memoryMb: 512,
    table: ['Query', 'GetItem', 'BatchGetItem'],
    indexes: [],
    seals: [],
    opens: [],
  },
  {
    ...getBankCard,
    timeoutSeconds: 10,
    memoryMb: 512,
    table: ['Query', 'BatchGetItem'],
    indexes: [],
    seals: [],
    opens: [],
  },
  {
    ...calculatePaymentAmount,
    timeoutSeconds: 10,
    memoryMb: 512,
    table: ['Query', 'BatchGetItem'],
    indexes: [],
    seals: [],
    opens: [],
  },
  {
    ...calculatePaymentTable,
    timeoutSeconds: 10,
    memoryMb: 512,
    table: ['Query', 'BatchGetItem'],
    indexes: [],
    seals: [],
    opens: [],
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
  ...customerFunctions,
  {
    ...startPayment,
    timeoutSeconds: LONGEST_TIMEOUT_SECONDS,
    memoryMb: 512,
    table: ['GetItem', 'Query', 'BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
    indexes: [],
    // When it stores a card, it has the card in memory already. So it may not decrypt any.
    seals: ['card-pending', 'card'],
    opens: ['merchant-key'],
    hashesCards: true,
    callsBanks: true,
  },
  {
    ...payWithStoredCard,
    timeoutSeconds: LONGEST_TIMEOUT_SECONDS,
    memoryMb: 512,
    table: ['GetItem', 'Query', 'BatchGetItem', 'PutItem', 'UpdateItem'],
    indexes: [],
    seals: [],
    // The one function on payers' addresses that opens stored cards: start-payment has no right on them (rule 48).
    opens: ['card', 'customer-password', 'merchant-key'],
    hashesCards: true,
    callsBanks: true,
  },
  {
    ...open3DPayment,
    timeoutSeconds: LONGEST_TIMEOUT_SECONDS,
    memoryMb: 512,
    table: ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'],
    indexes: [],
    // The one function that reads boxes (rule 25).
    boxes: ['GetItem', 'DeleteItem'],
    seals: ['card-pending'],
    opens: ['card-challenge', 'merchant-key'],
    hashesCards: true,
    callsBanks: true,
  },
  {
    ...complete3D,
    timeoutSeconds: LONGEST_TIMEOUT_SECONDS,
    memoryMb: 512,
    table: ['GetItem', 'Query', 'BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
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
    table: ['Query'],
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
    table: ['GetItem', 'Query', 'BatchGetItem'],
    indexes: [],
    seals: [],
    opens: [],
  },
  {
    ...quoteInstallments,
    timeoutSeconds: 10,
    memoryMb: 512,
    table: ['Query', 'BatchGetItem', 'UpdateItem'],
    indexes: [],
    seals: [],
    opens: [],
  },
  {
    ...showLinkQr,
    timeoutSeconds: 10,
    memoryMb: 512,
    table: ['Query', 'GetItem'],
    indexes: [],
    seals: [],
    opens: [],
  },
  {
    ...reconcilePayments,
    // Less than the lease of an attempt, so that no run outlives its leases.
    timeoutSeconds: 55,
    memoryMb: 512,
    table: ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'],
    indexes: ['due'],
    // It deletes boxes that nobody opened, and may not read one.
    boxes: ['DeleteItem'],
    seals: ['card'],
    opens: ['merchant-key', 'card-pending'],
    hashesCards: true,
    callsBanks: true,
    everyMinutes: 1,
  },
  {
    ...fanOutEvents,
    timeoutSeconds: 55,
    memoryMb: 512,
    table: ['GetItem', 'Query', 'PutItem', 'UpdateItem'],
    indexes: [],
    seals: [],
    opens: [],
    messaging: 'knows',
    consumesEvents: true,
    startsDeliveries: true,
  },
  {
    ...deliver,
    // Less than the lease of a delivery, so that no worker outlives its leases.
    timeoutSeconds: 60,
    memoryMb: 512,
    // Its addresses are those of dealers: it has no right on cards, merchant keys or CodeForHash (rule 41).
    table: ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'],
    indexes: ['due'],
    seals: [],
    opens: ['webhook-secret'],
    outgoing: 'calls',
    messaging: 'sends',
    isWorker: true,
  },
  {
    ...noteDelivery,
    timeoutSeconds: 10,
    memoryMb: 256,
    table: ['GetItem', 'PutItem'],
    indexes: [],
    seals: [],
    opens: [],
    consumesReports: true,
  },
  {
    ...sweepOutbox,
    timeoutSeconds: 55,
    memoryMb: 512,
    table: ['GetItem', 'Query', 'PutItem', 'UpdateItem'],
    indexes: ['due'],
    seals: [],
    opens: [],
    messaging: 'knows',
    everyMinutes: 1,
    startsDeliveries: true,
  },
  {
    name: 'operate',
    routes: [],
    timeoutSeconds: LONGEST_TIMEOUT_SECONDS,
    memoryMb: 512,
    table: ['GetItem', 'Query', 'BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
    indexes: ['listing', 'due'],
    seals: ['customer-password', 'merchant-key', 'webhook-secret'],
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

const isOfEvents = ({ everyMinutes, consumesEvents, consumesReports, isWorker }: FunctionDefinition): boolean =>
  everyMinutes !== undefined || consumesEvents === true || consumesReports === true || isWorker === true;

/** The functions of a stage that are called: a production stage has none of the sandbox's (rule 22). */
export const functionsOf = (kind: 'production' | 'sandbox'): readonly FunctionDefinition[] =>
  functionDefinitions.filter((one) => isOf(kind, one) && !isOfEvents(one));

/** The functions of a stage that a schedule, the stream or another of them starts. */
export const eventFunctionsOf = (kind: 'production' | 'sandbox'): readonly FunctionDefinition[] =>
  functionDefinitions.filter((one) => isOf(kind, one) && isOfEvents(one));

/** Every route key of a stage's API, the catch-all included. */
export const allRouteKeys = (kind: 'production' | 'sandbox'): string[] => [
  ...functionsOf(kind).flatMap((definition) => definition.routes.map(routeKeyOf)),
  '$default',
];

/** `get-sale` becomes `GetSale`: construct and logical ids have no hyphens. */
export const pascalCase = (name: string): string =>
  name.replace(/(?:^|-)([a-z0-9])/g, (_match, letter: string) => letter.toUpperCase());
