import { type CsvValue, csvDownload } from '../../../shared/desk/figures/csv.ts';
import { istanbulClockOf } from '../../../shared/domain/calendar.ts';
import type { Language } from '../../../shared/domain/language.ts';
import type { StatementEntry } from '../../../shared/domain/statement/movement.ts';
import type { Statement } from '../../../shared/domain/statement/statement.ts';
import type { PageAnswer } from '../../../shared/http/page-response.ts';
import { statementTexts } from '../../../shared/pages/desk/figures/statement-texts.ts';
import { fieldDay } from '../../../shared/pages/desk/frame/moments.ts';

/** The statements of one account in a month, the oldest first, in every currency. */
export const statementsCsv = (
  statements: readonly Statement[],
  { language, month, account }: { readonly language: Language; readonly month: string; readonly account: number },
): PageAnswer => {
  const { columns } = statementTexts[language];
  const { month: _month, ...own } = columns;
  const rows = statements
    .toReversed()
    .map((one): readonly CsvValue[] => [
      fieldDay(one.day),
      one.statementId,
      one.subDealerId,
      one.currency,
      one.sales.count,
      { amount: one.sales.total },
      { amount: one.sales.commission },
      one.refunds.count,
      { amount: one.refunds.total },
      { amount: one.refunds.commission },
      { amount: one.balance },
      { amount: one.owedBefore },
      { amount: one.payout },
      one.payout === 0 ? undefined : fieldDay(one.paidOn),
      { amount: one.owedAfter },
      { amount: one.poolAfter },
    ]);
  const name = `statements-${month}${account === 0 ? '' : `-${account}`}`;
  return csvDownload({ name, language, columns: Object.values(own), rows });
};

/** What moved in one statement, the oldest first. A file that was cut says so in its name. */
export const entriesCsv = (
  { statementId, day, currency }: Pick<Statement, 'statementId' | 'day' | 'currency'>,
  entries: readonly StatementEntry[],
  { language, isCut }: { readonly language: Language; readonly isCut: boolean },
): PageAnswer => {
  const { entry, columns, kinds } = statementTexts[language];
  const rows = entries.map((one): readonly CsvValue[] => [
    istanbulClockOf(one.atMs),
    kinds[one.kind],
    one.paymentId,
    one.otherTrxCode ?? '',
    one.orderId,
    currency,
    { amount: one.gross },
    { amount: one.commission },
    { amount: one.balance },
    { amount: one.pool },
  ]);
  const { moment, kind, payment, code, orderId, gross, commission, balance, pool } = entry;
  return csvDownload({
    name: `statement-${statementId}-${day}${isCut ? '-first-10000' : ''}`,
    language,
    columns: [moment, kind, payment, code, orderId, columns.currency, gross, commission, balance, pool],
    rows,
  });
};
