/** What the table says of the stage as a whole: the brake of rule 18. */
export interface StageRecord {
  readonly version: number;
  readonly paused: boolean;
  /** The table that it was written to: a restored table has another name than the one that it is a copy of. */
  readonly tableName: string;
  readonly changedAtMs: number;
}

/** True for a record that came with a copy of another table: what happened since the copy was made is not in it. */
export const isRestored = ({ tableName }: StageRecord, ownTable: string): boolean => tableName !== ownTable;

/**
 * Whether new charges wait, of every dealer (rule 18): an operator paused the stage, or its table was restored and no
 * operator has let it go on. A stage without a record is a fresh one, and runs.
 */
export const isStagePaused = (stage: StageRecord | undefined, ownTable: string): boolean =>
  stage !== undefined && (stage.paused || isRestored(stage, ownTable));
