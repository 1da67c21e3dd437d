import type { Key } from '../keys.ts';
import { readAll, type Table } from './table.ts';
import type { Row } from './writes.ts';

/** An entry of an index: where it stands, and the key of its item. */
export interface IndexEntry {
  readonly position: string;
  readonly key: Key;
}

export const listingEntry = ({ pk, sk, listSk }: Row): IndexEntry => ({
  position: String(listSk),
  key: { pk: String(pk), sk: String(sk) },
});

export const dueEntry = ({ pk, sk, dueSk }: Row): IndexEntry => ({
  position: String(dueSk),
  key: { pk: String(pk), sk: String(sk) },
});

const idOf = ({ pk, sk }: Key): string => `${pk}\n${sk}`;

/** The items of entries, read strongly, in the order of the entries. What is listed is never deleted. */
export const itemsOf = async (
  store: Pick<Table, 'getMany'>,
  entries: readonly IndexEntry[],
  atOnce?: number,
): Promise<readonly { readonly position: string; readonly item: Row }[]> => {
  // An item that moves while its index is read stands there twice, and the store refuses a key that is asked for twice.
  const keys = new Map(entries.map(({ key }) => [idOf(key), key]));
  const rows = await readAll(store, [...keys.values()], atOnce);
  const items = new Map(rows.map((row) => [idOf({ pk: String(row.pk), sk: String(row.sk) }), row]));
  return entries.flatMap(({ position, key }) => {
    const item = items.get(idOf(key));
    return item === undefined ? [] : [{ position, item }];
  });
};
