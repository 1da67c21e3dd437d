import * as z from 'zod/mini';
import { omitUndefined } from '../../../domain/omit-undefined.ts';
import type { BinRecord } from '../../../ports/bin-directory.ts';
import { optionalText, parseRow, storedText } from '../engine/row.ts';
import { keys } from '../keys.ts';

const binRow = z.object({
  bin: storedText,
  bankCode: optionalText,
  bankName: optionalText,
  brand: optionalText,
});

export const readBinRow = (row: unknown): BinRecord => omitUndefined(parseRow('BIN', binRow, row));

export const binItem = (record: BinRecord) => ({ ...keys.bin(record.bin), entity: 'bin', ...record });
