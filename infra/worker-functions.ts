import { contract as compareWithBank } from '../functions/comparison/compare-with-bank/contract.ts';
import { contract as runCanary } from '../functions/comparison/run-canary/contract.ts';
import { contract as deliver } from '../functions/outbox/deliver/contract.ts';
import { contract as fanOutEvents } from '../functions/outbox/fan-out-events/contract.ts';
import { contract as noteDelivery } from '../functions/outbox/note-delivery/contract.ts';
import { contract as sweepOutbox } from '../functions/outbox/sweep-outbox/contract.ts';
import { contract as reconcilePayments } from '../functions/payment/reconcile-payments/contract.ts';
import { contract as fillSubDealerLists } from '../functions/payment-list/fill-sub-dealer-lists/contract.ts';
import { contract as makeStatements } from '../functions/statement/make-statements/contract.ts';
import type { FunctionDefinition } from './function-definition.ts';

/** The Lambdas that a schedule, the table's stream, a report or another function starts. */
export const workerFunctions: readonly FunctionDefinition[] = [
  {
    ...reconcilePayments,
    // Less than the lease of an attempt, so that no run outlives its leases.
    timeoutSeconds: 55,
    // After an outage it settles 25 attempts of each bank a second, which a third of a processor does not do.
    memoryMb: 1024,
    table: ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'],
    indexes: ['due'],
    // It deletes boxes that nobody opened, and may not read one.
    boxes: ['DeleteItem'],
    seals: ['card'],
    opens: ['merchant-key', 'card-pending'],
    hashesCards: true,
    callsBanks: true,
    everyMinutes: 1,
    startsItself: true,
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
    starts: 'deliver',
  },
  {
    ...fillSubDealerLists,
    timeoutSeconds: 55,
    memoryMb: 256,
    table: ['Query', 'PutItem'],
    indexes: [],
    seals: [],
    opens: [],
    consumesPayments: true,
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
    opens: ['webhook-secret', 'provider-key'],
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
    starts: 'deliver',
  },
  {
    ...makeStatements,
    // Less than its pause, so that runs seldom meet. A run that stops keeps its place.
    timeoutSeconds: 55,
    memoryMb: 512,
    table: ['GetItem', 'Query', 'PutItem', 'UpdateItem'],
    indexes: ['listing'],
    seals: [],
    opens: [],
    everyMinutes: 1,
  },
  {
    ...compareWithBank,
    // Less than its pause, so that runs never meet. A run that stops keeps its place.
    timeoutSeconds: 280,
    memoryMb: 256,
    // It reads payments, asks banks, and writes its report and its place: nothing of a payment.
    table: ['GetItem', 'Query', 'PutItem'],
    indexes: ['listing'],
    seals: [],
    opens: ['merchant-key'],
    callsBanks: true,
    everyMinutes: 5,
  },
  {
    ...runCanary,
    timeoutSeconds: 55,
    memoryMb: 256,
    // It knows its own account. All else it does through the public address, as a dealer and a payer.
    table: ['GetItem'],
    indexes: [],
    seals: [],
    opens: ['canary-account'],
    everyMinutes: 5,
  },
];
