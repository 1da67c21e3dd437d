/** What one call looks at in search of something; it then answers what it has and where to go on. */
const MAX_EXAMINED = 500;
/** Read at a time in search of something: each page asks every shard of the list. */
const SEARCH_PAGE = 100;

interface Search<Row> {
  readonly limit: number;
  readonly after: string | undefined;
  readonly page: (query: { readonly after: string | undefined; readonly limit: number }) => Promise<readonly Row[]>;
  /** Absent where every row is wanted. */
  readonly wanted?: ((row: Row) => boolean) | undefined;
}

interface Found<Row> {
  readonly found: readonly Row[];
  /** Where to go on; absent when there is no more. */
  readonly next?: string;
}

/** Reads pages until enough rows are wanted ones, the list ends, or enough were looked at. */
export const search = async <Row extends { readonly position: string }>({
  limit,
  after: start,
  page,
  wanted,
}: Search<Row>): Promise<Found<Row>> => {
  const found: Row[] = [];
  const size = wanted === undefined ? limit : Math.max(limit, SEARCH_PAGE);
  let after = start;
  for (let examined = 0; examined < MAX_EXAMINED; examined += size) {
    const rows = await page({ after, limit: size });
    for (const row of rows) {
      after = row.position;
      if (wanted?.(row) ?? true) found.push(row);
      if (found.length === limit) return { found, next: after };
    }
    if (rows.length < size) return { found };
  }
  return after === undefined ? { found } : { found, next: after };
};
