import { adoptedStage, type StageRecord } from '../../../domain/dealer/stage.ts';
import { FIRST_GENERATED_ID, sequences } from '../../../ports/identifiers.ts';
import type { AuditEntry } from '../../../ports/operator-changes.ts';
import { readStageRow, stageItem } from '../dealer/stage-brake.ts';
import type { Table } from '../engine/table.ts';
import { ABSENT, atVersion, type Write } from '../engine/writes.ts';
import { keys } from '../keys.ts';
import { auditWrites } from './audit-item.ts';

/** More ids than a stage gives between two points of recovery, and room for 2,000 restores below the largest id. */
export const IDS_SKIPPED = 1_000_000;

/** A sequence that the copy does not know yet may have begun since. */
const jumps = (): readonly Write[] =>
  sequences.map((sequence) => ({
    update: keys.sequence(sequence),
    set: {
      expression: 'SET #next = if_not_exists(#next, :first) + :skipped',
      names: { '#next': 'next' },
      values: { ':first': FIRST_GENERATED_ID, ':skipped': IDS_SKIPPED },
    },
  }));

/** The record of the stage as the copy brought it; undefined where the stage had not charged yet. */
export const restoredStage = async (store: Pick<Table, 'get'>): Promise<StageRecord | undefined> => {
  const row = await store.get(keys.stage());
  return row === undefined ? undefined : readStageRow(row);
};

/**
 * Makes a restored table one that may be used: every sequence jumps over the ids that the copy may not know, and the stage
 * is paused until its lost orders are decided on (rule 47). One transaction on condition of the stage's record, so that
 * no sequence jumps twice. False when another call was first. Throws StoreUnavailable.
 */
export const adoptTable = async (
  store: Pick<Table, 'transact'>,
  stored: StageRecord | undefined,
  { tableName, entry }: { readonly tableName: string; readonly entry: AuditEntry },
): Promise<boolean> => {
  const record = adoptedStage(stored, { tableName, nowMs: entry.atMs });
  const onlyIf = stored === undefined ? ABSENT : atVersion(stored.version);
  const { applied } = await store.transact([...auditWrites(entry), { put: stageItem(record), onlyIf }, ...jumps()]);
  return applied;
};
