import type { ListPeriod } from './list-period.ts';

/** Most entries of an answer. */
const MAX_LISTED = 500;
/** Most entries of an index that are read at once. */
export const MAX_ENTRIES_LISTED = 5000;

/** Something that stands in a list at a moment. Lists are in the order of their moments, the newest first. */
export interface AtMoment {
  readonly atMs: number;
}

/**
 * The first `most` entries, less those of the last moment if it has more of them: a list that goes on before a moment
 * loses and repeats nothing. A single moment with more than `most` entries is not parted.
 */
export const wholeMoments = <Entry extends AtMoment>(entries: readonly Entry[], most: number): readonly Entry[] => {
  const next = entries[most];
  if (next === undefined) return entries;
  const before = entries.slice(0, most).filter(({ atMs }) => atMs !== next.atMs);
  return before.length > 0 ? before : entries.filter(({ atMs }) => atMs === next.atMs);
};

/** One of the lists that entries are merged from, the newest first. `isWhole`: it has no further entry. */
export interface PartOfList<Entry extends AtMoment> {
  readonly entries: readonly Entry[];
  readonly isWhole: boolean;
}

/** Entries of a period, the newest first. */
export interface EntriesRead<Entry extends AtMoment> {
  readonly entries: readonly Entry[];
  /** The newest moment of which not every entry was read. Absent: the period has no more entries. */
  readonly unreadMs?: number;
}

/** Merges lists of which some may have been read in part: what is older than the end of such a part is left unread. */
export const mergedParts = <Entry extends AtMoment>(parts: readonly PartOfList<Entry>[]): EntriesRead<Entry> => {
  const ends = parts.flatMap(({ entries, isWhole }) => (isWhole ? [] : (entries.at(-1)?.atMs ?? [])));
  const entries = parts.flatMap((part) => part.entries).toSorted((one, other) => other.atMs - one.atMs);
  if (ends.length === 0) return { entries };
  const unreadMs = Math.max(...ends);
  return { entries: entries.filter(({ atMs }) => atMs > unreadMs), unreadMs };
};

/** A list as it is answered. */
export interface CutList<Item extends AtMoment> {
  readonly items: readonly Item[];
  /** The list was cut: items of this moment and before it are left. */
  readonly leftFromMs?: number;
}

/** Entries that are read at once: they fill an answer unless much is left out. */
const RUN = MAX_LISTED;

/** Most entries whose items one call reads in search of what a filter lets through. */
export const MOST_SEARCHED = 1000;

/** Rounds beside those that `mostRead` takes: for entries that stand so close that a read of the index ends among them. */
const MORE_ROUNDS = 8;

/** How a list is read. */
interface ListReads<Entry extends AtMoment, Item extends AtMoment> {
  /** Entries of a period, the newest first: about `most` of them, unless the period ends before. */
  readonly entries: (period: ListPeriod, most: number) => Promise<EntriesRead<Entry>>;
  /** The items of some entries, in their order. Some may be left out. */
  readonly items: (entries: readonly Entry[]) => Promise<readonly Item[]>;
}

interface ListSizes {
  /** Reads on until the answer is full; else until there is something to answer. */
  readonly fill: boolean;
  /** Most items of the answer. */
  readonly most?: number;
  /** Entries that are read at once. */
  readonly run?: number;
  /** Most entries that are read: then the list is cut there, also where nothing was found yet. */
  readonly mostRead?: number;
}

/** The first items of a list that is whole. */
export const cutItems = <Item extends AtMoment>(found: readonly Item[], most = MAX_LISTED): CutList<Item> => {
  const items = wholeMoments(found, most);
  const leftFromMs = found[items.length]?.atMs;
  return leftFromMs === undefined ? { items } : { items, leftFromMs };
};

/** The first items of a list of a period, read run by run from the newest entry on. */
export const readList = async <Entry extends AtMoment, Item extends AtMoment>(
  reads: ListReads<Entry, Item>,
  period: ListPeriod,
  { fill, most = MAX_LISTED, run = RUN, mostRead = MOST_SEARCHED }: ListSizes,
): Promise<CutList<Item>> => {
  const found: Item[] = [];
  let [leftFromMs, read, asked]: [number | undefined, number, number] = [period.untilMs, 0, run];
  const rounds = Math.ceil(mostRead / run) + MORE_ROUNDS;
  for (let round = 0; round < rounds && leftFromMs !== undefined; round += 1) {
    if (read >= mostRead || found.length >= (fill ? most : 1)) break;
    const { entries, unreadMs }: EntriesRead<Entry> = await reads.entries({ ...period, untilMs: leftFromMs }, asked);
    const some = wholeMoments(entries, Math.min(run, mostRead - read));
    leftFromMs = entries[some.length]?.atMs ?? unreadMs;
    read += some.length;
    // More entries of one moment than were asked for: nothing of it is whole.
    if (some.length === 0) asked = Math.min(asked * 4, MAX_ENTRIES_LISTED);
    else found.push(...(await reads.items(some)));
  }
  const cut = cutItems(found, most);
  return leftFromMs === undefined || cut.leftFromMs !== undefined ? cut : { ...cut, leftFromMs };
};
