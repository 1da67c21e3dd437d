import type { DueQueue, DueRow } from '../../../ports/attempts.ts';
import type { Table } from '../engine/table.ts';
import {
  DUE_INDEX,
  DUE_SHARDS,
  duePartition,
  dueUntil,
  itemOfPosition,
  positionAt,
  tagOfPosition,
} from '../index-keys.ts';
import type { Key } from '../keys.ts';
import { paymentKeys } from './payment-keys.ts';

const dueRow = (position: string): DueRow => ({
  ...itemOfPosition(position),
  position,
  gatewayTag: tagOfPosition(position),
});

const keyOf = ({ kind, ...name }: DueRow): Key =>
  kind === 'step' ? paymentKeys.step(name) : paymentKeys.attempt(name);

const rescheduleUnread = async (table: Table, row: DueRow, dueAtMsAfter: (times: number) => number): Promise<void> => {
  const key = keyOf(row);
  const stored = await table.get(key);
  const times = typeof stored?.unreadTimes === 'number' ? stored.unreadTimes : 0;
  const set = {
    expression: 'SET #dueSk = :dueSk, #unreadTimes = :unreadTimes',
    names: { '#dueSk': 'dueSk', '#unreadTimes': 'unreadTimes' },
    values: { ':dueSk': positionAt(row.position, dueAtMsAfter(times)), ':unreadTimes': times + 1 },
  };
  const onlyIf = { expression: '#dueSk = :position', values: { ':position': row.position } };
  await table.transact([{ update: key, set, onlyIf }]);
};

export const dynamoDueQueue = (table: Table): DueQueue => ({
  shards: DUE_SHARDS,

  due: async (shard, { nowMs, limit, after }) => {
    const page = { index: DUE_INDEX, duePk: duePartition(shard), after, until: dueUntil(nowMs), limit };
    return (await table.due(page)).map(({ dueSk }) => dueRow(String(dueSk)));
  },

  rescheduleUnread: (row, dueAtMsAfter) => rescheduleUnread(table, row, dueAtMsAfter),
});
