import { type AtMoment, type EntriesRead, mergedParts } from '../../../domain/payment-list/list-cut.ts';

/** An entry with its place in its part of a list. */
export interface PlacedEntry<Entry extends AtMoment> {
  readonly position: string;
  readonly entry: Entry;
}

/** Places of a list, both ends included. */
interface Range {
  readonly from: string;
  readonly until: string;
}

/** Reads the newest entries of one shard of one month of a list. It answers fewer only where there are no more. */
export type ReadOfPart<Entry extends AtMoment> = (read: {
  readonly limit: number;
  readonly between: Range;
}) => Promise<readonly PlacedEntry<Entry>[]>;

interface MergedQuery {
  readonly between: Range;
  /** How many entries are wanted. */
  readonly most: number;
  /** Among how many shards the entries of a month are spread. */
  readonly shards: number;
  /** Most entries that are read of all parts together. */
  readonly mostEntries: number;
}

interface Part<Entry extends AtMoment> {
  readonly read: ReadOfPart<Entry>;
  readonly found: readonly PlacedEntry<Entry>[];
  readonly isWhole: boolean;
}

/** Shards are filled by chance: so many standard deviations more than its share are read of each. */
const MORE_OF_A_SHARD = 3;

/** How many entries are read of one shard at first, where `most` are wanted of all of them: the last one only tells an end. */
const shareOfShard = ({ most, shards }: MergedQuery): number => {
  const share = most / shards;
  return 1 + (shards === 1 ? most : Math.min(most, Math.ceil(share + MORE_OF_A_SHARD * Math.sqrt(share))));
};

/** With this part of what is wanted nothing is read on: entries of one moment may be a few too many. */
const ENOUGH = 0.9;

/** Further reads where the entries stand in fewer shards than there are: what is older than a second shard stands in one. */
const MOST_FURTHER_READS = 3;

const readOn = async <Entry extends AtMoment>(
  { read, found }: Part<Entry>,
  { between }: MergedQuery,
  limit: number,
): Promise<Part<Entry>> => {
  const last = found.at(-1)?.position;
  if (last === undefined) {
    const first = await read({ limit, between });
    return { read, found: first, isWhole: first.length < limit };
  }
  // The end of a range belongs to it, so the last entry is read once more: unless this read of the index is older than the first.
  const again = await read({ limit: limit + 1, between: { ...between, until: last } });
  const more = again.filter(({ position }) => position < last);
  return { read, found: [...found, ...more], isWhole: more.length < limit };
};

const merged = <Entry extends AtMoment>(parts: readonly Part<Entry>[]): EntriesRead<Entry> =>
  mergedParts(parts.map(({ found, isWhole }) => ({ entries: found.map(({ entry }) => entry), isWhole })));

/**
 * The newest entries of all parts of a list. Each part is read to its share first. Where that is not enough, the parts whose
 * end keeps others back are read on, a few times at the most.
 */
export const readMerged = async <Entry extends AtMoment>(
  reads: readonly ReadOfPart<Entry>[],
  query: MergedQuery,
): Promise<EntriesRead<Entry>> => {
  const mostOfPart = Math.ceil(query.mostEntries / reads.length);
  const share = Math.min(shareOfShard(query), mostOfPart);
  let parts = await Promise.all(reads.map((read) => readOn<Entry>({ read, found: [], isWhole: false }, query, share)));
  let all = merged(parts);
  for (let further = 0; further < MOST_FURTHER_READS; further += 1) {
    const missing = query.most - all.entries.length;
    const isShort = ({ found, isWhole }: Part<Entry>): boolean =>
      !isWhole && found.length < mostOfPart && found.at(-1)?.entry.atMs === all.unreadMs;
    if (all.entries.length >= ENOUGH * query.most || !parts.some(isShort)) break;
    const reading = parts.map(async (part) =>
      isShort(part) ? readOn(part, query, Math.min(missing + 1, mostOfPart - part.found.length)) : part,
    );
    parts = await Promise.all(reading);
    all = merged(parts);
  }
  return all;
};
