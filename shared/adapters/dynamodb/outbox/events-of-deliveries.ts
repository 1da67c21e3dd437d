import type { OutboxEvent } from '../../../domain/outbox/event.ts';
import { readAll, type Table } from '../engine/table.ts';
import type { Row } from '../engine/writes.ts';
import { keys } from '../keys.ts';
import { hasJoined, readDelivery } from './delivery-item.ts';
import { readEvent } from './event-item.ts';

/** The events that deliveries tell, by their ids: from the delivery's own row where it has joined its event, else read strongly. */
export const eventsOf = async (
  table: Pick<Table, 'getMany'>,
  deliveries: readonly Row[],
): Promise<ReadonlyMap<string, OutboxEvent>> => {
  const joined = deliveries.filter(hasJoined);
  const others = deliveries.filter((row) => !hasJoined(row));
  // Several deliveries tell one event, and the store refuses a key that is asked for twice.
  const ids = [...new Set(others.map((row) => readDelivery(row).eventId))];
  const events = [...joined, ...(await readAll(table, ids.map(keys.event)))].map(readEvent);
  return new Map(events.map((event) => [event.eventId, event]));
};
