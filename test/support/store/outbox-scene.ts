import { dynamoPaymentRequests } from '../../../shared/adapters/dynamodb/link/payment-requests.ts';
import { laneTagOf } from '../../../shared/adapters/dynamodb/outbox/delivery-item.ts';
import { type EventWriter, eventWriter } from '../../../shared/adapters/dynamodb/outbox/event-writer.ts';
import { dynamoOutbox, dynamoOutboxQueue } from '../../../shared/adapters/dynamodb/outbox/outbox.ts';
import type { Delivery, DeliveryChannel } from '../../../shared/domain/outbox/delivery.ts';
import type { EventType, OutboxEvent } from '../../../shared/domain/outbox/event.ts';
import { linkWith } from '../dealer/records.ts';
import type { StoreWorld } from './store-world.ts';

type World = Pick<StoreWorld, 'direct'>;

/** Writes the events that somebody wants. */
export const wanting = (...types: readonly EventType[]): EventWriter =>
  eventWriter({ wantedBy: async () => ({ webhooks: types }) });

export const WEBHOOK: DeliveryChannel = { kind: 'webhook', endpointId: 'e-1' };
export const SMS: DeliveryChannel = { kind: 'sms', round: 1 };

/** An event that was written with its link, as the store holds it. */
export const writtenEvent = async ({ direct }: World): Promise<OutboxEvent> => {
  const link = linkWith();
  await dynamoPaymentRequests(direct, wanting('link.created')).create({ link });
  const event = await dynamoOutbox(direct).findEvent(`${link.payment}-link-created`);
  if (event === undefined) throw new Error('no event');
  return event;
};

/** What stands in the queue of a delivery's lane, of its event alone. */
export const queuedInLane = async ({ direct }: World, delivery: Delivery, nowMs: number) => {
  const page = await dynamoOutboxQueue(direct).dueBeside(laneTagOf(delivery), { nowMs, limit: 1000 });
  return page.filter(({ eventId, lane }) => eventId === delivery.eventId && lane !== undefined);
};

/** The event in the queue of those that are not fanned out. */
export const eventQueuedAt = async ({ direct }: World, event: OutboxEvent, nowMs: number) => {
  const queue = dynamoOutboxQueue(direct);
  const shards = Array.from({ length: queue.shards }, (_, shard) => queue.due(shard, { nowMs, limit: 1000 }));
  return (await Promise.all(shards))
    .flat()
    .filter(({ eventId, lane }) => eventId === event.eventId && lane === undefined);
};
