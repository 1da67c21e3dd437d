import type { DuePlans } from '../../../ports/due-plans.ts';
import type { Table } from '../engine/table.ts';
import { dynamoPlanEngine } from './plan-engine.ts';

/** Sorts behind every position that goes on after the dealer's tag with `#`. */
const BEHIND = '$';

/** What the lead reads of the queue: keys of the index alone. */
export const dynamoDuePlans = (table: Table): DuePlans => {
  const engine = dynamoPlanEngine(table);
  return {
    shards: engine.shards,

    due: async (shard, page) => {
      const plans = await engine.due(shard, page);
      return plans.map((plan) => ({ ...plan, dueAtMs: Number(plan.position.slice(0, plan.position.indexOf('#'))) }));
    },

    behindDealer: ({ position }) => {
      const [time = '', tag = ''] = position.split('#');
      return `${time}#${tag}${BEHIND}`;
    },
  };
};
