import type { DeliveryLanes, LaneTime } from '../../../ports/outbox.ts';
import type { Table } from '../engine/table.ts';
import type { Expression } from '../engine/writes.ts';
import { keys } from '../keys.ts';

/** A row that a dead worker left is taken over before that; this only tidies up. */
const KEPT_S = 86_400;

const mine = (worker: string, more = ''): Expression => ({
  expression: `#worker = :worker${more}`,
  names: { '#worker': 'worker' },
  values: { ':worker': worker },
});

const note = async (table: Table, lane: string, nowMs: number): Promise<boolean> => {
  const set = { expression: 'SET #again = :true', names: { '#again': 'again' }, values: { ':true': true } };
  const onlyIf = { expression: '#untilMs >= :now', names: { '#untilMs': 'untilMs' }, values: { ':now': nowMs } };
  return (await table.transact([{ update: keys.lane(lane), set, onlyIf }])).applied;
};

/**
 * `LANE#<lane>` / `LEASE`: who serves a lane, and whether somebody else wanted to meanwhile. Without it every event would
 * open eight connections of its own to an endpoint that is slow.
 */
export const dynamoDeliveryLanes = (table: Table): DeliveryLanes => {
  const take = async (lane: string, worker: string, { nowMs, untilMs }: LaneTime): Promise<boolean> => {
    const expiresAt = Math.ceil(untilMs / 1000) + KEPT_S;
    const put = { ...keys.lane(lane), entity: 'lane', worker, untilMs, expiresAt };
    const onlyIf = {
      expression: 'attribute_not_exists(pk) OR #untilMs < :now',
      names: { '#untilMs': 'untilMs' },
      values: { ':now': nowMs },
    };
    return (await table.transact([{ put, onlyIf }])).applied;
  };
  return {
    take: async (lane, worker, time, beforeAsking) => {
      if (await take(lane, worker, time)) return 'taken';
      await beforeAsking?.();
      // The worker may have left between the two calls.
      if (await note(table, lane, time.nowMs)) return 'busy';
      return (await take(lane, worker, time)) ? 'taken' : 'busy';
    },

    leave: async (lane, worker) => {
      const unasked = mine(worker, ' AND attribute_not_exists(#again)');
      const remove = { ...unasked, names: { ...unasked.names, '#again': 'again' } };
      if ((await table.transact([{ remove: keys.lane(lane), onlyIf: remove, isLone: true }])).applied) return 'left';
      // Refused where somebody asked, where another worker has the lane by now, and where an answer was lost before.
      const set = { expression: 'REMOVE #again', names: { '#again': 'again' } };
      const kept = await table.transact([{ update: keys.lane(lane), set, onlyIf: mine(worker) }]);
      return kept.applied ? 'asked-again' : 'left';
    },
  };
};
