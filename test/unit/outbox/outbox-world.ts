import { type DeliverDependencies, deliver } from '../../../functions/outbox/deliver/deliver.ts';
import { sweepOutbox } from '../../../functions/outbox/sweep-outbox/sweep-outbox.ts';
import { dynamoMessages } from '../../../shared/adapters/dynamodb/message/messages.ts';
import { laneTagOf } from '../../../shared/adapters/dynamodb/outbox/delivery-item.ts';
import { dynamoDeliveryLanes } from '../../../shared/adapters/dynamodb/outbox/delivery-lanes.ts';
import { dynamoDueLinks } from '../../../shared/adapters/dynamodb/outbox/due-links.ts';
import { eventItem } from '../../../shared/adapters/dynamodb/outbox/event-item.ts';
import { NOBODY_TOLD } from '../../../shared/adapters/dynamodb/outbox/event-writer.ts';
import { dynamoOutbox, dynamoOutboxQueue } from '../../../shared/adapters/dynamodb/outbox/outbox.ts';
import { dynamoUsedUpLinks } from '../../../shared/adapters/dynamodb/reusable-link/used-up-links.ts';
import type { DeliveryChannel, DeliveryOutcome } from '../../../shared/domain/outbox/delivery.ts';
import { newDelivery } from '../../../shared/domain/outbox/delivery-moves.ts';
import type { OutboxEvent } from '../../../shared/domain/outbox/event.ts';
import type { DeliveryRef } from '../../../shared/ports/outbox.ts';
import { FakeClock } from '../../fakes/clock.ts';
import { MemoryTable } from '../../support/store/memory-table.ts';

const CHANNEL: DeliveryChannel = { kind: 'webhook', endpointId: 'e-1' };
export const DONE: DeliveryOutcome = { kind: 'done', detail: 'HTTP 200' };
export const AGAIN: DeliveryOutcome = { kind: 'again', detail: 'HTTP 500' };

/** More reads of the queue than all runs of a test need. */
const MOST_READS = 100;

export const outboxWorld = ({ joinsDeliveries = false }: { readonly joinsDeliveries?: boolean } = {}) => {
  const table = new MemoryTable();
  const clock = new FakeClock();
  const lines: string[] = [];
  const fields: unknown[] = [];
  const note = (event: string, more?: unknown): void => {
    lines.push(event);
    fields.push(more);
  };
  const log = { info: note, warn: note, error: note };
  const outbox = dynamoOutbox(table);
  const stored = dynamoOutboxQueue(table);
  let reads = 0;
  /** The clock stands still here, so a run that goes on for ever is ended by what it reads. */
  const dueBeside: typeof stored.dueBeside = (...asked) => {
    reads += 1;
    if (reads > MOST_READS) throw new Error('the run does not end');
    return stored.dueBeside(...asked);
  };
  const queue = { ...stored, dueBeside };
  const started: { lane: string; deliveries: readonly DeliveryRef[] }[] = [];
  const workers = {
    start: async (lane: string, deliveries: readonly DeliveryRef[]) => void started.push({ lane, deliveries }),
  };
  /** Who wants events now. */
  const channels: DeliveryChannel[] = [CHANNEL];
  const directories = [{ channelsFor: async () => [...channels] }];
  const fanning = {
    outbox,
    directories,
    eventsBehind: dynamoUsedUpLinks(table),
    workers,
    joinsDeliveries,
    laneTagOf,
    clock,
    log,
  };
  const eventWith = (eventId: string): OutboxEvent => ({
    eventId,
    type: 'link.paid',
    dealerCode: 'D1',
    occurredAtMs: clock.now(),
    listingShards: 1,
    facts: {},
  });
  const putEvent = async (eventId: string): Promise<void> => {
    await table.transact([{ put: eventItem(eventWith(eventId)) }]);
  };
  const addDelivery = async (eventId: string): Promise<DeliveryRef> => {
    await putEvent(eventId);
    await outbox.addDelivery(newDelivery(eventWith(eventId), CHANNEL, clock.now()));
    return { eventId, channel: 'webhook:e-1' };
  };
  const lane = laneTagOf({ dealerCode: 'D1', channel: CHANNEL });
  let tokens = 0;
  const worker = (send: (event: OutboxEvent) => Promise<DeliveryOutcome>, more: Partial<DeliverDependencies> = {}) => {
    const serve = deliver({
      outbox,
      messages: dynamoMessages(table),
      queue,
      lanes: dynamoDeliveryLanes(table),
      senders: { webhook: { send } },
      randomness: {
        token: () => {
          tokens += 1;
          return `worker-${tokens}`;
        },
      },
      clock,
      log,
      metrics: { delivered: () => undefined },
      pause: async (ms) => clock.advance(ms),
      ...more,
    });
    return (deliveries: readonly DeliveryRef[] = []) => serve({ lane, deliveries }, clock.now() + 60_000);
  };
  const sweep = sweepOutbox({
    ...fanning,
    queue,
    links: dynamoDueLinks(table, NOBODY_TOLD),
    metrics: { swept: () => undefined },
  });
  return {
    table,
    clock,
    queue,
    lines,
    fields,
    outbox,
    channels,
    started,
    fanning,
    putEvent,
    addDelivery,
    lane,
    worker,
    sweep,
  };
};
