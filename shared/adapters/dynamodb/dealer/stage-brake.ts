import * as z from 'zod/mini';
import { isStagePaused, type StageRecord } from '../../../domain/dealer/stage.ts';
import { omitUndefined } from '../../../domain/omit-undefined.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { ChargingPause } from '../../../ports/stage-brake.ts';
import { boundedCache } from '../engine/bounded-cache.ts';
import { objectRow, optionalText, parseRow, storedFlag, storedText, storedWhole } from '../engine/row.ts';
import type { Table } from '../engine/table.ts';
import { ABSENT } from '../engine/writes.ts';
import { keys } from '../keys.ts';

const stageRow = objectRow(() => ({
  version: storedWhole,
  paused: storedFlag,
  tableName: storedText,
  changedAtMs: storedWhole,
  recovery: z.optional(z.object({ fromTable: optionalText, adoptedAtMs: storedWhole })),
}));

export const readStageRow = (row: unknown): StageRecord => {
  const { recovery, ...stored } = parseRow('stage', stageRow, row);
  return { ...stored, ...omitUndefined({ recovery: recovery && omitUndefined(recovery) }) };
};

export const stageItem = (record: StageRecord) => ({ ...keys.stage(), entity: 'stage', ...record });

export interface StageBrakeOptions {
  readonly store: Table;
  readonly tableName: string;
  readonly clock: Clock;
  readonly lifeMs: number;
  /** False for pages, which only look: a fresh stage without a record is not paused to them. */
  readonly signs?: boolean;
}

/**
 * The stage's brake over a bounded cache. The first charge of a fresh stage writes the record, once: without one, a copy
 * of the table could not be told from a fresh table, and a restored stage would not start paused (rule 18).
 */
export const dynamoChargingPause = (options: StageBrakeOptions): ChargingPause => {
  const { store, tableName, clock, lifeMs, signs = true } = options;
  const stored = async (): Promise<StageRecord | undefined> => {
    const row = await store.get(keys.stage());
    return row === undefined ? undefined : readStageRow(row);
  };

  const signed = async (): Promise<StageRecord | undefined> => {
    const fresh: StageRecord = { version: 1, paused: false, tableName, changedAtMs: clock.now() };
    const { applied } = await store.transact([{ put: stageItem(fresh), onlyIf: ABSENT }]);
    // Somebody else was first, and may have been an operator who paused.
    return applied ? fresh : stored();
  };

  const read = boundedCache({
    read: async (_stage: 'stage') => isStagePaused((await stored()) ?? (signs ? await signed() : undefined), tableName),
    keeps: () => true,
    clock,
    lifeMs,
  });
  return { isOn: () => read('stage') };
};
