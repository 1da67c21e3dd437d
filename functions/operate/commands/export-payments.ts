import { type ListedPayment, PAYMENT_POSITION } from '../../../shared/ports/operator-payments.ts';
import { type CsvPage, csvCommand } from '../command.ts';
import { describedColumns, paymentCsvHeader, paymentCsvRows } from '../payment-csv.ts';
import { cursorOf } from './fields-in-common.ts';
import { listingShardsOf } from './listing-shards.ts';
import { attemptsOf, dayFields, inState } from './payment.ts';

/** Payments that are read for one page. */
const PAGE = 500;
/** A page ends after this many rows. With at most 1 kB each they are well below the 6 MB that an Invoke can answer. */
const MAX_ROWS = 2000;

export const exportPayments = csvCommand(
  {
    name: 'export-payments',
    group: 'Payments',
    summary: "Write a dealer's payments of a day, with their splits, as CSV.",
    notes: [
      'All attempts of the day, oldest first, approved and not: the column "state" tells them apart, or ask for one state. One row per split; a payment without splits has one row. The amount of a payment stands on each of its rows: to add payments up, take the rows whose split is 0 or 1.',
      `Columns: ${describedColumns}.`,
      'RFC 4180, UTF-8, with a header. Amounts are numbers with a dot. A text that begins with = + - @, tab or CR gets a leading apostrophe, so that no spreadsheet takes it for a formula; other control characters are replaced.',
      'The command line writes page after page to standard output, or with --output to a file, which appears when it is whole.',
    ],
    fields: { ...dayFields, cursor: cursorOf(PAYMENT_POSITION) },
    example: { dealerCode: '1001', state: 'approved' },
  },
  async ({ dealerCode, day, state, cursor }, call): Promise<CsvPage> => {
    const { payments } = call.deps;
    const of = day ?? call.today;
    const listingShards = await listingShardsOf(dealerCode, call);
    const page = await payments.pageOfDay({
      dealerCode,
      day: of,
      listingShards,
      after: cursor ?? undefined,
      limit: PAGE,
    });
    const wanted = page.filter(inState(state) ?? (() => true));
    const links = await payments.linksOf(attemptsOf(wanted));
    const isWanted = new Set<ListedPayment>(wanted);
    const rows: string[] = [];
    let last: ListedPayment | undefined;
    for (const listed of page) {
      if (rows.length >= MAX_ROWS) break;
      if (isWanted.has(listed)) rows.push(...paymentCsvRows(listed, { dealerCode, links }));
      last = listed;
    }
    const whole = last === page.at(-1) && page.length < PAGE;
    const next = whole ? {} : { next: last?.position ?? '' };
    return { dealerCode, day: of, header: paymentCsvHeader, rows, ...next };
  },
);
