import { DEALER_ITSELF } from '../../../../shared/domain/statement/movement.ts';
import type { Statement } from '../../../../shared/domain/statement/statement.ts';
import { lastClosedDay } from '../../../../shared/domain/statement/statement-days.ts';
import { STATEMENT_POSITION } from '../../../../shared/ports/statements.ts';
import { type CommandCall, type CsvPage, csvCommand } from '../command.ts';
import { invalidField } from '../command-error.ts';
import { optional } from '../fields.ts';
import { day } from '../kinds.ts';
import { describedStatementColumns, statementCsvHeader, statementCsvRow } from '../statement-csv.ts';
import { existingDealer } from './dealer.ts';
import { cursorOf, dealerCodeField } from './fields-in-common.ts';

const PAGE = 200;
const READS_AT_ONCE = 20;

/** Names of the accounts of a page. A sub-dealer without a record, which only a restore can leave, has none. */
const namesOf = async (
  statements: readonly Statement[],
  dealer: { readonly dealerCode: string; readonly name: string },
  { deps }: CommandCall,
): Promise<ReadonlyMap<number, string>> => {
  const names = new Map([[DEALER_ITSELF, dealer.name]]);
  const ids = [...new Set(statements.map(({ subDealerId }) => subDealerId))].filter((id) => id !== DEALER_ITSELF);
  for (let first = 0; first < ids.length; first += READS_AT_ONCE) {
    const some = ids.slice(first, first + READS_AT_ONCE);
    const found = await Promise.all(some.map((id) => deps.records.subDealer(dealer.dealerCode, id)));
    for (const record of found) if (record !== undefined) names.set(record.subDealerId, record.name);
  }
  return names;
};

export const statementCommand = csvCommand(
  {
    name: 'statement',
    group: 'Payments',
    summary:
      'Write the statements of a dealer and its sub-dealers as CSV: what is paid out to whom, by day and currency.',
    notes: [
      'One row per account, day and currency on which something moved, oldest first. The row whose subDealerId is 0 is the dealer itself.',
      `Columns: ${describedStatementColumns}.`,
      'A payout is what the day made payable, less what was owed. Where a refund leaves less than nothing, nothing is paid out, and the rest is owed.',
      "For the dealer of payments with sub-dealers, sales are the commission that it takes from them, because that is what it earns. So the sums of all rows are the ledger's.",
      'Statements of a day are made from one in the morning on; make-statements makes them at once.',
      'RFC 4180, UTF-8, with a header. The command line writes page after page to standard output, or with --output to a file, which appears when it is whole.',
    ],
    fields: {
      dealerCode: dealerCodeField,
      from: optional(day, 'First day; the latest that is over when absent.'),
      until: optional(day, 'Last day; the latest that is over when absent.'),
      cursor: cursorOf(STATEMENT_POSITION),
    },
    example: { dealerCode: '1001' },
    withoutRows:
      'No statement of these days: nothing moved, or they are not made yet (from one in the morning on; make-statements makes them at once).',
  },
  async ({ dealerCode, from, until, cursor }, call): Promise<CsvPage> => {
    const dealer = await existingDealer(dealerCode, call);
    const first = from ?? lastClosedDay(call.nowMs);
    const last = until ?? lastClosedDay(call.nowMs);
    if (last < first) throw invalidField('until', 'must not be before "from"');
    const page = await call.deps.statements.pageOfDealer({
      dealerCode,
      from: first,
      until: last,
      after: cursor ?? undefined,
      limit: PAGE,
    });
    const names = await namesOf(
      page.map(({ statement }) => statement),
      dealer,
      call,
    );
    const next = page.length < PAGE ? undefined : page.at(-1)?.position;
    return {
      dealerCode,
      header: statementCsvHeader,
      rows: page.map(({ statement }) => statementCsvRow(statement, names.get(statement.subDealerId) ?? '')),
      ...(next === undefined ? {} : { next }),
    };
  },
);
