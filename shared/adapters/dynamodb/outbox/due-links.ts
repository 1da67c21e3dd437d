import type { PaymentRequest } from '../../../domain/link/payment-request.ts';
import { linkExpired, linkReminderDue } from '../../../domain/outbox/event-of-link.ts';
import { expiryDueAtMs, linkDueMove } from '../../../domain/outbox/link-due.ts';
import type { PaymentName } from '../../../domain/payment/payment-name.ts';
import type { DueLinks, LinkDueOutcome } from '../../../ports/outbox.ts';
import type { Table } from '../engine/table.ts';
import type { Expression, Write } from '../engine/writes.ts';
import { DUE_INDEX, dueUntil, LINK_SHARDS, linkDueKeys, linkDuePartition } from '../index-keys.ts';
import { PAYMENT_PARTITION_PREFIX, paymentKeys, paymentRanks } from '../payment/payment-keys.ts';
import { linkIn, readRows } from '../payment/payment-partition.ts';
import { takeUpReusableLink } from '../reusable-link/due-reusable-links.ts';
import { isReusableLink, nameOfPartition } from '../reusable-link/reusable-link-keys.ts';
import { eventItem } from './event-item.ts';
import type { EventWriter } from './event-writer.ts';

const LEAVES_QUEUE = 'REMOVE #duePk, #dueSk';
const DUE_NAMES = { '#duePk': 'duePk', '#dueSk': 'dueSk' };

const atVersion = (version: number): Expression => ({
  expression: '#version = :expected',
  names: { '#version': 'version' },
  values: { ':expected': version },
});

/** Every change of the state raises its version, so that one of two changes at once is refused. */
const queueWrite = (payment: PaymentName, version: number, set: Expression): Write => ({
  update: paymentKeys.state(payment),
  set: {
    expression: set.expression,
    names: { '#version': 'version', ...set.names },
    values: { ':next': version + 1, ...set.values },
  },
  onlyIf: atVersion(version),
});

const leaves = (payment: PaymentName, version: number): Write =>
  queueWrite(payment, version, { expression: `SET #version = :next ${LEAVES_QUEUE}`, names: DUE_NAMES });

const waits = (payment: PaymentName, version: number, atMs: number): Write => {
  const { dueSk } = linkDueKeys(payment, atMs);
  const set = { expression: 'SET #version = :next, #dueSk = :dueSk', names: { '#dueSk': 'dueSk' } };
  return queueWrite(payment, version, { ...set, values: { ':dueSk': dueSk } });
};

/** The reminder is on its way: the link waits for its expiry alone, if somebody wants to be told of that. */
const reminded = (link: PaymentRequest, tellsExpiry: boolean): Write => {
  const { payment, version } = link;
  const remindAt = { '#remindAtMs': 'remindAtMs' };
  if (!tellsExpiry) {
    const expression = `SET #version = :next ${LEAVES_QUEUE}, #remindAtMs`;
    return queueWrite(payment, version, { expression, names: { ...DUE_NAMES, ...remindAt } });
  }
  const { dueSk } = linkDueKeys(payment, expiryDueAtMs(link));
  return queueWrite(payment, version, {
    expression: 'SET #version = :next, #dueSk = :dueSk REMOVE #remindAtMs',
    names: { '#dueSk': 'dueSk', ...remindAt },
    values: { ':dueSk': dueSk },
  });
};

interface Store {
  readonly table: Table;
  readonly events: EventWriter;
}

const remind = async ({ table, events }: Store, link: PaymentRequest, nowMs: number): Promise<LinkDueOutcome> => {
  const tellsExpiry = await events.wants(link.dealerCode, 'link.expired');
  const event = { put: eventItem(linkReminderDue(link, nowMs)) };
  return (await table.transact([reminded(link, tellsExpiry), event])).applied ? 'reminded' : 'nothing';
};

const takeUp = async (store: Store, payment: PaymentName, nowMs: number): Promise<LinkDueOutcome> => {
  const { table, events } = store;
  const link = linkIn(await readRows(table, payment, paymentRanks.link), payment);
  if (link === undefined) return 'nothing';
  const { version } = link;
  const move = linkDueMove(link, nowMs);
  if (move === 'remind') return remind(store, link, nowMs);
  if (move === 'nothing') {
    await table.transact([leaves(payment, version)]);
    return 'nothing';
  }
  if (move !== 'tell-expired') {
    await table.transact([waits(payment, version, move.againAtMs)]);
    return 'later';
  }
  const eventWrites = await events.writesOf([linkExpired(link)]);
  return (await table.transact([leaves(payment, version), ...eventWrites])).applied ? 'told' : 'nothing';
};

/** A payment's name, or the whole partition of a reusable link: no payment's name looks like one. */
const nameInQueue = (pk: string): string => (isReusableLink(pk) ? pk : pk.slice(PAYMENT_PARTITION_PREFIX.length));

export const dynamoDueLinks = (table: Table, events: EventWriter): DueLinks => ({
  shards: LINK_SHARDS,

  due: async (shard, { nowMs, limit }) => {
    const page = { index: DUE_INDEX, duePk: linkDuePartition(shard), until: dueUntil(nowMs), limit };
    return (await table.due(page)).map(({ pk }) => nameInQueue(String(pk)));
  },

  takeUp: (link, nowMs) =>
    isReusableLink(link)
      ? takeUpReusableLink({ table, events }, nameOfPartition(link), nowMs)
      : takeUp({ table, events }, link, nowMs),
});
