import { omitUndefined } from '../../../domain/omit-undefined.ts';
import type { Outbox, OutboxQueue } from '../../../ports/outbox.ts';
import type { Table } from '../engine/table.ts';
import { ABSENT, atVersion } from '../engine/writes.ts';
import {
  DUE_INDEX,
  dueUntil,
  eventDueKeys,
  OUTBOX_SHARDS,
  outboxEntryOf,
  outboxPartition,
  shardsOfLane,
} from '../index-keys.ts';
import { DELIVERY_PREFIX, eventPartition, keys } from '../keys.ts';
import { deliveryItem, expiresAfter, readDelivery } from './delivery-item.ts';
import { eventItem, readEvent } from './event-item.ts';

/** More than an event has channels. */
const MAX_DELIVERIES = 100;

const STILL_DUE = { expression: 'attribute_exists(#duePk)', names: { '#duePk': 'duePk' } };

export const dynamoOutbox = (table: Table): Outbox => ({
  findEvent: async (eventId) => {
    const row = await table.get(keys.event(eventId));
    return row === undefined ? undefined : readEvent(row);
  },

  addEvent: async (event) => {
    await table.transact([{ put: eventItem(event), onlyIf: ABSENT }]);
  },

  addDelivery: async (delivery) => (await table.transact([{ put: deliveryItem(delivery), onlyIf: ABSENT }])).applied,

  addDeliveries: async (deliveries) =>
    (await table.transact(deliveries.map((delivery) => ({ put: deliveryItem(delivery), onlyIf: ABSENT })))).applied,

  endFanOut: async ({ eventId }, nowMs) => {
    const set = {
      expression: 'SET #expiresAt = :expiresAt REMOVE #duePk, #dueSk',
      names: { '#expiresAt': 'expiresAt', '#duePk': 'duePk', '#dueSk': 'dueSk' },
      values: { ':expiresAt': expiresAfter(nowMs) },
    };
    await table.transact([{ update: keys.event(eventId), set, onlyIf: STILL_DUE }]);
  },

  postponeEvent: async (eventId, dueAtMs) => {
    const { dueSk } = eventDueKeys(eventId, dueAtMs);
    const set = { expression: 'SET #dueSk = :dueSk', names: { '#dueSk': 'dueSk' }, values: { ':dueSk': dueSk } };
    await table.transact([{ update: keys.event(eventId), set, onlyIf: STILL_DUE }]);
  },

  findDelivery: async ({ eventId, channel }) => {
    const row = await table.get(keys.delivery(eventId, channel));
    return row === undefined ? undefined : readDelivery(row);
  },

  deliveriesOf: async (eventId) => {
    const pk = eventPartition(eventId);
    const rows = await table.query({ pk, skPrefix: DELIVERY_PREFIX, limit: MAX_DELIVERIES });
    return rows.map(readDelivery);
  },

  writeDelivery: async (delivery) =>
    (await table.transact([{ put: deliveryItem(delivery), onlyIf: atVersion(delivery.version - 1) }])).applied,
});

const EVENT_LANE = '-';

export const dynamoOutboxQueue = (table: Table): OutboxQueue => {
  const due: OutboxQueue['due'] = async (shard, { nowMs, limit, after }) => {
    const page = { index: DUE_INDEX, duePk: outboxPartition(shard), after, until: dueUntil(nowMs), limit };
    return (await table.due(page)).map(({ dueSk }) => {
      const position = String(dueSk);
      const { lane, ...entry } = outboxEntryOf(position);
      return { ...entry, position, ...omitUndefined({ lane: lane === EVENT_LANE ? undefined : lane }) };
    });
  };
  return {
    shards: OUTBOX_SHARDS,
    due,
    dueBeside: async (lane, page) => {
      const pages = await Promise.all(shardsOfLane(lane).map((shard) => due(shard, page)));
      const rows = pages.flat().toSorted((one, other) => (one.position < other.position ? -1 : 1));
      return rows.slice(0, page.limit);
    },
  };
};
