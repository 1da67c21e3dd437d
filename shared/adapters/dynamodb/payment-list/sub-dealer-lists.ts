import type { SubDealerEntry } from '../../../domain/payment-list/sub-dealer-entry.ts';
import type { ListEntry, SubDealerLists } from '../../../ports/payment-lists.ts';
import { objectRow, parseRow, storedAmount, storedText } from '../engine/row.ts';
import type { Table } from '../engine/table.ts';
import { ABSENT, type Row } from '../engine/writes.ts';
import { itemOfPosition } from '../index-keys.ts';
import { momentOfPosition, subDealerEntryKey } from '../list-keys.ts';
import type { PlacedEntry } from './merged-entries.ts';

/* `SUB#c#sub#m`: what a sub-dealer has a part in, by its moment. A row is put once and never changed. */

/** Rows that are put side by side. */
const AT_ONCE = 25;

const entryRow = objectRow(() => ({ sk: storedText, part: storedAmount }));

const subDealerItem = (entry: SubDealerEntry) => ({ ...subDealerEntryKey(entry), part: entry.part });

export const readSubDealerEntry = (row: Row): PlacedEntry<ListEntry> => {
  const { sk, part } = parseRow('sub-dealer entry', entryRow, row);
  return { position: sk, entry: { ...itemOfPosition(sk), atMs: momentOfPosition(sk), part } };
};

export const dynamoSubDealerLists = (table: Pick<Table, 'transact'>): SubDealerLists => ({
  add: async (entries) => {
    for (let first = 0; first < entries.length; first += AT_ONCE) {
      const some = entries.slice(first, first + AT_ONCE);
      // Refused: the stream repeats a record, or two of its batches overlap.
      await Promise.all(some.map((entry) => table.transact([{ put: subDealerItem(entry), onlyIf: ABSENT }])));
    }
  },
});
