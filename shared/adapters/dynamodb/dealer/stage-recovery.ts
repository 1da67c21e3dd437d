import { isRecovering } from '../../../domain/dealer/stage.ts';
import type { DueQueue } from '../../../ports/attempts.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { DuePlans } from '../../../ports/due-plans.ts';
import type { DueLinks } from '../../../ports/outbox.ts';
import type { StageRecovery } from '../../../ports/stage-brake.ts';
import { boundedCache } from '../engine/bounded-cache.ts';
import type { Table } from '../engine/table.ts';
import { keys } from '../keys.ts';
import { readStageRow } from './stage-brake.ts';

/** One read serves all shards of a run. */
const LIFE_MS = 5_000;

/** Whether the stage's table is a restored one whose lost orders are not decided on yet (rule 47). */
export const dynamoStageRecovery = ({
  store,
  tableName,
  clock,
}: {
  readonly store: Pick<Table, 'get'>;
  readonly tableName: string;
  readonly clock: Clock;
}): StageRecovery => {
  const read = boundedCache({
    read: async (_stage: 'stage') => {
      const row = await store.get(keys.stage());
      return isRecovering(row === undefined ? undefined : readStageRow(row), tableName);
    },
    keeps: () => true,
    clock,
    lifeMs: LIFE_MS,
  });
  return { isOn: () => read('stage') };
};

/** A queue in which nothing is due while the stage recovers: all of it waits for the operators (rule 47). */
export const heldInRecovery = <Queue extends Pick<DueQueue, 'due'> | Pick<DueLinks, 'due'> | Pick<DuePlans, 'due'>>(
  queue: Queue,
  recovery: StageRecovery,
): Queue => ({
  ...queue,
  due: async (shard: number, page: Parameters<DueQueue['due']>[1]) =>
    (await recovery.isOn()) ? [] : queue.due(shard, page),
});
