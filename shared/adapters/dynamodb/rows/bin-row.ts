import * as z from 'zod/mini';
import { given } from '../../../domain/given.ts';
import type { BinRecord } from '../../../ports/bin-directory.ts';
import { keys } from '../keys.ts';
import { parseRow } from './row.ts';

const binRow = z.object({
  bin: z.string(),
  bankCode: z.string(),
  bankName: z.optional(z.string()),
  brand: z.optional(z.string()),
});

export const readBinRow = (row: unknown): BinRecord => given(parseRow('BIN', binRow, row));

export const binItem = (record: BinRecord) => ({ ...keys.bin(record.bin), entity: 'bin', ...record });
