/** Most entries of an answer. */
const MAX_LISTED = 500;
/** Most entries of an index that one call reads. */
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

/** Reads entries in runs of this many: one run fills an answer unless much is left out. */
const RUN = MAX_LISTED;

/** Most entries whose items one call reads in search of what a filter lets through: three runs take two seconds or so. */
const MOST_READ = 3 * RUN;

/**
 * The first items of a list. `read` makes the items of some entries, in their order, and leaves some out. With `fill` it
 * reads on until the answer is full, else until there is something to answer, and in any case `mostRead` entries at most:
 * then the list is cut there, also where nothing was found yet.
 */
export const cutList = async <Entry extends AtMoment, Item extends AtMoment>(
  { entries, unreadMs }: EntriesRead<Entry>,
  read: (entries: readonly Entry[]) => Promise<readonly Item[]>,
  {
    fill,
    most = MAX_LISTED,
    run = RUN,
    mostRead = MOST_READ,
  }: { readonly fill: boolean; readonly most?: number; readonly run?: number; readonly mostRead?: number },
): Promise<CutList<Item>> => {
  const found: Item[] = [];
  let rest = entries;
  while (rest.length > 0 && found.length < (fill ? most : 1) && entries.length - rest.length < mostRead) {
    const some = wholeMoments(rest, run);
    rest = rest.slice(some.length);
    found.push(...(await read(some)));
  }
  const items = wholeMoments(found, most);
  const leftFromMs = found[items.length]?.atMs ?? rest[0]?.atMs ?? unreadMs;
  return leftFromMs === undefined ? { items } : { items, leftFromMs };
};
