/** Reads under way at once: a hundred would queue for connections, and time out on a slow day. */
const READS_AT_ONCE = 16;

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
  const shards = query.shards.map((name): Shard<Row> => ({ name, ahead: [], after: query.after, exhausted: false }));
  const page: Row[] = [];
  while (page.length < query.limit) {
    const dry = shards.filter(({ ahead, exhausted }) => ahead.length === 0 && !exhausted);
    // Until every shard shows its next row, nobody knows which one comes first.
    for (let first = 0; first < dry.length; first += READS_AT_ONCE) {
      await Promise.all(dry.slice(first, first + READS_AT_ONCE).map((shard) => refill(shard, query)));
    }
    const next = earliest(shards)?.ahead.shift();
    if (next === undefined) return page;
    page.push(next);
  }
  return page;
};
