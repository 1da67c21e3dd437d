import { amountCell, type CsvCell, csvRow, numberCell, textCell } from '../../../shared/domain/csv.ts';
import type { Statement } from '../../../shared/domain/statement/statement.ts';

interface Column {
  readonly name: string;
  readonly meaning: string;
  readonly cell: (statement: Statement, accountName: string) => CsvCell;
}

const columns: readonly Column[] = [
  { name: 'day', meaning: 'in Istanbul', cell: ({ day }) => textCell(day) },
  { name: 'dealerCode', meaning: 'the dealer', cell: ({ dealerCode }) => textCell(dealerCode) },
  {
    name: 'subDealerId',
    meaning: 'whose account it is; 0 for the dealer itself',
    cell: ({ subDealerId }) => numberCell(subDealerId),
  },
  { name: 'name', meaning: 'of the dealer or sub-dealer', cell: (_statement, name) => textCell(name) },
  { name: 'currency', meaning: 'of all amounts of the row', cell: ({ currency }) => textCell(currency) },
  { name: 'statementId', meaning: 'DealerStatementId', cell: ({ statementId }) => numberCell(statementId) },
  { name: 'salesCount', meaning: 'sales and captures', cell: ({ sales }) => numberCell(sales.count) },
  { name: 'salesTotal', meaning: 'what payers paid for them', cell: ({ sales }) => amountCell(sales.total) },
  { name: 'salesCommission', meaning: 'deducted of it', cell: ({ sales }) => amountCell(sales.commission) },
  { name: 'refundCount', meaning: 'refunds and voids', cell: ({ refunds }) => numberCell(refunds.count) },
  { name: 'refundTotal', meaning: 'what payers got back', cell: ({ refunds }) => amountCell(refunds.total) },
  { name: 'refundCommission', meaning: 'given back', cell: ({ refunds }) => amountCell(refunds.commission) },
  {
    name: 'balance',
    meaning: 'what the day made payable; may be below zero',
    cell: ({ balance }) => amountCell(balance),
  },
  {
    name: 'owedBefore',
    meaning: 'from the days before, at most zero',
    cell: ({ owedBefore }) => amountCell(owedBefore),
  },
  { name: 'payout', meaning: 'what is paid out', cell: ({ payout }) => amountCell(payout) },
  { name: 'paidOn', meaning: 'day of the payout', cell: ({ paidOn }) => textCell(paidOn) },
  {
    name: 'owedAfter',
    meaning: 'left for the next days, at most zero',
    cell: ({ owedAfter }) => amountCell(owedAfter),
  },
  { name: 'pool', meaning: "what waits for the dealer's approval", cell: ({ poolAfter }) => amountCell(poolAfter) },
];

export const statementCsvHeader = csvRow(columns.map(({ name }) => textCell(name)));

/** The columns with their meaning, for the help. */
export const describedStatementColumns = columns.map(({ name, meaning }) => `${name} (${meaning})`).join(', ');

export const statementCsvRow = (statement: Statement, accountName: string): string =>
  csvRow(columns.map(({ cell }) => cell(statement, accountName)));
