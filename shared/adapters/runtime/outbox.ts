import { powertoolsLog } from '../../observability/powertools.ts';
import type { ChannelDirectory } from '../../ports/event-wishes.ts';
import { documentClient } from '../dynamodb/engine/client.ts';
import { type Table, table } from '../dynamodb/engine/table.ts';
import { laneTagOf } from '../dynamodb/outbox/delivery-item.ts';
import { dynamoOutbox, dynamoOutboxQueue } from '../dynamodb/outbox/outbox.ts';
import { lambdaDeliveryWorkers } from '../lambda/delivery-workers.ts';
import { readDeliverFunction, readEnvironment } from './environment.ts';
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

/** Which channels want an event: one directory for each family of channels. */
const channelDirectories = (_store: Table): readonly ChannelDirectory[] => [];

/** The same for the functions that fan events out. */
export const fanOutRuntime = (variables: NodeJS.ProcessEnv) => {
  const runtime = outboxRuntime(variables);
  return {
    ...runtime,
    directories: channelDirectories(runtime.store),
    workers: lambdaDeliveryWorkers(readDeliverFunction(variables)),
    laneTagOf,
  };
};
