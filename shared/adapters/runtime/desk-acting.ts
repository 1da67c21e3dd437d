import { dynamoDealerMessaging } from '../dynamodb/dealer/dealer-messaging.ts';
import { dynamoDealers } from '../dynamodb/dealer/dealers.ts';
import { dynamoMessages } from '../dynamodb/message/messages.ts';
import { dynamoOperatorChanges } from '../dynamodb/operator/operator-changes.ts';
import { dynamoOutbox } from '../dynamodb/outbox/outbox.ts';
import { bankStepsRuntime } from './bank-steps.ts';
import type { deskRuntime } from './desk.ts';
import { readEnvironment, readJoinedDeliveries } from './environment.ts';
import { readStageMessaging } from './stage-messaging.ts';
import { systemRandomness } from './system.ts';

/** What acts on payments: the steps of the dealers' operations, each with its audit entry. */
export const deskActingRuntime = (variables: NodeJS.ProcessEnv, runtime: ReturnType<typeof deskRuntime>) => {
  const { store, events, clock } = runtime;
  const environment = readEnvironment(variables);
  const stepping = bankStepsRuntime(variables, { store, dealers: dynamoDealers(store), events, clock, environment });
  return {
    ...runtime,
    ...stepping,
    changes: dynamoOperatorChanges(store, events),
    randomness: systemRandomness,
    outbox: dynamoOutbox(store),
    messages: dynamoMessages(store, { joins: readJoinedDeliveries(variables) }),
    dealerMessaging: dynamoDealerMessaging(store),
    messaging: readStageMessaging(variables),
  };
};
