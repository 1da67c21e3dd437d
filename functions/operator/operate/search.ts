/** Rows read per call when filtering. A page of many rows costs little more than a page of a few. */
const EXAMINED = 500;

interface Search<Row> {
  readonly limit: number;
  readonly after: string | undefined;
  readonly page: (query: { readonly after: string | undefined; readonly limit: number }) => Promise<readonly Row[]>;
  /** Absent if every row is wanted. */
  readonly wanted?: ((row: Row) => boolean) | undefined;
}

interface Found<Row> {
  readonly found: readonly Row[];
  /** Where the next call continues; absent at the end. */
  readonly next?: string;
}

/** At most `limit` wanted rows of a list; fewer at its end, or after many rows without a match. */
export const search = async <Row extends { readonly position: string }>({
  limit,
  after,
  page,
  wanted,
}: Search<Row>): Promise<Found<Row>> => {
  const size = wanted === undefined ? limit : EXAMINED;
  const rows = await page({ after, limit: size });
  const found: Row[] = [];
  for (const row of rows) {
    if (wanted?.(row) ?? true) found.push(row);
    if (found.length === limit) return { found, next: row.position };
  }
  const last = rows.at(-1);
  return rows.length < size || last === undefined ? { found } : { found, next: last.position };
};
