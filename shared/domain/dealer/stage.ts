/** A copy of a table that was brought into service, until the orders that it lacks are decided on (rule 47). */
interface Recovery {
  /** The table that the copy was made of; absent where it had not charged yet. */
  readonly fromTable?: string;
  readonly adoptedAtMs: number;
}

/** The settings of the whole stage: the charging pause (rule 18). */
export interface StageRecord {
  readonly version: number;
  readonly paused: boolean;
  /** The table that the record was written to. A restored table has another name than its original. */
  readonly tableName: string;
  readonly changedAtMs: number;
  readonly recovery?: Recovery;
}

/** True for a record that came with a restored copy of a table. The copy lacks what happened after it was made. */
export const isRestored = ({ tableName }: StageRecord, ownTable: string): boolean => tableName !== ownTable;

/**
 * True from the restore of a table until an operator resumes the stage. Nothing is reversed by itself meanwhile: a charge
 * that looks forgotten may have been reported paid in the time that the copy lacks (rule 47).
 */
export const isRecovering = (stage: StageRecord | undefined, ownTable: string): boolean =>
  stage !== undefined && (stage.recovery !== undefined || isRestored(stage, ownTable));

/**
 * Whether new charges of all dealers are paused (rule 18): an operator paused the stage, or its table was restored and
 * no operator has resumed it. A stage without a record is new and not paused.
 */
export const isStagePaused = (stage: StageRecord | undefined, ownTable: string): boolean =>
  stage !== undefined && (stage.paused || isRecovering(stage, ownTable));

/** The record of a restored table that is brought into service: paused, and still to be recovered. */
export const adoptedStage = (
  stored: StageRecord | undefined,
  { tableName, nowMs }: { readonly tableName: string; readonly nowMs: number },
): StageRecord => ({
  version: (stored?.version ?? 0) + 1,
  paused: true,
  tableName,
  changedAtMs: nowMs,
  recovery: { adoptedAtMs: nowMs, ...(stored === undefined ? {} : { fromTable: stored.tableName }) },
});
