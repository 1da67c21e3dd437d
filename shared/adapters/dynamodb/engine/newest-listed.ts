import { LISTING_INDEX } from '../index-keys.ts';
import type { Key } from '../keys.ts';
import type { Table } from './table.ts';
import type { Row } from './writes.ts';

/** Smaller than every place of a list. */
const FIRST_PLACE = '0';

interface NewestQuery {
  /** The shards that the list is merged from. */
  readonly listPks: readonly string[];
  readonly limit: number;
  /** The place that the list goes on behind: `listSk` of an item. Absent: it begins with the newest. */
  readonly before?: string | undefined;
}

/** A page of a list. `goesOn`: more items follow it. */
export interface NewestListed {
  readonly keys: readonly Key[];
  readonly goesOn: boolean;
}

/** Keys of the newest items of a list whose places begin with a time, or of the newest before a place. */
export const newestListed = async (
  table: Pick<Table, 'list'>,
  { listPks, limit, before }: NewestQuery,
): Promise<NewestListed> => {
  // One more tells whether there are more. The end of a range belongs to it, so the item itself is read once more.
  const range =
    before === undefined ? { limit: limit + 1 } : { limit: limit + 2, between: { from: FIRST_PLACE, until: before } };
  const pages = await Promise.all(
    listPks.map((listPk) => table.list({ index: LISTING_INDEX, listPk, newestFirst: true, ...range })),
  );
  const placeOf = ({ listSk }: Row): string => String(listSk);
  const found = pages
    .flat()
    .filter((one) => before === undefined || placeOf(one) < before)
    .toSorted((one, other) => (placeOf(one) < placeOf(other) ? 1 : -1))
    .map(({ pk, sk }) => ({ pk: String(pk), sk: String(sk) }));
  return { keys: found.slice(0, limit), goesOn: found.length > limit };
};
