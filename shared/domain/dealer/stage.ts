/** The settings of the whole stage: the charging pause (rule 18). */
export interface StageRecord {
  readonly version: number;
  readonly paused: boolean;
  /** The table that the record was written to. A restored table has another name than its original. */
  readonly tableName: string;
  readonly changedAtMs: number;
}

/** True for a record that came with a restored copy of a table. The copy lacks what happened after it was made. */
export const isRestored = ({ tableName }: StageRecord, ownTable: string): boolean => tableName !== ownTable;

/**
 * Whether new charges of all dealers are paused (rule 18): an operator paused the stage, or its table was restored and
 * no operator has resumed it. A stage without a record is new and not paused.
 */
export const isStagePaused = (stage: StageRecord | undefined, ownTable: string): boolean =>
  stage !== undefined && (stage.paused || isRestored(stage, ownTable));
