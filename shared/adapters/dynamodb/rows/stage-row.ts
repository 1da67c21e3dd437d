import * as z from 'zod/mini';
import type { StageRecord } from '../../../domain/stage.ts';
import { keys } from '../keys.ts';
import { parseRow } from './row.ts';

const stageRow = z.object({
  version: z.int(),
  paused: z.boolean(),
  tableName: z.string(),
  changedAtMs: z.int(),
});

export const readStageRow = (row: unknown): StageRecord => parseRow('stage', stageRow, row);

export const stageItem = (record: StageRecord) => ({ ...keys.stage(), entity: 'stage', ...record });
