import * as z from 'zod/mini';
import type { StageRecord } from '../../../domain/dealer/stage.ts';
import { parseRow, storedFlag, storedText, storedWhole } from '../engine/row.ts';
import { keys } from '../keys.ts';

const stageRow = z.object({
  version: storedWhole,
  paused: storedFlag,
  tableName: storedText,
  changedAtMs: storedWhole,
});

export const readStageRow = (row: unknown): StageRecord => parseRow('stage', stageRow, row);

export const stageItem = (record: StageRecord) => ({ ...keys.stage(), entity: 'stage', ...record });
