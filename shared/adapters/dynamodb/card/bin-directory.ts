import * as z from 'zod/mini';
import { omitUndefined } from '../../../domain/omit-undefined.ts';
import type { BinDirectory, BinRecord } from '../../../ports/bin-directory.ts';
import { optionalText, parseRow, storedText } from '../engine/row.ts';
import type { Table } from '../engine/table.ts';
import { keys } from '../keys.ts';

const binRow = z.object({
  bin: storedText,
  bankCode: optionalText,
  bankName: optionalText,
  brand: optionalText,
});

export const readBinRow = (row: unknown): BinRecord => omitUndefined(parseRow('BIN', binRow, row));

export const binItem = (record: BinRecord) => ({ ...keys.bin(record.bin), entity: 'bin', ...record });

const SHORT = 6;
const LONG = 8;

export const dynamoBinDirectory = (table: Table): BinDirectory => ({
  find: async (cardDigits) => {
    const bins = [LONG, SHORT]
      .filter((length) => cardDigits.length >= length)
      .map((length) => cardDigits.slice(0, length));
    const records = (await table.getMany(bins.map(keys.bin))).map(readBinRow);
    const found = records.find(({ bin }) => bin.length === LONG) ?? records.at(0);
    return found?.bankCode;
  },
});
