import { readAll, type Table } from '../engine/table.ts';
import type { Row } from '../engine/writes.ts';
import type { Key } from '../keys.ts';
import { READS_AT_ONCE } from './plan-listing.ts';

const idOf = ({ pk, sk }: Key | Row): string => `${String(pk)}\n${String(sk)}`;

/** Reads the rows of some keys, and answers how to find each of them. A key may be given twice; it is read once. */
export const rowsOfKeys = async (
  table: Pick<Table, 'getMany'>,
  keys: readonly Key[],
): Promise<(key: Key) => Row | undefined> => {
  const wanted = new Map(keys.map((key) => [idOf(key), key]));
  const found = await readAll(table, [...wanted.values()], READS_AT_ONCE);
  const rows = new Map(found.map((row) => [idOf(row), row]));
  return (key) => rows.get(idOf(key));
};
