import type { BinDirectory } from '../../ports/bin-directory.ts';
import type { Table } from './engine/table.ts';
import { keys } from './keys.ts';
import { readBinRow } from './rows/bin-row.ts';

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
