import { contract as deliver } from '../../functions/outbox/deliver/contract.ts';
import { contract as fanOutEvents } from '../../functions/outbox/fan-out-events/contract.ts';
import { contract as noteDelivery } from '../../functions/outbox/note-delivery/contract.ts';
import { contract as sweepOutbox } from '../../functions/outbox/sweep-outbox/contract.ts';
import type { FunctionDefinition } from './function-definition.ts';

/** The Lambdas that deliver webhooks, notices and messages. */
export const outboxFunctions: readonly FunctionDefinition[] = [
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
    joinsDeliveries: true,
  },
  {
    ...deliver,
    inParts: true,
    // Less than the lease of a delivery, so that no worker outlives its leases.
    timeoutSeconds: 60,
    memoryMb: 512,
    // Its addresses are those of dealers: it has no right on cards, merchant keys or CodeForHash (rule 41).
    table: ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'],
    indexes: ['due'],
    seals: [],
    opens: ['webhook-secret', 'provider-key', 'desk-mail'],
    outgoing: 'calls',
    messaging: 'sends',
    isWorker: true,
  },
  {
    ...noteDelivery,
    timeoutSeconds: 10,
    memoryMb: 256,
    table: ['GetItem', 'PutItem', 'UpdateItem'],
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
    joinsDeliveries: true,
  },
];
