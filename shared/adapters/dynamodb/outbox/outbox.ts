import { omitUndefined } from '../../../domain/omit-undefined.ts';
import { channelId } from '../../../domain/outbox/delivery.ts';
import type { DeliveryRef, Outbox, OutboxQueue } from '../../../ports/outbox.ts';
import type { Table } from '../engine/table.ts';
import { ABSENT, type Expression } from '../engine/writes.ts';
import {
  DUE_INDEX,
  dueUntil,
  eventDueKeys,
  OUTBOX_SHARDS,
  outboxEntryOf,
  outboxPartition,
  shardsOfLane,
} from '../index-keys.ts';
import { eventPartition, keys } from '../keys.ts';
import { readJoinedMessage } from '../message/message-item.ts';
import { expiresAfter, hasJoined, readDelivery } from './delivery-item.ts';
import { deliveryMove, deliveryMoveWith, newDeliveryWrite } from './delivery-writes.ts';
import { eventItem, readEvent } from './event-item.ts';

/** Stands in the queue where a delivery has its lane. */
const EVENT_LANE = '-';

/** More than an event has channels. */
const MAX_DELIVERIES = 100;

const UNTOLD = {
  expression: 'attribute_exists(#duePk) AND attribute_not_exists(#channel)',
  names: { '#duePk': 'duePk', '#channel': 'channel' },
};

const UNTOLD_WITHOUT_MESSAGE = {
  expression: `${UNTOLD.expression} AND attribute_not_exists(#message)`,
  names: { ...UNTOLD.names, '#message': 'message' },
};

/** Takes an event out of the queue, and sets what it is from then on. */
const outOfQueue = (attribute: 'expiresAt' | 'separate', value: number | true): Expression => ({
  expression: `SET #${attribute} = :value REMOVE #duePk, #dueSk`,
  names: { [`#${attribute}`]: attribute, '#duePk': 'duePk', '#dueSk': 'dueSk' },
  values: { ':value': value },
});

/** The rows in which a delivery may stand, in one trip. */
const rowsOf = async (table: Pick<Table, 'get'>, { eventId, channel }: DeliveryRef) => {
  const [own, eventRow] = await Promise.all([
    table.get(keys.delivery(eventId, channel)),
    table.get(keys.event(eventId)),
  ]);
  if (own !== undefined) return { delivery: readDelivery(own), eventRow };
  const joined = eventRow !== undefined && hasJoined(eventRow) ? readDelivery(eventRow) : undefined;
  return { delivery: joined !== undefined && channelId(joined.channel) === channel ? joined : undefined, eventRow };
};

export const dynamoOutbox = (table: Table): Outbox => ({
  findEvent: async (eventId) => {
    const row = await table.get(keys.event(eventId));
    return row === undefined ? undefined : readEvent(row);
  },

  findStored: async (eventId) => {
    const row = await table.get(keys.event(eventId));
    if (row === undefined) return undefined;
    return {
      event: readEvent(row),
      isQueued: row.duePk !== undefined,
      isSeparate: row.separate === true,
      ...(hasJoined(row) ? { joined: readDelivery(row) } : {}),
    };
  },

  addEvent: async (event) => {
    await table.transact([{ put: eventItem(event), onlyIf: ABSENT }]);
  },

  addDelivery: async (delivery) => (await table.transact([newDeliveryWrite(delivery)])).applied,

  addDeliveries: async (deliveries) => (await table.transact(deliveries.map(newDeliveryWrite))).applied,

  separate: async (eventId) => {
    const set = { expression: 'SET #separate = :true', names: { '#separate': 'separate' }, values: { ':true': true } };
    return (await table.transact([{ update: keys.event(eventId), set, onlyIf: UNTOLD, isLone: true }])).applied;
  },

  endFanOut: async ({ eventId }, nowMs) => {
    const update = keys.event(eventId);
    const ended = await table.transact([
      { update, set: outOfQueue('expiresAt', expiresAfter(nowMs)), onlyIf: UNTOLD_WITHOUT_MESSAGE, isLone: true },
    ]);
    const holdsMessage = !ended.applied && ended.writes.some(({ item }) => item?.message !== undefined);
    // What payers were sent is kept with their payments.
    if (holdsMessage) {
      await table.transact([{ update, set: outOfQueue('separate', true), onlyIf: UNTOLD, isLone: true }]);
    }
  },

  postponeEvent: async (eventId, dueAtMs) => {
    const { dueSk } = eventDueKeys(eventId, dueAtMs);
    const set = { expression: 'SET #dueSk = :dueSk', names: { '#dueSk': 'dueSk' }, values: { ':dueSk': dueSk } };
    // What waits in a lane has joined: it is moved with its delivery alone.
    const onlyIf = {
      expression: 'contains(#dueSk, :event)',
      names: { '#dueSk': 'dueSk' },
      values: { ':event': `#${EVENT_LANE}#${eventId}` },
    };
    await table.transact([{ update: keys.event(eventId), set, onlyIf, isLone: true }]);
  },

  findDelivery: async (ref) => (await rowsOf(table, ref)).delivery,

  findToTell: async (ref) => {
    const { delivery, eventRow } = await rowsOf(table, ref);
    return {
      delivery,
      message: eventRow === undefined ? undefined : readJoinedMessage(eventRow),
      event: () => (eventRow === undefined ? undefined : readEvent(eventRow)),
    };
  },

  deliveriesOf: async (eventId) => {
    // The event's own row stands behind those of its deliveries.
    const rows = await table.query({ pk: eventPartition(eventId), limit: MAX_DELIVERIES + 1 });
    return rows.filter((row) => row.entity === 'delivery' || hasJoined(row)).map(readDelivery);
  },

  writeDelivery: async (delivery, message) => {
    const write = message === undefined ? deliveryMove(delivery) : deliveryMoveWith(delivery, message);
    return (await table.transact([write])).applied;
  },
});

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
