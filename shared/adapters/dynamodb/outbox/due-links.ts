import { linkExpired } from '../../../domain/outbox/event-of-link.ts';
import { expiryMove } from '../../../domain/outbox/link-expiry.ts';
import type { PaymentName } from '../../../domain/payment/payment-name.ts';
import type { DueLinks, ExpiryOutcome } from '../../../ports/outbox.ts';
import type { Table } from '../engine/table.ts';
import type { Expression, Write } from '../engine/writes.ts';
import { DUE_INDEX, dueUntil, LINK_SHARDS, linkDueKeys, linkDuePartition } from '../index-keys.ts';
import { PAYMENT_PARTITION_PREFIX, paymentKeys, paymentRanks } from '../keys.ts';
import { linkIn, readRows } from '../payment/payment-partition.ts';
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

const expire = async (
  { table, events }: { readonly table: Table; readonly events: EventWriter },
  payment: PaymentName,
  nowMs: number,
): Promise<ExpiryOutcome> => {
  const link = linkIn(await readRows(table, payment, paymentRanks.link), payment);
  if (link === undefined) return 'nothing';
  const { version } = link;
  const move = expiryMove(link, nowMs);
  if (move === 'nothing') {
    await table.transact([leaves(payment, version)]);
    return 'nothing';
  }
  if (move !== 'tell') {
    const { dueSk } = linkDueKeys(payment, move.againAtMs);
    const set = { expression: 'SET #version = :next, #dueSk = :dueSk', names: { '#dueSk': 'dueSk' } };
    await table.transact([queueWrite(payment, version, { ...set, values: { ':dueSk': dueSk } })]);
    return 'later';
  }
  const told = await events.writesOf([linkExpired(link)]);
  return (await table.transact([leaves(payment, version), ...told])).applied ? 'told' : 'nothing';
};

export const dynamoDueLinks = (table: Table, events: EventWriter): DueLinks => ({
  shards: LINK_SHARDS,

  due: async (shard, { nowMs, limit }) => {
    const page = { index: DUE_INDEX, duePk: linkDuePartition(shard), until: dueUntil(nowMs), limit };
    return (await table.due(page)).map(({ pk }) => String(pk).slice(PAYMENT_PARTITION_PREFIX.length));
  },

  expire: (payment, nowMs) => expire({ table, events }, payment, nowMs),
});
