import { type ListedPayment, PAYMENT_POSITION, STEP_POSITION } from '../../../../shared/ports/operator-payments.ts';
import type { DayPageQuery } from '../../../../shared/ports/operator-records.ts';
import { type CommandCall, type CsvPage, csvCommand } from '../command.ts';
import { describedColumns, paymentCsvHeader, paymentCsvRows, stepCsvRow } from '../payment-csv.ts';
import { cursorOf, STEPS_PLACE } from './fields-in-common.ts';
import { listingShardsOf } from './listing-shards.ts';
import { attemptsOf, dayFields, inState } from './payment.ts';

/** Payments or steps that are read for one page. */
const PAGE = 500;
/** A page ends after this many rows. With at most 1 kB each they are well below the 6 MB that an Invoke can answer. */
const MAX_ROWS = 2000;

/** Where a page begins: among the payments, or among the steps behind them. */
const CURSOR = new RegExp(`${PAYMENT_POSITION.source}|^${STEPS_PLACE}$|${STEP_POSITION.source}`);

interface Rows {
  readonly rows: readonly string[];
  /** Where the next page begins; absent at the end. */
  readonly next?: string;
}

const paymentRows = async (
  query: DayPageQuery,
  wantedOf: ReturnType<typeof inState>,
  { deps: { payments } }: CommandCall,
): Promise<Rows> => {
  const page = await payments.pageOfDay(query);
  const wanted = page.filter(wantedOf ?? (() => true));
  const links = await payments.linksOf(attemptsOf(wanted));
  const isWanted = new Set<ListedPayment>(wanted);
  const rows: string[] = [];
  let last: ListedPayment | undefined;
  for (const listed of page) {
    if (rows.length >= MAX_ROWS) break;
    if (isWanted.has(listed)) rows.push(...paymentCsvRows(listed, { dealerCode: query.dealerCode, links }));
    last = listed;
  }
  const whole = last === page.at(-1) && page.length < PAGE;
  return whole ? { rows } : { rows, next: last?.position ?? '' };
};

const stepRows = async (query: DayPageQuery, { deps: { payments } }: CommandCall): Promise<Rows> => {
  const page = await payments.pageOfStepsOfDay(query);
  const links = await payments.linksOf(attemptsOf(page));
  const rows = page.map((listed) => stepCsvRow(listed, { dealerCode: query.dealerCode, links }));
  const last = page.at(-1);
  return page.length < PAGE || last === undefined ? { rows } : { rows, next: last.position };
};

export const exportPayments = csvCommand(
  {
    name: 'export-payments',
    group: 'Payments',
    summary: "Write a dealer's payments of a day, with their splits and steps, as CSV.",
    notes: [
      'All attempts of the day, oldest first, approved and not: the column "state" tells them apart, or ask for one state. One row per split; a payment without splits has one row. The amount of a payment stands on each of its rows: to add payments up, take the rows whose split is 0 or 1.',
      'Behind the payments one row per step that was asked for that day (captures, voids, refunds, reversals, pool), whenever its payment began: its "row" is step, and the columns of payments alone are empty in it. Where a state is asked for there are no steps.',
      `Columns: ${describedColumns}.`,
      'RFC 4180, UTF-8, with a header. Amounts are numbers with a dot. A text that begins with = + - @, tab or CR gets a leading apostrophe, so that no spreadsheet takes it for a formula; other control characters are replaced.',
      'The command line writes page after page to standard output, or with --output to a file, which appears when it is whole.',
    ],
    fields: { ...dayFields, cursor: cursorOf(CURSOR) },
    example: { dealerCode: '1001', state: 'approved' },
    withoutRows: 'No payment or step fits: the file holds the header alone.',
  },
  async ({ dealerCode, day, state, cursor }, call): Promise<CsvPage> => {
    const of = day ?? call.today;
    const after = cursor === null || cursor === STEPS_PLACE ? undefined : cursor;
    const listingShards = await listingShardsOf(dealerCode, call);
    const query = { dealerCode, day: of, listingShards, after, limit: PAGE };
    const answer = ({ rows, next }: Rows): CsvPage => ({
      dealerCode,
      day: of,
      header: paymentCsvHeader,
      rows,
      ...(next === undefined ? {} : { next }),
    });
    const isInSteps = cursor === STEPS_PLACE || (typeof after === 'string' && STEP_POSITION.test(after));
    if (isInSteps) return answer(await stepRows(query, call));
    const found = await paymentRows(query, inState(state), call);
    if (found.next !== undefined || typeof state === 'string') return answer(found);
    if (found.rows.length >= MAX_ROWS - PAGE) return answer({ rows: found.rows, next: STEPS_PLACE });
    const steps = await stepRows({ ...query, after: undefined }, call);
    return answer({ ...steps, rows: [...found.rows, ...steps.rows] });
  },
);
