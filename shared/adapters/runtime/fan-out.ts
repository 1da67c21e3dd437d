import type { DeliveryWorkers } from '../../ports/outbox.ts';
import { deskMailChannels } from '../dynamodb/desk/desk-mail-channels.ts';
import { dynamoMessageChannels } from '../dynamodb/message/message-channels.ts';
import { dynamoPlanMessageChannels } from '../dynamodb/message/plan-message-channels.ts';
import { dynamoReceiptChannels } from '../dynamodb/message/receipt-channels.ts';
import { laneTagOf } from '../dynamodb/outbox/delivery-item.ts';
import { dynamoUsedUpLinks } from '../dynamodb/reusable-link/used-up-links.ts';
import { asynchronousInvoker } from '../lambda/asynchronous-invoker.ts';
import { readDeliverFunction, readJoinedDeliveries } from './environment.ts';
import { messageChannelsRuntime } from './message-channels.ts';
import { outboxRuntime } from './outbox.ts';
import { dealerDirectories } from './telling-dealers.ts';

/** What each function of the outbox that fans events out is composed from. */
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
