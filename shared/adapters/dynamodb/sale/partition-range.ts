import type { Table } from '../engine/table.ts';
import type { Row } from '../engine/writes.ts';

/** Rows of one query: of plans and tries that is far less than the megabyte at which the store ends a page. */
const PAGE = 1000;

interface PartitionRange {
  readonly pk: string;
  /** Sort keys, both ends included. */
  readonly from: string;
  readonly until: string;
  readonly most: number;
}

/** The rows of a range of a partition in the order of their sort keys, at most `most`. */
export const readRange = async (
  table: Pick<Table, 'query'>,
  { pk, from, until, most }: PartitionRange,
): Promise<readonly Row[]> => {
  const rows: Row[] = [];
  let after: string | undefined;
  // A page may be short for its size: only an empty one ends the range. Each round has a row at least.
  while (rows.length < most) {
    const page = await table.query({ pk, between: { from, until }, after, limit: Math.min(PAGE, most - rows.length) });
    if (page.length === 0) break;
    rows.push(...page);
    after = String(page.at(-1)?.sk);
  }
  return rows;
};
