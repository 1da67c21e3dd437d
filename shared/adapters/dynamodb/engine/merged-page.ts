/** Most entries of an index that one page reads: a longer page is not asked for, and its last row says where to go on. */
export const MAX_ENTRIES_READ = 5000;

/** Each row that is read is answered, or waits in its shard: at most twice the page and two rows of each shard more. */
const mostRead = (limit: number, shards: number): number => limit + shards * shardPage(limit, shards);

/** A row and its place in the order of all shards. */
export interface Placed {
  readonly position: string;
}

export interface MergedQuery<Row extends Placed> {
  /** Partition keys of the shards. */
  readonly shards: readonly string[];
  /** Position of the last entry of the page before. */
  readonly after?: string | undefined;
  readonly limit: number;
  /** Rows of one shard behind a position, in order; only an empty answer says that the shard has no more. */
  readonly read: (
    shard: string,
    page: { readonly after: string | undefined; readonly limit: number },
  ) => Promise<readonly Row[]>;
}

interface Shard<Row extends Placed> {
  readonly name: string;
  ahead: Row[];
  after: string | undefined;
  exhausted: boolean;
}

/** Twice a shard's share of the page and one more: a second read of a shard is rare then, and little is read in vain. */
const shardPage = (limit: number, shards: number): number => Math.min(limit, Math.ceil((2 * limit) / shards) + 1);

/** Reads on in a shard whose rows are used up. Only an empty answer ends it: a page may be short for its size. */
const refill = async <Row extends Placed>(shard: Shard<Row>, { read, limit, shards }: MergedQuery<Row>) => {
  const rows = await read(shard.name, { after: shard.after, limit: shardPage(limit, shards.length) });
  shard.ahead = [...rows];
  shard.after = rows.at(-1)?.position ?? shard.after;
  shard.exhausted = rows.length === 0;
};

const earliest = <Row extends Placed>(shards: readonly Shard<Row>[]): Shard<Row> | undefined =>
  shards
    .filter(({ ahead }) => ahead.length > 0)
    .reduce<Shard<Row> | undefined>((first, shard) => {
      const [a, b] = [first?.ahead[0]?.position, shard.ahead[0]?.position];
      return a === undefined || (b !== undefined && b < a) ? shard : first;
    }, undefined);

/**
 * A page of rows that stand in several shards, in the order of their positions. Fewer than `limit` means that no
 * shard has more.
 */
export const mergedPage = async <Row extends Placed>(query: MergedQuery<Row>): Promise<readonly Row[]> => {
  if (mostRead(query.limit, query.shards.length) > MAX_ENTRIES_READ) throw new RangeError('too long a page');
  const shards = query.shards.map((name): Shard<Row> => ({ name, ahead: [], after: query.after, exhausted: false }));
  const page: Row[] = [];
  while (page.length < query.limit) {
    const dry = shards.filter(({ ahead, exhausted }) => ahead.length === 0 && !exhausted);
    // Until every shard shows its next row, nobody knows which one comes first.
    await Promise.all(dry.map((shard) => refill(shard, query)));
    const next = earliest(shards)?.ahead.shift();
    if (next === undefined) return page;
    page.push(next);
  }
  return page;
};
