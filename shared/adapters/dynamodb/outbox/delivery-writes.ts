import type { Message } from '../../../domain/message/message.ts';
import { channelId, type Delivery } from '../../../domain/outbox/delivery.ts';
import { ABSENT, atVersion, type Expression, type Write } from '../engine/writes.ts';
import { type Key, keys } from '../keys.ts';
import { joinedAttributes, joinedAtVersion } from '../message/message-item.ts';
import { deliveryItem, expiresAfter, listKeysOf, queueKeysOf } from './delivery-item.ts';

/** What moves of a delivery. Everything else of its row is written once. */
const MOVING = [
  'state',
  'version',
  'tries',
  'dueAtMs',
  'lastTryAtMs',
  'underWay',
  'unheard',
  'detail',
  'endedAtMs',
  'holdsMessage',
] as const satisfies readonly (keyof Delivery)[];

type Attributes = Readonly<Record<string, unknown>>;

/** Sets the attributes that have a value, and removes the others. */
const setting = (attributes: Attributes): Expression => {
  const all = Object.entries(attributes);
  const set = all.filter(([, value]) => value !== undefined);
  const removed = all.filter(([, value]) => value === undefined).map(([name]) => `#${name}`);
  const sets = `SET ${set.map(([name]) => `#${name} = :${name}`).join(', ')}`;
  return {
    expression: removed.length === 0 ? sets : `${sets} REMOVE ${removed.join(', ')}`,
    names: Object.fromEntries(all.map(([name]) => [`#${name}`, name])),
    values: Object.fromEntries(set.map(([name, value]) => [`:${name}`, value])),
  };
};

/** Its place in the queue. A try under way keeps the one that it has: its lease stands in the row, where workers read it. */
const queueOf = (delivery: Delivery): Attributes => {
  if (delivery.underWay === true) return {};
  return delivery.state === 'waiting' ? queueKeysOf(delivery) : { duePk: undefined, dueSk: undefined };
};

/** The event is still to be fanned out, and nobody has begun to tell it otherwise. */
const FREE = 'attribute_exists(#duePk) AND attribute_not_exists(#channel) AND attribute_not_exists(#separate)';
const FREE_NAMES = { '#duePk': 'duePk', '#channel': 'channel', '#separate': 'separate' };

/**
 * The condition that the row has the version before of a joined delivery. Its first lease may be its first write: then the event
 * is free, or has this very delivery. One to another channel may have joined since.
 */
const joinedBefore = ({ version, channel }: Pick<Delivery, 'version' | 'channel'>): Expression => {
  const before = atVersion(version - 1);
  if (version > 2) return before;
  return {
    expression: `${before.expression} AND #channel = :channel OR ${FREE}`,
    names: { ...before.names, ...FREE_NAMES },
    values: { ...before.values, ':channel': channel },
  };
};

const deliveryKey = ({ eventId, channel, joined }: Pick<Delivery, 'eventId' | 'channel' | 'joined'>): Key =>
  joined === true ? keys.event(eventId) : keys.delivery(eventId, channelId(channel));

/** What the row of an event gets with its delivery: which one it is, and where lists find it. */
const joiningOf = (delivery: Delivery): Attributes => {
  const { channel, createdAtMs, joined } = delivery;
  return joined === true ? { channel, createdAtMs, ...listKeysOf(delivery) } : {};
};

const movingOf = (delivery: Delivery): Attributes => {
  const { endedAtMs, holdsMessage } = delivery;
  const isKept = endedAtMs === undefined || holdsMessage === true;
  return {
    ...Object.fromEntries(MOVING.map((name) => [name, delivery[name]])),
    ...joiningOf(delivery),
    ...queueOf(delivery),
    expiresAt: isKept ? undefined : expiresAfter(endedAtMs),
  };
};

/** Writes a delivery that is not there yet. */
export const newDeliveryWrite = (delivery: Delivery): Write =>
  delivery.joined === true
    ? {
        update: deliveryKey(delivery),
        set: setting(movingOf(delivery)),
        onlyIf: { expression: FREE, names: FREE_NAMES },
        isLone: true,
      }
    : { put: deliveryItem(delivery), onlyIf: ABSENT };

/** Holds of either way of a condition, which is written without brackets: AND comes before OR. */
const alsoIf = (one: Expression, other: Expression): Expression => ({
  expression: one.expression
    .split(' OR ')
    .map((way) => `${way} AND ${other.expression}`)
    .join(' OR '),
  names: { ...one.names, ...other.names },
  values: { ...one.values, ...other.values },
});

/** The same with the message that stands beside the delivery, in place of the version of it before. */
export const deliveryMoveWith = (delivery: Delivery, message: Message): Write => ({
  update: deliveryKey(delivery),
  set: setting({ ...movingOf(delivery), ...joinedAttributes(message) }),
  onlyIf: alsoIf(joinedBefore(delivery), joinedAtVersion(message.version - 1)),
  isLone: true,
});

/** Replaces the version before. Of an event's row it names the attributes of the delivery alone: facts stay frozen (rule 42). */
export const deliveryMove = (delivery: Delivery): Write => ({
  update: deliveryKey(delivery),
  set: setting(movingOf(delivery)),
  onlyIf: delivery.joined === true ? joinedBefore(delivery) : atVersion(delivery.version - 1),
  isLone: true,
});
