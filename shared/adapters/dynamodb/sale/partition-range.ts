import type { Table } from '../engine/table.ts';
import type { Row } from '../engine/writes.ts';

/** Rows of one query: 500 plans or tries of less than 1 kB stay below the megabyte at which the store ends a page. */
const PAGE = 500;

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
  while (rows.length < most) {
    const limit = Math.min(PAGE, most - rows.length);
    const page = await table.query({ pk, between: { from, until }, after, limit });
    rows.push(...page);
    if (page.length < limit) break;
    after = String(page.at(-1)?.sk);
  }
  return rows;
};
