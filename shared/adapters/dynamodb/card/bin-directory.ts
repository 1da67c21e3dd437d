import * as z from 'zod/mini';
import { type BinRecord, cardCategories, creditTypes } from '../../../domain/card/bin-record.ts';
import { omitUndefined } from '../../../domain/omit-undefined.ts';
import type { BinDirectory, BinRecords } from '../../../ports/bin-directory.ts';
import type { Clock } from '../../../ports/clock.ts';
import { boundedCache } from '../engine/bounded-cache.ts';
import { objectRow, optionalText, parseRow, storedFlag, storedText, storedWhole } from '../engine/row.ts';
import type { Table } from '../engine/table.ts';
import { binIndexKeys } from '../index-keys.ts';
import { keys } from '../keys.ts';

const binRow = objectRow(() => ({
  bin: storedText,
  bankCode: optionalText,
  bankName: optionalText,
  brand: optionalText,
  creditType: z.optional(z.enum(creditTypes)),
  category: z.optional(z.enum(cardCategories)),
  group: optionalText,
  maxInstallments: z.optional(storedWhole),
  foreign: z.optional(storedFlag),
  cardName: optionalText,
  importId: optionalText,
}));

export const readBinRow = (row: unknown): BinRecord => omitUndefined(parseRow('BIN', binRow, row));

export const binItem = (record: BinRecord) => ({
  ...keys.bin(record.bin),
  ...binIndexKeys(record.bin),
  entity: 'bin',
  ...record,
});

const SHORT = 6;
const LONG = 8;

export const dynamoBinDirectory = (table: Table): BinDirectory & BinRecords => {
  const record: BinRecords['record'] = async (cardDigits) => {
    const bins = [LONG, SHORT]
      .filter((length) => cardDigits.length >= length)
      .map((length) => cardDigits.slice(0, length));
    // A record that an import changes this second may be the one before: a moment earlier that was the right one too.
    const records = (await table.getMany(bins.map(keys.bin), { mayLag: true })).map(readBinRow);
    return records.find(({ bin }) => bin.length === LONG) ?? records.at(0);
  };
  return { record, find: record };
};

export interface CachedBinRecordsOptions {
  readonly bins: BinRecords;
  readonly clock: Clock;
  readonly lifeMs: number;
}

/** BIN records over a bounded cache, for what is shown of cards: a dealer's cards are of a few banks. */
export const cachedBinRecords = ({ bins, clock, lifeMs }: CachedBinRecordsOptions): BinRecords => {
  const read = boundedCache({
    read: (digits: string) => bins.record(digits),
    keeps: (found) => found !== undefined,
    clock,
    lifeMs,
  });
  return { record: (cardDigits) => read(cardDigits.slice(0, LONG)) };
};
