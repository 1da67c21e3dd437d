import { powertoolsLog } from '../../observability/powertools.ts';
import type { DeliveryWorkers } from '../../ports/outbox.ts';
import { deskMailChannels } from '../dynamodb/desk/desk-mail-channels.ts';
import { documentClient } from '../dynamodb/engine/client.ts';
import { table } from '../dynamodb/engine/table.ts';
import { dynamoMessageChannels } from '../dynamodb/message/message-channels.ts';
import { dynamoPlanMessageChannels } from '../dynamodb/message/plan-message-channels.ts';
import { dynamoReceiptChannels } from '../dynamodb/message/receipt-channels.ts';
import { laneTagOf } from '../dynamodb/outbox/delivery-item.ts';
import { dynamoOutbox, dynamoOutboxQueue } from '../dynamodb/outbox/outbox.ts';
import { dynamoUsedUpLinks } from '../dynamodb/reusable-link/used-up-links.ts';
import { asynchronousInvoker } from '../lambda/asynchronous-invoker.ts';
import { readDeliverFunction, readEnvironment, readJoinedDeliveries } from './environment.ts';
import { messageChannelsRuntime } from './messaging.ts';
import { systemClock as clock } from './system.ts';
import { dealerDirectories } from './telling-dealers.ts';

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

/** The same for the functions that fan events out. */
export const fanOutRuntime = (variables: NodeJS.ProcessEnv) => {
  const runtime = outboxRuntime(variables);
  const messaging = messageChannelsRuntime(variables, runtime.store);
  const startFunction = asynchronousInvoker(readDeliverFunction(variables));
  return {
    ...runtime,
    directories: [
      ...dealerDirectories(runtime),
      dynamoMessageChannels(messaging),
      dynamoReceiptChannels(messaging),
      dynamoPlanMessageChannels(messaging),
      deskMailChannels(messaging),
    ],
    eventsBehind: dynamoUsedUpLinks(runtime.store),
    // A second start does no harm: the lane has one worker.
    workers: { start: (lane, deliveries) => startFunction({ lane, deliveries }) } satisfies DeliveryWorkers,
    laneTagOf,
    joinsDeliveries: readJoinedDeliveries(variables),
  };
};
