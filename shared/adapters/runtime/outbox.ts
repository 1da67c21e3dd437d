import { powertoolsLog } from '../../observability/powertools.ts';
import { documentClient } from '../dynamodb/engine/client.ts';
import { table } from '../dynamodb/engine/table.ts';
import { dynamoOutbox, dynamoOutboxQueue } from '../dynamodb/outbox/outbox.ts';
import { readEnvironment } from './environment.ts';
import { systemClock as clock } from './system.ts';

/** What each function of the outbox is composed from. */
export const outboxRuntime = (variables: NodeJS.ProcessEnv) => {
  const environment = readEnvironment(variables);
  const store = table(documentClient(), environment.tableName);
  return {
    environment,
    store,
    outbox: dynamoOutbox(store),
    queue: dynamoOutboxQueue(store),
    clock,
    log: powertoolsLog(),
  };
};
